"""The last cards, the loser, the players out: sections 5 to 7 of rulebook.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from archive.core.cards import CARDS, Card
from archive.core.events import End, Gap, Keep, Out, Score, Show
from archive.core.phrase import Phrase, to_go_on
from archive.games.twenty_two.course_of_tricks import pass_over_doubtful, sure_have_laid
from archive.games.twenty_two.deals import after_the_end, all_dealt
from archive.games.twenty_two.exchange import forget_hand, take
from archive.games.twenty_two.ranking import height, one_rank
from archive.games.twenty_two.table_state import KeptCard, LastCard, Shuffle, Stage, Torn
from archive.games.twenty_two.table_steps import Course
from archive.rules.hand import YES
from archive.rules.hand_seen import CODES
from archive.rules.pack import write_card

# -- the last cards


def show_cards(table: Course, event: Show) -> None:
    """Clauses 5.1 and 5.2: Take the last cards shown."""
    late = table.stage is Stage.SCORED and table.deals and not table.shown
    if not late and after_the_end(table, "@show"):
        return
    if not late and table.stage in (Stage.BEFORE, Stage.SCORED) and not table.torn:
        table.fault("not-now", "twenty-two/5.1", Phrase("deal {n}", n=table.deals + 1), "@show")
        return
    if table.stage in (Stage.EXCHANGE, Stage.TRICKS):
        _cut_short(table, "@show")
    if table.torn is Torn.BEHIND_HAND or (table.torn and table.shown):
        _begin_behind_gap(table)
    seen: set[int] = set()
    for seat, run in event.shown:
        if seat in seen:
            table.fault("wrong-number-of-cards", "twenty-two/5.1", Phrase("one card"),
                        Phrase("another"), seat=seat, part=f"p{seat}")  # fmt: skip
        else:
            _show(table, seat, run)
        seen.add(seat)
    if not late or table.losers is None:
        _score_hand(table)


def _begin_behind_gap(table: Course) -> None:
    """Clause 9.3: Begin another hand after a gap, where an event ends a hand that has ended
    already."""
    table.torn, table.hands = Torn.IN_HAND, {}
    table.shown, table.losers, table.position.last = {}, None, {}
    table.dealt.append({})
    out = table.out_of_pack()
    table.shuffles.append(Shuffle(Phrase("a later deal"), len(table.dealt), (), out))
    all_dealt(table)


def _show(table: Course, seat: int, run: tuple[Card, ...]) -> None:
    """Clause 5.1: Take one player's last card."""
    if not table.knows_seat(seat, f"p{seat}"):
        return
    if seat in table.doubtful and seat not in table.playing:
        table.seat_players({*table.playing, seat})
    if len(run) != 1:
        table.fault("wrong-number-of-cards", "twenty-two/5.1", Phrase("one card"), f"{len(run)}",
                    seat=seat, part=f"p{seat}")  # fmt: skip
        return
    if seat not in table.playing and not table.torn:
        table.fault("card-not-held", "twenty-two/5.1", Phrase("no card of {seat}", seat=f"p{seat}"),
                    run[0].text, seat=seat, part=f"p{seat}")  # fmt: skip
        return
    if seat not in table.shown:
        left = table.left(seat)
        held = take(table, seat, run, "twenty-two/5.1", f"p{seat}")
        instead = left[0] if len(left) == 1 and not held else None
        table.shown[seat] = LastCard(run[0], table.at, instead)


def settle_hand(table: Course) -> None:
    """Score the hand that is over, whatever is written about its end (7.1)."""
    if table.stage in (Stage.BEFORE, Stage.SCORED):
        return
    if table.torn and not table.shown:
        table.stage = Stage.SCORED
        return
    if table.stage is not Stage.LAST:
        _cut_short(table, Phrase("the end of the hand"))
    _score_hand(table)


