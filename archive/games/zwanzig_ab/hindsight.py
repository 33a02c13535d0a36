"""What a deal shows when it is over: cards that were not fully named may be known by then.

A hand is a puzzle whose last piece names the one that was missing; so a card not written down in
the second trick may be told by the five that its player held. Only then is it said of such cards
who won with them, and whether they were allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from archive.core.cards import Card
from archive.games.zwanzig_ab.cards import (
    EXACT,
    is_exact,
    played_readings,
    readings,
    suits_of,
    takers,
)
from archive.games.zwanzig_ab.clauses import FOLLOW, LEADER, NOT_WRITTEN, STAYS_OPEN, TRUMP_IT
from archive.rules.trick_taking import TrickPlay

if TYPE_CHECKING:
    from archive.games.zwanzig_ab.table import ZwanzigTable

CLAUSES = {"not-followed": FOLLOW, "not-trumped": TRUMP_IT}


class Hindsight:
    """A deal that is over, seen again with all that it has shown."""

    def __init__(self, table: ZwanzigTable) -> None:
        self.table = table
        laid = [one.cards[0] for trick in table.tricks for one in trick]
        self.needed = table.trump is None or not EXACT.issuperset(laid)
        self.known = self._resolve() if self.needed else {}

    def _resolve(self) -> dict[tuple[int, int], frozenset[Card]]:
        """By event and seat the cards that were not fully named, as hands and pack tell them."""
        hands = self.table.hands
        shown = {
            seat: {card for card in (*hand.listed, *hand.played) if is_exact(card)}
            for seat, hand in hands.items()
        }
        found: dict[tuple[int, int], frozenset[Card]] = {}
        for seat, hand in hands.items():
            others = [cards for other, cards in shown.items() if other != seat]
            known = played_readings(hand, set().union(*others))
            found |= {(at, seat): cards for at, cards in known.items()}
        return found

    def cards(self, laid: TrickPlay) -> AbstractSet[Card]:
        return self.known.get((laid.at, laid.seat)) or readings(laid.cards[0])

    def judge(self) -> None:
        """Say again who took each trick; report what only now can be told."""
        if not self.needed:
            return
        for number, trick in enumerate(self.table.tricks):
            self._lead(number, trick[0])
            self._taken(number, trick)
            for laid in trick[1:]:
                self._answer(number, trick[0], laid)

    def _taken(self, number: int, trick: Sequence[TrickPlay]) -> None:
        table = self.table
        if len(table.takers[number]) == 1:
            return
        may = takers([(one.seat, self.cards(one)) for one in trick], table.trumps)
        table.takers[number] = may
        if len(may) == 1:
            (table.won[number],) = may
            return
        for one in trick:
            if len(self.cards(one)) > 1:
                table.fault("unknown-card", NOT_WRITTEN, "the card", one.cards[0].text,
                            seat=one.seat, part="cards", severity="note", at=one.at,
                            ply=table.plies.get(one.at))  # fmt: skip

    def _lead(self, number: int, laid: TrickPlay) -> None:
        """Who led, where it could not be told then who was to lead. Those who could not have won
        were reported at once."""
        table = self.table
        if not number or laid.at not in table.unsure_leads:
            return
        may = table.takers[number - 1]
        if may == {laid.seat}:
            return
        proved = laid.seat not in may
        expected = " or ".join(f"p{seat}" for seat in sorted(may))
        table.fault(
            "wrong-leader" if proved else "unproved", LEADER if proved else STAYS_OPEN, expected,
            f"p{laid.seat}", seat=laid.seat, part="seat", severity="error" if proved else "note",
            at=laid.at, ply=table.plies.get(laid.at),
        )  # fmt: skip

    def _answer(self, number: int, lead: TrickPlay, laid: TrickPlay) -> None:
        """Clauses 6.3 and 6.4, where the card, the suit led or trumps were not known in time."""
        table = self.table
        named = bool(lead.cards[0].suit and laid.cards[0].suit)
        if named and table.trump:
            return
        found = self._outcomes(number, lead, laid)
        if named:
            found.discard("not-followed")  # that was held against the hand as it was shown
        if found <= {""}:
            return
        proved = "" not in found
        code = "not-followed" if "not-followed" in found else "not-trumped"
        table.fault(
            code if proved else "unproved", CLAUSES[code] if proved else STAYS_OPEN,
            "the suit led, else a trump", laid.cards[0].text, seat=laid.seat, part="cards",
            severity="error" if proved else "note", at=laid.at, ply=table.plies.get(laid.at),
        )  # fmt: skip

    def _outcomes(self, number: int, lead: TrickPlay, laid: TrickPlay) -> set[str]:
        """What the play may have been against: a code, or nothing."""
        table = self.table
        held = [
            suits_of(self.cards(one))
            for trick in table.tricks[number + 1 :]
            for one in trick
            if one.seat == laid.seat
        ]
        if len(table.tricks) < table.size:
            held.append(frozenset("cdhs"))
        certain = frozenset[str]().union(*(suits for suits in held if len(suits) == 1))
        possible = frozenset[str]().union(*held)
        suits, leads = suits_of(self.cards(laid)), suits_of(self.cards(lead))
        return set(_all_against(suits, leads, frozenset(table.trumps), certain, possible))


Suits: TypeAlias = frozenset[str]


@cache
def _all_against(
    suits: Suits, leads: Suits, trumps: Suits, certain: Suits, possible: Suits
) -> frozenset[str]:
    """What a play of one of some suits may have been against, others being held certainly or
    possibly. There are so few suits that it is worked out once for all."""
    return frozenset(
        code
        for suit in suits
        for led in leads
        for trump in trumps
        for code in _against(suit, led, trump, certain, possible)
    )


def _against(suit: str, led: str, trump: str, certain: Suits, possible: Suits) -> set[str]:
    if suit == led:
        return {""}
    if led in certain:
        return {"not-followed"}
    found = {"not-followed"} if led in possible else set()
    if trump in (suit, led) or trump not in possible:
        return found | {""}
    return found | ({"not-trumped"} if trump in certain else {"", "not-trumped"})
