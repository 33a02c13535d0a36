"""Which puzzles an account has solved."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from archive.services.context import now
from archive.store import solved_puzzles
from archive.store.database import Database
from archive.store.solved_puzzles import Puzzle


class Puzzles:
    """What accounts have solved, of records that they can see."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def solve(self, account_id: str, puzzles: Iterable[Puzzle]) -> None:
        """Note puzzles as solved, once each."""
        with self.database.writing() as session:
            solved_puzzles.add(session, account_id, puzzles, now())

    def solved(
        self, account_id: str | None, records: Collection[str] | None = None
    ) -> list[Puzzle]:
        """Return what an account has solved, in these records or at all; nothing for nobody."""
        if account_id is None:
            return []
        with self.database.reading() as session:
            return solved_puzzles.of(session, account_id, records)
