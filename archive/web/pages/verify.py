"""Checking a record without storing it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from archive.analysis import verify_fully
from archive.importers.origin import Origin
from archive.notation import Slice
from archive.scoring import Verdict, verify
from archive.scoring.scoresheet import ScoreRow
from archive.web import lookup, responses
from archive.web.example_disputes import EXAMPLES
from archive.web.language import language, speaking
from archive.web.presenters.findings import FindingShown, findings_of, in_the_sheet
from archive.web.presenters.other_rules import ReadingsShown, readings_of
from archive.web.presenters.record_text import LineShown, lines_of, margin_of
from archive.web.presenters.repairs import RepairsShown, previewed, repairs_of
from archive.web.presenters.replay_cache import CachedReplay, open_record
from archive.web.presenters.replay_view import TableAfter, table_at_fault
from archive.web.unkept_records import pass_through
from archive.web.uploads import from_form, ranks_declared
from archive.web.verdict_sentences import speech

pages = Blueprint("verify", __name__)

CHECKED = 20
"""Games judged while a reader waits; an upload has all of them judged."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that was checked."""

    number: int
    line: int
    names: list[str]
    verdict: dict[str, Any]
    findings: list[FindingShown]
    rows: list[ScoreRow]
    rounds: bool
    deal_word: str
    lines: list[LineShown]
    at_fault: TableAfter | None
    margin: str
    """The marks in the margin of the text."""
    readings: ReadingsShown | None = None
    repairs: RepairsShown | None = None


@pages.get("/verify")
def form() -> str:
    """Show the form."""
    return render_template("verify.html", checked=None, examples=EXAMPLES)


@pages.post("/verify")
def check() -> Response:
    """Show the verdict on the form's text; with `fragment` the short answer for a page that asks
    again while its reader types."""
    handed = from_form(several=True)
    live = "fragment" in request.form
    if handed is None and not live:
        text = request.form.get("text", "")
        page = render_template(
            "verify.html", checked=None, nothing=True, examples=EXAMPLES, text=text
        )
        return make_response(page, HTTPStatus.BAD_REQUEST)
    if handed is None:
        return responses.unkept("")
    total, checked, reading = lookup.checked(
        look, handed.data, handed.filename, ranks_declared(), language(), not live
    )
    if live:
        page = render_template("parts/live.html", checked=checked, total=total, reading=reading)
        return responses.unkept(page)
    page = render_template(
        "verify.html",
        checked=checked,
        total=total,
        text=request.form.get("text", ""),
        reading=reading,
        examples=EXAMPLES,
    )
    return responses.unkept(page)


def look(
    data: bytes, filename: str | None, ranks: str, code: str, fully: bool
) -> tuple[int, list[Checked], dict[str, Any] | None]:
    """Return the number of records, the first of them judged, and how the text was read if it is
    not XXN, in a language; `fully` with other rules and repairs, which may wait until a reader
    asks."""
    with speaking(code):
        return pass_through(data, filename, ranks, CHECKED, _check, _analyse if fully else None)


def _analyse(data: bytes, piece: Slice, origin: Origin | None) -> Checked:
    """Return a record with other rules and repairs: for many records that takes longer than a check
    may."""
    whole = verify_fully(data, piece.number, language=speech())
    shown = _check(data, piece, origin, whole.verdict)
    verdict, names, record = whole.as_dict(), shown.names, whole.verdict.record
    repairs = repairs_of(verdict, names, record, "record.xxn", origin)
    return replace(
        shown,
        readings=readings_of(verdict, names),
        repairs=previewed(repairs, verdict, record),
    )


def _check(
    data: bytes, piece: Slice, origin: Origin | None, judged: Verdict | None = None
) -> Checked:
    judged = judged or verify(data, piece.number, language=speech())
    shown: CachedReplay = open_record(judged.record)
    verdict, names = judged.as_dict(), shown.names()
    findings = findings_of(verdict, names, origin)
    placed = dict(in_the_sheet(verdict, origin) or {})
    return Checked(
        piece.number, piece.line, names, placed, findings, list(shown.rows),
        shown.rounds, shown.deal_word, lines_of(judged.record, findings),
        table_at_fault(shown, findings), margin_of(judged.record, findings, origin),
    )  # fmt: skip
