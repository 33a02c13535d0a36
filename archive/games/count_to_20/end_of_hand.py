"""The end of a hand at the table, its costs, and what the record shows of it: sections 6 and 7 of
rulebook.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from archive.core.cards import Card, WrittenHand, text_of
from archive.core.events import End, Score, Show
from archive.core.phrase import Phrase, cards_in_number, to_go_on
from archive.games.count_to_20.board import Ending, Torn, in_words
from archive.games.count_to_20.claims import Claims
from archive.games.count_to_20.counting import AIM, only
from archive.games.count_to_20.open_passes import OpenPass, could_pass, made_by, way_to
from archive.games.count_to_20.possible_costs import Conflict, conflict, sums_left
from archive.rules.hand import NO, YES, Hand
from archive.rules.hand_seen import CODES


def hand_over(table: Claims) -> None:
    """Enter the position's scores of the hand that is over (6.3)."""
    table.turn = 0
    table.reason = f"{table.game}/{table.position.ended_by}"
    before = table.ledger.copy()
    table.enter()
    table.ending = Ending(before, frozenset(table.position.unshown))


def end_unknown(table: Claims) -> None:
    """End the hand in play, in an unknown way."""
    table.position.end_hand("8.3")
    hand_over(table)


def let_go(table: Claims) -> None:
    """Go on without knowing the hands: turns are missing."""
    table.position.doubt_all()
    table.unseen = True


def stop_short(table: Claims, found: str) -> None:
    """Go on as if the hand in play were over, which it may be."""
    if not table.position.may_be_over:
        if table.turns and table.nothing_missing:
            table.fault("short-deal", "count-to-20/6.2", "the hand to go on until its end", found)
        else:  # it was played on, on a page that is not here
            table.fault("gap", "count-to-20/8.4", "every turn written down", "no turn of a hand",
                       severity="note")  # fmt: skip
            table.position.made = (1 << AIM) - 1
        let_go(table)
        table.due = 0
    elif found != "@show" and not table.nothing_missing:
        let_go(table)  # further turns may be missing
    end_unknown(table)


def end_hand_unseen(table: Claims, found: str) -> None:
    """Go on to what comes after a hand."""
    if table.in_play:
        stop_short(table, found)
    close_hand(table)


def close_hand(table: Claims) -> None:
    """Close a hand about which nothing more is written: what is unknown by now stays unknown."""
    if table.ending.scored:
        return
    table.ending = table.ending._replace(scored=True)
    close_doubts(table)
    for seat in sorted(table.ending.untold):
        table.fault("unknown-card", "count-to-20/6.3", "the cards left in every hand",
                    Phrase("not those of {seat}", seat=f"p{seat}"), seat=seat,
                    severity="note")  # fmt: skip


# -- unproved passes and sets


def prove_passes(table: Claims, seat: int) -> None:
    """Clause 5.2: Compare the unproved passes of a seat with what is known now."""
    for one in [one for one in table.open_passes if one.seat == seat]:
        able, held = could_pass(one, table.hands[seat], loose=seat in table.loose)
        if able == YES:
            refute_pass(table, one, held)
        if able in (YES, NO):
            table.open_passes.remove(one)


def refute_pass(table: Claims, one: OpenPass, held: list[int]) -> None:
    """Clause 5.2: Report a pass by a player who held these cards."""
    count, cards = in_words(one.due), way_to(held, only(one.due))
    due = Phrase("{count} made", count=count)
    if cards:
        due = Phrase("{count} made with {cards}", count=count, cards=cards)
    table.fault("could-make-count", "count-to-20/5.2", due, "pass",
               seat=one.seat, at=one.at, ply=one.ply)  # fmt: skip


