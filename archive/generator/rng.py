"""A random number generator that is the same on every machine and with every Python, which promises
to keep the numbers of `random()` alone."""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Chance(random.Random):
    """Dice with the usual names, all of them thrown by `random()`. Seed it with a whole number."""

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        return int(self.random() * limit)

    def randint(self, a: int, b: int) -> int:
        """Return a whole number from `a` to `b`."""
        return a + self.below(b - a + 1)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return a number of `range(start, stop, step)`."""
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[self.below(len(numbers))]

    def choice(self, seq: Any) -> Any:
        """Return an element of a sequence."""
        return seq[self.below(len(seq))]

    def choices(self, population: Any, *args: Any, **more: Any) -> Any:
        """Raise NotImplementedError: this is not the same everywhere."""
        raise NotImplementedError("draw one by one: choice")

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle a list in place."""
        for last in range(len(x) - 1, 0, -1):
            other = self.below(last + 1)
            x[last], x[other] = x[other], x[last]

    def sample(self, population: Sequence[T], k: int, **more: Any) -> list[T]:
        """Return `k` elements, no place twice, in random order."""
        drawn = list(population)
        self.shuffle(drawn)
        return drawn[:k]
