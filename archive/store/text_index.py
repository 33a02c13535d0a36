"""Free text of records as words: what comments, event and site say, made comparable.

Both databases are given plain words with a space between, so that both find the same: SQLite
through its index of words (FTS5), PostgreSQL through `to_tsvector('simple', …)`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from sqlalchemy import delete
from sqlalchemy.orm import Session
from sqlmodel import col

from archive.store import bulk
from archive.store.models import RecordText

LONGEST_TEXT: Final = 20_000
"""So much of a record's text is searched, in characters; no game has so much said about it."""
LONGEST_WORD: Final = 60
SHORTEST_OF_NAME: Final = 3
"""Shorter words of a name stand in too many texts."""
_WORD: Final = re.compile(r"[^\W_]+")


def words(text: str) -> str:
    """The words of a text with a space between, in the form that words are compared in."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    folded = text[:LONGEST_TEXT].casefold()
    return " ".join(word[:LONGEST_WORD] for word in _WORD.findall(folded))


def without(text: str, names: Mapping[str, str]) -> str:
    """A text already in this form, with names in it replaced; of a name its longer words, too."""
    for name, instead in names.items():
        whole = words(name)
        for said in (whole, *(word for word in whole.split() if len(word) >= SHORTEST_OF_NAME)):
            text = (
                re.sub(rf"(?<!\S){re.escape(said)}(?!\S)", words(instead), text) if said else text
            )
    return text


def keep(session: Session, texts: Mapping[str, str]) -> None:
    """Put the words of records where they are searched, in place of what was there.

    Whoever changes a text (an anonymised name in a comment) hands it in again.
    """
    found = {record_id: words(text) for record_id, text in texts.items()}
    none = sorted(record_id for record_id, text in found.items() if not text)
    if none:
        session.execute(delete(RecordText).where(col(RecordText.record_id).in_(none)))
    bulk.write(
        session,
        RecordText,
        ("record_id", "text"),
        ((record_id, found[record_id]) for record_id in sorted(found) if found[record_id]),
        "ON CONFLICT (record_id) DO UPDATE SET text = excluded.text"
        " WHERE recordtext.text <> excluded.text",
    )
