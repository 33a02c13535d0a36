"""Queries on play-by-play analyses of games: which are asked for, and their results; and on the
puzzles from them that accounts have solved.

A row is made when an analysis is asked for and filled in once; until then it stands for the work to
do. It is deleted with its record, so a late result finds nothing to fill in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, literal, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.archive_states import AnnotationState
from archive.core.judgements import AnnotationMade, Piece
from archive.store import access, pending_removal, sql, work_rows
from archive.store.models import Annotation, Record, Seat, Solved
from archive.store.record_bytes import PLACE, RecordPlace, pieces
from archive.store.row_views import AnnotationView
from archive.store.sql import insert_new, update

PUBLIC: Final = 1000
"""The latest listed games that are looked at for ones without an analysis."""
Version = tuple[str, str]
"""The versions of the analyst and of the engine."""


class Weighed(NamedTuple):
    """A game with an analysis: the seat of the player asked about, 0 where none was, and the
    analysis as JSON."""

    record_id: str
    seat: int
    body: str


def find(session: Session, record_id: str, revision: int, version: Version) -> AnnotationView:
    """Return the state of the analysis of a record's revision."""
    asked = select(col(Annotation.state), col(Annotation.body), col(Annotation.note))
    row = session.execute(asked.where(*_is(record_id, version, revision))).one_or_none()
    if row is None:
        return AnnotationView()
    word = "waiting" if row.state in work_rows.UNDER_WAY else str(row.state)
    return AnnotationView(word, row.body, row.note)


def ask_for(
    session: Session, record_id: str, revision: int, version: Version, *, now: datetime,
    due: datetime,
) -> bool:  # fmt: skip
    """Ask for the analysis of a revision that has none, or was given up. Return whether it is to be
    made."""
    analyst, engine = version
    row = {
        "record_id": record_id, "revision": revision, "analyst": analyst, "engine": engine,
        "state": AnnotationState.WAITING, "attempts": 0, "asked_at": now, "due_at": due,
    }  # fmt: skip
    if insert_new(session, Annotation, [row], ["record_id", "revision", "analyst", "engine"]):
        return True
    its = _is(record_id, version, revision)
    return bool(work_rows.retry(session, Annotation, *its, due=due, back=["record_id"]))


def public_and_not_asked(session: Session, version: Version, most: int) -> list[tuple[str, int]]:
    """Return some of the latest listed games for which no analysis was asked, the latest first,
    each with its revision."""
    latest_shown = (
        select(col(Record.id), col(Record.revision), col(Record.created_at))
        .where(col(Record.shown).is_(True), pending_removal.stays())
        .order_by(col(Record.created_at).desc(), col(Record.id).desc())
        .limit(PUBLIC)
        .subquery()
    )
    asked = select(literal(1)).where(
        col(Annotation.record_id) == latest_shown.c.id,
        col(Annotation.revision) == latest_shown.c.revision,
        *_of(version),
    )
    statement = (
        select(latest_shown.c.id, latest_shown.c.revision)
        .where(~asked.exists())
        .order_by(latest_shown.c.created_at.desc(), latest_shown.c.id.desc())
        .limit(most)
    )
    return [(id_, revision) for id_, revision in session.execute(statement)]


def claim(
    session: Session, record_id: str, version: Version, *, attempts: int, due: datetime
) -> list[Piece]:
    """Take the waiting analyses of a record, with this attempt counted; one that was begun
    `attempts` times already is given up."""
    its, attempted = _is(record_id, version), col(Annotation.attempts)
    waits = col(Annotation.state) == AnnotationState.WAITING
    tried = (*its, waits, attempted >= attempts)
    work_rows.give_up(session, Annotation, *tried, why=work_rows.GIVEN_UP)
    taken = work_rows.take(
        session, Annotation, *its, attempted < attempts, due=due, back=["revision"]
    )
    revisions = sorted(revision for (revision,) in taken)
    place = session.execute(select(*PLACE).where(col(Record.id) == record_id)).one_or_none()
    if place is None:
        return []
    return [
        piece
        for revision in revisions
        for piece in pieces(session, [RecordPlace(*place)._replace(revision=revision)])
    ]


def put_off(session: Session, record_id: str, version: Version, due: datetime) -> None:
    """Note when what was taken of a record may be taken for lost."""
    work_rows.put_off(session, Annotation, *_is(record_id, version), due=due)


def put_back(session: Session, record_id: str, version: Version) -> None:
    """Put back what was taken of a record and not begun: the attempt does not count."""
    work_rows.put_back(session, Annotation, *_is(record_id, version))


