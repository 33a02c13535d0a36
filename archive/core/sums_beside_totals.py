"""Sums beside totals, as a comment of a record has them: `Mia: 25 + 30 = 65`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

WRITTEN = re.compile(
    r"(?P<name>[^:]{1,200}): (?P<parts>-?\d{1,6}(?: [+−] \d{1,6}){1,12}) = (?P<total>-?\d{1,6})"
)


class Sum(NamedTuple):
    """A sum that gives a player's total: the player's name, the terms, and the stated total."""

    name: str
    parts: Sequence[int]
    total: int

    @property
    def words(self) -> str:
        """Return the sum as it is written in a comment."""
        return f"{self.name}: {added(list(map(str, self.parts)))} = {self.total}"


def added(numbers: Sequence[str]) -> str:
    """Return the terms joined as `25 + 30 − 5`; a number after the first that begins with a minus
    sign is subtracted."""
    first, *rest = numbers
    signs = (f" {'−' if one[0] in '-−' else '+'} {one.lstrip('-−')}" for one in rest)
    return first + "".join(signs)


def sum_in(comment: str) -> Sum | None:
    """Return the sum that a comment is; None where it is none."""
    found = WRITTEN.fullmatch(comment)
    if found is None:
        return None
    parts = re.findall(r"-?\d+", found["parts"].replace("− ", "-"))
    return Sum(found["name"], list(map(int, parts)), int(found["total"]))
