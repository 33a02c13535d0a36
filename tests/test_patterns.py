"""Regular expressions that every promised Python reads alike, and in time that grows as the text.

Before Python 3.11.5 a group that is taken for good (`(?:…)++`, `(?>…)`) could take half of what did
not match (CPython issue 106052). A single character and a choice of fixed ones cannot be halved.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import archive
from archive.importers.action_words import written
from archive.importers.prose.words import Words
from archive.importers.ranks import RANKS
from tests.backtracking import divided

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _constants as signs  # type: ignore[attr-defined]
    from re import _parser as grammar  # type: ignore[attr-defined]

SINGLE = {signs.LITERAL, signs.NOT_LITERAL, signs.IN, signs.ANY, signs.CATEGORY}


def in_two(parsed: Any) -> Iterator[str]:
    """What in a parsed expression an old Python could take half of."""
    for sign, what in parsed:
        if sign is signs.ATOMIC_GROUP:
            yield "an atomic group"
        if sign is signs.POSSESSIVE_REPEAT and not _fixed(what[2]):
            yield f"a group taken for good: {what[2]}"
        for part in _parts(what):
            yield from in_two(part)


def _fixed(parsed: Any) -> bool:
    """Whether it is single characters, or a choice of such."""
    return all(
        sign in SINGLE or (sign is signs.BRANCH and all(map(_fixed, what[1])))
        for sign, what in parsed
    )


def _parts(what: Any) -> Iterator[Any]:
    if isinstance(what, grammar.SubPattern):
        yield what
    elif isinstance(what, tuple | list):
        for one in what:
            yield from _parts(one)


def modules() -> list[str]:
    found = pkgutil.walk_packages(archive.__path__, "archive.")
    return [
        one.name for one in found if "migrations" not in one.name and "web_server" not in one.name
    ]


def patterns() -> dict[str, re.Pattern[Any]]:
    return {
        f"{name}.{key}": value
        for name in modules()
        for key, value in vars(importlib.import_module(name)).items()
        if isinstance(value, re.Pattern)
    }


def test_no_pattern_takes_a_group_for_good_that_could_be_halved() -> None:
    every = patterns()
    assert len(every) > 50
    halved = {
        name: list(in_two(grammar.parse(one.pattern, one.flags & ~re.UNICODE)))
        for name, one in every.items()
        if isinstance(one.pattern, str)
    }
    assert not {name: found for name, found in halved.items() if found}


@pytest.mark.parametrize("pattern", ["(?:ab?)++", "(?>a)", "((?:a(?=b))*+)", "(?:a(b))?+"])
def test_what_could_be_halved_is_seen(pattern: str) -> None:
    assert list(in_two(grammar.parse(pattern)))


@pytest.mark.parametrize("pattern", ["a++", "[ab]*+", r"(?:\\.|[^\\])*+", "(?:ab)*"])
def test_what_cannot_be_halved_is_not(pattern: str) -> None:
    assert not list(in_two(grammar.parse(pattern)))


RUNS = [*" \t\n.-9,", "A ", "8 ", "a ", "A,", "8, "]
"""What a run may be of that a sheet has by nature, or that a writer makes long for fun."""
NOT_DIVIDED: dict[str, str | list[str]] = {
    **{f"actions.{name}.{ranks}": ["a "] for name in ("makes", "counted") for ranks in RANKS},
    "archive.importers.prose.beside_names.TOLD": " \t",
    "archive.importers.rows.tables.SUM_OF": " -",
    "archive.importers.rows.turns.SUM_OF": " -",
    "archive.importers.totals.game_of_totals.WON": ".",
    "archive.importers.totals.deal_heads.TRUMPS": " \t\n",
    "archive.importers.totals.kinds_of_lines.OUT": ".",
    "archive.importers.totals.results._WINNER": ".",
    "archive.importers.totals.kinds_of_lines.WON": ".",
}
"""What is only tried on a line of some hundred signs, takes the rest of a line and so always fits,
or is told apart by the words ahead."""


def of_sheets() -> dict[str, tuple[str, int]]:
    """Return every pattern of the importers, with those made for a sheet."""
    found = {
        name: (one.pattern, one.flags)
        for name, one in patterns().items()
        if name.startswith("archive.importers.") and isinstance(one.pattern, str)
    }
    for ranks in RANKS:
        words = Words(["Anna", "Berta Maier"], ["A", "B"], ranks, glued=True)
        for name, source in words.sources.items():
            found[f"words.{name}.{ranks}"] = source, re.MULTILINE
        for name, one in written(ranks)._asdict().items():
            found[f"actions.{name}.{ranks}"] = one.pattern, one.flags
    return found


def test_no_reader_of_sheets_divides_a_run_in_two_ways() -> None:
    every = of_sheets()
    assert len(every) > 200
    found = {name: divided(*one, RUNS) for name, one in every.items()}
    assert {name: one for name, one in found.items() if one} == {
        name: set(runs) for name, runs in NOT_DIVIDED.items()
    }


@pytest.mark.parametrize(
    "pattern",
    [
        r"[ \t]*,?[ \t]*x",
        r"\s*:?\s+x",
        r".+?\s+x",
        r"(?: x?|\s)+y",
        r"a(?= *,? *x)",
        "( +)*x",
        "(?:a,)+(?:a|,)*x",
    ],
)
def test_a_run_that_can_be_divided_is_seen(pattern: str) -> None:
    assert divided(pattern, 0, [" ", "a,"])


@pytest.mark.parametrize(
    "pattern",
    [
        r"[ \t]*+,?[ \t]*x",
        r"(?:\s*:)?\s+x",
        r".+?(?<!\s)\s+x",
        r"\s*,\s*x",
        "(?: {2})+x",
        r"\S+ +x",
    ],
)
def test_a_run_that_cannot_be_divided_is_not(pattern: str) -> None:
    assert not divided(pattern, 0, [" ", "a,"])
