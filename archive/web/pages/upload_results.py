"""The outcome for each record of an upload, as a table to download."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, abort, url_for

from archive.core.text import printable
from archive.notation import read
from archive.services import Archive, Result
from archive.services.permissions import Permission, may
from archive.web import responses
from archive.web.auth import who
from archive.web.language import _
from archive.web.lookup import archive, upload_or_404
from archive.web.presenters.exports import cell_text, csv_rows
from archive.web.presenters.findings import origin_of
from archive.web.responses import name_file

pages = Blueprint("upload_results", __name__)

COLUMNS: Final = (
    "number", "line", "file", "state", "standing", "findings", "first", "first_line", "first_cell",
    "first_text", "game",
)  # fmt: skip
TYPES: Final = {"csv": "text/csv; charset=utf-8", "ndjson": "application/x-ndjson",
                "json": "application/json"}  # fmt: skip


class SheetPlace(NamedTuple):
    """A place in an upload, as far as it is known and the reader may know it."""

    line: int | None = None
    cell: str | None = None
    text: str | None = None


@pages.get("/upload/<upload_id>/report.<kind>")
def results(upload_id: str, kind: str) -> Response:
    """Send a row a record: its number, line and file, its standing, its first finding and the place
    of that."""
    if kind not in TYPES:
        abort(404, _("Reports come as csv, ndjson and json."))
    upload_or_404(upload_id)
    asking = who()
    # Where a name is anonymous, no sentence may name it.
    places = archive().ownership.is_whole(upload_id)
    told = not archive().anonymising.in_upload(upload_id)
    game = url_for("game.game", game_id="_", _external=True)[:-1]
    here = archive()
    rows = (
        _row(found, game, here, told=told or whole, placed=places or whole)
        for found in here.uploads.results(upload_id)
        if may(asking, Permission.SEE, found)
        for whole in [may(asking, Permission.SEE_AS_IT_CAME, found)]
    )
    made = {"csv": _csv, "ndjson": _ndjson, "json": _json}[kind]
    answer = Response(made(rows), content_type=TYPES[kind])
    name_file(answer, "attachment", f"{upload_id}-report.{kind}")
    return responses.unkept(answer)


def _row(found: Result, game: str, here: Archive, *, told: bool, placed: bool) -> dict[str, Any]:
    first, at = found.note, SheetPlace()
    if first is None and found.body is not None and found.findings:
        finding = _first(json.loads(found.body))
        if finding and told:
            first = finding["sentence"]
        if finding and placed:
            at = _place(found, finding, here)
    return {
        "number": found.number if placed else None,
        "line": found.line if placed else None,
        "file": found.file,
        "state": str(found.state),
        "standing": str(found.standing),
        "findings": found.findings,
        "first": first,
        "first_line": at.line,
        "first_cell": at.cell,
        "first_text": at.text if told else None,
        "game": game + found.id,
    }


def _first(verdict: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the first mistake of a verdict; where there is none the first finding."""
    findings = verdict["findings"]
    return findings[verdict["first_divergence"] or 0] if findings else None


def _place(found: Result, finding: Mapping[str, Any], here: Archive) -> SheetPlace:
    """Return the place of a finding in the upload: the line of the file, or for a sheet the line,
    the cell and its text. A correction has none."""
    if not finding.get("line"):
        return SheetPlace()
    if not found.read:
        return SheetPlace() if found.revision > 1 else SheetPlace(found.line + finding["line"] - 1)
    sheet = here.games.find(found.id)
    origin = origin_of(sheet, read(sheet.data)) if sheet else None
    own = origin.at(finding["line"], finding["column"]) if origin else None
    return SheetPlace(own.line, own.cell, own.text or None) if own else SheetPlace()


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
    yield csv_rows([COLUMNS]).decode()
    for row in rows:
        cells = (row[name] for name in COLUMNS)
        shown = (cell_text(printable(one)) if isinstance(one, str) else one for one in cells)
        yield csv_rows([shown]).decode()
