"""Reports, and how moderators settle them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from archive.core.archive_states import ReportState
from archive.core.errors import Refused
from archive.languages import marked
from archive.services.context import UseCases, reads
from archive.store import access, audit, ids, moderator_reports
from archive.store.moderator_reports import ReportView

__all__ = ["REASONS", "Moderation", "ReportRefused", "ReportState", "ReportView"]

REASONS: Final = {
    "names": marked("It names a person who does not want to be named"),
    "not-ours": marked("It should not be here: it is private, or someone else’s work"),
    "abuse": marked("It insults someone, or is no game at all"),
    "wrong": marked("It is not how the game was played"),
    "player": marked("Two of the names are one person, or one name is two"),
    "other": marked("Something else"),
}
"""The reasons for which a record may be reported, with the words on the form."""

LONGEST_TEXT: Final = 2000


class ReportRefused(Refused):
    """A report that is refused, or that cannot be settled; the text says why."""


class Moderation(UseCases):
    """The use cases about reports and hidden records."""

    def report(self, record_id: str, reason: str, text: str = "", *, by: str | None = None) -> str:
        """Report a record to the moderators; return the report's identifier."""
        text = text.strip().replace("\0", "").encode("utf-8", "replace").decode()
        if reason not in REASONS:
            raise ReportRefused(marked("Choose one of the reasons."))
        if reason == "other" and not text:
            raise ReportRefused(marked("Say in a few words what it is."))
        if len(text) > LONGEST_TEXT:
            raise ReportRefused(
                marked("A report has at most %(most)s characters."), most=LONGEST_TEXT
            )
        row: dict[str, Any] = {
            "id": ids.fresh(), "record_id": record_id, "reporter_id": by, "reason": reason,
            "text": text, "created_at": datetime.now(UTC),
        }  # fmt: skip
        with self.database.writing() as session:
            if access.record(session, record_id) is None:
                raise ReportRefused(marked("This game is not here any more."))
            if by is not None and moderator_reports.same_open(session, record_id, by):
                raise ReportRefused(
                    marked("You have reported this game already; it has been noted.")
                )
            moderator_reports.add(session, row)
        return str(row["id"])

    reports = reads(moderator_reports.reports)

    def report_by_id(self, report_id: str) -> ReportView | None:
        """Return a report."""
        with self.database.reading() as session:
            return next(iter(moderator_reports.reports(session, report_id=report_id)), None)

    waiting = reads(moderator_reports.open_count)

    def settle(
        self, report_id: str, state: ReportState, answer: str, *, hide: bool, by: str | None
    ) -> None:
        """Close a report with an answer, and hide its record where `hide`."""
        answer = answer.strip()[:LONGEST_TEXT].replace("\0", "")
        now = datetime.now(UTC)
        if state is ReportState.OPEN:
            raise ReportRefused(marked("A report is upheld or dismissed."))
        with self.database.writing() as session:
            record_id = moderator_reports.settle(session, report_id, state, by, answer, now)
            if record_id is None:
                raise ReportRefused(marked("This report has been settled already."))
            subject = f"report:{report_id}"
            audit.note(session, f"report-{state.value}", subject, by, record=record_id)
            found = access.record(session, record_id)
            if hide and found and found.hidden_at is None:
                access.hide(session, record_id, now, now)
                audit.note(session, "record-hidden", f"record:{record_id}", by)

    def hide(self, record_id: str, *, by: str | None, hidden: bool = True) -> bool:
        """Hide a record from all but its owner, or show it again to the readers that its owner
        allows. Return False where it is so already."""
        moment = datetime.now(UTC)
        with self.database.writing() as session:
            found = access.record(session, record_id)
            if found is None or (found.hidden_at is not None) == hidden:
                return False
            access.hide(session, record_id, moment if hidden else None, moment)
            action = "record-hidden" if hidden else "record-unhidden"
            audit.note(session, action, f"record:{record_id}", by)
        return True
