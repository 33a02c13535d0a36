"""The end of a trick and of a deal: who leads next, the score, and the cards that are known then
though they were not fully named.

A hand is a puzzle whose last piece names the one that was missing; so a card not written down in
the second trick may follow from the five that its player held. Only then is it decided who won with
such cards, and whether they were allowed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from archive.core.cards import Card, WrittenHand
from archive.core.phrase import any_of
from archive.games.zwanzig_ab.rules import SUITS, refusals
from archive.games.zwanzig_ab.table_steps import Course
from archive.games.zwanzig_ab.trick_takers import MAY_BE, may_take
from archive.rules.hand import NO, PERHAPS, YES
from archive.rules.hand_seen import CODES
from archive.rules.listed_or_played import all_slots
from archive.rules.trick_taking import TrickPlay

DUTIES = {"not-followed": "zwanzig-ab/6.3", "not-trumped": "zwanzig-ab/6.4"}
EXACT = frozenset(card for card, code in CODES.items() if code > 15 and code & 15)


def close_disturbed_trick(table: Course) -> None:
    """End a trick in which a player was out of turn, before all have played: those who are passed
    over in the first trick have dropped out, whatever was written."""
    laid = {one.seat for one in table.trick}
    if not table.tricks:
        for seat in table.players.copy():
            if seat not in laid:
                table.drop_out(seat)
    close_trick(table)


def close_trick(table: Course) -> None:
    """End a trick as a complete one."""
    position = table.position
    before = totals_before(table) if position.tricks + 1 >= position.size else None
    position.trick = as_laid(table)
    position.end_trick()
    end_trick(table, before)


def as_laid(table: Course) -> list[tuple[int, int]]:
    """Return the cards of the trick by seat, as the position has them."""
    return [(one.seat, CODES[one.cards[0]]) for one in table.trick]


def totals_before(table: Course) -> tuple[list[int], int]:
    """Return the totals before the last trick of a deal, and whether zero had been reached."""
    return table.position.totals[:], table.position.reached


def end_trick(table: Course, before: tuple[list[int], int] | None) -> None:
    """End a complete trick: its winner leads the next."""
    position = table.position
    table.tricks.append(table.trick)
    taker = position.takers[-1]
    table.leader, table.turn = taker[0] if len(taker) == 1 else 0, 0
    if position.tricks >= position.size or table.walkover:
        settle(table, before)


def settle(table: Course, before: tuple[list[int], int] | None = None) -> None:
    """Score what is certain of a deal (section 7); a total that depends on unknown cards is lost.
    `before` are the totals before the position scored, and whether zero was reached."""
    position = table.position
    scored, takers = table.scored, position.takers[:]
    look_back(table)
    table.close_denials()
    if not scored:
        (position.begin_tricks if table.walkover else position.end_tricks)()
    elif before is not None and takers != position.takers:
        position.totals, position.reached = before
        position.ledger, position.winner = [], 0
        position.end_tricks()
    table.enter_scores()
    table.undecided = set()
    table.enter("")


def look_back(table: Course) -> None:
    """Decide again who took each trick, where that was uncertain; report what only now is known."""
    if not table.tricks:
        return
    laid = {one.cards[0] for trick in table.tricks for one in trick}
    if not table.position.trump or not EXACT.issuperset(laid):
        Hindsight(table).judge()


class Hindsight:
    """A deal seen again with everything that it has shown."""

    def __init__(self, table: Course) -> None:
        self.table = table
        self.seemed = table.position.takers[:]
        """Of each trick who may have won it, as far as was known when the next was led."""
        self.trumps = [table.position.trump] if table.position.trump else list(SUITS)
        self.known: dict[tuple[int, int], list[int]] = {}
        """By event and seat the possible cards of those not fully named, from hands and pack."""
        shown = {
            seat: {CODES[card] for card in (*hand.listed, *hand.played) if card in EXACT}
            for seat, hand in table.hands.items()
        }
        for seat, hand in table.hands.items():
            others = set[int]().union(*(cards for other, cards in shown.items() if other != seat))
            for at, cards in played_readings(hand, others).items():
                self.known[at, seat] = cards

    def cards(self, laid: TrickPlay) -> list[int]:
        """Return the cards that may have been laid, where it cannot be read which."""
        return self.known.get((laid.at, laid.seat)) or MAY_BE[CODES[laid.cards[0]]]

    def judge(self) -> None:
        """Judge all tricks of the deal by what is known at its end."""
        for number, trick in enumerate(self.table.tricks):
            self._lead(number, trick[0])
            self._taken(number, trick)
            for laid in trick[1:]:
                self._answer(number, trick[0], laid)

    def _taken(self, number: int, trick: Sequence[TrickPlay]) -> None:
        table = self.table
        takers = table.position.takers
        if len(takers[number]) == 1:
            return
        laid = [(one.seat, self.cards(one)) for one in trick]
        takers[number] = may_take(laid, table.position.trump)
        if len(takers[number]) == 1:
            return
        for one in trick:
            if len(self.cards(one)) > 1:
                table.fault("unknown-card", "zwanzig-ab/10.5", "the card", one.cards[0].text,
                            seat=one.seat, part="cards", severity="note", at=one.at,
                            ply=one.ply)  # fmt: skip

    def _lead(self, number: int, laid: TrickPlay) -> None:
        """Judge a lead whose right player was unknown at the time. Those who could not have won
        were reported at once."""
        table = self.table
        if not number or laid.seat not in self.seemed[number - 1]:
            return
        may = table.position.takers[number - 1]
        if may == (laid.seat,):
            return
        proved = laid.seat not in may
        expected = any_of(f"p{seat}" for seat in may)
        table.fault("wrong-leader" if proved else "unproved",
                    "zwanzig-ab/6.1" if proved else "zwanzig-ab/10.6", expected, f"p{laid.seat}",
                    seat=laid.seat, part="seat", severity="error" if proved else "note", at=laid.at,
                    ply=laid.ply)  # fmt: skip

    def _answer(self, number: int, lead: TrickPlay, laid: TrickPlay) -> None:
        """Clauses 6.3 and 6.4: Judge an answer where the card, the suit led or trumps were unknown
        at the time."""
        table = self.table
        named = bool(lead.cards[0].suit and laid.cards[0].suit)
        if named and table.position.trump:
            return
        found = self._outcomes(number, lead, laid)
        if named:
            found -= {"not-followed"}  # that was compared with the hand as it was shown
        if found <= {""}:
            return
        proved = "" not in found
        code = "not-followed" if "not-followed" in found else "not-trumped"
        table.fault(
            code if proved else "unproved", DUTIES[code] if proved else "zwanzig-ab/10.6",
            "the suit led, else a trump", laid.cards[0].text, seat=laid.seat, part="cards",
            severity="error" if proved else "note", at=laid.at, ply=laid.ply,
        )  # fmt: skip

    def _outcomes(self, number: int, lead: TrickPlay, laid: TrickPlay) -> frozenset[str]:
        """Return the possible faults of the play: a code, or none."""
        table = self.table
        held = [
            suits_of(self.cards(one))
            for trick in table.tricks[number + 1 :]
            for one in trick
            if one.seat == laid.seat
        ]
        if len(table.tricks) < table.position.size:
            held.append(frozenset(SUITS))
        certain = frozenset[int]().union(*(suits for suits in held if len(suits) == 1))
        possible = frozenset[int]().union(*held)
        suits, leads = suits_of(self.cards(laid)), suits_of(self.cards(lead))
        return _outcomes(suits, leads, frozenset(self.trumps), certain, possible)


Suits = frozenset[int]


def suits_of(cards: Iterable[int]) -> Suits:
    """Return the suits of cards."""
    return frozenset(card >> 4 for card in cards)


@cache
def _outcomes(
    suits: Suits, leads: Suits, trumps: Suits, certain: Suits, possible: Suits
) -> frozenset[str]:
    """Return the possible faults of a play of one of some suits, others being held certainly or
    possibly. There are so few suits that it is worked out once for all."""

    def holds_suit(suit: int) -> int:
        return YES if suit in certain else PERHAPS if suit in possible else NO

    found = set[str]()
    for suit in suits:
        for led in leads:
            for trump in trumps:
                refused = refusals(holds_suit, suit, led, trump)
                found |= {code for _, code, _ in refused}
                if all(holds != NO for holds, _, _ in refused):
                    found.add("")
    return frozenset(found)


def played_readings(hand: WrittenHand, elsewhere: AbstractSet[int]) -> dict[int, list[int]]:
    """Return for each play of a hand that was not fully named the very cards it may have been, by
    the event that played it. `elsewhere` are cards certainly seen in other hands.

    A hand is a puzzle: a play is a listed card only if all its other plays can be other ones.
    """
    own = {CODES[card] for card in hand.played if card in EXACT}
    found, every = {}, all_slots(hand)
    for index, (card, at) in enumerate(zip(hand.played, hand.played_at, strict=True)):
        if card in EXACT:
            continue
        may = _readings(card)
        if not hand.foreign:
            listed = {hand.listed[slot] for slot in every[index]}
            may = may.intersection(frozenset[int]().union(*map(_readings, listed)))
        found[at] = sorted(may - own - elsewhere) or MAY_BE[CODES[card]]
    return found


@cache
def _readings(card: Card) -> frozenset[int]:
    return frozenset(MAY_BE[CODES[card]])
