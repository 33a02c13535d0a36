"""Players in lists, by name, by whom they played with, with their scores and findings; and how
often each won, alone and against another.

Only listed games count, for one player at most the latest `LATEST`, and anonymous players are
neither listed nor named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import and_, case, exists, func, literal, literal_column, or_, select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from archive.core.text import name_key
from archive.store import pending_removal, players
from archive.store.column_types import Folded
from archive.store.models import Alias, Finding, Player, Record, Seat, Verdict

LATEST: Final = 1000
RIVALS: Final = 12
COURSE: Final = 60
"""The number of games in a player's course of scores."""


@dataclass(frozen=True, slots=True)
class Known:
    """A player in a list: their name, and their number of games."""

    id: str
    name: str
    games: int


@dataclass(frozen=True, slots=True)
class Scored:
    """A game of a player: its title, the record, their points and whether they won."""

    game: str
    record_id: str
    points: int
    won: bool | None


def players_called(session: Session, said: str, after: str, most: int) -> list[Known]:
    """Return players with a name of which some word begins with `said`, in the order of their
    names, marks and capitals ignored, after the player `after`."""
    meant = name_key(said).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    name = col(Player.name)
    order = Folded(name)
    sits = _shown().where(col(Seat.player_id) == col(Player.id))
    games = (
        select(func.count(func.distinct(col(Seat.record_id))))
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(col(Seat.player_id) == col(Player.id))
        .where(col(Seat.shown).is_(True), pending_removal.stays())
        .scalar_subquery()
    )
    statement = (
        select(col(Player.id), name, games)
        .where(col(Player.anonymised_at).is_(None), sits.exists())
        .order_by(order, col(Player.id))
        .limit(most)
    )
    last = players.name(session, after) if after else None
    if last is not None:
        behind = Folded(literal(last))
        same = and_(order == behind, col(Player.id) > after)
        statement = statement.where(or_(order > behind, same))
    if meant:
        key = col(Alias.key)
        begins = or_(key.like(f"{meant}%", escape="\\"), key.like(f"% {meant}%", escape="\\"))
        statement = statement.where(
            exists().where(col(Alias.player_id) == col(Player.id)).where(begins)
        )
    return [Known(*row) for row in session.execute(statement)]


def rivals(session: Session, player_id: str) -> list[Known]:
    """Return the players that a player has played with most often."""
    theirs = _latest(player_id)
    other: Any = aliased(Seat)
    count = func.count(func.distinct(other.record_id))
    statement = (
        select(col(Player.id), col(Player.name), count)
        .select_from(other)
        .join(theirs, theirs.c.record_id == other.record_id)
        .join(Player, col(Player.id) == other.player_id)
        .where(other.player_id != player_id, col(Player.anonymised_at).is_(None))
        .group_by(col(Player.id), col(Player.name))
        .order_by(count.desc(), col(Player.name))
        .limit(RIVALS)
    )
    return [Known(*row) for row in session.execute(statement)]


def course(session: Session, player_id: str) -> list[Scored]:
    """Return a player's latest games with their points, the oldest of them first."""
    statement = (
        select(func.coalesce(col(Record.game), ""), col(Record.id), col(Seat.points), col(Seat.won))
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(col(Seat.player_id) == player_id, col(Seat.shown).is_(True))
        .where(col(Seat.points).is_not(None), pending_removal.stays())
        .order_by(col(Seat.at).desc(), col(Record.id))
        .limit(COURSE)
    )
    found = [
        Scored(game, record_id, points, won)
        for game, record_id, points, won in session.execute(statement)
        if points is not None
    ]
    return found[::-1]


def found_with(session: Session, player_id: str) -> list[tuple[str, int]]:
    """Return the findings in a player's games, by code, each with the number of games."""
    theirs = _latest(player_id)
    games = func.count(func.distinct(col(Finding.record_id)))
    statement = (
        select(col(Finding.code), games)
        .join(theirs, theirs.c.record_id == col(Finding.record_id))
        .where(col(Finding.severity) == "error")
        .group_by(col(Finding.code))
        .order_by(games.desc(), col(Finding.code))
        .limit(12)
    )
    return [(code, number) for code, number in session.execute(statement)]


def seated(session: Session, record_id: str) -> dict[int, str]:
    """Return the players of a listed record by seat."""
    statement = (
        select(col(Seat.seat), col(Seat.player_id))
        .join(Player, col(Player.id) == col(Seat.player_id))
        .where(col(Seat.record_id) == record_id, col(Seat.shown).is_(True))
        .where(col(Player.anonymised_at).is_(None))
    )
    return {int(seat): str(player_id) for seat, player_id in session.execute(statement)}


