"""Finding games: what a visitor asks for in words, and what is found."""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from archive.core.archive_states import STANDINGS
from archive.core.errors import Refused
from archive.core.text import column_text, printable
from archive.languages import marked
from archive.notation.redaction import Masked
from archive.services.context import UseCases, now, reads
from archive.services.players import PlayerFaults, faults_of
from archive.store import (
    facet_counts,
    player_lists,
    players,
    privacy,
    record_bytes,
    revisions,
    search,
    text_index,
    upload_counts,
    upload_transitions,
    uploads,
)
from archive.store.facet_counts import Wrong
from archive.store.player_lists import Known, Meeting, PlayerView, Scored
from archive.store.row_views import GameRow
from archive.store.search import NEWEST, ORDERS, BadCursor, Facets, Filters, Page, Whole
from archive.store.search.filters import DAY
from archive.store.sql import Asked

__all__ = [
    "BadCursor", "BadQuestion", "Facets", "Found", "Known", "Meeting", "PlayerView", "Scored",
    "Search", "Whole",
]  # fmt: skip

Shown = TypeVar("Shown")
BATCH_ROWS: Final = 200
"""Records read at once by readers of a whole list."""
MOST_WORDS: Final = 8
NO_PLAYER: Final = "-"
"""An identifier that no player has."""
_TOKEN: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"[-+−]?\d{1,9}")

PARAMETERS: Final = (
    "game", "rules", "player", "vs", "verdict", "finding", "clause", "tag", "event",
    "from", "to", "q", "min", "max",
)  # fmt: skip
"""The parameters of a search, in the order of their chips."""


class BadQuestion(Refused):
    """A search that makes no sense; the text says what would."""

    def __init__(self, parameter: str, sentence: str, **values: Any) -> None:
        super().__init__(sentence, **values)
        self.name = parameter
        """The parameter at fault."""


@dataclass(frozen=True, slots=True)
class Found(Generic[Shown]):
    """A page of games, and the search as it was understood."""

    page: Page[Shown]
    filters: Filters
    order: str
    names: dict[str, str]
    """The names of the players in the search, by their identifiers."""


class Search(UseCases):
    """The use cases about finding games."""

    def page(
        self, asked: Mapping[str, str], *, owner_id: str | None = None, size: int = search.SIZE
    ) -> Found[Whole]:
        """Return a page of the games that match: of all that are listed, or with `owner_id` of this
        account's own. Raises BadQuestion and BadCursor."""
        return self._found(asked, owner_id, size, search.page)

    def table(self, asked: Mapping[str, str], *, owner_id: str | None = None) -> Found[GameRow]:
        """Return the same page with the columns of a table. Raises BadQuestion and BadCursor."""
        return self._found(asked, owner_id, search.SIZE, search.table)

    def _found(
        self, asked: Mapping[str, str], owner_id: str | None, size: int,
        find: Callable[[Asked, Filters, str, str, int], Page[Shown]],
    ) -> Found[Shown]:  # fmt: skip
        with self.database.asking() as session:
            (filters, names), order = self._filters(session, asked), _order(asked)
            filters = replace(filters, owner=owner_id or "")
            page = find(session, filters, order, asked.get("cursor", ""), size)
        return Found(page, filters, order, names)

    def batches(
        self, asked: Mapping[str, str], *, owner_id: str | None = None
    ) -> Iterator[list[Whole]]:
        """Return all games that match, a batch at a time; memory holds no more than one. Errors in
        the search are raised before the first is read."""
        with self.database.asking() as session:
            (filters, _), order = self._filters(session, asked), _order(asked)
        filters = replace(filters, owner=owner_id or "")
        return self._batches(filters, order)

    def _batches(self, filters: Filters, order: str) -> Iterator[list[Whole]]:
        after = None
        while True:
            with self.database.asking() as session:
                places = search.places(session, filters, order, after, BATCH_ROWS)
                found = search.listed(session, [place.id for place in places])
            yield found
            if len(places) < BATCH_ROWS:
                return
            after = places[-1]

    def records(self, ids: list[str], *, as_it_came: bool) -> list[bytes]:
        """Return the bytes of records as they are now, in this order; without the names of
        anonymous players unless `as_it_came`."""
        with self.database.reading() as session:
            found = record_bytes.latest(session, ids)
            if as_it_came:
                return [piece.data for piece in found]
            masks = privacy.masks(session, ids)
            also = {  # a correction that cannot be read has no players
                piece.id: privacy.anonymous_names(session, revisions.texts(session, piece.id))
                for piece in found
                if piece.revision > 1
            }
        return [
            Masked(piece.data, masks.get(piece.id, []), also.get(piece.id, [])).data
            if masks.get(piece.id) or also.get(piece.id)
            else piece.data
            for piece in found
        ]

    def standings(self) -> dict[str, int]:
        """Return the number of listed games by standing."""
        with self.database.reading() as session:
            found = search.standings(session)
        return {word: found.get(word, 0) for word in STANDINGS}

    decided = reads(search.decided)

    # Players

    player = reads(player_lists.player)
    between = reads(player_lists.between)
    players_called = reads(player_lists.players_called)

    def about_player(
        self, player_id: str
    ) -> tuple[list[Known], list[Scored], list[tuple[str, int]]]:
        """Return a player's partners, results, and findings."""
        with self.database.reading() as session:
            return (
                player_lists.rivals(session, player_id),
                player_lists.course(session, player_id),
                player_lists.found_with(session, player_id),
            )

    def faults_of_player(self, player_id: str) -> PlayerFaults:
        """Return the faults in a player's latest games, by their verdicts."""
        with self.database.reading() as session:
            return faults_of(player_lists.faulted(session, player_id))

    seated = reads(player_lists.seated)

    # Upkeep

    def wrong_counts(self) -> list[Wrong]:
        """Return the first kept counts that differ from counting; none, unless something is
        broken."""
        with self.database.reading(unhurried=True) as session:
            return facet_counts.wrong(session)

    def recount(self) -> int:
        """Make all counts again; return how many there are. Nothing is judged meanwhile. Then set,
        upload by upload, the state of its records."""
        with self.database.writing(unhurried=True) as session:
            found = facet_counts.rebuild(session)
        with self.database.reading(unhurried=True) as session:
            upload_ids = uploads.identifiers(session)
        for upload_id in upload_ids:
            with self.database.writing() as session:
                if upload_counts.mend(session, upload_id):
                    upload_transitions.finish_if_settled(session, upload_id, now())
        return found

    def _filters(self, session: Any, asked: Mapping[str, str]) -> tuple[Filters, dict[str, str]]:
        """Return the filters of a search, and the names of the players in it."""
        said = {name: text_of(name, asked.get(name, "")) for name in PARAMETERS}
        if said["verdict"] and said["verdict"] not in STANDINGS:
            raise BadQuestion(
                "verdict", marked("A verdict is one of %(known)s."), known=", ".join(STANDINGS)
            )
        player, versus = _player(session, said["player"]), _player(session, said["vs"])
        filters = Filters(
            game=said["game"],
            rules=said["rules"],
            standing=said["verdict"],
            player=player[0],
            versus=versus[0],
            finding=said["finding"],
            clause=said["clause"],
            tag=said["tag"].casefold(),
            event=said["event"],
            since=_day("from", said["from"]),
            until=_day("to", said["to"]),
            words=words_of(said["q"]),
            least=_points("min", said["min"]),
            most=_points("max", said["max"]),
        )
        return filters, {id_: name for id_, name in (player, versus) if id_}


