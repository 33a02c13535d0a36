"""Anonymous players: what the rows behind lists, search and counts show of them.

A record's bytes and its verdict are never changed; what other readers get of them is made on
request (`archive.services.anonymising`). The rows that are copied from them are changed here, so
that lists and search need not care. Until a job has come to the last of them
(`archive.services.anonymising`), rows are read through `rows_told` and `players_told`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.text import name_key
from archive.notation.redaction import Mask, said_without, seated
from archive.store import players, sql, text_index
from archive.store.models import Alias, FormerPlayer, Player, Record, RecordText, Seat
from archive.store.row_views import GameRow, GameSummary, GameView
from archive.store.sql import Asked, put, update

Listed = TypeVar("Listed", GameRow, GameSummary, GameView)
BATCH_ROWS: Final = 500


def masks(session: Session, record_ids: Sequence[str]) -> dict[str, list[Mask]]:
    """Return by record the seats of anonymous players; records without any are left out."""
    return _masks(session, sql.among(session, Seat.record_id, record_ids))


def masks_of_upload(session: Session, upload_id: str) -> dict[str, list[Mask]]:
    """Return the same for all records of an upload."""
    its = select(col(Record.id)).where(col(Record.upload_id) == upload_id)
    return _masks(session, col(Seat.record_id).in_(its))


def _masks(session: Asked, which: Any) -> dict[str, list[Mask]]:
    statement = (
        select(col(Seat.record_id), col(Seat.seat), col(Player.name))
        .join(Player, col(Player.id) == col(Seat.player_id))
        .where(which, col(Player.anonymised_at).is_not(None))
    )
    found: dict[str, list[Mask]] = {}
    for record_id, seat, instead in session.execute(statement):
        found.setdefault(record_id, []).append(Mask(seat, instead))
    return found


def masks_in(session: Session, data: bytes) -> list[Mask]:
    """Return the seats of a record's text at which it names an anonymous player: also for a text
    that has not been judged yet, and for a revision that names others than the latest does."""
    seats = seated(data)
    keys = {seat: players.hidden_key(name_key(name)) for seat, name in seats}
    if not keys:
        return []
    instead = _instead(session, keys.values())
    return [Mask(seat, instead[key]) for seat, key in sorted(keys.items()) if key in instead]


def anonymous_names(session: Session, texts: Iterable[bytes]) -> list[tuple[str, str]]:
    """Return the names of anonymous players in the seats of these texts, each with the name that
    stands in its place."""
    keys = {name: players.hidden_key(name_key(name)) for text in texts for _, name in seated(text)}
    if not keys:
        return []
    instead = _instead(session, keys.values())
    return sorted((name, instead[key]) for name, key in keys.items() if key in instead)


def known_in(session: Session, texts: Iterable[bytes]) -> dict[str, tuple[int, str | None]]:
    """Return the names in the seats of these texts, each with its seat, and the player where the
    archive knows one."""
    seats = {name: seat for text in texts for seat, name in seated(text) if name_key(name)}
    by_key = players.found(session, map(name_key, seats))
    return {name: (seat, by_key.get(name_key(name))) for name, seat in seats.items()}


def _instead(session: Session, hidden: Iterable[str]) -> dict[str, str]:
    """Return the name that stands in a name's place, by the name's hash."""
    statement = (
        select(col(Alias.key), col(Player.name))
        .join(Player, col(Player.id) == col(Alias.player_id))
        .where(col(Alias.key).in_(set(hidden)))
        .where(col(Player.anonymised_at).is_not(None))
    )
    return {row.key: row.name for row in session.execute(statement)}


class _Named(NamedTuple):
    """The parts of a record's row that have names, and the names that were replaced in it."""

    players: list[str]
    event: str | None
    names: list[tuple[str, str]]


def _without(players: Sequence[str] | None, event: str | None, masks: Sequence[Mask]) -> _Named:
    seated = list(players or [])
    names = [
        (seated[mask.seat - 1], mask.instead)
        for mask in masks
        if mask.seat <= len(seated) and seated[mask.seat - 1] != mask.instead
    ]
    for mask in masks:
        if mask.seat <= len(seated):
            seated[mask.seat - 1] = mask.instead
    return _Named(seated, event and said_without(event, names), names)


