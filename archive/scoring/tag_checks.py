"""Checks of a record's tags against the table at its end. The points in the Result tag are checked
with all other claims (examiner.py)."""

from __future__ import annotations

from collections.abc import Iterator

from archive.core.phrase import Phrase, to_go_on
from archive.core.record import Record
from archive.rules.table import Table
from archive.telling.finding_drafts import Draft


def findings(record: Record, table: Table, players: int, *, ended: bool) -> Iterator[Draft]:
    """Yield findings about tags that name too many players, another pack, or a result that is none
    or comes too soon. `players` is how many the record names, `ended` whether it has an `@end`."""
    yield from too_many_players(record, players, table.seats, table.clauses["players"])
    yield from _deck(record, table)
    yield from _result(record, table, ended=ended)


def too_many_players(record: Record, players: int, seats: int, clause: str) -> Iterator[Draft]:
    """Yield a finding where a record names more players than the game has seats."""
    if players > seats:
        at = record.tag_offset(f"P{seats + 1}")
        yield Draft("wrong-player-count", "error", None, at, None, clause, None,
                      Phrase("at most {n} players", n=seats), f"{players}")  # fmt: skip


def _deck(record: Record, table: Table) -> Iterator[Draft]:
    deck = record.tag("Deck")
    if deck not in (None, "?", "", table.deck):
        at = record.tag_offset("Deck")
        clause = table.clauses.get("deck", table.clauses["pack"])
        yield Draft("wrong-pack", "error", None, at, None, clause, None,
                      table.deck, deck)  # fmt: skip


def _result(record: Record, table: Table, *, ended: bool) -> Iterator[Draft]:
    if record.result is None:
        tag = record.tag("Result")
        if tag not in (None, "*", "?", ""):
            at = record.tag_offset("Result")
            yield Draft("unreadable-result", "error", None, at, None, None, None,
                          "points by seat, such as p1:82 p2:110", tag)  # fmt: skip
    elif not table.over and not ended:
        at, due = len(record.text.rstrip()), to_go_on(table.missing())
        yield Draft("early-end", "note", None, at, table.ply, table.clauses["unfinished"], None,
                      due, Phrase("nothing more"))  # fmt: skip
