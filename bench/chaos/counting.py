"""What the database says in the end, held against what was handed in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from archive.store.database import Database
from bench.chaos.handing_in import Document

FINAL = ("done", "failed", "cancelled")


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
    """Uploads that are there twice, or records or verdicts."""
    records: int = 0
    verdicts: int = 0
    given_up: int = 0
    """Records marked as failed."""
    not_given_up: int = 0
    """Evil records that were not, or others that were."""
    settled_in: float = 0.0
    """Seconds from the last receipt to the last verdict."""
    note: str = ""

    @property
    def sound(self) -> bool:
        return not (self.lost or self.doubled or self.not_given_up) and (
            self.accepted == self.handed_in
        )


def unsettled(database: Database, documents: list[Document]) -> int:
    """How many accepted uploads are not at their end."""
    receipts = {one for document in documents for one in document.receipts}
    with database.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT id, state FROM upload WHERE source = 'api'")
        ended = {row.id for row in found if row.state in FINAL}
    return len(receipts - ended)


def count(database: Database, fault: str, documents: list[Document]) -> Count:
    """Count what became of these documents."""
    made = Count(fault, handed_in=len(documents))
    with database.engine.connect() as connection:
        ask = connection.exec_driver_sql
        uploads = {
            row.id: row
            for row in ask("SELECT id, filename, state, total FROM upload WHERE source = 'api'")
        }
        names = Counter(row.filename for row in uploads.values())
        states: dict[str, Counter[str]] = {}
        for upload_id, state, number in ask(
            "SELECT upload_id, state, count(*) FROM record GROUP BY upload_id, state"
        ):
            states.setdefault(upload_id, Counter())[state] = number
        verdicts = dict(
            ask(
                "SELECT upload_id, count(*) FROM verdict JOIN record ON record.id = record_id "
                "GROUP BY upload_id"
            )
            .tuples()
            .all()
        )
    for document in documents:
        made.refused += document.refusals
        made.unanswered += document.unanswered
        if not document.receipts:
            continue
        made.accepted += 1
        made.doubled += names[document.name] - 1 if names[document.name] else 0
        (receipt,) = document.receipts
        there = uploads.get(receipt)
        if there is None:
            made.lost += document.total
            continue
        found = states.get(receipt, Counter())
        made.records += found.total()
        made.verdicts += verdicts.get(receipt, 0)
        made.given_up += found["failed"]
        made.lost += max(0, document.total - found["judged"] - found["failed"])
        made.lost += there.state != "done" or there.total != document.total
        made.lost += max(0, found["judged"] - verdicts.get(receipt, 0))
        made.doubled += max(0, found.total() - document.total)
        made.doubled += max(0, verdicts.get(receipt, 0) - found["judged"])
        made.not_given_up += abs(found["failed"] - bool(document.evil))
    return made


COLUMNS = (
    ("fault", "fault"),
    ("handed_in", "handed in"),
    ("accepted", "accepted"),
    ("refused", "refused, again"),
    ("unanswered", "cut off, again"),
    ("records", "records"),
    ("verdicts", "verdicts"),
    ("given_up", "given up"),
    ("lost", "lost"),
    ("doubled", "doubled"),
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
