"""A game: its verdict and score sheet, and its twins for programs."""

from __future__ import annotations

from flask import Blueprint, Response, request, url_for

from archive.web import caching, lookup
from archive.web.api.games import verdict as stored_verdict
from archive.web.auth import account_id
from archive.web.downloads import name_file
from archive.web.lookup import archive, game_or_404, upload_seen
from archive.web.presenters.findings import findings_of, first_ply, origin_of
from archive.web.presenters.other_rules import readings_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.presenters.sharing import picture_address
from archive.web.uploads import may_steer

pages = Blueprint("game", __name__)


@pages.get("/g/<game_id>")
def game(game_id: str) -> Response:
    found = game_or_404(game_id)
    verdict = found.verdict
    shown = opened_game(found)
    findings = findings_of(verdict, shown.names(), origin_of(found, shown.record))
    given_up = "failed" in (found.state, found.analysis)
    upload = upload_seen(found.upload_id) if given_up else None
    return caching.shown(
        "game.html",
        steers=upload is not None and may_steer(upload),
        game=found,
        again="again" in request.args,
        reading=lookup.reading_of(found),
        names=shown.names(),
        player_ids=archive().search.seated(game_id),
        title=shown.title,
        verdict=verdict,
        findings=findings,
        rows=shown.rows,
        rounds=shown.rounds,
        deal_word=shown.deal_word,
        playable=shown.replay is not None,
        first_ply=first_ply(findings),
        repairs=len(((verdict or {}).get("repairs")) or []),
        readings=readings_of(verdict, shown.names()) if found.analysed else None,
        sheets=archive().corrections.other_sheets(found, account_id()),
        table=None,
        line=None,
        here_url=url_for(
            ".game", game_id=game_id, revision=request.args.get("revision"), _external=True
        ),
        picture_url=picture_address(found, first_ply(findings) or shown.last, {}),
    )


pages.add_url_rule("/g/<game_id>.json", "verdict_json", stored_verdict)


@pages.get("/g/<game_id>.xxn")
def record(game_id: str) -> Response:
    """Show the record: the very bytes that were uploaded, or their latest correction."""
    answer = caching.bytes_as_stored(game_or_404(game_id).data, "application/x-xxn")
    name_file(answer, "inline", f"{game_id}.xxn")
    return answer
