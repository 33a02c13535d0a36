"""A repair in words: each change with its place, as readers of a record or a sheet know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from archive.languages.language import ENGLISH, Language
from archive.telling.phrases import in_language

Named: TypeAlias = Callable[[int, int], tuple[str, str]]
"""A function that names a line and a column: a kind of `_several`, and which of that kind."""


def lines_from(first: int = 1) -> Named:
    """Return a function that names the lines of a record that begins on `first` of its file."""
    return lambda line, _: ("line", str(line + first - 1))


def in_words(
    changes: Sequence[Mapping[str, Any]], named: Named | None = None, language: Language = ENGLISH
) -> str:
    """Return the changes of a repair, as its JSON has them, in a player's words: `line 65: 59 for
    53, and what was carried from it in 4 places`."""
    return "; ".join(_told(change, named or lines_from(), language) for change in changes)


def _told(change: Mapping[str, Any], named: Named, language: Language) -> str:
    """Return a change in words. Plays are named, as a line may have the same cards twice."""
    places = [named(one["line"], one["column"]) for one in change["places"]]
    carried = change["carried"]
    where = _all(places[:1] if carried else places, language)
    if change["plies"]:
        plies = _all([("ply", str(ply)) for ply in change["plies"]], language)
        where = language.say("{where}, {plays}", where=where, plays=plies)
    what = change["what"] if language.english else in_language(change["what"], language)
    if not carried:
        return language.say("{where}: {what}", where=where, what=what)
    return language.several(
        "{where}: {what}, and what was carried from it in one place",
        "{where}: {what}, and what was carried from it in {n} places",
        carried, where=where, what=what,
    )  # fmt: skip


def _all(places: Sequence[tuple[str, str]], language: Language) -> str:
    """Return `line 3`, `lines 3 and 5`, `plays 7 and 9`, `cells B4 and B6`."""
    by_kind: dict[str, dict[str, None]] = {}
    for kind, which in places:
        by_kind.setdefault(kind, {})[which] = None
    told = [_several(kind, which, language) for kind, which in by_kind.items()]
    return _and(told, language)


def _several(kind: str, which: Mapping[str, None], language: Language) -> str:
    count, told = len(which), _and(_in_order(which), language)
    match kind:
        case "cell":
            return language.several("cell {which}", "cells {which}", count, which=told)
        case "ply":
            return language.several("play {which}", "plays {which}", count, which=told)
        case "made":
            return language.several(
                "line {which} of the text made of it", "lines {which} of the text made of it",
                count, which=told,
            )  # fmt: skip
    return language.several("line {lines}", "lines {lines}", count, lines=told)


def _and(words: Sequence[str], language: Language) -> str:
    first, *more = words
    for word in more:
        first = language.say("{first} and {last}", first=first, last=word)
    return first


def _in_order(which: Mapping[str, None]) -> list[str]:
    """Return numbers in their order, and cells in the order in which they came."""
    return sorted(which, key=int) if all(map(str.isdecimal, which)) else list(which)
