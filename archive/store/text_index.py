"""Free text of records as words: comments, event and site, in a comparable form.

Both databases are given plain words with a space between, so that both find the same: SQLite
through its index of words (FTS5), PostgreSQL through `to_tsvector('simple', …)`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import sql
from archive.store.models import RecordText
from archive.store.sql import delete

LONGEST_TEXT: Final = 20_000
"""The most characters of a record's text that are searched; no game has so much written about
it."""
LONGEST_WORD: Final = 60
SHORTEST_OF_NAME: Final = 3
"""Shorter words of a name stand in too many texts."""
_COPIED: Final = {
    "game": "game", "rules": "rules", "standing": "standing", "day": "day", "at": "created_at",
    "shown": "shown",
}  # fmt: skip
_FOLLOW: Final = f"""
UPDATE recordtext SET {", ".join(f"{its} = record.{theirs}" for its, theirs in _COPIED.items())}
FROM record WHERE record_id AMONG AND record.id = record_id
"""  # noqa: S608
_WORD: Final = re.compile(r"[^\W_]+")


def words(text: str) -> str:
    """Return the words of a text with a space between, in their compared form."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    folded = text[:LONGEST_TEXT].casefold()
    return " ".join(word[:LONGEST_WORD] for word in _WORD.findall(folded))


def without(text: str, names: Mapping[str, str]) -> str:
    """Return a text in this form, with names in it replaced, and also the longer words of a
    name."""
    for name, instead in names.items():
        whole = words(name)
        for said in (whole, *(word for word in whole.split() if len(word) >= SHORTEST_OF_NAME)):
            text = (
                re.sub(rf"(?<!\S){re.escape(said)}(?!\S)", words(instead), text) if said else text
            )
    return text


class Counted(NamedTuple):
    """The columns by which a record is counted."""

    game: str | None
    rules: str | None
    standing: str
    day: str
    at: Any
    """When it was uploaded, also as the driver has it."""
    shown: bool


def keep(
    session: Session, texts: Mapping[str, str], counted: Mapping[str, Counted] | None = None
) -> None:
    """Put the words of records into the index, in place of what was there; new texts also get the
    columns they are `counted` by. `follow` does that for the others.

    After a text has changed (an anonymised name in a comment), pass it once more.
    """
    found = {record_id: words(text) for record_id, text in texts.items()}
    none = sorted(record_id for record_id, text in found.items() if not text)
    if none:
        session.execute(delete(RecordText).where(col(RecordText.record_id).in_(none)))
    beside = counted or {}
    sql.write(
        session,
        RecordText,
        ("record_id", "text", *(Counted._fields if beside else ())),
        (
            (record_id, found[record_id], *beside.get(record_id, ()))
            for record_id in sorted(found)
            if found[record_id]
        ),
        "ON CONFLICT (record_id) DO UPDATE SET text = excluded.text"
        " WHERE recordtext.text <> excluded.text",
    )


def follow(session: Session, record_ids: Sequence[str]) -> None:
    """Update the counted columns beside the words of these records."""
    sql.run(session, _FOLLOW, record_ids)
