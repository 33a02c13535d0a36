"""A game: its verdict and score sheet, the sheet to print, the original text with its findings, and
its files: the record, and a line of what if in it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.notation.insertion import with_variation
from archive.scoring.line_in_address import LineError
from archive.scoring.what_if import Line, NoPosition
from archive.web import lookup, responses
from archive.web.api.games_and_verdicts import verdict as stored_verdict
from archive.web.auth import account_id
from archive.web.errors import BeyondTheLastPlay
from archive.web.language import _, marked, refusal_told
from archive.web.lookup import archive, game_or_404, reading_of, upload_seen
from archive.web.pages.front_page_and_check import EXAMPLES
from archive.web.presenters.findings import (
    first_at_play,
    grouped,
    in_the_sheet,
    origin_of,
)
from archive.web.presenters.other_rules import readings_of
from archive.web.presenters.record_text import lines_of, lines_of_the_sheet
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.replay_view import View, table_at_fault
from archive.web.presenters.sharing import picture_address
from archive.web.presenters.weighed_plays import WeighedShown, may_be_weighed
from archive.web.presenters.what_if import NOT_TOLD
from archive.web.uploads import may_steer

pages = Blueprint("game", __name__)


@pages.get("/g/<game_id>")
def game(game_id: str) -> Response:
    """Show a game: its verdict and score sheet."""
    found = game_or_404(game_id)
    verdict = found.verdict
    shown = opened_game(found)
    origin = origin_of(found, shown.record)
    findings = shown.findings(verdict, origin)
    first = first_at_play(findings, shown.unwritten)
    given_up = "failed" in (found.state, found.analysis)
    upload = upload_seen(found.upload_id) if given_up else None
    weighing = archive().annotating.find(found) if may_be_weighed(found) else None
    return responses.shown(
        "game.html",
        steers=upload is not None and may_steer(upload),
        game=found,
        again="again" in request.args,
        reading=lookup.reading_of(found),
        **shown.head(),
        player_ids=archive().search.seated(game_id),
        verdict=in_the_sheet(verdict, origin),
        outcome=WeighedShown(weighing, shown.names()).outcome(),
        findings=findings,
        sheet=shown.sheet(verdict),
        examples=EXAMPLES,
        first=first,
        at_fault=table_at_fault(shown, findings),
        repairs=len(((verdict or {}).get("repairs")) or []),
        readings=readings_of(verdict, shown.names()) if found.analysed else None,
        sheets=archive().corrections.other_sheets(found, account_id()),
        table=None,
        line=None,
        here_url=url_for(
            ".game", game_id=game_id, revision=request.args.get("revision"), _external=True
        ),
        picture_url=picture_address(found, first.ply if first and first.ply else shown.last, {}),
    )


pages.add_url_rule("/g/<game_id>.json", "verdict_json", stored_verdict)


@pages.get("/g/<game_id>.xxn")
def record(game_id: str) -> Response:
    """Show the record: the very bytes that were uploaded, or their latest correction."""
    return responses.record_file(game_or_404(game_id).data, f"{game_id}.xxn")


sources = Blueprint("source", __name__)


@sources.get("/g/<game_id>/source")
def source(game_id: str) -> Response:
    """Show the original text with its findings: the sheet, and the record made from it."""
    game = game_or_404(game_id)
    shown = opened_game(game)
    origin = origin_of(game, shown.record)
    findings = shown.findings(game.verdict, origin)
    return responses.shown(
        "source.html",
        game=game,
        **shown.head(),
        findings=findings,
        placed=any(finding.line for finding in findings),
        lines=lines_of(shown.record, findings),
        written=lines_of_the_sheet(shown.record, findings, origin),
        all_lines=len(shown.record.lines_written),
    )


printed = Blueprint("printing", __name__)

MOST_PRINTED: Final = 3000
"""The most plays of a game whose deals are printed; a record may have many more."""


@printed.get("/g/<game_id>/print")
def sheet(game_id: str) -> AnyResponse:
    """Show the score sheet for printing: names, deals, claims, findings, lines to sign. `?plays=1`
    adds every play."""
    game = game_or_404(game_id)
    shown = opened_game(game)
    findings = shown.findings(game.verdict, origin_of(game, shown.record))
    listed = {}
    if "plays" in request.args and shown.replay is not None:
        view = View(game, shown, 0, 0)
        listed = {
            **view.listed(1, min(shown.last, MOST_PRINTED)),
            "ply_url": view.address, "kind": shown.replay.record.game,
        }  # fmt: skip
    return responses.shown(
        "print.html",
        **{**shown.head(), **listed},
        last=shown.last,
        game=game,
        verdict=game.verdict,
        reading=reading_of(game),
        sheet=shown.sheet(game.verdict),
        findings=[found for found, _ in grouped(findings)],
    )


lines = Blueprint("lines", __name__)

NO_LINE: Final = marked("Say what is played otherwise: ?line=9h.7s")
AT_THE_END: Final = marked(
    "The game has no play after this one, in whose place the line could stand."
)


@lines.get("/g/<game_id>/<int:ply>.xxn")
def as_variation(game_id: str, ply: int) -> Response:
    """Show the record with `?line=` as a variation in place of the play after a ply. The stored
    record stays as it is."""
    game = game_or_404(game_id)
    opened = opened_game(game)
    if opened.replay is not None and ply > opened.last:
        raise BeyondTheLastPlay(opened.last)
    try:
        line = Line(opened.known, ply, opened.positions)
        line.follow(request.args.get("line", ""))
    except NoPosition:
        abort(HTTPStatus.NOT_FOUND, _(NOT_TOLD))
    except LineError as error:
        abort(HTTPStatus.BAD_REQUEST, refusal_told(error))
    if not line.moves:
        abort(HTTPStatus.BAD_REQUEST, _(NO_LINE))
    if ply >= opened.last:
        abort(HTTPStatus.BAD_REQUEST, _(AT_THE_END))
    made = with_variation(opened.record, ply + 1, [one.event for one in line.moves])
    return responses.record_file(made, f"{game_id}-{ply + 1}.xxn", "attachment")
