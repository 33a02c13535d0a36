"""The tricks: how the position takes each play, its objections, and what it leaves open. Section 4
of rulebook.md, and Rasmussen's way, section 8."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from archive.core.cards import LARGEST, UNKNOWN, Card, text_of
from archive.core.events import Play
from archive.core.phrase import Phrase
from archive.games.twenty_two.exchange import take
from archive.games.twenty_two.ranking import HEIGHTS, LOWEST, heights, one_rank
from archive.games.twenty_two.table_state import LastCard, Stage
from archive.games.twenty_two.table_steps import Course
from archive.rules.cards_denied import Denial, Denied, certain_and_possible, kind_of
from archive.rules.hand import NO, OTHER, YES
from archive.rules.hand_seen import CODES
from archive.rules.listed_or_played import RANKED
from archive.rules.trick_taking import TrickPlay

NOTHING: Mapping[str, int] = {}


def lay(table: Course, play: Play) -> None:
    """Take one player's cards to the trick. The first of a trick lead it, by any player."""
    seat, position = play.seat, table.position
    opens = not 0 < len(table.trick) < len(table.playing)
    if opens:
        table.trick, table.disturbed, table.taker_unknown = [], False, False
        table.lead = seat, table.leader if seat else 0
        position.trick, position.taking = [], []
    elif seat != table.turn:
        table.disturbed = True
    if not (seat and play.cards):
        lay_nothing(table, seat, cards=seat > 0)
        return
    if not opens and not position.trick:  # it was thought to be over
        position.trick = [[CODES[card] for card in one.cards] for one in table.trick]
    if not opens and not position.trick[0]:
        _number_led(table, len(play.cards))
    tricks = position.tricks
    position.lay(seat, [CODES[card] for card in play.cards[:LARGEST]])
    said = table.said() if position.objections or position.open else NOTHING
    table.taker_unknown |= not take(table, seat, play.cards, "twenty-two/4.1")
    if opens:
        judge_lead(table, play, said)
    else:
        judge_answer(table, play, said)
    table.trick.append(TrickPlay(seat, play.cards, table.at, table.ply))
    if position.tricks > tricks:
        end_trick(table)
    elif table.disturbed or position.doubtful:
        table.turn = next_to_play(table)  # a player may be out
    else:
        table.turn = position.turn


def _number_led(table: Course, number: int) -> None:
    """Note that the first cards to a trick show the number of unknown ones before."""
    position, unknown = table.position, (UNKNOWN,) * number
    for at, one in enumerate(table.trick):
        if one.seat and one.seat in position.taking:
            position.hands[one.seat].take_all([0] * number)
            table.taker_unknown |= not take(table, one.seat, unknown, "twenty-two/4.1")
            table.trick[at] = one._replace(cards=unknown)
    position.trick = [[0] * number for _ in position.trick]
    position.best = heights([0] * number)


def lay_nothing(table: Course, seat: int, *, cards: bool = False) -> None:
    """Take a player's part in a trick without a card, or, with `cards`, with an unknown number
    of them. A lead without one leaves the others to it."""
    position = table.position
    if seat and not cards:
        table.doubt_hands(seat)
        if not table.trick_begun:
            table.trick, table.lead, table.taker_unknown = [], (seat, table.leader), True
            position.trick, position.taking = [], []
        elif seat != table.turn:
            table.disturbed = True
    if cards or not seat:
        position.taking = [*position.taking, seat]
    position.trick.append([])
    table.trick.append(TrickPlay(seat, (), table.at, table.ply))
    if table.complete:
        position.end_trick()
        end_trick(table)
    else:
        table.turn = next_to_play(table) if table.lead[0] else 0


def lay_last(table: Course, play: Play) -> None:
    """Clauses 4.3 and 5.1: Take a last card that is laid and not shown, which shows it
    too."""
    seat, run = play.seat, play.cards
    if not table.shown:
        table.fault("kept-no-card", "twenty-two/4.3", Phrase("the last cards shown"),
                    Phrase("a lead"), seat=seat, part="cards")  # fmt: skip
    if seat in table.playing and len(run) == 1:
        take(table, seat, run, "twenty-two/5.1")
        table.shown.setdefault(seat, LastCard(run[0], table.at))