def rows_told(session: Asked, gone: Sequence[str], games: Sequence[Listed]) -> list[Listed]:
    """Return rows of a list without the names of players who are `gone`."""
    found = _masks_of(session, gone, [game.id for game in games])
    if not found:
        return list(games)
    shown = []
    for game in games:
        named = _without(game.players, game.event, found.get(game.id, []))
        if isinstance(game, GameRow):
            shown.append(game._replace(players=named.players, event=named.event))
        else:
            shown.append(replace(game, players=named.players, event=named.event))
    return shown


def players_told(
    session: Session, gone: Sequence[str], seats: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """Return the players' names by record, without the names of players who are `gone`."""
    found = _masks_of(session, gone, [*seats])
    return {id_: _without(sat, None, found.get(id_, [])).players for id_, sat in seats.items()}


def _masks_of(
    session: Asked, gone: Sequence[str], record_ids: Sequence[str]
) -> dict[str, list[Mask]]:
    """Return the seats of these players; mostly there are no such players."""
    if not gone or not record_ids:
        return {}
    which = sql.among(session, Seat.record_id, record_ids)
    return _masks(session, which & col(Seat.player_id).in_(gone))


def apply(session: Session, record_ids: Sequence[str]) -> None:
    """Remove anonymous players' names from these records' rows. Call it whenever rows have been
    copied from verdicts again; without anonymous players it costs one query."""
    masked = masks(session, record_ids)
    if not masked:
        return
    found = session.execute(
        select(col(Record.id), col(Record.players), col(Record.event))
        .where(sql.among(session, Record.id, [*masked]))
        .order_by(col(Record.id))
    )
    changed = {
        row.id: named
        for row in found
        if (named := _without(row.players, row.event, masked[row.id])).names
    }
    rows = [
        (id_, named.players, named.event, name_key(named.event or "") or None)
        for id_, named in changed.items()
    ]
    sql.change(session, Record, ("id", "players", "event", "event_key"), rows)
    texts = session.execute(
        select(col(RecordText.record_id), col(RecordText.text))
        .where(sql.among(session, RecordText.record_id, [*changed]))
        .order_by(col(RecordText.record_id))
    )
    said = [
        (record_id, text_index.without(text, dict(changed[record_id].names)))
        for record_id, text in texts
    ]
    text_index.keep(session, dict(said))


def records_of(session: Session, player_id: str, after: str = "") -> list[str]:
    """Return records a player sat in, a batch at a time, in the order of their identifiers."""
    statement = (
        select(col(Seat.record_id))
        .distinct()
        .where(col(Seat.player_id) == player_id, col(Seat.record_id) > after)
        .order_by(col(Seat.record_id))
        .limit(BATCH_ROWS)
    )
    return list(session.execute(statement).scalars())


def records_count(session: Session, player_id: str) -> int:
    """Return the number of records a player sat in."""
    each = select(func.count(func.distinct(col(Seat.record_id))))
    return session.execute(each.where(col(Seat.player_id) == player_id)).scalar_one()


def player(session: Session, player_id: str) -> tuple[str, datetime | None] | None:
    """Return a player's name, and since when they are anonymous."""
    statement = select(col(Player.name), col(Player.anonymised_at)).where(
        col(Player.id) == player_id
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row.name, row.anonymised_at)


def players_of(session: Session, record_id: str) -> list[tuple[int, str, str, datetime | None]]:
    """Return the players of a record: seat, player, name, since when anonymous."""
    statement = (
        select(col(Seat.seat), col(Player.id), col(Player.name), col(Player.anonymised_at))
        .join(Player, col(Player.id) == col(Seat.player_id))
        .where(col(Seat.record_id) == record_id)
        .order_by(col(Seat.seat))
    )
    return [tuple(row) for row in session.execute(statement)]  # type: ignore[misc]


def hide_names(session: Session, player_id: str, instead: str, now: datetime) -> bool:
    """Make a player anonymous. Return False where they are already, or there is no such player."""
    named = col(Player.anonymised_at).is_(None)
    if not put(session, Player, player_id, named, name=instead, anonymised_at=now):
        return False
    former = update(FormerPlayer).where(col(FormerPlayer.player_id) == player_id).values(key="")
    session.execute(former)
    keys = session.execute(
        select(col(Alias.key)).where(col(Alias.player_id) == player_id)
    ).scalars()
    hidden = [{"old": key, "new": players.hidden_key(key)} for key in keys]
    if hidden:
        aliases = Alias.__table__  # type: ignore[attr-defined]
        session.connection().execute(
            update(aliases)
            .where(aliases.c.key == bindparam("old"))
            .values(key=bindparam("new"), name=instead),
            hidden,
        )
    return True
