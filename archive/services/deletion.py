"""Deleting uploads, and accounts with theirs; and removing the names of an anonymous player from
rows.

What is deleted is gone for every reader from the moment of the request. The rows follow in jobs, a
few hundred a transaction and for as long as one turn of a worker; where a worker dies, the job's
row and the uploads that it has taken say what is left, and the sweeper finds them. A deletion is
never given up and cannot be undone.

Names are treated alike: until a job has removed them, lists and search read rows as if they lacked
the name (`archive.store.privacy.leaving`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from archive.core.errors import NotThere, Refused
from archive.languages import marked
from archive.services.accounts import LAST_ADMIN
from archive.services.context import Context, now
from archive.services.queueing import Jobs
from archive.store import (
    access,
    accounts,
    audit,
    deletion,
    facet_counts,
    ids,
    jobs,
    name_mentions,
    pending_removal,
    privacy,
)
from archive.store.database import Session
from archive.store.pending_removal import ANONYMISE

KIND: Final = "delete"


class LastAdmin(Refused):
    """The last account with the rights of an admin would go."""


class Deletion:
    """The use cases of deletion that takes long."""

    def __init__(self, context: Context, jobs: Jobs) -> None:
        self.context, self.database, self.queue = context, context.database, context.queue
        self.jobs = jobs

    def upload(self, upload_id: str, *, by: str | None) -> str:
        """Delete an upload: its bytes, its records and all that was made of them; return the job.
        Raises NotThere."""
        with self.database.writing() as session:
            total = access.records_count(session, upload_id)
            job_id = self.jobs.begin(session, KIND, {"upload": upload_id}, total, by)
            if not pending_removal.take(session, job_id, upload_id, now()):
                raise NotThere(marked("This upload is not here any more."))
            audit.note(session, "upload-deleted", f"upload:{upload_id}", actor_id=by)
        self.queue.delete(job_id)  # where the queue is away, the sweeper does
        return job_id

    def account(self, account_id: str, *, leave_uploads: bool, by: str | None) -> str:
        """Delete an account; return the job. Its uploads go too, or stay without an owner, except
        those that only the account could see. Raises NotThere, LastAdmin."""
        with self.database.writing() as session:
            found = accounts.find(session, account_id)
            if found is None or found.disabled_at is not None:  # it is being deleted already
                raise NotThere(marked("This account is not here any more."))
            if accounts.is_last_admin(session, account_id):
                raise LastAdmin(LAST_ADMIN)
            accounts.end_sessions(session, account_id)
            accounts.change(session, account_id, disabled_at=now())
            asked = {"account": account_id}
            total = access.records_owned(session, account_id, private_only=leave_uploads)
            job_id = self.jobs.begin(session, KIND, asked, total, by)
            taken = pending_removal.take_all_of(
                session, job_id, account_id, now(), private_only=leave_uploads
            )
            for upload_id in taken:
                audit.note(session, "upload-deleted", f"upload:{upload_id}", actor_id=by)
            audit.note(session, "account-deleted", f"account:{account_id}", actor_id=by)
        self.queue.delete(job_id)
        return job_id

    def go_on(self, job_id: str) -> None:
        """Go on with a deletion for one turn, and queue the rest."""
        self.jobs.go_on(job_id, KIND, self._some, self.queue.delete)

    def _some(self, session: Session, job_id: str, asked: dict[str, Any]) -> list[str] | None:
        """Go on with a deletion for one transaction; return the blobs to which nothing refers after
        it."""
        upload_id = pending_removal.next_of(session, job_id)
        if upload_id is not None:
            number = deletion.some_of_upload(session, upload_id, now())
            jobs.went_on(session, job_id, number, self.context.due())
            return [] if number else deletion.upload(session, upload_id)
        account_id = asked.get("account")
        if account_id is not None:
            # private records of uploads that stay
            private = access.private_records(session, account_id, deletion.BATCH_ROWS)
            deletion.out_of_uploads(session, private, now())
            jobs.went_on(session, job_id, len(private), self.context.due())
            if private or deletion.disown_some(session, account_id):
                return []
            deletion.account(session, account_id)
        return None

    def sweep(self) -> int:
        """Queue deletions again that no worker goes on with; return how many."""
        return self.jobs.sweep(KIND, self.queue.delete)


UNNAMING: Final = ANONYMISE


class Unnaming:
    """Removing names from what is kept."""

    def __init__(self, context: Context, jobs: Jobs) -> None:
        self.context, self.database, self.queue = context, context.database, context.queue
        self.jobs = jobs

    def begin(
        self, player_id: str, *, by: str | None, tags: Collection[str] = (),
        titles: Collection[str] = (),
    ) -> str | None:  # fmt: skip
        """Keep a player anonymous, in the records that are here and in later ones, and in those of
        the tags and collections found by `Anonymising.mentions` that are given here. Return the job
        that goes through the records; None where no such player is still named."""
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
            job_id = self.jobs.begin(session, UNNAMING, asked, total, by)
        self.queue.unname(job_id)  # where the queue is away, the sweeper does
        return job_id

    def go_on(self, job_id: str) -> None:
        """Remove a player's names from rows for one turn, and queue the rest."""
        self.jobs.go_on(job_id, UNNAMING, self._take_out, self.queue.unname)

    def _take_out(self, session: Session, job_id: str, asked: dict[str, Any]) -> list[str] | None:
        """Go on for one transaction. No bytes are deleted: names go from what is made of them."""
        found = privacy.records_of(session, asked["player"], jobs.cursor(session, job_id))
        if not found:
            return None
        privacy.apply(session, found)
        jobs.reached(session, job_id, found[-1])
        jobs.went_on(session, job_id, len(found), self.context.due())
        return []

    def sweep(self) -> int:
        """Queue jobs again that no worker goes on with; return how many."""
        return self.jobs.sweep(UNNAMING, self.queue.unname)