def _shown() -> Any:
    return (
        select(col(Seat.record_id))
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(col(Seat.shown).is_(True), pending_removal.stays())
    )


def _latest(player_id: str) -> Any:
    """Return the records of a player's latest games, as a table to join."""
    latest = (
        _shown()
        .where(col(Seat.player_id) == player_id)
        .distinct()
        .order_by(col(Seat.at).desc())
        .limit(LATEST)
    )
    return latest.with_only_columns(col(Seat.record_id), col(Seat.at)).subquery()


_GAME: Final = func.coalesce(col(Record.game), literal_column("''"))
"""No parameter: PostgreSQL would not match the selected one with the grouped one."""


@dataclass(frozen=True, slots=True)
class Result:
    """A player's results in one game, over all listed records of it."""

    game: str
    played: int
    won: int
    lost: int
    best: int | None
    """The player's most points at the end."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player, as far as records show."""

    id: str
    name: str
    aliases: list[str]
    """The player's names, as they were first written."""
    anonymous: bool
    results: list[Result]

    @property
    def played(self) -> int:
        """Return the number of games played, of all kinds."""
        return sum(result.played for result in self.results)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of two players in one game."""

    game: str
    played: int
    one: int
    """How often the first of them won."""
    other: int


def player(session: Session, player_id: str) -> PlayerView | None:
    """Return a player who sits in a listed record; for others return None. An identifier from
    before a merge leads to the merged player."""
    found = session.get(Player, players.current(session, player_id))
    if found is None:
        return None
    player_id = found.id
    won = case((col(Seat.won).is_(True), 1), else_=0)
    lost = case((col(Seat.won).is_(False), 1), else_=0)
    statement = (
        select(
            _GAME,
            func.count(func.distinct(col(Record.id))),
            func.sum(won), func.sum(lost), func.max(col(Seat.points)),
        )
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(
            col(Seat.player_id) == player_id,
            col(Seat.shown).is_(True),
            pending_removal.stays(),
        )
        .group_by(_GAME)
        .order_by(func.count().desc())
    )  # fmt: skip
    results = [Result(*row) for row in session.execute(statement)]
    if not results:
        return None
    anonymous = found.anonymised_at is not None
    names = select(col(Alias.name)).where(col(Alias.player_id) == player_id)
    aliases = [] if anonymous else sorted(session.execute(names).scalars())
    return PlayerView(found.id, found.name, aliases, anonymous, results)


def between(session: Session, one: str, other: str) -> list[Meeting]:
    """Return the listed records in which both sat, by game."""
    first: Any = aliased(Seat)
    second: Any = aliased(Seat)
    statement = (
        select(
            _GAME,
            func.count(func.distinct(col(Record.id))),
            func.sum(case((first.won.is_(True), 1), else_=0)),
            func.sum(case((second.won.is_(True), 1), else_=0)),
        )
        .select_from(first)
        .join(second, second.record_id == first.record_id)
        .join(Record, col(Record.id) == first.record_id)
        .where(first.player_id == one, first.shown.is_(True))
        .where(second.player_id == other, pending_removal.stays())
        .group_by(_GAME)
        .order_by(func.count().desc())
    )
    return [Meeting(*row) for row in session.execute(statement)]


MOST_FAULTED: Final = 60
"""The most games with faults that are looked through."""


@dataclass(frozen=True, slots=True)
class Faulted:
    """A listed game with faults: where the player sat, and the verdict's JSON."""

    seat: int
    verdict: str


def faulted(session: Session, player_id: str) -> list[Faulted]:
    """Return a player's latest listed games with faults, the latest first."""
    faulty = (
        select(col(Finding.record_id))
        .where(col(Finding.record_id) == col(Seat.record_id), col(Finding.severity) == "error")
        .exists()
    )
    newest = (
        select(col(Verdict.body))
        .where(col(Verdict.record_id) == col(Record.id))
        .where(col(Verdict.revision) == col(Record.revision))
        .order_by(col(Verdict.created_at).desc(), col(Verdict.id))
        .limit(1)
        .correlate(Record)
        .scalar_subquery()
    )
    statement = (
        select(func.min(col(Seat.seat)), newest)
        .select_from(Seat)
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(col(Seat.player_id) == player_id, col(Seat.shown).is_(True))
        .where(pending_removal.stays(), faulty)
        .group_by(col(Record.id), col(Record.revision), col(Seat.at))
        .order_by(col(Seat.at).desc(), col(Record.id))
        .limit(MOST_FAULTED)
    )
    return [Faulted(seat, body) for seat, body in session.execute(statement) if body]
