"""What a player's turns show about a hand of Count to 20 that cannot be seen.

At each turn that player held cards laid since as well as cards still held, and the other players do
not know which of them came with which draw. So the cards change places by chance, as long as each
came before it was laid, and the hands that they then make are compared with what was done with
them.
"""

from __future__ import annotations

from random import Random
from typing import Final

from archive.analyst.count_to_20.dearest_sets import highest_cost, needed
from archive.analyst.count_to_20.packed_hands import KING, KINGS, cost_of
from archive.analyst.kept import MISSING, Kept
from archive.analyst.number_types import i64, vec
from archive.analyst.packed_cards import FOUR_BITS
from archive.analyst.random_numbers import stays

HELD: Final = 1 << 20
"""The turn at which a card is laid that is still held: one that has not come."""
WITHOUT_KING: Final = 2
"""How doubtful a draw or a king is of a player who could make the count without one."""
WITH_KING: Final = 1
"""How doubtful a draw is where the count needs a king, which the player may want to keep."""
CHEAPER: Final = 1
"""How doubtful a set is where another would have left less."""


class Past:
    """A player's turns in a hand. `turns` gives by turn the count that was to be made and the set
    that made it, 0 for a draw; a count of 0 shows nothing. `held` is the number of cards still
    held. `slots` are the cards that came, `came` gives for each the turn before which it did, and
    `at` the places among them of those that are held, whose ranks are `ranks`."""

    __slots__ = (
        "at", "came", "doubted", "due", "gone", "hands", "kept", "made", "owner", "ranks", "slots",
        "told",
    )  # fmt: skip

    def __init__(self, turns: list[tuple[int, int]], held: int, kept: Kept) -> None:
        self.kept = kept
        self.due: vec[i64] = vec[i64]([due for due, _ in turns])
        self.made: vec[i64] = vec[i64]([made for _, made in turns])
        self.slots: list[int] = []
        self.gone: list[int] = []
        draws: list[int] = []
        for turn, (_, made) in enumerate(turns):
            if made == 0:
                draws.append(turn + 1)
            for rank in range(KING):
                for _ in range(made >> 4 * rank & FOUR_BITS):
                    self.slots.append(1 << 4 * rank)
                    self.gone.append(turn)
        laid = len(self.slots)
        self.slots += [0] * held
        self.gone += [HELD] * held
        self.came = [0] * (laid + held - len(draws)) + draws
        self.ranks = [0] * held
        self.owner = [-1] * laid + list(range(held))
        self.at = list(range(laid, laid + held))
        self.doubted: i64 = 0
        self.hands: vec[i64] = vec[i64]([0] * len(turns))
        self.told: vec[i64] = vec[i64]([0] * len(turns))
        for slot, unit in enumerate(self.slots):
            self._add(self.came[slot], min(len(turns), self.gone[slot] + 1), unit)

    def doubts(self, ranks: list[int]) -> int:
        """Return how doubtful it is that cards of these ranks are held."""
        if ranks != self.ranks:
            for number, rank in enumerate(ranks):
                if rank != self.ranks[number]:
                    slot, unit = self.at[number], 1 << 4 * (rank - 1)
                    self._add(self.came[slot], len(self.due), unit - self.slots[slot])
                    self.slots[slot] = unit
            self.ranks = ranks[:]
        return self.doubted

    def shift(self, ranks: list[int], rng: Random) -> int:
        """Let cards have come at other times, by chance; return how doubtful these are then."""
        self.doubts(ranks)
        size = len(self.slots)
        for _ in range(size if len(self.at) < size else 0):
            one, other = int(rng.random() * size), int(rng.random() * size)
            came, went = self.came[one], self.came[other]
            if came >= went or went > self.gone[one]:
                continue
            before, more = self.doubted, self.slots[other] - self.slots[one]
            if more:
                self._add(came, went, more)
            if stays(self.doubted - before, rng):
                self._exchange(one, other)
            elif more:
                self._add(came, went, -more)
        return self.doubted

    def _exchange(self, one: int, other: int) -> None:
        for row in (self.slots, self.gone, self.owner):
            row[one], row[other] = row[other], row[one]
        for slot in (one, other):
            if self.owner[slot] >= 0:
                self.at[self.owner[slot]] = slot

    def _add(self, first: i64, end: i64, cards: i64) -> None:
        """Add cards to the hands at some turns."""
        turn: i64
        for turn in range(first, end):
            hand: i64 = self.hands[turn] + cards
            self.hands[turn] = hand
            due: i64 = self.due[turn]
            if due:
                told = self._doubted_turn(hand, due, self.made[turn])
                self.doubted += told - self.told[turn]
                self.told[turn] = told

    def _doubted_turn(self, hand: i64, due: i64, made: i64) -> i64:
        """Return how doubtful a turn is with a hand."""
        kings: i64 = hand >> KINGS
        hand -= kings << KINGS
        most = self._most(hand, due)
        if made == 0:
            return WITHOUT_KING if most else WITH_KING if kings else 0
        if made >> KINGS:
            return WITHOUT_KING if most else 0
        return CHEAPER if most > cost_of(made) else 0

    def _most(self, hand: i64, due: i64) -> i64:
        """Return the highest cost of cards of a kingless hand that make a count, or 0."""
        key: i64 = needed(hand, due) << 5 | due
        found = self.kept.get(key)
        if found == MISSING:
            found = highest_cost(hand, due)
            self.kept.keep(key, found)
        return found
