"""What became of each record of an upload, as a table to take along."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from flask import Blueprint, Response, abort, url_for

from archive.core.text import printable
from archive.services import Result
from archive.services.permissions import Permission, Subject, may
from archive.web import caching
from archive.web.auth import who
from archive.web.downloads import name_file
from archive.web.lookup import archive, upload_or_404

pages = Blueprint("report", __name__)

COLUMNS: Final = ("number", "line", "file", "state", "standing", "findings", "first", "game")
TYPES: Final = {"csv": "text/csv; charset=utf-8", "ndjson": "application/x-ndjson",
                "json": "application/json"}  # fmt: skip
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


@pages.get("/upload/<upload_id>/report.<kind>")
def report(upload_id: str, kind: str) -> Response:
    """A row a record: its number, line and file, how it stands, what was found first."""
    if kind not in TYPES:
        abort(404, "A report is there as csv, ndjson and json.")
    upload_or_404(upload_id)
    asking = who()
    # Where a name is not told, no sentence may tell it.
    places = archive().keeping.is_whole(upload_id)
    told = not archive().anonymising.in_upload(upload_id)
    game = url_for("game.game", game_id="_", _external=True)[:-1]
    rows = (
        _row(found, game, told=told or whole, placed=places or whole)
        for found in archive().results(upload_id)
        if may(asking, Permission.SEE, Subject.of(found))
        for whole in [may(asking, Permission.SEE_AS_IT_CAME, Subject.of(found))]
    )
    made = {"csv": _csv, "ndjson": _ndjson, "json": _json}[kind]
    answer = Response(made(rows), content_type=TYPES[kind])
    name_file(answer, "attachment", f"{upload_id}-report.{kind}")
    return caching.unkept(answer)


def _row(found: Result, game: str, *, told: bool, placed: bool) -> dict[str, Any]:
    first = found.note
    if first is None and found.body is not None and found.findings and told:
        sentences = [one["sentence"] for one in json.loads(found.body)["findings"]]
        first = sentences[0] if sentences else None
    return {
        "number": found.number,
        "line": found.line if placed else None,
        "file": found.file,
        "state": str(found.state),
        "standing": str(found.standing),
        "findings": found.findings,
        "first": first,
        "game": game + found.id,
    }


def _ndjson(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row) + "\n"


def _json(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    between = "["
    for row in rows:
        yield between + json.dumps(row)
        between = ",\n"
    yield "]" if between != "[" else "[]"


def _csv(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    into = io.StringIO()
    writer = csv.writer(into)
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(row[name]) for name in COLUMNS])
        yield into.getvalue()
        into.seek(0)
        into.truncate()
    yield into.getvalue()


def _cell(value: Any) -> Any:
    """No cell may be taken for a formula by a spreadsheet, or hold what cannot be shown."""
    if not isinstance(value, str):
        return value
    shown = printable(value)
    return f"'{shown}" if shown.startswith(FORMULA) else shown
