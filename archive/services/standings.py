"""Events at which games were played, and tables of standings of any games: who won how often, and
with how many points in each.

Points are never added up across games: in some of them few are good. Every score is the one that
the rules give. The same plays on several sheets are one game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from archive.core.text import name_key
from archive.games import GAMES
from archive.services.search import Search, text_of, words_of
from archive.store import search, text_index
from archive.store.database import Database
from archive.store.search import Event, Filters, PageEnd, Whole, placed

__all__ = ["MOST_GAMES", "Event", "Events", "Standings"]

MOST_GAMES: Final = 1000
"""The most games in a table, and the number of latest games from which events are listed."""
MOST_EVENTS: Final = 60
BY_DAY: Final = "date"


class Events:
    """The use cases about events and tables of standings."""

    def __init__(self, database: Database, found: Search) -> None:
        self.database, self.search = database, found

    def latest(self, said: str, after: str = "") -> tuple[list[Event], str]:
        """Return the latest events, those with the words of `said` in their names where it is
        given. Each has the name that its latest game gives it, of several that differ in capitals
        and blanks. Beside them stands the cursor of the earlier ones, to be given as `after`; empty
        where there are none. Raises BadQuestion, BadCursor."""
        asked = Filters(words=words_of(text_of("q", said)))
        with self.database.reading() as session:
            start = placed(asked, BY_DAY, after) if after else None
            places = search.places(session, asked, BY_DAY, start, MOST_GAMES)
            games = {one.game.id: one for one in search.listed(session, [one.id for one in places])}
            names, last = dict[str, tuple[str, PageEnd]](), None
            for place in places:
                name = (games[place.id].game.event or "") if place.id in games else ""
                if name.strip() not in ("", "?", "-") and _has(name, asked.words):
                    key = name_key(name)
                    if key not in names and len(names) == MOST_EVENTS:
                        break
                    names.setdefault(key, (name, place))
                last = place
            if start is not None:  # an event that was played at later stands among the later ones
                names = {
                    key: (name, place)
                    for key, (name, place) in names.items()
                    if search.places(session, Filters(event=name), BY_DAY, None, 1) == [place]
                }
            called = [name for name, _ in names.values()]
            found = {one.name: one for one in search.events(session, called)}
        over = len(places) < MOST_GAMES and last == places[-1] if places else True
        shown = [found[name] for name in called if name in found]
        return shown, "" if over or last is None else search.cursor(asked, BY_DAY, last)

    def table(self, asked: Mapping[str, str], *, owner_id: str | None = None) -> Standings:
        """Return the standings of all games that match, up to the latest thousand. Raises
        BadQuestion."""
        games: list[Whole] = []
        for batch in self.search.batches({**asked, "sort": "date"}, owner_id=owner_id):
            games += batch
            if len(games) > MOST_GAMES:
                break
        return self._table(games)

    def table_of(self, record_ids: Sequence[str]) -> Standings:
        """Return the standings of these records."""
        with self.database.reading() as session:
            games = search.listed(session, record_ids[: MOST_GAMES + 1])
        return self._table(games)

    def _table(self, games: list[Whole]) -> Standings:
        counted = games[:MOST_GAMES]
        with self.database.reading() as session:
            plays = search.plays(session, [one.game.id for one in counted])
        return standings(counted, plays, more=len(games) > MOST_GAMES)


def _has(name: str, words: str) -> bool:
    """Return whether a name has all these words, or words that begin with them."""
    there = text_index.words(name).split()
    return all(
        any(one.startswith(word[:-1]) if word.endswith("*") else one == word for one in there)
        for word in words.split()
    )


@dataclass(slots=True)
class Tally:
    """A player's results in some games. `points` are those of the `counted` games whose score is
    known, None without such a game."""

    played: int = 0
    won: int = 0
    points: int | None = None
    counted: int = 0
    best: int | None = None
    """The best score: the highest, or the lowest in a game that few points win."""

    def add(self, points: int | None, won: bool, *, fewest_wins: bool) -> None:
        """Count one more game."""
        self.played += 1
        self.won += won
        if points is None:
            return
        self.points = (self.points or 0) + points
        self.counted += 1
        best = points if self.best is None else self.best
        self.best = min(best, points) if fewest_wins else max(best, points)

    @property
    def average(self) -> float | None:
        """Return the average points of a game, None where no score is known."""
        return None if self.points is None else self.points / self.counted


@dataclass(slots=True)
class Standing:
    """A player in a table, over all games and in each."""

    player_id: str
    name: str
    rank: int = 0
    """1 for the first; players with as many games won in as many have the same."""
    total: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)


@dataclass(slots=True)
class Standings:
    """A table of standings: the players, the best first, and the games it counts."""

    players: list[Standing]
    games: list[Whole]
    """The games that count, the latest played first."""
    undecided: int = 0
    """Games without a known winner; they count as played."""
    faulty: int = 0
    """Games whose records have errors: they count by the rules' result."""
    repeated: list[Whole] = field(default_factory=list)
    """Further sheets of games that count already."""
    nameless: int = 0
    """Seats without a name, which are in no table."""
    more: bool = False
    """Whether there are games beyond those looked at."""

    @property
    def kinds(self) -> list[str]:
        """Return the games that were played, the most frequent first."""
        found = Counter(one.game.game or "" for one in self.games)
        return sorted(found, key=lambda kind: (-found[kind], kind))

    @property
    def days(self) -> dict[str, int]:
        """Return the number of games by date, the latest first."""
        found = Counter(one.game.date for one in self.games if one.game.date)
        return dict(sorted(found.items(), reverse=True))

    def of(self, kind: str) -> list[Standing]:
        """Return the players of a game, the best first: by games won, then by average points."""
        least_first = fewest_wins(kind)

        def key(one: Standing) -> tuple[int, bool, float, str]:
            tally = one.games[kind]
            average = tally.average or 0.0
            points = average if least_first else -average
            return -tally.won, tally.average is None, points, one.name

        return sorted((one for one in self.players if kind in one.games), key=key)


