"""A repair in words: each change with its place, as readers of a record or a sheet know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Named: TypeAlias = Callable[[int, int], tuple[str, str]]
"""What a line and a column are called: a kind out of `PLACES`, and which of that kind."""

PLACES = {
    "line": ("line {}", "lines {}"),
    "cell": ("cell {}", "cells {}"),
    "ply": ("play {}", "plays {}"),
    "made": ("line {} of the record made of it", "lines {} of the record made of it"),
}
"""One place of a kind, and several."""


def on_line(first: int = 1) -> Named:
    """Return names of the lines of a record that begins on line `first` of its file."""
    return lambda line, _: ("line", str(line + first - 1))


def in_words(changes: Sequence[Mapping[str, Any]], named: Named | None = None) -> str:
    """Return the changes of a repair, as its JSON has them, as a person would tell them:
    `line 65: 59 for 53, and what was carried from it in 4 places`."""
    return "; ".join(_told(change, named or on_line()) for change in changes)


def _told(change: Mapping[str, Any], named: Named) -> str:
    """Return a change in words. Of plays it is said which they are: of the same cards there may be
    two in a line."""
    places = [named(one["line"], one["column"]) for one in change["places"]]
    carried = change["carried"]
    where = _several(places[:1] if carried else places)
    if change["plies"]:
        where += f", {_several([('ply', str(ply)) for ply in change['plies']])}"
    if not carried:
        return f"{where}: {change['what']}"
    others = "one place" if carried == 1 else f"{carried} places"
    return f"{where}: {change['what']}, and what was carried from it in {others}"


def _several(places: Sequence[tuple[str, str]]) -> str:
    """Return `line 3`, `lines 3 and 5`, `plays 7 and 9`, `cells B4 and B6`."""
    by_kind: dict[str, dict[str, None]] = {}
    for kind, which in places:
        by_kind.setdefault(kind, {})[which] = None
    return " and ".join(
        PLACES[kind][len(which) > 1].format(" and ".join(_in_order(which)))
        for kind, which in by_kind.items()
    )


def _in_order(which: Mapping[str, None]) -> list[str]:
    """Return numbers in their order, and cells in that in which they came."""
    return sorted(which, key=int) if all(map(str.isdecimal, which)) else list(which)
