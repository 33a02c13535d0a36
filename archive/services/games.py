"""Games: one of them, the front page's example, how many there are, which puzzles were solved; and
corrections of their records: further revisions, beside the earlier ones.

Uploaded bytes are never changed. A correction is the whole record, with its author and reason; it
is judged like any other record, and lists show the findings of the latest. Every revision keeps its
own verdicts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from archive.core.archive_states import STANDINGS
from archive.core.errors import Refused
from archive.languages import marked
from archive.notation import read, split
from archive.notation.edits import edited, edits_told
from archive.services import queueing
from archive.services.context import Context, UseCases, now, reads
from archive.services.uploads import sample_upload
from archive.store import game_annotations, records, revisions, search, upload_progress
from archive.store.game_annotations import Puzzle
from archive.store.records import RelatedRecord
from archive.store.revisions import RevisionLine
from archive.store.row_views import GameView
from archive.telling import not_a_game

# The sample on the front page: one that came with the program, never a visitor's.
EXAMPLE: Final = "twenty-disputed-sum.xxn"

AFTER_ANOTHER: Final = marked("This game has just been corrected by another. Look at that first.")

UNREADABLE: Final = marked(
    "The sheet stays as it is: nothing in the correction can be read in the way it is written "
    "here, for example line %(line)s, “%(text)s”."
)
NOT_OFFERED: Final = marked(
    "This change is not offered any more: the game has been judged again since. Look at what is "
    "offered now."
)


class Games(UseCases):
    """The games that are here."""

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


class Puzzles(UseCases):
    """Puzzles that accounts have solved, in records that they can see."""

    def solve(self, account_id: str, puzzles: Iterable[Puzzle]) -> None:
        """Note puzzles as solved, once each."""
        with self.database.writing() as session:
            game_annotations.add(session, account_id, puzzles, now())

    def solved(
        self, account_id: str | None, records: Collection[str] | None = None
    ) -> list[Puzzle]:
        """Return the puzzles that an account has solved, in these records or at all; none without
        an account."""
        if account_id is None:
            return []
        with self.database.reading() as session:
            return game_annotations.of(session, account_id, records)


__all__ = ["LARGEST", "Corrections", "RevisionLine", "Unrevised", "mark_of_repair", "repaired"]

LARGEST: Final = 1 << 20


class Unrevised(Refused):
    """A correction that is refused; the text says why."""


class Corrections:
    """The use cases about corrections."""

    def __init__(self, context: Context) -> None:
        self.context, self.database = context, context.database

    stored_verdict = reads(revisions.stored_verdict)
    of = reads(revisions.of)

    def revise(self, game: GameView, content: bytes, *, author_id: str | None, comment: str) -> int:
        """Keep a correction of a game's latest revision; return its number. Raises Unrevised."""
        if game.revision != game.revisions:
            raise Unrevised(marked("Only the latest revision can be corrected."))
        if game.state == "waiting":
            raise Unrevised(marked("This game is being judged. Wait for its verdict first."))
        if content == game.data:
            raise Unrevised(marked("That is the sheet as it is; nothing was changed."))
        if len(content) > LARGEST:
            raise Unrevised(marked("A sheet may have 1 MB."))
        pieces = list(split(content))
        if not content.strip() or len(pieces) != 1:
            if not content.strip():
                raise Unrevised(marked("A correction is one game; this has none."))
            raise Unrevised(
                marked("A correction is one game; this has %(pieces)s."),
                pieces=len(pieces),
            )
        record = read(content)
        if not_a_game.faults_of(record) is not None:
            first = not_a_game.diagnostics_of(record)[0]
            raise Unrevised(UNREADABLE, line=first.line, text=first.found)
        with self.database.writing() as session:
            there = revisions.add(
                session,
                game.id,
                after=game.revision,
                content=content,
                raw_hash=hashlib.sha256(content).hexdigest(),
                author_id=author_id,
                comment=comment,
                now=now(),
                due=self.context.due(),
            )
        if there is None:
            raise Unrevised(AFTER_ANOTHER)
        upload_id, number = there
        queueing.judge(self.context, upload_id, [(number, number)])
        return game.revision + 1

    def take_over(
        self, game: GameView, number: int, *, author_id: str | None, seen: str | None = None
    ) -> int:
        """Make a repair that a game's verdict offers its next revision; return its number. `seen`
        is the mark of the repair that was seen, which may have another number by now. Raises
        Unrevised."""
        offered = game.verdict["repairs"] if game.verdict else []
        if seen is not None:
            found = [one for one in offered if mark_of_repair(one) == seen]
            if not found:
                raise Unrevised(NOT_OFFERED)
            repair = found[0]
        elif 0 < number <= len(offered):
            repair = offered[number - 1]
        else:
            raise Unrevised(marked("The verdict of this game has no such repair."))
        return self.revise(
            game,
            repaired(game.data, game.number or 1, repair),
            author_id=author_id,
            comment=f"As the verdict offers it: {repair['words']}",
        )

    def other_sheets(self, game: GameView, account_id: str | None) -> list[RelatedRecord]:
        """Return other records of the same plays that are public or the account's own: perhaps the
        same game on another sheet. They are never joined."""
        if not game.verdict or not game.verdict["checked"]["plays"]:
            return []
        with self.database.reading() as session:
            return records.of_same_plays(session, game.id, account_id)


def mark_of_repair(repair: Mapping[str, Any]) -> str:
    """Return a mark that differs for repairs that change something else."""
    edits = json.dumps(repair["edits"], sort_keys=True)
    return hashlib.sha256(edits.encode()).hexdigest()[:32]


def repaired(data: bytes, number: int, repair: Mapping[str, Any]) -> bytes:
    """Return a record with a repair made; raises Unrevised where the repair is of another text."""
    record = read(data, number)
    try:
        text = edited(record.text, edits_told(repair["edits"], record))
        return text.encode("utf-8", "surrogateescape")
    except (IndexError, ValueError):
        raise Unrevised(marked("This repair is of another text of the game.")) from None
