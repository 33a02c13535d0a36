"""Players: one for every name, until an arbiter merges two.

Merges are in `archive.store.player_merges`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.core.text import NAME_LENGTH, column_text, name_key
from archive.store import ids, sql
from archive.store.models import Alias, FormerPlayer, Player, Seat
from archive.store.sql import Asked, ask, delete

_NOW: Final = """
SELECT id, name FROM player
WHERE id = coalesce((SELECT player_id FROM formerplayer WHERE id = :said), :said)
"""
_WHOSE: Final = """
SELECT player.id, player.name FROM alias JOIN player ON player.id = player_id WHERE key = :said
"""


@lru_cache(maxsize=10_000)
def hidden_key(key: str) -> str:
    """Return the key of a name whose player is kept anonymous: a reader who knows the name can
    still tell that a new record has the same player in it, and the name cannot be read here."""
    return "#" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def known(session: Session, names: Iterable[str], now: datetime) -> dict[str, str]:
    """Return the player of each name, by the name's key; made where there is none yet.

    Other writers may come upon the same new names meanwhile. Names are added in one order
    everywhere, so that writers never wait in a circle; the second to come takes the first one's
    player.
    """
    named: dict[str, str] = {}
    for name in names:
        named.setdefault(name_key(name), name)
    named.pop("", None)
    there = found(session, named)
    fresh = {new: ids.fresh() for new in sorted(named.keys() - there.keys())}
    if not fresh:
        return there
    rows = [(new, fresh[new], shown(named[new]), now) for new in fresh]
    sql.write(
        session, Player, ("id", "name", "created_at"), [(p, name, now) for _, p, name, now in rows]
    )
    sql.write(
        session, Alias, ("key", "player_id", "name", "created_at"), rows, "ON CONFLICT DO NOTHING"
    )
    added = found(session, fresh)
    lost = [player for new, player in fresh.items() if added[new] != player]
    if lost:
        session.execute(delete(Player).where(col(Player.id).in_(lost)))
    return there | added


def current(session: Session, player_id: str) -> str:
    """Return the player that an identifier stands for now: another after a merge, else the same,
    whether it exists or not."""
    whose = select(col(FormerPlayer.player_id)).where(col(FormerPlayer.id) == player_id)
    return session.execute(whose).scalar_one_or_none() or player_id


def named(session: Session, name: str) -> str | None:
    """Return the player with a name, or with an identifier that is or was theirs."""
    found = called(session, name)
    return found and found[0]


def called(session: Asked, said: str) -> tuple[str, str] | None:
    """Return the identifier and the name of the player who is meant: by a name of theirs, or by an
    identifier that is or was theirs."""
    for statement, meant in ((_NOW, said), (_WHOSE, name_key(said))):
        for id_, shown_as in ask(session, statement, {"said": meant}):
            return id_, shown_as
    return None


def name(session: Session, player_id: str) -> str | None:
    """Return a player's name; None where there is no such player."""
    for row in ask(session, "SELECT name FROM player WHERE id = :id", {"id": player_id}):
        return str(row[0])
    return None


def sweep(session: Session, players: Iterable[str]) -> int:
    """Remove those of these players who sit nowhere any more, with their names; return how many.

    The caller must be alone (`search_index.changing(…, alone=True)`): another transaction might
    just be giving them a seat.
    """
    asked = sorted(set(players))
    if not asked:
        return 0
    nowhere = select(col(Player.id)).where(
        sql.among(session, Player.id, asked),
        col(Player.anonymised_at).is_(None),  # one who comes back stays anonymous
        ~exists().where(col(Seat.player_id) == col(Player.id)),
    )
    gone = sorted(session.execute(nowhere).scalars())
    if gone:
        session.execute(delete(Alias).where(sql.among(session, Alias.player_id, gone)))
        session.execute(delete(Player).where(sql.among(session, Player.id, gone)))
    return len(gone)


def found(session: Session, keys: Iterable[str]) -> dict[str, str]:
    """Return the players of names, by the names' keys; names without a player are left out."""
    asked = {stored: key for key in keys for stored in (key, hidden_key(key))}
    if not asked:
        return {}
    rows = sql.run(session, "SELECT key, player_id FROM alias WHERE key AMONG", [*asked])
    return {asked[key]: player_id for key, player_id in rows}


def shown(name: str) -> str:
    """Return a name as it is kept to be shown."""
    return (column_text(" ".join(name.split())) or "?")[:NAME_LENGTH]
