"""Numbers that a record has in comments, beside the totals of a deal of which no plays are written:
tricks counted, `Tricks: Greta 2, Sven 3, Oksana 0, Piotr out`, and sums, `Mia: 25 + 30 = 65`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

OUT = "out"
TRICKS = re.compile(r"(?:Tricks|Stiche): (?P<told>.{1,400})")
TRICKS_OF_ONE = re.compile(rf"(?P<name>[^,:]{{1,200}}?) (?P<tricks>\d{{1,2}}|{OUT})")
SUM = re.compile(
    r"(?P<name>[^:]{1,200}): (?P<parts>-?\d{1,6}(?: [+−] \d{1,6}){1,12}) = (?P<total>-?\d{1,6})"
)


def tricks_in_words(tricks: Mapping[str, int | None]) -> str:
    """Return the comment for what each player is said to have won, None for who dropped out."""
    told = (f"{name} {OUT if won is None else won}" for name, won in tricks.items())
    return f"Tricks: {', '.join(told)}"


def tricks_in(comment: str) -> dict[str, int | None]:
    """Return the tricks of each player that a comment counts, None for who dropped out; empty where
    it counts none."""
    found = TRICKS.fullmatch(comment)
    told = [TRICKS_OF_ONE.fullmatch(one) for one in found["told"].split(", ")] if found else []
    if not all(told):
        return {}
    return {
        one["name"]: None if one["tricks"] == OUT else int(one["tricks"]) for one in told if one
    }


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
    found = SUM.fullmatch(comment)
    if found is None:
        return None
    parts = re.findall(r"-?\d+", found["parts"].replace("− ", "-"))
    return Sum(found["name"], list(map(int, parts)), int(found["total"]))
