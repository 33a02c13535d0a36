"""The table that some lines of a record lead to, as the replay draws it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from archive.core.record import Record
from archive.notation import read
from archive.web.presenters.boards import TableShown, table_at, with_dealt
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.replay_view import announcement


class TableAfter(NamedTuple):
    """A table after the last play so far, the players' names, and what that play did."""

    table: TableShown
    names: list[str]
    told: str


def table_after(record: Record) -> TableAfter | None:
    """Return the table after the last play of a record, with the hands that were dealt since; None
    where no game is played in it."""
    opened = open_record(record)
    if opened.replay is None:
        return None
    names = opened.names()
    after = table_at(opened.replay, opened.last, names)
    shown = with_dealt(after, opened.replay, names)
    return TableAfter(shown, names, announcement(after, []))


@lru_cache(maxsize=64)
def table_of(text: str, code: str) -> TableAfter | None:
    """Return the same of a text that is ours, said in the language of `code`, which is asked for
    by every reader."""
    return table_after(read(text.encode()))
