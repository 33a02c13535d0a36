"""Games: one of them, the latest, how many there are, and which puzzles in them were solved."""

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

# The sample that the front page tells about: one that came with the program, never a stranger's.
EXAMPLE: Final = "twenty-disputed-sum.xxn"


class Games:
    """The games that are here."""

    def __init__(self, database: Database) -> None:
        self.database = database

    find = reads(records.find)
    recent = reads(records.recent)

    def example(self) -> GameView | None:
        """Return the game that the front page tells about; None before it is here and judged."""
        with self.database.reading() as session:
            upload = upload_progress.find(session, sample_upload(EXAMPLE), 1)
        game = self.find(upload.games[0].id) if upload and upload.games else None
        return game if game and game.verdict_json else None

    def counts(self) -> dict[str, int]:
        """Return how many of the records that are shown stand how, and how many records wait; by
        counts that are kept, without a look at the records."""
        with self.database.reading() as session:
            found = {**search.standings(session), "waiting": upload_progress.waiting(session)}
        return {word: found.get(word, 0) for word in (*STANDINGS, "waiting")}


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
