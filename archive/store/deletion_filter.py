"""What is on its way out, and told no more while its rows are there still: mostly nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy.orm import Session

from archive.store.privacy import LEAVING
from archive.store.sql import ask

_NOW: Final = f"""
SELECT '' WHERE EXISTS (SELECT 1 FROM upload WHERE deletion_id IS NOT NULL)
UNION ALL {LEAVING}
"""  # noqa: S608


class Passing(NamedTuple):
    """What every list has to look out for, in one question for both."""

    going: bool
    """Whether a deletion has taken an upload (archive/store/pending_deletion.py)."""
    leaving: list[str]
    """Players whose names are not told any more (archive/store/privacy.py)."""


NOTHING: Final = Passing(going=False, leaving=[])


def now(session: Session) -> Passing:
    """Return what is on its way out. To be asked before the rows are read."""
    found = [row[0] for row in ask(session, _NOW, {})]
    return Passing("" in found, [player for player in found if player])