def fewest_wins(kind: str) -> bool:
    """Return whether the fewest points win a game."""
    return kind in GAMES and GAMES[kind].fewest_wins


def standings(
    games: Iterable[Whole], plays: Mapping[str, str | None], *, more: bool = False
) -> Standings:
    """Return the table of some games. `plays` has for each record a key that is the same for the
    same plays."""
    players: dict[str, Standing] = {}
    table = Standings([], [], more=more)
    seen = set[tuple[object, ...]]()
    for one in games:
        game = one.game
        if game.standing == "waiting":
            continue
        score = tuple(sorted((game.score or {}).items()))
        same = (plays.get(game.id) or game.id, tuple(game.players), score)
        if same in seen:
            table.repeated.append(one)
            continue
        seen.add(same)
        table.games.append(one)
        table.faulty += game.standing in ("flawed", "impossible")
        table.undecided += game.winner is None
        _count(one, players, table)
    table.players = sorted(
        players.values(),
        key=lambda each: (-each.total.won, each.total.played, each.name, each.player_id),
    )
    firsts: dict[tuple[int, int], int] = {}
    for place, each in enumerate(table.players, start=1):
        each.rank = firsts.setdefault((each.total.won, each.total.played), place)
    return table


def _count(one: Whole, players: dict[str, Standing], table: Standings) -> None:
    """Count a game for all its players."""
    kind, score = one.game.game or "", one.game.score or {}
    winners = (one.game.winner or "").split(",")
    for seat, name in enumerate(one.game.players, start=1):
        player_id = one.seats.get(seat)
        if player_id is None:
            table.nameless += 1
            continue
        player = players.setdefault(player_id, Standing(player_id, name))
        won = f"p{seat}" in winners
        player.total.add(None, won, fewest_wins=False)
        tally = player.games.setdefault(kind, Tally())
        tally.add(score.get(f"p{seat}"), won, fewest_wins=fewest_wins(kind))