def end_trick(table: Course) -> None:
    """Clauses 4.7 and 8.3: End a complete trick; its winner leads the next. With one card left
    the tricks are over."""
    position, counts = table.position, [len(one.cards) for one in table.trick]
    if table.taker_unknown or not max(counts):
        position.takers[-1] = []
    takers = position.takers[-1]
    table.leader, table.turn = takers[0] if len(takers) == 1 else 0, 0
    if counts.count(counts[0]) != len(counts):
        _spend_unevenly(table, [count for count in counts if count])
    elif not counts[0]:
        know_no_hand(table)
    table.awaits = Play
    if table.sizes and position.left <= 1:
        table.stage, table.awaits, table.leader = Stage.LAST, None, 0


def _spend_unevenly(table: Course, counts: list[int]) -> None:
    """Note that players have played different numbers of cards: by one reading some are wrong,
    by another the others are, and there is more or less to play."""
    usual = max(counts, key=counts.count)  # what most of them played
    table.position.left += counts[0] - usual
    table.doubt_hands(*[one.seat for one in table.trick if len(one.cards) != usual])
    if table.sizes:
        others = (table.sizes[0] + usual - count for count in counts)
        table.sizes = tuple(dict.fromkeys((*table.sizes, *others)))


def know_no_hand(table: Course) -> None:
    """Forget the cards left, and their number."""
    table.doubt_cards(*table.playing)
    table.sizes_may_be()


# -- judging a play


def judge_lead(table: Course, play: Play, said: Mapping[str, int]) -> None:
    """Clauses 4.2 and 4.3: Judge a lead."""
    seat, run, left = play.seat, play.cards, table.position.left
    if said.get("mixed-lead") == NO:
        if table.lead[1] not in (0, seat):
            table.taker_unknown = True  # it may have been an answer to a lead that stands elsewhere
        elif not table.taker_unknown:
            table.fault("mixed-lead", "twenty-two/4.2", "cards of one rank", text_of(run),
                        seat=seat, part="cards")  # fmt: skip
    if "kept-no-card" in said and all(size - table.spent <= len(run) for size in table.sizes):
        table.fault("kept-no-card", "twenty-two/4.3",
                    Phrase("at most {n} cards led", n=max(left - 1, 0)), f"{len(run)}", seat=seat,
                    part="cards")  # fmt: skip
    _note_unknown(table, play)


def _note_unknown(table: Course, play: Play) -> None:
    if not RANKED.issuperset(play.cards):
        table.fault("unknown-card", "twenty-two/9.3", "the rank of the card",
                    text_of(play.cards), seat=play.seat, part="cards",
                    severity="note")  # fmt: skip


def judge_answer(table: Course, play: Play, said: Mapping[str, int]) -> None:
    """Clause 4.4, and then 4.5 and 4.6, or 8.1 and 8.2: Judge an answer."""
    seat, hand, taking = play.seat, table.position.hands[play.seat], table.position.taking
    if "wrong-number-of-cards" in said:
        table.taker_unknown = True
        return
    if said and not (
        table.taker_unknown or table.disturbed or table.supposes_to >= 0 or OTHER in hand.gone
    ):  # fmt: skip
        if "unproved" in said:
            _doubt(table, play)
        elif not table.position.meets and "not-lowest" in said:
            _deny_lower(table, play, "twenty-two/4.6", _instead(table))
        elif table.position.meets and _meets_lead(table, play, said):
            _deny_lower(
                table,
                play,
                "twenty-two/8.2",
                Phrase("the {n} lowest cards held", n=len(play.cards)),
            )
    if len(taking) > 1 and taking[-1] == seat:  # a trick led without a card has no winner
        _note_unknown(table, play)


