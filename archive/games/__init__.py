"""The games this archive knows, and how a record's Rules tag chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from archive.errors import UnknownRules
from archive.games import twenty
from archive.record import Record
from archive.rules.book import Rulebook
from archive.rules.kernel import Table


class RuleSet(NamedTuple):
    """One way to play a game. `options` has the readings of each option, the default first."""

    name: str
    version: int
    options: Mapping[str, tuple[str, ...]]
    open: Callable[[Mapping[str, str]], Table]

    def title(self, chosen: Mapping[str, str]) -> str:
        """As a Rules tag names it: `twenty/farrugia@1;hands=open`, defaults left out."""
        differing = [
            f";{key}={chosen[key]}"
            for key, readings in self.options.items()
            if chosen.get(key, readings[0]) != readings[0]
        ]
        return f"{self.name}@{self.version}{''.join(differing)}"


class Game(NamedTuple):
    """A game: its name in records, its rule sets (the first is the default), its rulebook page."""

    name: str
    rule_sets: tuple[RuleSet, ...]
    book: Rulebook


def _open_twenty(chosen: Mapping[str, str]) -> Table:
    return twenty.Twenty(twenty.Options(**chosen))  # type: ignore[arg-type]  # checked in `choose`


GAMES: dict[str, Game] = {
    "twenty": Game(
        "twenty",
        (
            RuleSet(
                twenty.RULES,
                twenty.VERSION,
                {"hands": ("hidden", "open"), "replenish": ("own-turn", "both")},
                _open_twenty,
            ),
        ),
        Rulebook("twenty", Path(__file__).with_name("twenty.md")),
    ),
}


class Chosen(NamedTuple):
    """A game, one of its rule sets, and the options that a record asks for."""

    game: Game
    rule_set: RuleSet
    options: Mapping[str, str]

    @property
    def title(self) -> str:
        return self.rule_set.title(self.options)

    def open(self) -> Table:
        """A table at the very beginning."""
        return self.rule_set.open(self.options)


def find_game(name: str | None) -> Game:
    """The game of that name. Raises `UnknownRules`."""
    game = GAMES.get(name or "")
    if game is None:
        raise UnknownRules(name or "", "one of " + ", ".join(GAMES))
    return game


def choose(record: Record) -> Chosen:
    """The rules a record is to be judged by: its Rules tag, or its game's first rule set.

    Raises `UnknownRules` for a game, rule set, version or option that is not known here; nothing is
    guessed from a name that is nearly right.
    """
    game = find_game(record.game)
    name, *options = (record.rules or game.rule_sets[0].title({})).split(";")
    by_title = {rule_set.title({}): rule_set for rule_set in game.rule_sets}
    rule_set = by_title.get(name.strip())
    if rule_set is None:
        raise UnknownRules(name, "one of " + ", ".join(by_title))
    chosen: dict[str, str] = {}
    for option in options:
        key, _, value = option.strip().partition("=")
        readings = rule_set.options.get(key)
        if readings is None:
            raise UnknownRules(option, "an option of " + ", ".join(rule_set.options))
        if value not in readings:
            raise UnknownRules(option, f"{key}=" + "|".join(readings))
        chosen[key] = value
    return Chosen(game, rule_set, chosen)
