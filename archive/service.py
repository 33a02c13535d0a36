"""The use cases: hand an upload in, have it judged, look at it.

An `Archive` is what a process holds: the web server one, every worker one. Its methods take no
session and answer with plain values. The order of things is always the same: first commit, then
queue, so that what was accepted can be late but never lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import resources

from archive import notation
from archive.config import Settings
from archive.converting import convert
from archive.jobs import Queue
from archive.judging import Judge, judge
from archive.store import games, ids, uploads
from archive.store.database import Database
from archive.store.uploads import Range, Unsplit
from archive.store.views import GameSummary, GameView, UploadView

__all__ = ["Archive", "GameSummary", "GameView", "UploadView"]

# A task's worth of records is bounded in bytes too, so that it never takes long.
BATCH_BYTES = 1 << 20
# Rows added in one transaction while a large upload is split: other writers get their turn between.
ROWS_AT_ONCE = 500
# Splitting that has been begun this often without an end will not end.
SPLIT_ATTEMPTS = 5
# A record is judged together with its neighbours this often; if its worker died each time it is
# judged alone from then on, and given up when that has killed as many again.
ATTEMPTS_TOGETHER = 2
ATTEMPTS_ALONE = 4
# While this many messages wait, the workers are busy rather than out of work: nothing is swept.
FULL_QUEUE = 200
# The sample games of one source are public and take their identifiers from their names.
SAMPLES = "sample"
GAMES_SHOWN = 200
# The sample that the front page tells about: one that came with the program, never a stranger's.
EXAMPLE = "twenty-disputed-sum.xxn"
STANDINGS = ("upheld", "open", "flawed", "impossible", "waiting")


class Archive:
    """Everything the archive can be asked to do."""

    def __init__(self, settings: Settings, *, judge_with: Judge = judge) -> None:
        self.settings = settings
        self.database = Database(settings.database_url)
        self.queue = Queue(settings)
        self._judge = judge_with
        self._overdue = timedelta(seconds=settings.overdue)

    # Handing in

    def submit(
        self,
        data: bytes,
        *,
        filename: str | None,
        source: str,
        listed: bool = False,
        ranks: str | None = None,
    ) -> str:
        """Take an upload in and answer with its id.

        When this returns the bytes are safe. Whether the queue could be reached makes no
        difference to the caller: the sweeper queues what could not be. `ranks` declares how cards
        are written in a text that is not XXN.
        """
        upload_id = ids.fresh()
        self._take_in(
            data,
            upload_id=upload_id,
            filename=filename,
            source=source,
            listed=listed,
            ranks=ranks or None,
        )
        return upload_id

    def load_samples(self) -> int:
        """Take in the sample games that came with the program; those that are here stay.

        Answers how many were new.
        """
        folder = resources.files("archive") / "samples"
        if not folder.is_dir():
            return 0
        records = sorted(
            (file for file in folder.iterdir() if file.name.endswith(".xxn")),
            key=lambda file: file.name,
        )
        return sum(
            self._take_in(
                file.read_bytes(),
                upload_id=sample_upload(file.name),
                filename=file.name,
                source=SAMPLES,
                listed=True,
            )
            for file in records
        )

    def _take_in(
        self,
        data: bytes,
        *,
        upload_id: str,
        filename: str | None,
        source: str,
        listed: bool,
        ranks: str | None = None,
    ) -> bool:
        with self.database.writing() as session:
            new = uploads.add(
                session,
                data,
                upload_id=upload_id,
                filename=filename,
                source=source,
                listed=listed,
                ranks=ranks,
                now=_now(),
                overdue=self._overdue,
            )
        if new and not self.queue.receive(upload_id):
            with self.database.writing() as session:
                uploads.progress(session, upload_id, _now())  # due at once
        return new

    # Looking

    def upload(self, upload_id: str, *, games: int = GAMES_SHOWN) -> UploadView | None:
        """An upload, how far it has come, and the first of its games."""
        with self.database.reading() as session:
            return uploads.find(session, upload_id, games)

    def handed_in(self, upload_id: str) -> tuple[bytes, str | None] | None:
        """The very bytes of an upload, and the name they came by."""
        with self.database.reading() as session:
            return uploads.content(session, upload_id)

    def judged_text(self, upload_id: str) -> bytes | None:
        """The whole XXN that was judged: the upload's own bytes, or what was made of them."""
        with self.database.reading() as session:
            return uploads.judged_text(session, upload_id)

    def game(self, game_id: str) -> GameView | None:
        """A game: its bytes, its latest verdict."""
        with self.database.reading() as session:
            return games.find(session, game_id)

    def example(self) -> GameView | None:
        """The game that the front page tells about; None before it is here and judged."""
        upload = self.upload(sample_upload(EXAMPLE), games=1)
        game = self.game(upload.games[0].id) if upload and upload.games else None
        return game if game and game.verdict_json else None

    def recent(self, limit: int = 20) -> list[GameSummary]:
        """The latest of the games that may be listed."""
        with self.database.reading() as session:
            return games.recent(session, limit)

    def counts(self) -> dict[str, int]:
        """How many records of the archive stand how."""
        with self.database.reading() as session:
            found = games.counts(session)
        return {word: found.get(word, 0) for word in STANDINGS}

    def ready(self) -> dict[str, bool]:
        """Whether the database and the broker can be reached.

        Without the broker uploads are still accepted, and judged when it is back.
        """
        return {"database": self.database.reachable(), "broker": self.queue.reachable()}

    # Judging: what the workers' tasks do

    def receive(self, upload_id: str) -> None:
        """Split an upload into its records and have them judged.

        Both halves may have been done before, in part or whole, by a worker that did not live to
        see the end: what is there is kept, what is missing is added. A small upload is judged
        here and now; a larger one in batches that all workers share.
        """
        self._split(upload_id)
        with self.database.reading() as session:
            batches = list(_batches(uploads.waiting(session, upload_id), self.settings.batch))
        if len(batches) > 1:
            self._send(upload_id, batches)
        elif batches:
            self.judge(upload_id, *batches[0])
        else:
            with self.database.writing() as session:
                uploads.finish_if_settled(session, upload_id)

    def _split(self, upload_id: str) -> None:
        with self.database.writing() as session:
            unsplit = uploads.begin_splitting(session, upload_id, self._due())
            if unsplit is None:
                return
            if unsplit.attempts > SPLIT_ATTEMPTS:
                uploads.fail(session, upload_id, "This upload could not be split into records.")
                return
        now = _now()
        data = self._xxn(upload_id, unsplit)
        found = [Range(s.number, s.start, s.end, s.line) for s in notation.split(data)]
        for at in range(0, len(found), ROWS_AT_ONCE):
            with self.database.writing() as session:
                rows = found[at : at + ROWS_AT_ONCE]
                uploads.add_records(session, upload_id, rows, listed=unsplit.listed, now=now)
                uploads.progress(session, upload_id, self._due())
        with self.database.writing() as session:
            uploads.end_splitting(session, upload_id, len(found))

    def _xxn(self, upload_id: str, unsplit: Unsplit) -> bytes:
        """The upload's own bytes, or the XXN made of them where they are something else."""
        read = convert(unsplit.data, unsplit.filename, unsplit.ranks or "", self.settings.patience)
        if read is None:
            return unsplit.data
        with self.database.writing() as session:
            return uploads.keep_conversion(session, upload_id, read.as_dict(), read.xxn)

    def judge(self, upload_id: str, first: int, last: int) -> None:
        """Judge the records of a range that have no verdict yet.

        Each record is judged for itself: one that the engine cannot cope with is marked so, and
        its neighbours get their verdicts. One that takes its worker process down with it comes
        back here; after a few times it is set apart, and after a few more it is given up.
        """
        alone = first == last
        limit = ATTEMPTS_ALONE if alone else ATTEMPTS_TOGETHER
        with self.database.writing() as session:
            uploads.progress(session, upload_id, self._due())
            pieces = games.claim(session, upload_id, first, last, attempts=limit)
        judgements = [self._judge(piece, self.settings.patience) for piece in pieces]
        with self.database.writing() as session:
            uploads.progress(session, upload_id, self._due())
            games.settle(session, judgements, _now())
            if alone:
                games.give_up(session, upload_id, first)
            left = games.left(session, upload_id, first, last)
            uploads.finish_if_settled(session, upload_id)
        self._send(upload_id, [(number, number) for number in left])

    def _send(self, upload_id: str, ranges: list[tuple[int, int]]) -> None:
        """Queue ranges to be judged; when the queue goes away the sweeper sees to the rest."""
        for first, last in ranges:
            if not self.queue.judge(upload_id, first, last):
                break

    # Sweeping

    def sweep(self) -> int:
        """Queue again what was taken in but has made no progress for too long.

        Nothing while the queue is away or well filled: the work may be waiting in it still, and
        whatever is missing can be added when it has run down.
        """
        depth = self.queue.depth()
        if depth is None or depth >= FULL_QUEUE:
            return 0
        with self.database.writing() as session:
            found = uploads.claim_overdue(
                session, now=_now(), due=self._due(), limit=FULL_QUEUE - depth
            )
        for upload_id in found:
            self.queue.receive(upload_id)
        return len(found)

    # Keeping house

    def migrate(self) -> bool:
        """Bring the database to the shape this version expects; whether that changed it."""
        from archive.store import migrate  # takes a while to import, and workers do without

        return migrate.upgrade(self.database)

    def migrated(self) -> bool:
        """Whether the database has the shape this version expects."""
        from archive.store import migrate

        return migrate.is_current(self.database)

    def close(self) -> None:
        """Give all connections back."""
        self.queue.close()
        self.database.close()

    def _due(self) -> datetime:
        return _now() + self._overdue


def _batches(waiting: list[Range], most: int) -> Iterator[tuple[int, int]]:
    """Cut the waiting records into ranges of numbers, bounded in records and in bytes."""
    batch: list[Range] = []
    size = 0
    for found in waiting:
        if batch and (len(batch) == most or size + found.end - found.start > BATCH_BYTES):
            yield batch[0].number, batch[-1].number
            batch, size = [], 0
        batch.append(found)
        size += found.end - found.start
    if batch:
        yield batch[0].number, batch[-1].number


def sample_upload(name: str) -> str:
    """The identifier of a sample's upload, the same in every archive."""
    return ids.derived(f"{SAMPLES}/{name}")


def _now() -> datetime:
    return datetime.now(UTC)
