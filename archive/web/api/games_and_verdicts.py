"""Games: their records byte for byte, as JSON and by lines; their verdicts, whole and in parts;
corrections of records, and other sheets of the same game."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, abort, url_for

from archive.notation import to_json
from archive.services import GameView
from archive.services.permissions import Permission
from archive.web import responses
from archive.web.api.resource import Resource, go_on
from archive.web.api.uploads import from_body, request_body
from archive.web.auth import require, who
from archive.web.language import _, language, marked
from archive.web.lookup import (
    NO_GAME,
    archive,
    as_seen,
    checked,
    found,
    game_or_404,
    revisions_of,
    verdict_or_404,
)
from archive.web.presenters.findings import origin_of
from archive.web.presenters.record_text import WitnessShown, witness_of
from archive.web.presenters.repairs import patch_of
from archive.web.presenters.replay_cache import opened_game
from archive.web.responses import XXN
from schemas.findings import AnalysisSchema, FindingsSchema, ReadingsSchema, RepairsSchema
from schemas.games import GameSchema
from schemas.revisions import RelatedSchema, RevisionsSchema, RevisionWantedSchema
from schemas.source_lines import EncodedSchema, LinesSchema, SourceSchema
from schemas.verdicts import VerdictSchema, WitnessSchema

NO_VERDICT = marked("This game has no verdict yet.")

blueprint = Resource("api-games", __name__, url_prefix="/games", description="Single games")


@blueprint.get("/<game_id>", name="get_game")
@blueprint.of_a_revision
@blueprint.answers(GameSchema, 404)
def game(game_id: str) -> GameView:
    """A game as lists show it"""
    return game_or_404(game_id)


@blueprint.get("/<game_id>/verdict", name="get_verdict")
@blueprint.of_a_revision
@blueprint.answers(VerdictSchema, 404)
def verdict(game_id: str) -> Response:
    """Its latest verdict, the very bytes that were stored

    With its analysis once that is there: until then `readings` and `repairs` are empty, and neither
    is complete. `/analysis` says whether more is to come.
    """
    stored = found(game_or_404(game_id).verdict_json, _(NO_VERDICT))
    return responses.bytes_as_stored(stored.encode(), "application/json")


@blueprint.get("/<game_id>/witness", name="get_witness")
@blueprint.of_a_revision
@blueprint.answers(WitnessSchema, 404, 413, 422, 503)
def witness(game_id: str) -> WitnessShown:
    """One deal of the pack that fits what the record leaves out

    Worked out when asked for, and not kept. The deal is possible; the game need not have been dealt
    like this.
    """
    game = game_or_404(game_id)
    return checked(witness_of, game.data, game.number or 1, language())


records = Resource("api-records", __name__, url_prefix="/games", description="Their records")


@records.get("/<game_id>/record", name="get_record")
@records.of_a_revision
@records.gives(XXN, "The record, byte for byte.", 404)
def record(game_id: str) -> Response:
    """The record as XXN, the very bytes that were judged"""
    return responses.bytes_as_stored(game_or_404(game_id).data, XXN)


@records.get("/<game_id>/record.json", name="get_record_as_json")
@records.of_a_revision
@records.answers(EncodedSchema, 404)
def encoded(game_id: str) -> dict[str, Any]:
    """The record as JSON, without loss"""
    game = game_or_404(game_id)
    return to_json(opened_game(game).record)


@records.get("/<game_id>/source", name="get_source_lines")
@records.answers(SourceSchema, 404, 422, query=LinesSchema)
def source(asked: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The text by lines, each with what was found on it"""
    lines = source_of(game_or_404(game_id), asked["first"], asked["limit"])
    go_on(asked, lines["total"])
    return lines


def source_of(game: GameView, first: int, limit: int) -> dict[str, Any]:
    """Return `limit` lines from line `first` on."""
    lines = opened_game(game).record.lines_written
    by_line: dict[int, list[int]] = {}
    for index, finding in enumerate(game.verdict["findings"] if game.verdict else ()):
        by_line.setdefault(finding["line"], []).append(index)
    part = lines[first - 1 : first - 1 + limit]
    return {
        "total": len(lines),
        "lines": [
            {"number": number, "text": text, "findings": by_line.get(number, [])}
            for number, text in enumerate(part, first)
        ],
    }


verdicts = Resource("api-verdicts", __name__, url_prefix="/games", description="Their verdicts")

DIFF = "text/x-diff; charset=utf-8"


@verdicts.get("/<game_id>/findings", name="get_findings")
@verdicts.of_a_revision
@verdicts.answers(FindingsSchema, 404)
def findings(game_id: str) -> dict[str, Any]:
    """What was found in it"""
    game, verdict = _judged(game_id)
    origin = origin_of(game, opened_game(game).record)
    return {**verdict, "sheet": origin.of_findings(verdict) if origin else None}


@verdicts.get("/<game_id>/analysis", name="get_analysis")
@verdicts.of_a_revision
@verdicts.answers(AnalysisSchema, 404)
def analysis(game_id: str) -> dict[str, Any]:
    """Its analysis beyond the verdict, and whether that is there yet

    A flawed record has its verdict at once. Its outcome under other rules, and its repairs, take a
    hundred times as long and come after; then the verdict has them too.
    """
    game, verdict = _judged(game_id)
    return {**verdict, "state": game.analysis, "note": game.analysis_note}


