"""The clauses of a deal model for the SAT solver: slots filled by cards of the pack, and plays made
from them.

Every card dealt or drawn is a slot that one kind of card fills. A kind fills no more slots than the
pack has cards of it; every card played came out of a slot that there was by then, no two out of the
same; and what a play denies holds of the slots nothing had been played from. To prove that nothing
fits, each line is a clause of its own that may be doubted, so that the contradicting lines can be
named. To find a deal, all lines are trusted: then what is certain needs no variable any more, and
little of a whole game is left to solve.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from archive.core.cards import Card, WrittenHand
from archive.deduction.model import DealModel, kinds_of
from archive.rules.cards_denied import Denial

if TYPE_CHECKING:
    from pysat.formula import IDPool


class Filled(NamedTuple):
    """A hand of a witness deal: its cards by slot, those it was played from, and those left."""

    seat: int
    cards: tuple[Card, ...]
    played: tuple[Card, ...]
    left: tuple[Card, ...] = ()


def size_of(model: DealModel, *, doubted: bool) -> int:
    """Return an estimate of how many literals the clauses of a model have, before they are built:
    as if each card of a pack that is named in full, and not doubted, needed none."""
    kinds, of_a_kind = kinds_of(model)
    known = frozenset() if doubted else frozenset(kinds)
    runs = [[card for card, _ in model.apart], *(hand.listed for _, hand in model.hands)]
    filled = sum(1 if card in known else len(kinds) for run in runs for card in run)
    size = filled * 2 * (1 + of_a_kind)
    denied = Counter(one.seat for one in model.denials)
    for seat, hand in model.hands:
        certain = len(known.intersection(hand.listed, hand.played)) if of_a_kind == 1 else 0
        slots, plays = len(hand.listed) - certain, len(hand.played) - certain
        size += slots * plays * (len(kinds) + len(hand.played) // 2)
        size += denied[seat] * len(hand.listed) * (plays + len(kinds))
    return size


class Encoding:
    """The clauses of a deal model.

    With `doubted`, `selectors` has a variable for every event whose text limits the cards, `honest`
    one for every denial, by event: assumed true, it is trusted. Otherwise all are trusted, and both
    are empty. `ids` may be shared with other models, each of which has a `name` of its own.
    """

    def __init__(
        self, model: DealModel, *, doubted: bool, ids: IDPool | None = None, name: object = 0
    ) -> None:
        from pysat.formula import IDPool  # most records need no solver, and it takes long to load

        self.ids = IDPool() if ids is None else ids
        self.name = name
        self.doubted = doubted
        self.selectors: dict[int, int] = {}
        self.honest: dict[int, int] = {}
        self.kinds, self.of_a_kind = kinds_of(model)
        self.certain = int(self.ids.id("certain"))
        self.clauses = [[self.certain]]
        self.written: list[tuple[Card, int]] = list(model.apart)  # by slot: its conditions
        self.hands: list[tuple[int, WrittenHand, list[int]]] = []  # seat, hand, its slots
        for seat, hand in model.hands:
            first = len(self.written)
            self.written += [(card, hand.source(i)) for i, card in enumerate(hand.listed)]
            self.hands.append((seat, hand, list(range(first, len(self.written)))))
        self.known_plays = [self._known_plays(hand) for _, hand, _ in self.hands]
        self.open = self._open_kinds()
        self._slots()
        for number, (seat, hand, slots) in enumerate(self.hands):
            denials = [
                one
                for one in model.denials
                if one.seat == seat and (not one.first or one.listed == hand.at)
            ]
            self._plays(number, hand, slots)
            self._in_order(number, hand, {one.first for one in denials})
            self._denials(number, denials)

    # -- what is certain

    def _known_plays(self, hand: WrittenHand) -> dict[int, int]:
        """Return plays that were certainly made from one slot: both name the same card."""
        if self.doubted or self.of_a_kind > 1:
            return {}
        known: dict[int, int] = {}
        for play, card in enumerate(hand.played):
            if card.suit and card.rank != "?" and card in hand.listed[: hand.reach_of(play)]:
                slot = hand.listed.index(card)
                if slot not in known.values():
                    known[play] = slot
        return known

    def _open_kinds(self) -> list[list[Card]]:
        """Return by slot the kinds that can fill it, all of them where lines are doubted."""
        if self.doubted:
            return [self.kinds] * len(self.written)
        fitting = {
            card: [kind for kind in self.kinds if kind.could_be(card)]
            for card in {card for card, _ in self.written}
        }
        left = Counter(dict.fromkeys(self.kinds, self.of_a_kind))
        left.subtract(fitting[card][0] for card, _ in self.written if len(fitting[card]) == 1)
        needed: dict[Card, int] = {}  # kinds all cards of which one hand is known to have had
        for number, (_, hand, _) in enumerate(self.hands):
            shown = (c for p, c in enumerate(hand.played) if p not in self.known_plays[number])
            for card, times in Counter(shown).items():
                if card.suit and card.rank != "?" and left[card] == times == self.of_a_kind:
                    needed.setdefault(card, number)
        whose = {slot: number for number, (_, _, own) in enumerate(self.hands) for slot in own}
        return [
            fitting[card]
            if len(fitting[card]) == 1
            else [
                kind
                for kind in fitting[card]
                if left[kind] > 0 and needed.get(kind, whose.get(slot)) == whose.get(slot)
            ]
            for slot, (card, _) in enumerate(self.written)
        ]

    # -- slots

    def _slots(self) -> None:
        """Add clauses by which each slot is filled, no kind in more slots than it has cards."""
        filled: defaultdict[Card, list[int]] = defaultdict(list)
        for slot, (written, at) in enumerate(self.written):
            self._add(*(self.holds(slot, kind) for kind in self.open[slot]))
            for kind in self.open[slot]:
                filled[kind].append(self.holds(slot, kind))
                if self.doubted and not kind.could_be(written):
                    self._add(-self._believed(at), -self.holds(slot, kind))
        for variables in filled.values():
            self._add_at_most(self.of_a_kind, variables)

    def holds(self, slot: int, kind: Card) -> int:
        """Return the literal that a slot is filled by a kind. Where a model makes several true for
        one slot, any of them may be taken."""
        if kind not in self.open[slot]:
            return -self.certain
        if len(self.open[slot]) == 1:
            return self.certain
        return self._id("holds", slot, kind.text)

    def _believed(self, at: int) -> int:
        """Return the literal that an event is trusted: certainly true unless lines are doubted."""
        if not self.doubted:
            return self.certain
        return self.selectors.setdefault(at, self._id("event", at))

    # -- plays

    def _plays(self, number: int, hand: WrittenHand, slots: list[int]) -> None:
        """Add clauses by which every card played came from a slot of its own, there by then."""
        used: defaultdict[int, list[int]] = defaultdict(list)
        for play, (card, at) in enumerate(zip(hand.played, hand.played_at, strict=True)):
            believed = self._believed(at)
            places = {
                index: self.comes_from(number, play, index) for index in range(hand.reach_of(play))
            }
            self._add(-believed, *places.values())
            self._add_at_most(1, list(places.values()))
            for index, place in places.items():
                used[index].append(place)
                kinds = self.open[slots[index]]
                fitting = [self.holds(slots[index], kind) for kind in kinds if kind.could_be(card)]
                if len(fitting) < len(kinds):
                    self._add(-believed, -place, *fitting)
        for variables in used.values():
            self._add_at_most(1, variables)

    def _in_order(self, number: int, hand: WrittenHand, packets: set[int]) -> None:
        """Add clauses by which interchangeable slots of one event are used from first to last: else
        each of a thousand ways to number unnamed cards would be another deal to try. `packets` are
        the slot numbers of which something is written that does not hold for the others."""
        alike: defaultdict[tuple[Card, int, int], list[int]] = defaultdict(list)
        for index, card in enumerate(hand.listed):
            if index not in self.known_plays[number].values():
                packet = sum(index >= first for first in packets)
                alike[card, hand.source(index), packet].append(index)
        for same in alike.values():
            for before, index in pairwise(same):
                for play in range(len(hand.played)):
                    if index < hand.reach_of(play):
                        earlier = [self.comes_from(number, one, before) for one in range(play)]
                        self._add(-self.comes_from(number, play, index), *earlier)

    def comes_from(self, number: int, play: int, index: int) -> int:
        """Return the literal that a play was made from slot `index` of hand `number`."""
        known = self.known_plays[number]
        if play in known:
            return self.certain if known[play] == index else -self.certain
        if index in known.values():
            return -self.certain
        return self._id("from", number, play, index)

    # -- denials

    def _denials(self, number: int, denials: Iterable[Denial]) -> None:
        for denial in denials:
            believed = self.certain
            if self.doubted:
                believed = self.honest.setdefault(denial.at, self._id("honest", denial.at))
            self.deny(number, denial, believed)

    def deny(self, number: int, denial: Denial, believed: int) -> None:
        """Add a clause by which a hand holds fewer cards of the denied kind, among those it kept at
        a play or began with, while `believed` is true."""
        _, hand, slots = self.hands[number]
        gone = [play for play, at in enumerate(hand.played_at) if at <= denial.at]
        there = denial.first or hand.reach_of(max(gone, default=0))
        kept_of_kind = []
        for index in range(there):
            kept = self._id("kept", number, denial.at, denial.code, believed, index)
            kept_of_kind.append(kept)
            away = [
                self.comes_from(number, play, index) for play in gone if index < hand.reach_of(play)
            ]
            for kind in self.open[slots[index]]:
                if denial.denied(kind):
                    self._add(-self.holds(slots[index], kind), *away, kept)
        self._add_at_most(denial.limit - 1, kept_of_kind, -believed)

    # -- clauses

    def _id(self, *what: object) -> int:
        return int(self.ids.id((self.name, *what)))

    def _add(self, *literals: int) -> None:
        """Add a clause, unless it is certainly true."""
        if self.certain not in literals:
            self.clauses.append([one for one in literals if one != -self.certain])

    def _add_at_most(self, most: int, variables: list[int], *unless: int) -> None:
        """Add clauses by which at most `most` variables are true, unless one of `unless` is."""
        most -= variables.count(self.certain)
        variables = [one for one in variables if abs(one) != self.certain]
        clauses = [[-variable] for variable in variables] if not most else []
        if most < 0:
            clauses = [[-self.certain]]
        elif most and len(variables) > most:
            from pysat.card import CardEnc, EncType

            encoding = EncType.pairwise if most == 1 and len(variables) < 6 else EncType.seqcounter
            bound = CardEnc.atmost(variables, most, vpool=self.ids, encoding=encoding)
            clauses = bound.clauses
        for clause in clauses:
            self._add(*unless, *clause)

    # -- answers

    def read(self, model: Sequence[int]) -> list[Filled]:
        """Return the deal in a solver's model."""
        true = {variable for variable in model if variable > 0}
        found = []
        for number, (seat, hand, slots) in enumerate(self.hands):
            places = [
                next(
                    index
                    for index in range(hand.reach_of(play))
                    if self.comes_from(number, play, index) in true
                )
                for play in range(len(hand.played))
            ]
            shown = dict(zip(places, hand.played, strict=True))
            dealt = tuple(
                next(
                    kind
                    for kind in self.open[slot]
                    if self.holds(slot, kind) in true
                    and (index not in shown or kind.could_be(shown[index]))
                )
                for index, slot in enumerate(slots)
            )
            left = tuple(card for index, card in enumerate(dealt) if index not in shown)
            found.append(Filled(seat, dealt, tuple(dealt[index] for index in places), left))
        return found

    def lines(self, core: Iterable[int]) -> list[int]:
        """Return the events behind a set of assumptions."""
        chosen = set(core)
        named = (*self.selectors.items(), *self.honest.items())
        return sorted({at for at, variable in named if variable in chosen and at >= 0})
