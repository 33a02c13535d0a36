"""What is there in the end, held against what was handed in: in the database, and by the API."""

from __future__ import annotations

import http.client
import json
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from archive.store.database import Database
from bench.chaos.handing_in import Document, ask

FINAL = ("done", "failed", "cancelled")
_UPLOADS = "SELECT id, filename, state, total FROM upload WHERE source = 'api'"
_RECORDS = "SELECT upload_id, state, count(*) FROM record GROUP BY upload_id, state"
# Of each judged record, the verdicts on the revision that counts now, by the rules and the engine
# that its row names: one.
_VERDICTS = """
    SELECT upload_id, verdicts, count(*) FROM (
        SELECT record.upload_id, count(verdict.id) AS verdicts
        FROM record LEFT JOIN verdict ON verdict.record_id = record.id
            AND verdict.revision = record.revision
            AND verdict.rules = coalesce(record.rules, '') AND verdict.engine = record.engine
        WHERE record.state = 'judged'
        GROUP BY record.upload_id, record.id
    ) AS counted GROUP BY upload_id, verdicts
"""


@dataclass
class Count:
    """Figures of one fault."""

    fault: str
    handed_in: int = 0
    accepted: int = 0
    refused: int = 0
    """Attempts that were answered with a refusal, and made again."""
    unanswered: int = 0
    """Attempts that were never answered, and made again."""
    lost: int = 0
    """Accepted uploads, or records of them, that are not there or were never judged."""
    doubled: int = 0
    """Uploads that are there more often than they may be, or records or verdicts."""
    again: int = 0
    """Uploads that are there once more because a client without a key had to try again."""
    records: int = 0
    verdicts: int = 0
    given_up: int = 0
    """Records marked as failed."""
    not_given_up: int = 0
    """Evil records that were not, or others that were."""
    other_bytes: int = 0
    """Uploads of which other bytes come back than were handed in."""
    said_otherwise: int = 0
    """Uploads of which the API says something else than the database, or nothing."""
    settled_in: float = 0.0
    """Seconds from the last receipt to the last verdict."""
    note: str = ""

    @property
    def sound(self) -> bool:
        amiss = self.lost + self.doubled + self.not_given_up + self.other_bytes
        return not (amiss + self.said_otherwise) and self.accepted == self.handed_in


class _Upload(NamedTuple):
    """An upload as its rows say it is."""

    id: str
    state: str
    total: int | None
    records: Counter[str]
    """By state."""
    verdicts: Counter[int]
    """Judged records, by how many verdicts count for them."""


def unsettled(database: Database, documents: list[Document]) -> int:
    """How many uploads of these are not at their end."""
    names = {document.name for document in documents}
    with database.engine.connect() as connection:
        found = connection.exec_driver_sql(_UPLOADS).all()
    receipts = {one for document in documents for one in document.receipts}
    ended = {row.id for row in found if row.state in FINAL}
    return len({row.id for row in found if row.filename in names} - ended | (receipts - ended))


def count(database: Database, address: str, fault: str, documents: list[Document]) -> Count:
    """Count what became of these documents."""
    made = Count(fault, handed_in=len(documents))
    found = _uploads(database)
    for document in documents:
        made.refused += document.refusals
        made.unanswered += document.unanswered
        if not document.receipts:
            continue
        made.accepted += 1
        there = found.get(document.name, [])
        made.doubled += max(0, len(there) - document.most)
        made.again += min(len(there), document.most) - 1 if there else 0
        (receipt,) = document.receipts
        if receipt not in {one.id for one in there}:
            made.lost += document.total
        for one in there:
            _count(made, document, one)
            _ask(made, document, one, address)
    return made


def _uploads(database: Database) -> Mapping[str, list[_Upload]]:
    """All uploads, by the name of what they hold."""
    states: dict[str, Counter[str]] = defaultdict(Counter)
    verdicts: dict[str, Counter[int]] = defaultdict(Counter)
    found: dict[str, list[_Upload]] = defaultdict(list)
    with database.engine.connect() as connection:
        for upload_id, state, number in connection.exec_driver_sql(_RECORDS):
            states[upload_id][state] = number
        for upload_id, each, number in connection.exec_driver_sql(_VERDICTS):
            verdicts[upload_id][each] = number
        for row in connection.exec_driver_sql(_UPLOADS):
            one = _Upload(row.id, row.state, row.total, states[row.id], verdicts[row.id])
            found[row.filename].append(one)
    return found


def _count(made: Count, document: Document, found: _Upload) -> None:
    """Count one upload by what its rows say."""
    records = found.records
    made.records += records.total()
    made.verdicts += sum(each * number for each, number in found.verdicts.items())
    made.given_up += records["failed"]
    made.lost += max(0, document.total - records["judged"] - records["failed"])
    made.lost += found.state != "done" or found.total != document.total
    made.lost += found.verdicts[0]
    made.doubled += max(0, records.total() - document.total)
    made.doubled += sum(number for each, number in found.verdicts.items() if each > 1)
    made.not_given_up += abs(records["failed"] - bool(document.evil))


def _ask(made: Count, document: Document, found: _Upload, address: str) -> None:
    """Ask for one upload as its owner would, and for the bytes of it."""
    try:
        status, body = ask(address, f"/api/v1/uploads/{found.id}")
        said: dict[str, Any] = json.loads(body) if status == 200 else {}
        status, original = ask(address, f"/upload/{found.id}/original")
    except (OSError, http.client.HTTPException):
        made.said_otherwise += 1
        return
    counts = said.get("tally", {}).get("counts", {})
    settled = document.total if found.state == "done" else said.get("judged")
    made.said_otherwise += (
        (said.get("state"), said.get("total"), said.get("judged"))
        != (found.state, found.total, settled)
        or sum(counts.values()) != settled
        or counts.get("failed", 0) != found.records["failed"]
    )
    made.other_bytes += status != 200 or original != document.text()


COLUMNS = (
    ("fault", "fault"),
    ("handed_in", "handed in"),
    ("accepted", "accepted"),
    ("refused", "refused, again"),
    ("unanswered", "cut off, again"),
    ("again", "twice, no key"),
    ("records", "records"),
    ("verdicts", "verdicts"),
    ("given_up", "given up"),
    ("lost", "lost"),
    ("doubled", "doubled"),
    ("other_bytes", "other bytes"),
    ("said_otherwise", "said otherwise"),
    ("settled_in", "settled in"),
    ("note", ""),
)


def table(counts: list[Count]) -> str:
    """The counts, for people."""
    whole = Count("all of it")
    for name, _ in COLUMNS:
        if name not in ("fault", "note", "settled_in"):
            setattr(whole, name, sum(getattr(one, name) for one in counts))
    whole.not_given_up = sum(one.not_given_up for one in counts)
    whole.settled_in = max((one.settled_in for one in counts), default=0.0)
    rows = [[title for _, title in COLUMNS]]
    for one in [*counts, whole]:
        cells = [getattr(one, name) for name, _ in COLUMNS]
        rows.append([f"{cell:.1f} s" if isinstance(cell, float) else str(cell) for cell in cells])
    widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
    texts = ("fault", "note")
    return "\n".join(
        "  ".join(
            cell.ljust(width) if name in texts else cell.rjust(width)
            for cell, width, (name, _) in zip(row, widths, COLUMNS, strict=True)
        ).rstrip()
        for row in rows
    )
