"""Games: one of them, the front page's example, how many there are, and which puzzles were
solved."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from archive.core.states import STANDINGS
from archive.services.context import now, reads
from archive.services.uploads import sample_upload
from archive.store import records, search, solved_puzzles, upload_progress
from archive.store.database import Database
from archive.store.row_views import GameView
from archive.store.solved_puzzles import Puzzle

# The sample on the front page: one that came with the program, never a visitor's.
EXAMPLE: Final = "twenty-disputed-sum.xxn"


class Games:
    """The games that are here."""

    def __init__(self, database: Database) -> None:
        self.database = database

    find = reads(records.find)
    recent = reads(records.recent)
    first_errors = reads(records.first_errors)

    def example(self) -> GameView | None:
        """Return the example on the front page; None before it is here and judged."""
        with self.database.reading() as session:
            upload = upload_progress.find(session, sample_upload(EXAMPLE), 1)
        game = self.find(upload.games[0].id) if upload and upload.games else None
        return game if game and game.verdict_json else None

    def counts(self) -> dict[str, int]:
        """Return the number of listed records by standing, and of records that wait, from kept
        counts."""
        with self.database.reading() as session:
            found = {**search.standings(session), "waiting": upload_progress.waiting(session)}
        return {word: found.get(word, 0) for word in (*STANDINGS, "waiting")}


class Puzzles:
    """Puzzles that accounts have solved, in records that they can see."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def solve(self, account_id: str, puzzles: Iterable[Puzzle]) -> None:
        """Note puzzles as solved, once each."""
        with self.database.writing() as session:
            solved_puzzles.add(session, account_id, puzzles, now())

    def solved(
        self, account_id: str | None, records: Collection[str] | None = None
    ) -> list[Puzzle]:
        """Return the puzzles that an account has solved, in these records or at all; none without
        an account."""
        if account_id is None:
            return []
        with self.database.reading() as session:
            return solved_puzzles.of(session, account_id, records)