def _cut_short(table: Course, found: str) -> None:
    """Clause 5.1: Report a hand cut short: it is over when everyone is down to one card."""
    if table.unplayed and min(table.sizes, default=1) > 1:
        _leave_page_out(table)
        return
    if table.stage is Stage.EXCHANGE:
        all_dealt(table)
    if table.doubtful and sure_have_laid(table):
        pass_over_doubtful(table, 0)
        if table.stage is Stage.LAST:
            return
    lacking = len(table.playing) - len(table.trick)
    last = bool(table.sizes) and table.position.left - table.led <= 1
    if table.trick_begun and table.due and last:
        table.leave_out(lacking, found)
        return
    more = [size - table.spent - 1 for size in table.sizes]
    if not more or (min(more) <= 0 and not table.trick_begun):
        return
    if not table.nothing_missing:
        _leave_page_out(table)
        return
    table.fault(
        "short-deal", "twenty-two/5.1", Phrase("{n} more to be played by each", n=max(more)), found
    )
    table.due = 0


def _leave_page_out(table: Course) -> None:
    """Clause 9.3: Take a hand without any written play as played on a page that is not here;
    its deal shows nothing about the last cards."""
    table.fault("gap", "twenty-two/9.3", "every play written down", "no play of a hand",
                severity="note")  # fmt: skip
    table.due = 0
    all_dealt(table)
    for seat, hand in list(table.hands.items()):
        if hand.at >= 0:
            forget_hand(table, seat)


def _score_hand(table: Course) -> None:
    """Clause 5.2: Find the highest last card. Where one is unknown, all players who may have
    lost have an unknown total."""
    table.stop()
    table.stage = Stage.SCORED
    table.leader = table.turn = 0
    table.awaits = None
    if table.torn:
        table.playing = sorted({*table.shown, *table.alive})  # or are out, or were not written
    position = table.position
    table.seat_players(table.playing)
    position.last = {seat: _last_may_be(table, seat) for seat in position.order}
    table.unknown_before = frozenset(table.ledger.unknown), position.more[:], position.unseen
    position.score_hand()
    _enter_scores(table)


def _last_may_be(table: Course, seat: int) -> list[int]:
    """Return the possible last cards of a seat: the one shown, or another if the hand says
    so."""
    shown = table.shown.get(seat)
    cards = (shown.card, shown.instead) if shown else (table.last_card(seat),)
    return [CODES[card] for card in cards if card] or [0]


def _enter_scores(table: Course) -> None:
    """Clauses 5.2, 5.3 and 8.4: Enter the scores: those who tie all lose. Where a last card is
    unknown, all players who may have lost have an unknown total."""
    position, more = table.position, table.unknown_before[1]
    table.said_out = frozenset()
    table.losers = tuple(sorted(position.drawing)) or None
    for _, seat, points, clause in position.ledger:
        table.score(seat, points, f"{table.game}/{clause}")
        at = table.shown[seat].at if seat in table.shown else table.at
        if clause == "5.3":
            card = position.kept[len(table.kept)][1]
            table.kept.append(KeptCard(seat, CARDS[write_card(card)], at))
    position.ledger = []
    able = [seat for seat in position.order if position.more[seat] > more[seat]]
    if not able:
        return
    table.ledger.lose(*able)
    if not table.torn:
        last = position.last  # twice, for one card alone is of one rank
        unsure = [f"p{seat}" for seat in sorted(able) if one_rank(2 * last[seat]) != YES]
        table.fault("unknown-card", "twenty-two/9.3", Phrase("the last cards"),
                    Phrase("not those of {seat}", seat=", ".join(unsure)),
                    severity="note")  # fmt: skip


def eliminate(table: Course) -> None:
    """Clause 6.1: Put players out, by other totals."""
    table.position.totals = table.ledger.totals_by_seat.copy()
    table.position.eliminate()
    table.said_out = frozenset()


# -- other lines


