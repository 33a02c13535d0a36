"""Statistics on players from the listed games: how often each won, alone and against another, and
the faults that the verdicts on their latest games found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import case, func, literal_column, select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from archive.store import pending_removal, players
from archive.store.models import Alias, Finding, Player, Record, Seat, Verdict

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
    found = session.get(Player, players.now(session, player_id))
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


LATEST: Final = 60
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
        .limit(LATEST)
    )
    return [Faulted(seat, body) for seat, body in session.execute(statement) if body]
