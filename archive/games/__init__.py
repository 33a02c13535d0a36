"""The games of this archive, and how a record's Rules tag chooses among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import count, takewhile
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from archive.core.errors import UnknownRules
from archive.core.events import End, Event, Held, Score
from archive.core.phrase import Phrase
from archive.core.record import Record
from archive.rules.game import Game
from archive.rules.rule_sets import RuleSet

if TYPE_CHECKING:  # what a sound record does not need is imported where a table is opened
    from archive.rules.table import Table
    from archive.rules.totals import TotalsGame
    from archive.telling.speaker import OwnWords


class Games(Mapping[str, Game]):
    """The games by their names: each folder here is one, imported when it is needed."""

    def __init__(self) -> None:
        folders = [one.name for one in iter_modules(__path__) if one.ispkg]
        self._folders = {folder.replace("_", "-"): folder for folder in folders}
        self._imported: dict[str, Game] = {}
        self._parts: dict[tuple[str, str], ModuleType | None] = {}

    def __getitem__(self, name: str) -> Game:
        game = self._imported.get(name)
        if game is None:
            game = import_module(f"{__name__}.{self._folders[name]}").GAME
            self._imported[name] = game
        return game

    def part(self, game: str, name: str) -> ModuleType | None:
        """Return a module of a game's folder that not every game has; None where this one has
        none."""
        if (game, name) not in self._parts:
            module = f"{__name__}.{self._folders[game]}.{name}"
            self._parts[game, name] = import_module(module) if find_spec(module) else None
        return self._parts[game, name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._folders)

    def __len__(self) -> int:
        return len(self._folders)


GAMES = Games()


def own_words(game: str) -> OwnWords | None:
    """Return the words that a game has for itself; None where it has none, or there is no such
    game."""
    part = GAMES.part(game, "messages") if game in GAMES else None
    if part is None:
        return None
    words: OwnWords = part.WORDS
    return words


class Chosen(NamedTuple):
    """A game, one of its rule sets, the options that are asked for, and how many play.

    `players` is the number the record names, `seats` the number that play: as many as it names, or
    the nearest number the rules allow.
    """

    game: Game
    rule_set: RuleSet
    options: Mapping[str, str]
    seats: int
    players: int

    @property
    def title(self) -> str:
        """Return the rules as a Rules tag names them."""
        return self.rule_set.title(self.options, self.seats)

    @property
    def settled(self) -> dict[str, str]:
        """Return every option, with the default where none was asked for."""
        return self.rule_set.settled(self.options, self.seats)

    def begin(self) -> Table:
        """Return a table at the very beginning."""
        return self.rule_set.open(self.settled, self.seats)

    def totals(self) -> TotalsGame | None:
        """Return what the game says of totals without plays; None where its folder has nothing
        about them."""
        part = GAMES.part(self.game.name, "totals")
        if part is None:
            return None
        game: TotalsGame = part.TOTALS(self.rule_set.plain_title, self.settled, self.seats)
        return game

    def all_turns_written(self, deal: Sequence[Event]) -> bool:
        """Return whether the events of a deal show that no turn of it is missing; not where the
        game's folder has nothing about that."""
        part = GAMES.part(self.game.name, "turns_written")
        return part is not None and part.all_turns_written(deal, self.seats)


def find_game(name: str | None) -> Game:
    """Return the game of that name. Raises `UnknownRules`."""
    game = GAMES.get(name or "")
    if game is None:
        raise UnknownRules(name or "", Phrase("one of {text}", text=", ".join(GAMES)))
    return game


def choose(record: Record, rules: str | None = None) -> Chosen:
    """Return the rules a record is to be judged by: those asked for, else its Rules tag, else its
    game's first rule set.

    Raises `UnknownRules` for a game, rule set, version or option that is not known here, and where
    the rules asked for are those of another game; nothing is guessed from a name that is nearly
    right.
    """
    rules = rules and rules.strip()
    game = find_game(rules.partition("/")[0] if rules else record.game)
    if record.game not in (None, game.name):
        raise UnknownRules(record.game or "", Phrase("a record of {text}", text=game.name))
    name, *options = (rules or record.rules or game.rule_sets[0].plain_title).split(";")
    by_title = {rule_set.plain_title: rule_set for rule_set in game.rule_sets}
    rule_set = by_title.get(name.strip())
    if rule_set is None:
        raise UnknownRules(name, Phrase("one of {text}", text=", ".join(by_title)))
    chosen: dict[str, str] = {}
    for text in options:
        key, _, value = text.strip().partition("=")
        option = rule_set.options.get(key)
        if option is None:
            raise UnknownRules(
                text, Phrase("an option of {text}", text=", ".join(rule_set.options))
            )
        if not option.allows(value):
            raise UnknownRules(text, f"{key}={option.choices}")
        chosen[key] = value
    players = players_in(record, rule_set.seats[0])
    seats = min(max(players, rule_set.seats[0]), rule_set.seats[-1])
    return Chosen(game, rule_set, chosen, seats, len(record.players))


def players_in(record: Record, fewest: int) -> int:
    """Return the number of players: as many as have a P tag; where those are too few, as many as
    are dealt cards, else as many as act; and those behind them who certainly play though they have
    no tag. 0 where no player does."""
    players = len(record.players)
    if players < fewest:
        events = record.events
        dealt = max((event.seat for event in events if isinstance(event, Held)), default=0)
        players = max(players, dealt or max(_acting(record), default=0))
    return players + _without_tag(record, players)


def _acting(record: Record) -> list[int]:
    """Return the seat of every action."""
    return [record.events[at].seat for at in record.acted]  # type: ignore[misc, union-attr]


def _without_tag(record: Record, players: int) -> int:
    """Return how many more play: each acts again and again, half as often as another or with points
    beside all others'; or has such points in several standings, or in one where no player acts. One
    who acts once is a slip of the pen."""
    acting = _acting(record)
    standings = [one.totals for one in record.events if type(one) is Score or type(one) is End]
    listed = Counter(
        seat for totals in (*standings, record.result or ()) if len(totals) > players
        for seat in dict(totals) if len(dict(totals)) == max(dict(totals))
    )  # fmt: skip
    if max((*acting, *listed), default=0) <= players:
        return 0
    acts = Counter(acting)
    least = min((acts[seat] for seat in range(1, players + 1)), default=0) / 2
    once = 1 if acts else 0
    plays = (
        listed[seat] > once or (acts[seat] > 1 and (acts[seat] >= least or listed[seat]))
        for seat in count(players + 1)
    )  # fmt: skip
    return sum(takewhile(bool, plays))
