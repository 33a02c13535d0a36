"""Unnaming: the names of a player who is kept anonymous are taken out of rows, in a job.

Some hundred rows go in one transaction, for as long as one turn of a worker; until then lists and
search read them as if they had the name no more (`archive.store.privacy.leaving`). Where a worker
dies, the job's row tells how far it came, and the sweeper finds it. It is never given up and cannot
be called back.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from archive.services.context import Context, now
from archive.services.jobs import Jobs
from archive.store import audit, facet_counts, ids, jobs, name_mentions, privacy
from archive.store.database import Session
from archive.store.pending_removal import ANONYMISE

KIND: Final = ANONYMISE


class Unnaming:
    """Taking names out of what is kept."""

    def __init__(self, context: Context, jobs: Jobs) -> None:
        self.context, self.database, self.queue = context, context.database, context.queue
        self.jobs = jobs

    def begin(
        self, player_id: str, *, by: str | None, tags: Collection[str] = (),
        titles: Collection[str] = (),
    ) -> str | None:  # fmt: skip
        """Keep a player anonymous, in records that are here and in those to come, and in those of
        the tags and collections that `Anonymising.mentions` finds and that are named here. Return
        the job that goes through the records; None where no such player is still named."""
        instead, moment = f"Player {ids.fresh()[:5]}", now()
        with self.database.writing() as session:
            # records of theirs being judged are done first, and no player is merged with them
            facet_counts.alone(session)
            called = name_mentions.names(session, player_id)
            if not privacy.hide_names(session, player_id, instead, moment):
                return None
            changed = name_mentions.mask(
                session, player_id, called, instead, of_tags=tags, of_titles=titles, now=moment
            )
            detail = dict(zip(("tags", "collections"), changed, strict=True))
            audit.note(
                session, "player-anonymised", f"player:{player_id}", actor_id=by,
                detail=detail if any(changed) else None,
            )  # fmt: skip
            asked = {"player": player_id, "name": instead}
            total = privacy.records_count(session, player_id)
            job_id = self.jobs.begin(session, KIND, asked, total, by)
        self.queue.unname(job_id)  # where the queue is away, the sweeper does
        return job_id

    def go_on(self, job_id: str) -> None:
        """Take a player's names out of rows for one turn, and queue the rest."""
        self.jobs.go_on(job_id, KIND, self._take_out, self.queue.unname)

    def _take_out(self, session: Session, job_id: str, asked: dict[str, Any]) -> list[str] | None:
        """Go on for one transaction. No bytes go: names are taken out of what is made of them."""
        found = privacy.records_of(session, asked["player"], jobs.cursor(session, job_id))
        if not found:
            return None
        privacy.apply(session, found)
        jobs.reached(session, job_id, found[-1])
        jobs.went_on(session, job_id, len(found), self.context.due())
        return []

    def sweep(self) -> int:
        """Queue jobs again that no worker goes on with; return how many."""
        return self.jobs.sweep(KIND, self.queue.unname)
