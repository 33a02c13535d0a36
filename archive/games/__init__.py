"""The games of this archive, and how a record's Rules tag chooses among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple

from archive.core.budgets import GAPS, Spent
from archive.core.errors import UnknownRules
from archive.core.events import Action, Held
from archive.core.record import Record
from archive.rules.game import Game
from archive.rules.rule_sets import RuleSet

if TYPE_CHECKING:  # what a sound record does not need is imported where a table is opened
    from archive.rules.gaps.left_out_plays import Numbering
    from archive.rules.table import Table


class Games(Mapping[str, Game]):
    """The games by their names: each folder here is one, imported when it is needed."""

    def __init__(self) -> None:
        folders = [one.name for one in iter_modules(__path__) if one.ispkg]
        self._folders = {folder.replace("_", "-"): folder for folder in folders}
        self._imported: dict[str, Game] = {}

    def __getitem__(self, name: str) -> Game:
        game = self._imported.get(name)
        if game is None:
            game = import_module(f"{__name__}.{self._folders[name]}").GAME
            self._imported[name] = game
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)


GAMES = Games()


TOTALLED = frozenset({"wrong-score", "wrong-result"})
"""Findings where totals show that plays are missing before them."""


class Foreseen(NamedTuple):
    """A table that has looked ahead through a record, and the steps that took."""

    table: Table
    steps: int


class Remembered(NamedTuple):
    """Results worked out once for a record, by the title of the rules: `numbering` has the plays
    missing by their numbers, `asked` the options that made a difference; for games that look ahead
    `torn` has the event before which plays are supposed to be missing, and `foreseen` the tables
    that have looked ahead, by that event as well."""

    foreseen: dict[tuple[str, int | None], Foreseen]
    torn: dict[str, int]
    numbering: dict[str, Numbering]
    asked: dict[str, set[str]]


class Chosen(NamedTuple):
    """A game, one of its rule sets, the options that are asked for, and how many play.

    `players` is the number the record names, `seats` the number that play: as many as it names, or
    the nearest number the rules allow. `record` is the one they are chosen for.
    """

    game: Game
    rule_set: RuleSet
    options: Mapping[str, str]
    seats: int
    players: int
    record: Record

    @property
    def title(self) -> str:
        """Return the rules as a Rules tag names them."""
        return self.rule_set.title(self.options, self.seats)

    def open(self) -> Table:
        """Return a table at the very beginning, which knows what is missing by the numbers of the
        plays."""
        table = self._open()
        if table.looks_ahead:
            return self._foreseen(self._kept.torn.get(self.title))
        numbering = self._numbering()
        table.omissions = numbering.omissions
        table.follows = numbering.follows
        return table

    @property
    def steps(self) -> int:
        """Return the steps it has taken so far to find missing plays of this record."""
        numbering = self._kept.numbering.get(self.title)
        ahead = (
            one.steps for (title, _), one in self._kept.foreseen.items() if title == self.title
        )
        return sum(ahead) + (numbering.steps if numbering else 0)

    @property
    def asked(self) -> set[str]:
        """Return the options that made a difference so far, of those that are noted."""
        return self._kept.asked.setdefault(self.title, set())

    def suppose(self, wrong: frozenset[str]) -> bool:
        """Look for plays that are missing though no number shows it, because of what is wrong;
        return whether tables opened from now on know of more than before."""
        if not self.looks_ahead:
            return self._numbering().suppose(wrong)
        if not wrong & TOTALLED:
            return False
        from archive.rules.gaps.before_totals import torn_before

        try:
            torn = torn_before(self.record.events, self._supposing)
        except Spent:
            return False
        if torn is not None:
            self._kept.torn[self.title] = torn
        return torn is not None

    @property
    def looks_ahead(self) -> bool:
        """Return whether the game finds what is missing from all lines together."""
        return self._open().looks_ahead

    def _open(self) -> Table:
        table = self.rule_set.open(self.rule_set.settled(self.options, self.seats), self.seats)
        table.position.asked = self.asked
        return table

    def _foreseen(self, torn: int | None) -> Table:
        """Return the table that has looked ahead, with plays missing before the event `torn`;
        worked out once a record."""
        kept, asked = self._kept.foreseen, (self.title, torn)
        if asked not in kept:
            table = self._open()
            table.follows = self._numbering().follows
            kept[asked] = Foreseen(table, table.foresee(self.record.events, torn=torn))
        return kept[asked].table.copy()

    def _supposing(self, torn: int | None) -> Table:
        """Return the same as long as steps are left. Raises `Spent`."""
        if self.steps >= GAPS:
            raise Spent
        return self._foreseen(torn)

    def _numbering(self) -> Numbering:
        """Return what is missing by the numbers, worked out once a record."""
        from archive.rules.gaps.left_out_plays import Numbering

        kept = self._kept.numbering
        if self.title not in kept:
            kept[self.title] = Numbering(self.record, self._open)
        return kept[self.title]

    @property
    def _kept(self) -> Remembered:
        kept: Remembered = self.record.__dict__.setdefault("_kept", Remembered({}, {}, {}, {}))
        return kept


def find_game(name: str | None) -> Game:
    """Return the game of that name. Raises `UnknownRules`."""
    game = GAMES.get(name or "")
    if game is None:
        raise UnknownRules(name or "", "one of " + ", ".join(GAMES))
    return game


def choose(record: Record, rules: str | None = None) -> Chosen:
    """Return the rules a record is to be judged by: those asked for, else its Rules tag, else its
    game's first rule set.

    Raises `UnknownRules` for a game, rule set, version or option that is not known here; nothing is
    guessed from a name that is nearly right.
    """
    game = find_game(rules.partition("/")[0] if rules else record.game)
    name, *options = (rules or record.rules or game.rule_sets[0].plain_title).split(";")
    by_title = {rule_set.plain_title: rule_set for rule_set in game.rule_sets}
    rule_set = by_title.get(name.strip())
    if rule_set is None:
        raise UnknownRules(name, "one of " + ", ".join(by_title))
    chosen: dict[str, str] = {}
    for text in options:
        key, _, value = text.strip().partition("=")
        option = rule_set.options.get(key)
        if option is None:
            raise UnknownRules(text, "an option of " + ", ".join(rule_set.options))
        if not option.allows(value):
            raise UnknownRules(text, f"{key}={option.choices}")
        chosen[key] = value
    players = players_in(record, rule_set.seats[0])
    seats = min(max(players, rule_set.seats[0]), rule_set.seats[-1])
    return Chosen(game, rule_set, chosen, seats, len(record.players), record)


def players_in(record: Record, fewest: int) -> int:
    """Return the number of players: as many as have a P tag, or where those are too few, as many as
    are dealt cards, else as many as act; 0 where no player does."""
    named = len(record.players)
    if named >= fewest:
        return named
    dealt = max((event.seat for event in record.events if isinstance(event, Held)), default=0)
    if dealt:
        return max(named, dealt)
    acting = (event.seat for event in record.events if isinstance(event, Action))
    return max(acting, default=named)