def today() -> str:
    """Return today's date, for names of files."""
    return f"{now():%Y-%m-%d}"


def _order(asked: Mapping[str, str]) -> str:
    order = asked.get("sort") or NEWEST
    if order not in ORDERS:
        raise BadQuestion(
            "sort", marked("Games are sorted by one of %(known)s."), known=", ".join(ORDERS)
        )
    return order


def text_of(name: str, said: str) -> str:
    """Return a value of the search without blanks around it. An invisible character is refused: it
    would be ignored, and an empty search asks for everything."""
    for character in said:
        if is_unseen(character):
            raise BadQuestion(
                name,
                marked(
                    "In “%(name)s” there is a character that cannot be seen, %(character)s. "
                    "Type it again."
                ),
                name=name,
                character=printable(character),
            )
    return (column_text(said) or "").strip()


def is_unseen(character: str) -> bool:
    """Return whether this is a control, or no character at all. Blanks and line ends come along
    when a name is pasted, and do no harm."""
    return unicodedata.category(character) in ("Cc", "Cs") and character not in "\t\r\n"


def _player(session: Any, said: str) -> tuple[str, str]:
    return (players.called(session, said) or (NO_PLAYER, "")) if said else ("", "")


def _day(name: str, said: str) -> str:
    written = said.replace(".", "-").replace("/", "-")
    if not written:
        return ""
    parts = [int(part) for part in written.split("-")] if DAY.fullmatch(written) else []
    month, day = ([*parts, 1, 1][1:3]) if parts else (0, 0)
    if not (1 <= month <= 12 and 1 <= day <= monthrange(parts[0] or 4, month)[1]):
        raise BadQuestion(
            name, marked("A date is a year, 2026, a month, 2026-01, or a day, 2026-01-31.")
        )
    return written


def _points(name: str, said: str) -> int | None:
    if not said:
        return None
    if not _NUMBER.fullmatch(said):
        raise BadQuestion(name, marked("A score is a whole number."))
    return int(said.replace("−", "-"))


def words_of(said: str) -> str:
    """Return the words of a text, and beginnings of words, from `Friday ev*`."""
    found: list[str] = []
    for token in _TOKEN.findall(said):
        its = text_index.words(token).split()
        if its and token.endswith("*"):
            its[-1] += "*"
        found += its
    if said and not found:
        raise BadQuestion(
            "q", marked("There is no word in that: words are made of letters and digits.")
        )
    return " ".join(found[:MOST_WORDS])
