"""One person under several names: players merged and split, names given and chosen.

Records keep the names that are written in them; what changes is the player to whom a name, and with
it a seat, belongs. Everything here is done alone (`facet_counts.alone`), and ends with correct
counts.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from archive.core.text import name_key
from archive.store import facet_counts, ids, pending_removal, players, privacy, sql
from archive.store.models import Alias, FormerPlayer, Player, Record, Seat
from archive.store.sql import delete, insert_new, put, update


class Bearer(NamedTuple):
    """A player, and all their names."""

    id: str
    name: str
    anonymous: bool
    shown: bool
    """Whether they sit in a listed record."""
    names: list[str]
    """The names as each was written first; the oldest first. None for an anonymous player."""


def bearer(session: Session, player_id: str) -> Bearer | None:
    """Return a player by an identifier that is or was theirs."""
    now = players.current(session, player_id)
    found = session.execute(
        select(col(Player.name), col(Player.anonymised_at)).where(col(Player.id) == now)
    ).one_or_none()
    if found is None:
        return None
    shown = (
        select(col(Seat.record_id))
        .join(Record, col(Record.id) == col(Seat.record_id))
        .where(col(Seat.player_id) == now, col(Seat.shown).is_(True), pending_removal.stays())
    )
    is_shown = session.execute(shown.limit(1)).first() is not None
    hidden = found.anonymised_at is not None
    names = [] if hidden else [name for _, name in _aliases(session, now)]
    return Bearer(now, found.name, hidden, is_shown, names)


def together(session: Session, one: str, other: str, *, shown: bool = False) -> int:
    """Return in how many records both sat, each at a seat of their own; with `shown`, in how many
    listed ones."""
    first: Any = aliased(Seat)
    second: Any = aliased(Seat)
    statement = (
        select(func.count(func.distinct(first.record_id)))
        .join(second, second.record_id == first.record_id)
        .where(first.player_id == one, second.player_id == other)
    )
    if shown:
        statement = statement.join(Record, col(Record.id) == first.record_id)
        statement = statement.where(first.shown.is_(True), pending_removal.stays())
    return int(session.execute(statement).scalar_one())


def merge(session: Session, kept: str, other: str) -> bool:
    """Merge two players: seats, names and counts of `other` go over to `kept`, and so does its
    identifier. Return False where one of them is not there."""
    facet_counts.alone(session)
    called = {
        row.id: row.name
        for row in session.execute(
            select(col(Player.id), col(Player.name)).where(col(Player.id).in_([kept, other]))
        )
    }
    if len(called) != 2:
        return False
    for table in (Seat, Alias, FormerPlayer):
        session.execute(update(table).where(col(table.player_id) == other).values(player_id=kept))
    session.execute(delete(Player).where(col(Player.id) == other))
    key = name_key(called[other])
    insert_new(session, FormerPlayer, [{"id": other, "player_id": kept, "key": key}], ["id"])
    facet_counts.rebuild(session, [f"player:{kept}", f"player:{other}"])
    return True


def split(session: Session, player_id: str, names: Collection[str], now: datetime) -> str | None:
    """Give names that are another person's, with the seats that were taken under them, to a player
    of their own: the one who had them before the merge, or a new one. Return that player; None
    where no game was played under these names, which are only forgotten then.

    `names` are some of the player's, and never all.
    """
    facet_counts.alone(session)
    theirs = dict(_aliases(session, player_id))
    asked = {name_key(name) for name in names}
    leaving, staying = (
        {key: name for key, name in theirs.items() if (key in asked) is goes}
        for goes in (True, False)
    )
    if not leaving or not staying:
        raise ValueError("some names go and some stay")
    if name_key(players.name(session, player_id) or "") in leaving:
        called = next(iter(staying.values()))
        put(session, Player, player_id, name=called)
    which = col(FormerPlayer.player_id) == player_id, col(FormerPlayer.key).in_(leaving)
    former = list(session.execute(select(col(FormerPlayer.id)).where(*which)).scalars())
    fresh = min(former, default="") or ids.fresh()
    sql.write(
        session, Player, ("id", "name", "created_at"), [(fresh, next(iter(leaving.values())), now)]
    )
    session.execute(delete(FormerPlayer).where(col(FormerPlayer.id) == fresh))
    session.execute(update(FormerPlayer).where(*which).values(player_id=fresh))
    moved = _move_seats(session, player_id, fresh, leaving)
    if not moved and not former:
        session.execute(delete(Alias).where(col(Alias.key).in_(leaving)))
        session.execute(delete(Player).where(col(Player.id) == fresh))
        return None
    session.execute(update(Alias).where(col(Alias.key).in_(leaving)).values(player_id=fresh))
    facet_counts.rebuild(session, [f"player:{player_id}", f"player:{fresh}"])
    return fresh


def give(session: Session, player_id: str, name: str, now: datetime) -> str | None:
    """Give a player another name. Return the player who has it: this one, or another who had it
    already; None where it is the name of an anonymous player."""
    key = name_key(name)
    row = {"key": key, "player_id": player_id, "name": players.shown(name), "created_at": now}
    hidden = select(col(Alias.key)).where(col(Alias.key) == players.hidden_key(key))
    if session.execute(hidden).first() is not None:
        return None
    insert_new(session, Alias, [row], ["key"])
    return players.named(session, name)


def call(session: Session, player_id: str, name: str) -> bool:
    """Set which of a player's names is shown. Return False where it is none of them."""
    found = dict(_aliases(session, player_id)).get(name_key(name))
    if found is None:
        return False
    put(session, Player, player_id, name=found)
    return True


def _aliases(session: Session, player_id: str) -> list[tuple[str, str]]:
    """Return keys and names, the oldest first."""
    statement = (
        select(col(Alias.key), col(Alias.name))
        .where(col(Alias.player_id) == player_id)
        .order_by(col(Alias.created_at), col(Alias.key))
    )
    return [(key, name) for key, name in session.execute(statement)]


def _move_seats(session: Session, player_id: str, to: str, keys: Collection[str]) -> int:
    """Give the seats that one player took under these names to another; return how many."""
    seats = Seat.__table__  # type: ignore[attr-defined]
    one = (
        update(seats)
        .where(seats.c.record_id == bindparam("its"), seats.c.seat == bindparam("at_seat"))
        .values(player_id=to)
    )
    moved, after = 0, ""
    while found := privacy.records_of(session, player_id, after):
        after = found[-1]
        sat = session.execute(
            select(col(Seat.record_id), col(Seat.seat), col(Record.players))
            .join(Record, col(Record.id) == col(Seat.record_id))
            .where(col(Seat.player_id) == player_id, sql.among(session, Record.id, found))
        )
        moving = [
            {"its": record_id, "at_seat": seat}
            for record_id, seat, names in sat
            if seat <= len(names) and name_key(names[seat - 1] or "") in keys
        ]
        if moving:
            session.connection().execute(one, moving)
        moved += len(moving)
    return moved