def close_doubts(table: Claims) -> None:
    """Clauses 5.2 and 8.3: Compare passes and sets with unnamed cards with all that is known in the
    end; what is not proved now never will be."""
    for seat in table.hands:
        prove_passes(table, seat)
    for one in table.open_passes:
        table.fault("unproved", "count-to-20/5.2",
                    Phrase("a hand that cannot make {count}", count=in_words(one.due)), "pass",
                    seat=one.seat, severity="note", at=one.at, ply=one.ply)  # fmt: skip
    for one_set in table.open_sets:
        seat, due, cards = one_set.seat, in_words(one_set.due), text_of(one_set.cards)
        made = made_by(one_set, table.hands[seat], loose=seat in table.loose)
        if made == NO:
            table.fault("count-not-made", "count-to-20/3.4", due, cards, seat=seat, part="cards",
                       at=one_set.at, ply=one_set.ply)  # fmt: skip
        elif made != YES:
            table.fault("unproved", "count-to-20/8.3", Phrase("cards that make {count}", count=due),
                        cards, seat=seat, part="cards", severity="note", at=one_set.at,
                        ply=one_set.ply)  # fmt: skip
    table.open_passes, table.open_sets = [], []


# -- cards shown


def take(table: Claims, seat: int, cards: Iterable[Card], *, loose: bool) -> list[Card]:
    """Take cards from a hand as the record shows it; return those it cannot have held. A `loose`
    hand gets what it needs from unwritten draws."""
    hand, foreign = table.hands[seat], []
    for card in cards:
        if hand.take(card, table.at):
            continue
        if table.unseen and loose:
            hand.take_unwritten()
        elif not loose:
            foreign.append(card)
    return foreign


def show_cards(table: Claims, event: Show) -> None:
    """Clause 8.5: Take the cards left, as they are shown."""
    if table.beyond or table.torn == Torn.HAND:
        return
    if not table.deal or table.ending.shown:
        table.fault(
            "not-now", "count-to-20/8.5", Phrase("cards shown when a hand is over, once"), "@show"
        )
        return
    shown = dict(reversed(event.shown))  # of two words about a seat the first counts
    for seat in sorted(shown):
        if not table.knows_seat(seat, f"p{seat}"):
            del shown[seat]
    if table.in_play:
        stop_short(table, "@show")
    position = table.position
    table.restore()
    silent = [seat for seat in table.hands if seat not in shown]
    loose = len(silent) == 1 and silent[0] in table.loose
    # at the end of a record the result alone tells of that player
    told = loose and table.told_last.get(silent[0], table.at) >= table.at
    if shown and told and _acted_last(table, silent[0]):
        position.hands[silent[0]] = Hand()  # a player without cards left is not listed
        table.unlisted |= {silent[0]}
    position.score_hands()
    for seat in sorted(shown):
        _show(table, seat, shown[seat])
    table.enter()
    in_part = {
        seat: WrittenHand(shown[seat], table.at) for seat in position.unshown
        if seat in shown and any(card.rank == "?" for card in shown[seat])
    }  # fmt: skip
    untold = frozenset(position.unshown) - {*shown}
    table.ending = table.ending._replace(untold=untold, in_part=in_part, shown=True)
    close_hand(table)


def _acted_last(table: Claims, seat: int) -> bool:
    """Clause 6.1: Return whether a seat may have had the last turn, with which its cards end."""
    last = table.played.get(table.due - 1)
    return last is None or last.seat == seat


def _show(table: Claims, seat: int, cards: tuple[Card, ...]) -> None:
    """Compare the cards that one player shows with the hand."""
    hand, left = table.hands[seat], text_of(table.hands[seat].left)
    held = len(hand)
    table.position.show(seat, [CODES[card] for card in cards])
    wrong = table.objections()
    if "wrong-number-of-cards" in wrong:
        table.fault("wrong-number-of-cards", "count-to-20/8.5", Phrase("{n} cards left", n=held),
                    f"{len(cards)}", seat=seat, part=f"p{seat}")  # fmt: skip
        return
    foreign = take(table, seat, cards, loose=seat in table.loose)
    if foreign or "card-not-held" in wrong:
        foreign = foreign or list(cards)
        table.fault("card-not-held", "count-to-20/8.5", Phrase("one of {cards}", cards=left),
                    foreign[0].text, seat=seat, part=f"p{seat}")  # fmt: skip


