"""Events that games were played at, and tables of standings of games that are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from archive.core.text import name_key
from archive.services.search import Search, text_of, words_of
from archive.services.standings import Standings, standings
from archive.store import search, text_index
from archive.store.database import Database
from archive.store.search import Event, Filters, Place, Whole, placed

__all__ = ["MOST_GAMES", "Event", "Events", "Standings"]

MOST_GAMES: Final = 1000
"""Games that a table is made of, and of which the latest events are."""
MOST_EVENTS: Final = 60
BY_DAY: Final = "date"


class Events:
    """Finding events, and the tables of standings of any games."""

    def __init__(self, database: Database, found: Search) -> None:
        self.database, self.search = database, found

    def latest(self, said: str, after: str = "") -> tuple[list[Event], str]:
        """Return what games were played at lately, the latest first; those with these words in
        their names where some are said. Each has the name that its latest game gives it, of several
        that differ in capitals and blanks. Beside them stands where the earlier ones begin, which
        is said as `after`; empty where there are none. Raises BadQuestion, BadCursor."""
        asked = Filters(words=words_of(text_of("q", said)))
        with self.database.reading() as session:
            start = placed(asked, BY_DAY, after) if after else None
            places = search.places(session, asked, BY_DAY, start, MOST_GAMES)
            games = {one.game.id: one for one in search.listed(session, [one.id for one in places])}
            names, last = dict[str, tuple[str, Place]](), None
            for place in places:
                name = (games[place.id].game.event or "") if place.id in games else ""
                if name.strip() not in ("", "?", "-") and _has(name, asked.words):
                    key = name_key(name)
                    if key not in names and len(names) == MOST_EVENTS:
                        break
                    names.setdefault(key, (name, place))
                last = place
            if start is not None:  # what was played at later too stands among the later ones
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
        """Return the standings of all games that are asked for, up to the latest thousand. Raises
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
    """Return whether all these words, or beginnings of words, stand in a name."""
    there = text_index.words(name).split()
    return all(
        any(one.startswith(word[:-1]) if word.endswith("*") else one == word for one in there)
        for word in words.split()
    )