def _instead(table: Course) -> str:
    taking = [] if table.position.meets else table.position.taking[:1]
    best = [one.cards for one in table.trick if one.seat in taking] or [table.trick[0].cards]
    return Phrase("at least {cards}, or the lowest cards held", cards=text_of(best[-1]))


def _deny_lower(table: Course, play: Play, clause: str, expected: str) -> None:
    """Clauses 4.6 and 8.2: Deny that any card kept back is lower than the highest of these."""
    _deny(table, play, "not-lowest", clause, expected, lower_than(play))


def _doubt(table: Course, play: Play) -> None:
    """Note cards that may equal or beat, and may not: a lower card kept back proves nothing
    wrong, and without one they are certainly right."""
    lower = lower_than(play, proving=None)
    doubt = _denial(table, play, "unproved", "twenty-two/4.5", _instead(table), lower)
    if not doubt.proved(table.left(play.seat)):
        table.denials.setdefault(play.seat, []).append(doubt)


def _meets_lead(table: Course, play: Play, said: Mapping[str, int]) -> bool:
    """Clause 8.1: Return whether it may be right that the lead is not met, and the lowest cards
    are due. The lead is of one rank, or it is unknown what would meet it."""
    lead = [CODES[card] for card in table.trick[0].cards]
    if one_rank(lead) != YES or "led-not-met" not in said:
        return "not-lowest" in said and one_rank(lead) == YES
    rank, count = HEIGHTS[lead[0] & 15], len(play.cards)
    high = sum(HEIGHTS[CODES[card] & 15] >= rank for card in play.cards)
    met = Phrase("{n} from {rank} up", n=count, rank=table.trick[0].cards[0].rank)
    allowed = _deny(table, play, "led-not-met", "twenty-two/8.1", met, _from_up(rank), count - high)
    return allowed and "not-lowest" in said


# -- denials about the cards kept back


def _denial(table: Course, play: Play, code: str, clause: str, expected: str, denied: Denied,
            limit: int = 1) -> Denial:  # fmt: skip
    return Denial(table.at, table.ply, play.seat, code, clause, expected, text_of(play.cards),
                  denied, limit)  # fmt: skip


def _deny(table: Course, play: Play, code: str, clause: str, expected: str, denied: Denied,
          limit: int = 1) -> bool:  # fmt: skip
    """Note that this play is allowed only if fewer than `limit` of the cards kept back are of a
    kind; return whether that may be so. A denial about a hand that may have been changed is for
    its later cards to prove."""
    seat = play.seat
    certain, possible = certain_and_possible(denied, table.left(seat))
    denial = _denial(table, play, code, clause, expected, denied, limit)
    if certain >= limit:
        table.fault(code, clause, expected, denial.found, seat=seat, part="cards")
    elif possible >= limit:
        table.denials.setdefault(seat, []).append(denial)
        gone = table.position.hands[seat].gone
        if seat not in table.unwritten and min(gone, default=1) > 0:
            table.denied.append(denial)
    return certain < limit


def next_to_play(table: Course) -> int:
    """Return the next player of the trick."""
    return 0 if table.doubtful else table.next_to_play()


def lower_than(play: Play, proving: bool | None = True) -> Denied:
    """Return whether a card is lower than the highest of a play; None where that is unknown, or
    where it would be `proving` nothing."""
    least, most = heights([CODES[card] for card in play.cards])
    return _below(least[0], most[0], proving)


@cache
def _from_up(rank: int) -> Denied:
    """Return whether a card is of a rank or above it; None where that is unknown."""
    return kind_of(lambda card: None if card.rank == "?" else HEIGHTS[CODES[card] & 15] >= rank)


@cache
def _below(least: int, most: int, proving: bool | None) -> Denied:
    """Return whether a card is lower than one of a height between these two."""

    def denied(card: Card) -> bool | None:
        height = HEIGHTS[CODES[card] & 15]
        if not height:
            return None if most > LOWEST else False
        return proving if height < least else None if height < most else False

    return kind_of(denied)