def keep_cards(table: Course, event: Keep) -> None:
    """Clause 5.3: Take the cards kept. If the last cards are unknown, these show who lost
    (7.1)."""
    if table.position.meets:
        table.fault("foreign-line", "twenty-two/8.4", "no cards kept", "@keep")
        return
    early = table.stage is Stage.BEFORE and not table.torn
    late = table.unplayed and table.nothing_missing and not table.deal_line.written
    if early or late:
        wanted = Phrase("a hand") if early else Phrase("the cards kept before the next hand")
        table.fault("not-now", "twenty-two/5.3", wanted, "@keep")
        return
    settle_hand(table)
    kept = {one.seat: one.card for one in event.kept if one.seat <= table.seats}
    another = _is_of_another_hand(table, kept)
    untold = table.torn is Torn.BEHIND_HAND and not kept.keys() <= table.shown.keys()
    if table.torn and (another or untold):
        _begin_behind_gap(table)
    for seat in [one for one in kept if table.losers is None and _is_out(table, one)]:
        total = table.ledger.total(seat)
        table.fault("dealt-in", "twenty-two/6.1",
                    Phrase("no card of {seat}", seat=f"p{seat}") if total is None else f"{total}",
                    Phrase("a card kept"), seat=seat, part=f"p{seat}")  # fmt: skip
        del kept[seat]
    table.pass_end_of_hand()
    for one in event.kept:
        table.knows_seat(one.seat, f"p{one.seat}")
    told = kept and all(card.rank != "?" for card in kept.values())
    if table.losers is None and told and not shown_higher(table, kept.values()):
        position = table.position
        if not table.torn:
            unknown, position.more, position.unseen = table.unknown_before
            table.ledger.unknown = set(unknown)
        table.unknown_before = frozenset(), position.more, 0
        highest = max(height(CODES[card]) for card in kept.values())
        kept = {seat: card for seat, card in kept.items() if height(CODES[card]) == highest}
        lost = {**table.tied_with(kept.values()), **kept}
        position.lose([(seat, CODES[card]) for seat, card in lost.items()])
        _enter_scores(table)


def shown_higher(table: Course, kept: Iterable[Card]) -> list[int]:
    """Clause 5.2: Return the players with the highest of the last cards that are known, where all
    cards kept are lower."""
    heights = {seat: min(map(height, _last_may_be(table, seat))) for seat in table.playing}
    top = max(heights.values(), default=0)
    higher = all(0 < height(CODES[card]) < top for card in kept)
    return [seat for seat, one in heights.items() if one == top] if higher else []


def _is_out(table: Course, seat: int) -> bool:
    """Clause 6.1: Return whether a player was certainly out before this hand, whatever is left
    out of the record."""
    return seat not in {*table.playing, *table.alive, *table.doubtful}


def _is_of_another_hand(table: Course, kept: Mapping[int, Card]) -> bool:
    """Return whether cards kept are others than lost the hand, or those of other players."""
    losers = kept if table.losers is None else table.losers
    shown = {seat: one.card for seat, one in table.shown.items()}
    return any(
        seat not in losers or not card.could_be(shown.get(seat, card))
        for seat, card in kept.items()
    )


def say_out(table: Course, event: Out) -> None:
    """Clause 6.1: Take the record's line about players out."""
    if table.under_way:
        settle_hand(table)
    table.pass_end_of_hand()
    if table.stage is not Stage.SCORED and not table.torn:
        table.fault(
            "not-now", "twenty-two/6.1", Phrase("players out when a hand is scored"), "@out"
        )
        return
    for seat in event.seats:
        if not table.knows_seat(seat, f"p{seat}"):
            continue
        if seat in table.doubtful:
            table.shows_out(seat)
        elif seat in table.alive:
            table.said_out |= {seat}


def claim_score(table: Course, event: Score | End) -> None:
    """Change nothing for a standing; the verdict compares it with the ledger."""
    going_on = table.under_way or (table.unplayed and not table.nothing_missing)
    if table.stage is Stage.LAST or (going_on and _differs(table, event)):
        settle_hand(table)
    table.pass_end_of_hand()
    if table.told_by_keep:
        table.lost_too(seat for seat, total in event.totals if table.may_have_lost(seat, total))
    for seat in sorted(dict(event.totals)):
        table.knows_seat(seat, f"p{seat}")


def _differs(table: Course, event: Score | End) -> bool:
    """Return whether a player's total differs from before this hand."""
    known = [(total, table.ledger.total(seat)) for seat, total in event.totals
             if seat <= table.seats]  # fmt: skip
    return any(total != before for total, before in known if before is not None)


def leave_gap(table: Course, event: Gap) -> None:
    """Clause 9.3: Take a gap: what happened is unknown, and how much."""
    table.fault("gap", "twenty-two/9.3", "every play written down", "@gap", severity="note")
    table.open_gap()
    table.due = 0


def end(table: Course, event: End) -> None:
    """Take the record's last line."""
    claim_score(table, event)
    if not table.ended and not table.over and not table.doubtful:
        due = to_go_on(table.missing())
        table.fault("early-end", "twenty-two/9.2", due, "@end", severity="note")
