"""House rules that a sheet gives in words, “played to 200”, “mit offenen Karten”, as options of the
game's rules. What players of a game say stands in its `names.toml`, under `said`.

A sentence that only claims, asks for or denies a house rule is not read as one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from archive.importers.which_game import FOLDERS

DISPUTED = re.compile(
    r"\?|(?<!\w)(?:says?|said|claims?|claimed|thinks?|thought|should|wants?|sagt|sagte|meint|meinte"
    r"|behauptet|findet|fand|soll|sollte|will|not|never|nicht|kein\w*|nie|or|oder)(?!\w)",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[.;!]\s+|\n")
LONGEST = 300
"""The longest text in which house rules are looked for; a longer one is a story."""


class HouseRule(NamedTuple):
    """The pattern of a house rule, the option that it gives, with a place for its number, and the
    rule sets that have this option; the first of them is taken where the sheet names none."""

    said: re.Pattern[str]
    option: str
    rules: tuple[str, ...]


class Applied(NamedTuple):
    """An option given in words, the text that gives it, and its place."""

    option: str
    text: str
    at: int


@cache
def rules_of(game: str) -> tuple[HouseRule, ...]:
    """Return the house rules that players of a game may write down."""
    return tuple(
        HouseRule(
            re.compile(rf"(?<!\w)(?:{one['words']})(?!\w)", re.IGNORECASE),
            one["option"],
            tuple(one["rules"]),
        )
        for one in _page_of(game).get("said", ())
    )


@cache
def _sets_of(game: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return what players may write down in words that mean a rule set of a game, and that set."""
    return tuple(
        (re.compile(rf"(?<!\w)(?:{one['words']})(?!\w)", re.IGNORECASE), one["rules"])
        for one in _page_of(game).get("meant", ())
    )


def meant(game: str, remarks: Iterable[tuple[str, int]], names: Iterable[str]) -> Applied | None:
    """Return the rule set that is meant by words beside a game; None where none is, and where a
    player has such a name."""
    names = [*names]
    for said, rules in _sets_of(game):
        if any(said.search(name) for name in names):
            continue
        for text, at in _sentences(remarks):
            match = said.search(text)
            if match and not DISPUTED.search(f"{text[: match.start()]} {text[match.end() :]}"):
                return Applied(rules, text, at)
    return None


def _page_of(game: str) -> dict[str, Any]:
    page = FOLDERS / game.replace("-", "_") / "names.toml"
    return tomllib.loads(page.read_text(encoding="utf-8")) if page.exists() else {}


def _sentences(remarks: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Yield the sentences in which house rules are looked for."""
    for text, at in remarks:
        if len(text) <= LONGEST:
            yield from ((" ".join(one.split()), at) for one in SENTENCE.split(text))


def applied(game: str, rules: str, remarks: Iterable[tuple[str, int]]) -> Iterator[Applied]:
    """Yield the options given in words beside a game with these rules, if the rules have them; each
    option once, from the first text that gives it."""
    taken = {one.partition("=")[0] for one in rules.split(";")[1:]}
    named = rules.partition(";")[0]
    for text, at in _sentences(remarks):
        for rule in rules_of(game):
            name = rule.option.partition("=")[0]
            match = rule.said.search(text)
            if match is None or DISPUTED.search(f"{text[: match.start()]} {text[match.end() :]}"):
                continue
            if name not in taken and (not named or named in rule.rules):
                taken.add(name)
                number = next(filter(None, match.groups()), "")
                yield Applied(rule.option.format(number), text, at)


def with_options(game: str, rules: str, found: Iterable[Applied]) -> str:
    """Return a Rules tag with these options."""
    options = [one.option for one in found]
    base = rules or next(rule.rules[0] for rule in rules_of(game))
    return ";".join([base, *options])