# -- other lines


def claim_score(table: Claims, event: Score) -> None:
    """Change nothing for a standing; the verdict compares it with the ledger."""
    if table.in_play and not table.nothing_missing and _differs(table, event):
        stop_short(table, "@score")
    if not table.in_play:
        close_hand(table)
        _hold_sums(table, event)
        _note_unlisted(table, event)
    _check_seats(table, event)


def _note_unlisted(table: Claims, event: Score | End) -> None:
    """Clause 8.5: Note that players who were not listed where cards were shown, and now have more
    points than without cards left, had an unknown number of them."""
    for seat, total in event.totals:
        known = table.ledger.total(seat)
        if seat in table.unlisted and known is not None and total > known:
            table.ledger.lose(seat)
        table.unlisted -= {seat}


def _differs(table: Claims, event: Score) -> bool:
    """Return whether some player's total differs from before this hand."""
    known = [(total, table.ledger.total(seat)) for seat, total in event.totals
             if seat <= table.seats]  # fmt: skip
    return any(total != before for total, before in known if before is not None)


def _hold_sums(table: Claims, event: Score) -> None:
    """Clause 8.8: Report a sum of unknown cards that so many cannot cost, or sums for which the
    pack does not have the cards."""
    if any(one.foreign for one in table.hands.values()):
        return  # some card stands wrong, and which is unknown
    before, untold, in_part, *_ = table.ending
    hands = table.hands | dict(in_part)
    unknown = (untold - table.unlisted) | {*in_part}
    sums = {
        seat: total - start
        for seat, total in sorted(dict(reversed(event.totals)).items())
        if seat in unknown and seat not in table.loose
        and (start := before.total(seat)) is not None
    }  # fmt: skip
    while found := conflict(sums, hands):
        _refute(table, found, sums, hands)
        for seat in found.seats:
            del sums[seat]


def _refute(
    table: Claims, found: Conflict, sums: Mapping[int, int], hands: Mapping[int, WrittenHand]
) -> None:
    *others, seat = found.seats
    hand = hands[seat]
    if others:
        told = " ".join(f"p{one}:{sums[one]}" for one in found.seats)
        expected, claimed = Phrase("cards for all of these sums"), told
    else:
        rest = [other for whose, other in hands.items() if whose != seat]
        expected = Phrase(
            "{sums} for {cards}",
            sums=in_order(sums_left(hand, rest)),
            cards=cards_in_number(len(hand)),
        )
        claimed = f"{sums[seat]}"
    table.fault("impossible-sum", "count-to-20/8.8", expected, claimed, seat=seat, part=f"p{seat}",
               shown=(table.at, *found.shown))  # fmt: skip


def end(table: Claims, event: End) -> None:
    """Close what is still in play, and take the claims about the end."""
    if table.in_play and not table.ended:
        (end_hand_unseen if table.position.may_be_over else _end_early)(table, "@end")
    if not table.in_play and not table.ended:
        close_hand(table)
        _note_unlisted(table, event)
        if table.reached == NO:
            _end_early(table, "@end")
    _check_seats(table, event)


def _end_early(table: Claims, found: str) -> None:
    table.fault("early-end", "count-to-20/8.2", to_go_on(table.missing()),
               found, severity="note")  # fmt: skip


def _check_seats(table: Claims, event: Score | End) -> None:
    for seat in sorted(dict(event.totals)):
        table.knows_seat(seat, f"p{seat}")


def in_order(sums: Iterable[int]) -> str:
    """Return numbers as `15, 20, 25`; of many the first and the last."""
    known = [str(one) for one in sorted(sums)]
    return ", ".join(known) if len(known) < 9 else f"{known[0]}, {known[1]} … {known[-1]}"
