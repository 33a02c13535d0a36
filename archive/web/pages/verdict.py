"""The whole verdict of a game: findings with the words of their rules, other rules, repairs."""

from __future__ import annotations

from flask import Blueprint, Response, request

from archive.analysis.witnesses.witness import hides_cards
from archive.web import caching, lookup
from archive.web.api.games import patch_or_404
from archive.web.downloads import name_file
from archive.web.lookup import archive, game_or_404
from archive.web.pages.revisions import may_correct
from archive.web.presenters.findings import (
    findings_of,
    first_at_play,
    in_the_sheet,
    open_of,
    origin_of,
)
from archive.web.presenters.other_rules import readings_of
from archive.web.presenters.repairs import previewed, repairs_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.witness import witness_of
from archive.web.uploads import may_steer

pages = Blueprint("verdict", __name__)


@pages.get("/g/<game_id>/verify")
def verdict(game_id: str) -> Response:
    """Show the verdict; with `?witness=1` also a deal that fits the record, looked for while the
    reader waits."""
    game = game_or_404(game_id)
    judged = game.verdict
    shown = opened_game(game)
    names = shown.names()
    origin = origin_of(game, shown.record)
    findings = findings_of(judged, names, origin)
    upload = archive().uploads.find(game.upload_id) if game.analysis == "failed" else None
    repairs = repairs_of(judged, names, shown.record, f"{game_id}.xxn", origin)
    asked = bool(judged) and request.args.get("witness") == "1"
    return caching.shown(
        "verdict.html",
        game=game,
        names=names,
        title=shown.title,
        verdict=in_the_sheet(judged, origin),
        reading=lookup.reading_of(game),
        playable=shown.replay is not None,
        open=open_of(judged, origin),
        findings=findings,
        first=first_at_play(findings),
        readings=readings_of(judged, names),
        repairs=previewed(repairs, judged, shown.record) if judged else None,
        steers=upload is not None and may_steer(upload),
        corrects=game.revision == game.revisions and may_correct(game),
        hides_cards=hides_cards(shown.record),
        witness=lookup.checked(witness_of, game.data, game.number or 1) if asked else None,
    )


@pages.get("/g/<game_id>/repairs/<int:number>.diff")
def repair_patch(game_id: str, number: int) -> Response:
    """Show a repair as a patch for the record; nothing here ever applies it."""
    patch = patch_or_404(game_id, number)
    answer = caching.bytes_as_stored(patch, "text/plain; charset=utf-8")
    name_file(answer, "inline", f"{game_id}-repair-{number}.diff")
    return answer
