"""Checking a record without storing it; the front page, which has a box to check or upload one, an
example already answered, and the latest games; and example disputes as a player would write them,
in each reader’s language, to be tried at a click."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request

from archive.analysis import verify_fully
from archive.importers.origin import Origin
from archive.notation import Slice
from archive.scoring import Verdict, verify
from archive.services import GameView
from archive.web import lookup, responses
from archive.web.language import _, language, marked, speaking
from archive.web.lookup import archive, as_seen
from archive.web.presenters.findings import FindingShown, in_the_sheet
from archive.web.presenters.listing import finding_words
from archive.web.presenters.other_rules import ReadingsShown, readings_of
from archive.web.presenters.record_text import (
    LineShown,
    lines_of,
    lines_of_the_sheet,
    margin_of,
)
from archive.web.presenters.repairs import RepairsShown, previewed, repairs_of
from archive.web.presenters.replay_cache import ScoreSheet, open_record, opened_game
from archive.web.presenters.replay_view import TableAfter, table_at_fault
from archive.web.unkept_records import pass_through
from archive.web.uploads import from_form, ranks_declared
from archive.web.verdict_sentences import game_told, headline, speech


class Example(NamedTuple):
    """A short dispute: the label of its button, and the sheet in words."""

    called: str
    sheet: str


EXAMPLES: Final = {
    "sum": Example(
        marked("A point too many"),
        marked("""\
Dun Karm: 9 (9)
Ġorġa: jack (19)
Dun Karm: ace (20, ten points)
Ġorġa: 6 (6)
Dun Karm: 4 (10)
Ġorġa: 7 (17)
Dun Karm: queen (27, eight)
Ġorġa: 8 (8)
Dun Karm 18, Ġorġa 0
"""),
    ),
    "suit": Example(
        marked("Did he follow suit?"),
        marked("""\
Game: Zwanzig ab
Players: Jochen, Ute, Karl-Heinz, Anneliese
Trumps: hearts

Trick 1
Jochen: A♣
Ute: 10♣
Karl-Heinz: 7♠
Anneliese: J♣

Trick 2
Jochen: K♥
Ute: 8♥
Karl-Heinz: 9♣
Anneliese: A♥
"""),
    ),
}
"""The examples by their word in the address."""

TWO_SHEETS: Final = {
    "sum": (
        EXAMPLES["sum"].sheet,
        marked("""\
Dun Karm: 9 (9)
Ġorġa: jack (19)
Dun Karm: ace (20, ten points)
Ġorġa: 6 (6)
Dun Karm: 4 (10)
Ġorġa: 7 (17)
Dun Karm: queen (27, seven)
Ġorġa: 8 (8)
Dun Karm 17, Ġorġa 0
"""),
    ),
}
"""Two sheets of one game that differ by one number, by the word in the address."""


pages = Blueprint("verify", __name__)

CHECKED = 20
"""Games judged while a reader waits; an upload has all of them judged."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A record that was checked."""

    number: int
    line: int
    verdict: dict[str, Any]
    findings: list[FindingShown]
    sheet: ScoreSheet
    lines: list[LineShown]
    written: list[LineShown]
    """The lines of the sheet that the record was made from."""
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
        return responses.shown_once(
            "verify.html", HTTPStatus.BAD_REQUEST, checked=None, nothing=True, examples=EXAMPLES,
            text=request.form.get("text", ""),
        )  # fmt: skip
    if handed is None:
        return responses.unkept("")
    total, checked, reading = lookup.checked(
        look, handed.data, handed.filename, ranks_declared(), language(), not live
    )
    if live:
        return responses.shown_once(
            "parts/live.html", checked=checked, total=total, reading=reading
        )
    return responses.shown_once(
        "verify.html",
        checked=checked,
        total=total,
        text=handed.text if handed.filename else request.form.get("text", ""),
        reading=reading,
        examples=EXAMPLES,
    )


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
    verdict, names, record = whole.as_dict(), shown.sheet.names, whole.verdict.record
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
    shown = open_record(judged.record)
    verdict = judged.as_dict()
    findings = shown.findings(verdict, origin)
    placed = dict(in_the_sheet(verdict, origin) or {})
    return Checked(
        piece.number, piece.line, placed, findings, shown.sheet(verdict),
        lines_of(judged.record, findings), lines_of_the_sheet(judged.record, findings, origin),
        table_at_fault(shown, findings), margin_of(judged.record, findings, origin),
    )  # fmt: skip


front = Blueprint("home", __name__)

SHOWN = 12
FIRST = "sum"
"""The example that is in the box at first."""


@front.get("/")
def home() -> str:
    """Show the box with an example and its answer, the latest games, and a settled dispute;
    `?try=suit` fills the box with another example, `?try=own` leaves it empty."""
    here = archive()
    tried = request.args.get("try", FIRST)
    known = tried in EXAMPLES
    total, checked, reading = _answer(tried, language()) if known else (0, [], None)
    recent = here.games.recent(SHOWN)
    errors = here.games.first_errors([one.id for one in recent])
    return render_template(
        "home.html",
        recent=recent,
        errors={record: finding_words(code) for record, code in errors.items()},
        counts=here.search.standings(),
        example=_told(here.games.example()),
        examples=EXAMPLES,
        tried=tried,
        text=_(EXAMPLES[tried].sheet) if known else "",
        answered_at_once=known,
        total=total,
        checked=checked,
        reading=reading,
    )


@lru_cache(maxsize=16)
def _answer(tried: str, code: str) -> tuple[int, list[Checked], dict[str, Any] | None]:
    """Return the answer to an example, in a language: always the same, so worked out once."""
    return look(_(EXAMPLES[tried].sheet).encode(), None, "", code, fully=False)


def _told(game: GameView | None) -> dict[str, Any] | None:
    """Return a game's verdict in a sentence or two, and the table where it went wrong."""
    game = as_seen(game) if game else None
    game = game_told(game) if game else None
    verdict = game.verdict if game else None
    if game is None or verdict is None:
        return None
    opened = opened_game(game)
    at_fault = table_at_fault(opened, opened.findings(verdict))
    return {
        "id": game.id,
        "headline": headline(verdict, game.players),
        "at_fault": at_fault,
        "ply": at_fault.table.ply if at_fault else 0,
    }
