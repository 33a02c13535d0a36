"""The use cases of the archive: upload, judge, search, annotate, moderate.

Every process, the web server and every worker, holds one `Archive`. Each of its parts is about one
thing, and is given what it works with; their methods take no session and return plain values. The
order is always the same: first commit, then queue, so that what was accepted can be late but never
lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from archive.analyse_record import Analyse, Annotate, analyse, annotate
from archive.config import Settings
from archive.core.archive_states import Visibility
from archive.judge_record import Judge, judge
from archive.runtime.resource_limits import MOMENTS
from archive.services.accounts import Accounts
from archive.services.analysing import Analysing, Annotating
from archive.services.anonymising import Anonymising, Unnaming
from archive.services.collections import Collections
from archive.services.context import Context
from archive.services.deletion import Deletion
from archive.services.games import Corrections, Games, Puzzles
from archive.services.jobs import Jobs, Sweeper
from archive.services.judging import Judging
from archive.services.layers import Layers
from archive.services.moderation import Moderation
from archive.services.ownership import Ownership
from archive.services.players import Players
from archive.services.rescoring import Rescoring
from archive.services.search import Search
from archive.services.shared_replays import SharedReplays
from archive.services.standings import Events
from archive.services.uploads import Receipt, Uploads
from archive.store.database import Crowded, DiskFull, Locked, Unreachable
from archive.store.jobs import JobView
from archive.store.rescoring import Differing
from archive.store.row_views import AnnotationView, GameRow, GameSummary, GameView, UploadView
from archive.store.upload_progress import Result

__all__ = [
    "AnnotationView", "Archive", "Crowded", "Differing", "DiskFull", "GameRow", "GameSummary",
    "GameView", "JobView", "Locked", "Receipt", "Result", "Unreachable", "UploadView",
    "Visibility",
]  # fmt: skip


class Archive:
    """All use cases of the archive, by subject."""

    def __init__(
        self, settings: Settings, *, judge_with: Judge = judge, analyse_with: Analyse = analyse,
        annotate_with: Annotate = annotate,
    ) -> None:  # fmt: skip
        self.settings = settings
        self.context = context = Context(settings)
        self.database, self.queue = context.database, context.queue
        self.accounts = Accounts(self.database, settings)
        self.analysing = Analysing(context, analyse_with)
        self.annotating = Annotating(context, annotate_with)
        self.anonymising = Anonymising(self.database)
        self.collections = Collections(self.database)
        self.corrections = Corrections(context)
        self.games = Games(self.database)
        self.jobs = Jobs(context)
        self.deletion = Deletion(context, self.jobs)
        self.judging = Judging(context, judge_with)
        self.layers = Layers(self.database)
        self.moderation = Moderation(self.database)
        self.ownership = Ownership(self.database)
        self.players = Players(self.database)
        self.puzzles = Puzzles(self.database)
        self.rescoring = Rescoring(context, self.judging, self.jobs)
        self.search = Search(self.database)
        self.events = Events(self.database, self.search)
        self.shared_replays = SharedReplays(context.queue)
        self.unnaming = Unnaming(context, self.jobs)
        self.uploads = Uploads(context)
        kept_up = (
            self.analysing, self.judging, self.rescoring, self.deletion, self.unnaming,
            self.annotating,
        )  # fmt: skip
        self.sweeper = Sweeper(self.database, [part.sweep for part in kept_up])

    def ready(self, clock: Callable[[], float] = time.monotonic) -> dict[str, bool]:
        """Return whether the database and the broker can be reached, in less than two seconds.

        Without the broker uploads are still accepted, and judged when it is back.
        """
        end = clock() + MOMENTS
        broker = self.queue.look()  # while the other is asked
        database = self.database.reachable(MOMENTS)
        return {"database": database, "broker": broker.within(max(0, end - clock())) is True}

    def migrate(self) -> bool:
        """Bring the database to the shape this version expects; return whether that changed it."""
        from archive.store import migrate  # it takes a while to import, and workers do not need it

        return migrate.upgrade(self.database)

    def migrated(self) -> bool:
        """Return whether the database has the shape this version expects."""
        from archive.store import migrate

        return migrate.is_current(self.database)

    def close(self) -> None:
        """Give all connections back."""
        self.queue.close()
        self.database.close()