def settle(session: Session, version: Version, made: Sequence[AnnotationMade]) -> None:
    """Keep the results, once, however often they come, and note what was given up."""
    for found in made:
        its = _is(found.record_id, version, found.revision)
        if found.body is None:
            work_rows.give_up(session, Annotation, *its, why=found.note or "")
            continue
        session.execute(
            update(Annotation)
            .where(*its, col(Annotation.state).in_(work_rows.UNDER_WAY))
            .values(state=AnnotationState.DONE, body=found.body, note=None)
        )


def claim_overdue(
    session: Session, version: Version, *, now: datetime, due: datetime, ahead: datetime, limit: int
) -> list[str]:
    """Return the records with an analysis that has waited too long, or whose worker is lost; they
    are due again later."""
    found = work_rows.find_lost(
        session, Annotation, *_of(version), now=now, due=due, ahead=ahead, limit=limit,
        back=["record_id"],
    )  # fmt: skip
    return sorted({record_id for (record_id,) in found})


def of_player(
    session: Session, player_id: str, version: Version, most: int, game: str = ""
) -> list[Weighed]:
    """Return a player's latest listed games with an analysis, the latest first; of one kind of game
    where one is named."""
    statement = (
        select(col(Record.id), col(Seat.seat), col(Annotation.body))
        .select_from(Seat)
        .join(Record, col(Record.id) == col(Seat.record_id))
        .join(Annotation, col(Annotation.record_id) == col(Record.id))
        .where(col(Seat.player_id) == player_id, col(Seat.shown).is_(True))
        .where(*_done(version), *_of_kind(game))
        .order_by(col(Seat.at).desc(), col(Record.id), col(Seat.seat))
        .limit(most)
    )
    return [Weighed(id_, seat, body or "") for id_, seat, body in session.execute(statement)]


def latest(
    session: Session, version: Version, start: int, most: int, game: str = ""
) -> list[Weighed]:
    """Return listed games by when they were analysed, the latest first, after the first `start`; of
    one kind of game where one is named."""
    statement = (
        select(col(Record.id), literal(0), col(Annotation.body))
        .select_from(Annotation)
        .join(Record, col(Record.id) == col(Annotation.record_id))
        .where(col(Record.shown).is_(True), *_done(version), *_of_kind(game))
        .order_by(col(Annotation.due_at).desc(), col(Record.id))
        .offset(start)
        .limit(most)
    )
    return [Weighed(id_, seat, body or "") for id_, seat, body in session.execute(statement)]


def _of(version: Version) -> list[ColumnElement[bool]]:
    """Return the conditions for rows of this version."""
    analyst, engine = version
    return [col(Annotation.analyst) == analyst, col(Annotation.engine) == engine]


def _done(version: Version) -> list[Any]:
    return [
        *_of(version),
        col(Annotation.state) == AnnotationState.DONE,
        col(Annotation.revision) == col(Record.revision),
        pending_removal.stays(),
    ]


def _of_kind(game: str) -> list[ColumnElement[bool]]:
    return [col(Record.game) == game] if game else []


def _is(record_id: str, version: Version, revision: int | None = None) -> list[ColumnElement[bool]]:
    """Return the conditions for a row of this record and version, and of a revision where one is
    given."""
    found = [col(Annotation.record_id) == record_id, *_of(version)]
    return found if revision is None else [*found, col(Annotation.revision) == revision]


Puzzle = tuple[str, int]
"""A record and the number of a play in it."""


def add(session: Session, account_id: str, puzzles: Iterable[Puzzle], now: datetime) -> None:
    """Note puzzles as solved, except those of records that the account cannot see."""
    asked = sorted(set(puzzles))
    these = sql.among(session, Record.id, sorted({id_ for id_, _ in asked}))
    found = session.execute(select(col(Record.id)).where(these, *_seen(account_id))).scalars()
    there = set(found)
    rows = [
        {"account_id": account_id, "record_id": id_, "ply": ply, "at": now}
        for id_, ply in asked if id_ in there
    ]  # fmt: skip
    insert_new(session, Solved, rows, ["account_id", "record_id", "ply"])


def of(
    session: Session, account_id: str, records: Collection[str] | None = None
) -> list[Puzzle]:  # fmt: skip
    """Return the puzzles that an account has solved, in these records or in all that it can see,
    the first one solved first."""
    statement = (
        select(col(Solved.record_id), col(Solved.ply))
        .join(Record, col(Record.id) == col(Solved.record_id))
        .where(col(Solved.account_id) == account_id, *_seen(account_id))
        .order_by(col(Solved.at), col(Solved.record_id), col(Solved.ply))
    )
    if records is not None:
        among = sql.among(session, Solved.record_id, sorted(set(records)))
        statement = statement.where(among)
    return [(id_, ply) for id_, ply in session.execute(statement)]


def _seen(account_id: str) -> list[Any]:
    own = col(Record.owner_id) == account_id
    return [or_(access.is_for_all(), own), pending_removal.stays()]
