"""Identifiers that people can read aloud and put into addresses, and that cannot be guessed.

One of them is the archive's own mark, which tells it from another that uses the same Redis. It
stands in the database, which all processes of an archive have in common and no two archives do. It
is made when it is first needed. A restored archive gets another: the one it is a copy of may still
be running.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlmodel import col

from archive.languages import marked
from archive.store.database import Database, Unreachable, explained
from archive.store.models import Identity
from archive.store.sql import delete, insert_new

# No 0 and o, no 1, i and l: ten of these 31 characters are 49 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 10
MANY = len(ALPHABET) ** LENGTH


def fresh() -> str:
    """Return a new identifier, from the system's randomness: uploads are unlisted, not merely
    unlinked."""
    return _letters(_chance())


def within(start: int, end: int, whole: int) -> str:
    """Return a new identifier for the part from `start` up to `end` of something of size `whole`:
    all possible identifiers are laid along it, and one beside that part is chosen at random.

    So things that belong together have identifiers that sort together, and a database that is given
    a hundred neighbours writes them to a few pages of an index, not to a hundred. To hit any of
    them is as unlikely as ever: they lie no closer together than by chance.
    """
    if start >= end:  # an empty upload is one empty record
        return fresh()
    low, high = MANY * start // whole, MANY * end // whole
    return _letters(low + _chance() % (high - low))[::-1]


def beside(other: str) -> str:
    """Return a new identifier that sorts next to another, for what is kept along with it."""
    half = LENGTH // 2
    return other[:half] + fresh()[:half]


def derived(text: str) -> str:
    """Return the same identifier for the same text, everywhere. For public things only."""
    return _letters(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def _chance() -> int:
    return int.from_bytes(secrets.token_bytes(16))  # enough digits that no remainder is likelier


_PAIRS = [first + second for second in ALPHABET for first in ALPHABET]


def _letters(number: int) -> str:
    """Return a number's digits in the alphabet's base, the last of them first, two at a time."""
    rest = number % MANY
    pairs = []
    for _ in range(LENGTH // 2):
        rest, at = divmod(rest, len(_PAIRS))
        pairs.append(_PAIRS[at])
    return "".join(pairs)


_OWN: Final = "archive"
_MARK: Final = select(col(Identity.mark)).where(col(Identity.name) == _OWN)


def archive_mark(database: Database) -> str:
    """Return the archive's mark. Raises Unreachable, also where the database has not been
    migrated."""
    if database.file is not None and not database.file.exists():
        raise Unreachable(  # and looking makes none
            marked("There is no %(file)s yet."), file=database.file
        )
    with explained(database):
        with database.reading() as session:
            found = session.execute(_MARK).scalar_one_or_none()
        if found is None:
            with database.writing() as session:
                insert_new(session, Identity, [{"name": _OWN, "mark": fresh()}], ["name"])
                found = session.execute(_MARK).scalar_one()
    return str(found)


def forget_mark(connection: Connection) -> None:
    """Remove the mark, so that another is made when it is next needed."""
    connection.execute(delete(Identity).where(col(Identity.name) == _OWN))