@verdicts.get("/<game_id>/readings", name="get_readings")
@verdicts.of_a_revision
@verdicts.answers(ReadingsSchema, 404)
def readings(game_id: str) -> dict[str, Any]:
    """Its outcome under other rules"""
    game, verdict = _judged(game_id)
    return {**verdict, "analysis": game.analysis}


@verdicts.get("/<game_id>/repairs", name="get_repairs")
@verdicts.of_a_revision
@verdicts.answers(RepairsSchema, 404)
def repairs(game_id: str) -> dict[str, Any]:
    """What would put it right, as far as that was searched"""
    game, verdict = _judged(game_id)
    return {**verdict, "analysis": game.analysis, "complete": verdict["repairs_complete"]}


@verdicts.get("/<game_id>/repairs/<int:number>", name="get_repair_as_patch")
@verdicts.of_a_revision
@verdicts.gives("text/x-diff", "A unified diff.", 404)
def patch(game_id: str, number: int) -> Response:
    """One of them as a patch, counted from 1"""
    return responses.bytes_as_stored(patch_or_404(game_id, number), DIFF)


def patch_or_404(game_id: str, number: int) -> bytes:
    """Return a repair that a game's verdict offers, as a patch."""
    game = game_or_404(game_id)
    repairs = game.verdict["repairs"] if game.verdict else []
    if not 0 < number <= len(repairs):
        abort(HTTPStatus.NOT_FOUND, _("The verdict of this game has no such repair."))
    diff = patch_of(repairs[number - 1], opened_game(game).record, f"{game_id}.xxn")
    if not diff:
        abort(HTTPStatus.NOT_FOUND, _("This repair is of another text of the game."))
    return diff.encode("utf-8", "surrogateescape")


def _judged(game_id: str) -> tuple[GameView, dict[str, Any]]:
    game = game_or_404(game_id)
    return game, found(game.verdict, _(NO_VERDICT))


corrections = Resource("api-revisions", __name__, url_prefix="/games", description="Corrections")


@corrections.get("/<game_id>/revisions", name="list_revisions")
@corrections.answers(RevisionsSchema, 404)
def revisions(game_id: str) -> dict[str, Any]:
    """A record's revisions, the oldest first, each with all its verdicts"""
    return {"revisions": revisions_of(game_or_404(game_id))}


@corrections.get("/<game_id>/verdicts/<verdict_id>", name="get_earlier_verdict")
@corrections.answers(VerdictSchema, 403, 404)
def earlier_verdict(game_id: str, verdict_id: str) -> Response:
    """A verdict on any revision, as it was stored; older engines' may lack what later ones have"""
    return responses.bytes_as_stored(verdict_or_404(game_id, verdict_id), "application/json")


@corrections.get("/<game_id>/revisions/<int:number>", name="get_revision")
@corrections.gives(XXN, "The record as that revision has it, byte for byte.", 404)
def revision(game_id: str, number: int) -> Response:
    """One revision of a record as XXN"""
    game_or_404(game_id)
    return responses.bytes_as_stored(revision_or_404(game_id, number), XXN)


@corrections.post("/<game_id>/revisions", name="correct_record")
@corrections.answers(
    GameSchema, 404, 412, 413, 415, 422, status=202, query=RevisionWantedSchema, by="bearer"
)
@corrections.doc(requestBody=request_body())
def correct(said: dict[str, Any], game_id: str) -> tuple[GameView, int, dict[str, str]]:
    """Correct a record: send the whole corrected record

    The earlier revisions stay, with their verdicts. With `If-Match`, the ETag of `/record`, only
    where it was not corrected since. It is judged soon after: `Location` says where to look.
    """
    game = correctable(game_id)
    content = from_body().data
    archive().corrections.revise(game, content, author_id=who().account_id, comment=said["comment"])
    return _accepted(game_id)


@corrections.post("/<game_id>/repairs/<int:number>", name="apply_repair")
@corrections.answers(GameSchema, 404, 412, 422, status=202, by="bearer")
def take_over(game_id: str, number: int) -> tuple[GameView, int, dict[str, str]]:
    """Make a repair that the verdict offers the next revision"""
    game = correctable(game_id)
    archive().corrections.take_over(game, number, author_id=who().account_id)
    return _accepted(game_id)


@corrections.get("/<game_id>/related", name="find_related_records")
@corrections.answers(RelatedSchema, 404)
def related(game_id: str) -> dict[str, Any]:
    """Records of the same plays: perhaps the same game on another sheet"""
    return {"related": archive().corrections.other_sheets(game_or_404(game_id), who().account_id)}


def revision_or_404(game_id: str, number: int) -> bytes:
    """Return a game's record in one of its revisions."""
    game = archive().games.find(game_id, number) if 0 < number < 1 << 31 else None
    return found(game and as_seen(game), _("There is no such revision of this game.")).data


def correctable(game_id: str) -> GameView:
    """Return the game with its original bytes, as its owner may see it. `If-Match` is checked
    against what reading its record answers."""
    seen = game_or_404(game_id)
    require(Permission.CORRECT, seen)
    responses.require_match(seen.data)
    return found(archive().games.find(game_id), _(NO_GAME))


def _accepted(game_id: str) -> tuple[GameView, int, dict[str, str]]:
    location = url_for("api-games.game", game_id=game_id)
    return game_or_404(game_id), HTTPStatus.ACCEPTED, {"Location": location}
