"""The whole verdict of a game: findings with the words of their rules, other rules, repairs; and
the record's corrections: their authors, dates and reasons, the changes, a form for another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from archive.analysis.comparison.common_runs import CommonRuns
from archive.analysis.witnesses.witness import hides_cards
from archive.core.budgets import REVISED, Steps
from archive.notation.decoding import LINE_ENDS, text_of
from archive.services import GameView
from archive.services.games import AFTER_ANOTHER, Unrevised
from archive.services.permissions import Permission, may
from archive.web import lookup, responses
from archive.web.api import games_and_verdicts as api
from archive.web.api.games_and_verdicts import patch_or_404
from archive.web.auth import who
from archive.web.language import _, language
from archive.web.lookup import archive, game_or_404, revisions_of
from archive.web.pages import led_to
from archive.web.presenters.findings import (
    first_at_play,
    in_the_sheet,
    open_of,
    origin_of,
)
from archive.web.presenters.other_rules import readings_of
from archive.web.presenters.record_text import witness_of
from archive.web.presenters.repairs import previewed, repairs_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.responses import name_file
from archive.web.uploads import from_files, may_steer

correcting = Blueprint("revisions", __name__)

MOST_LINES: Final = 3000
"""The most changed lines that are shown."""
AROUND: Final = 2
"""The number of unchanged lines that are shown around changed ones."""


@dataclass(frozen=True)
class DiffLine:
    """A line of the changes between two revisions."""

    kind: str
    """`same`, `gone`, `new` or `at`."""
    text: str


def may_correct(game: GameView) -> bool:
    """Return whether the reader may correct this record: its owner may, and arbiters may where they
    see it."""
    return may(who(), Permission.CORRECT, game)


@correcting.get("/g/<game_id>/revisions")
def revisions(game_id: str, problem: str = "") -> Response:
    """Show all revisions; with `?from=` and `?to=` the changes between two. With a `problem` the
    form has what was typed into it."""
    game = game_or_404(game_id)
    lines = revisions_of(game)
    numbers = range(1, len(lines) + 1)
    one = request.args.get("from", type=int, default=max(1, len(lines) - 1))
    two = request.args.get("to", type=int, default=len(lines))
    if one not in numbers or two not in numbers:
        abort(404, _("There is no such revision of this game."))
    as_it_is = _as_text(game.data)
    text = as_it_is if as_it_is is None else request.form.get("text", as_it_is)
    return (responses.form if problem else responses.shown)(
        "revisions.html",
        game=game,
        lines=lines,
        one=one,
        two=two,
        changes=_changes(game_id, one, two) if one != two else [],
        corrects=may_correct(game),
        text=text,
        problem=problem,
        comment=request.form.get("comment", ""),
    )


correcting.add_url_rule(
    "/g/<game_id>/verdicts/<verdict_id>.json", "stored_verdict", api.earlier_verdict
)


@correcting.post("/g/<game_id>/revisions")
@responses.shown_again(revisions)
def correct(game_id: str) -> AnyResponse:
    """Save a correction and have it judged."""
    game = _as_seen(game_id)
    file = from_files(several=False)
    if file is not None:
        content = file.data
    else:
        text = request.form.get("text", "").replace("\r\n", "\n")
        ends = set(LINE_ENDS.findall(game.data))
        if len(ends) == 1:  # a form sends its own line ends; the record keeps those it has
            text = text.replace("\n", ends.pop().decode())
        content = text.encode("utf-8", "surrogatepass")
    archive().corrections.revise(
        game, content, author_id=who().account_id, comment=request.form.get("comment", "")
    )
    return led_to("game.game", game_id=game_id)


def _as_seen(game_id: str) -> GameView:
    """Return the game to correct. Raise Unrevised where its form tells after which revision it was
    made, and another has come since."""
    game = api.correctable(game_id)
    if request.form.get("after") not in (None, str(game.revisions)):
        raise Unrevised(AFTER_ANOTHER)
    return game


def _as_text(data: bytes) -> str | None:
    """Return the record as a form can return it unchanged; None where it cannot."""
    if len(set(LINE_ENDS.findall(data))) > 1 or b"\0" in data:
        return None
    try:
        return data.decode().replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return None


def _changes(game_id: str, one: int, two: int) -> list[DiffLine] | None:
    """Return the changes between two revisions; None where they are too many to be shown."""
    before, after = (
        text_of(api.revision_or_404(game_id, number)).splitlines() for number in (one, two)
    )
    lines = list(changed_lines(before, after, Steps(REVISED)))
    return lines if len(lines) <= MOST_LINES else None


def changed_lines(before: list[str], after: list[str], steps: Steps) -> Iterator[DiffLine]:
    """Yield the lines that changed and some around them; where the steps do not suffice for the
    fewest changes, some unchanged lines are among them."""
    for group in CommonRuns(before, after, steps).get_grouped_opcodes(AROUND):
        first, last = group[0], group[-1]
        yield DiffLine("at", f"@@ -{_span(first[1], last[2])} +{_span(first[3], last[4])} @@")
        for tag, start, end, start_after, end_after in group:
            if tag == "equal":
                yield from (DiffLine("same", line) for line in before[start:end])
            else:
                yield from (DiffLine("gone", line) for line in before[start:end])
                yield from (DiffLine("new", line) for line in after[start_after:end_after])


def _span(start: int, end: int) -> str:
    """Return a range of lines as a unified diff writes it."""
    return (
        f"{start + (end > start)}" if end - start == 1 else f"{start + (end > start)},{end - start}"
    )


pages = Blueprint("verdict", __name__)


@pages.get("/g/<game_id>/verify")
def verdict(game_id: str, problem: str = "", **_address: object) -> Response:
    """Show the verdict; with `?witness=1` also a deal that fits the record, looked for while the
    reader waits. With a `problem` a repair was not taken."""
    game = game_or_404(game_id)
    judged = game.verdict
    shown = opened_game(game)
    names = shown.names()
    origin = origin_of(game, shown.record)
    findings = shown.findings(judged, origin)
    upload = archive().uploads.find(game.upload_id) if game.analysis == "failed" else None
    repairs = repairs_of(judged, names, shown.record, f"{game_id}.xxn", origin)
    asked = bool(judged) and request.args.get("witness") == "1"
    return (responses.form if problem else responses.shown)(
        "verdict.html",
        game=game,
        problem=problem,
        **shown.head(),
        verdict=in_the_sheet(judged, origin),
        reading=lookup.reading_of(game),
        open=open_of(judged, origin),
        findings=findings,
        first=first_at_play(findings, shown.unwritten),
        readings=readings_of(judged, names),
        repairs=previewed(repairs, judged, shown.record) if judged else None,
        steers=upload is not None and may_steer(upload),
        corrects=game.revision == game.revisions and may_correct(game),
        hides_cards=hides_cards(shown.record),
        witness=lookup.checked(witness_of, game.data, game.number or 1, language())
        if asked
        else None,
    )


@correcting.post("/g/<game_id>/repairs/<int:number>/take")
@responses.shown_again(verdict)
def take_over(game_id: str, number: int) -> AnyResponse:
    """Make a repair that the verdict offers the next revision."""
    game = _as_seen(game_id)
    archive().corrections.take_over(
        game, number, author_id=who().account_id, seen=request.form.get("seen")
    )
    return led_to("game.game", game_id=game_id)


@pages.get("/g/<game_id>/repairs/<int:number>.diff")
def repair_patch(game_id: str, number: int) -> Response:
    """Show a repair as a patch for the record; nothing here ever applies it."""
    patch = patch_or_404(game_id, number)
    answer = responses.bytes_as_stored(patch, "text/plain; charset=utf-8")
    name_file(answer, "inline", f"{game_id}-repair-{number}.diff")
    return answer
