"""Deleting uploads, and accounts with theirs.

What is deleted is gone for every reader from the moment of the request. The rows follow in jobs, a
few hundred a transaction and for as long as one turn of a worker; where a worker dies, the job's
row and the uploads that it has taken say what is left, and the sweeper finds them. A deletion is
never given up and cannot be undone.
"""

from __future__ import annotations

from typing import Final

from archive.core.errors import NotThere, Refused
from archive.languages import marked
from archive.services.accounts import LAST_ADMIN
from archive.services.context import Context, now
from archive.services.jobs import Jobs
from archive.store import access, accounts, audit, deletion, jobs, pending_removal
from archive.store.database import Session
from archive.store.jobs import Held

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
            audit.note(session, "upload-deleted", f"upload:{upload_id}", by)
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
                audit.note(session, "upload-deleted", f"upload:{upload_id}", by)
            audit.note(session, "account-deleted", f"account:{account_id}", by)
        self.queue.delete(job_id)
        return job_id

    def go_on(self, job_id: str) -> None:
        """Go on with a deletion for one turn, and queue the rest."""
        self.jobs.go_on(job_id, KIND, self._some, self.queue.delete)

    def _some(self, session: Session, job_id: str, held: Held) -> list[str] | None:
        """Go on with a deletion for one transaction; return the blobs to which nothing refers after
        it."""
        upload_id = pending_removal.next_of(session, job_id)
        if upload_id is not None:
            number = deletion.some_of_upload(session, upload_id, now())
            jobs.went_on(session, job_id, number, self.context.due())
            return [] if number else deletion.upload(session, upload_id)
        account_id = held.asked.get("account")
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
