"""Verdicts for records that are not stored; and two sheets of one game compared, as they are sent
or as they are stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import Any, Final, cast

from flask import Response, abort, current_app, request

from archive.analysis import verify_fully
from archive.importers.origin import Origin
from archive.languages import ENGLISH
from archive.languages.language import language as language_of
from archive.notation import Slice, split
from archive.read_sheet import convert
from archive.scoring import verify
from archive.scoring.upload_phrases import reading_told
from archive.services.packed_files import Damaged, PackedFileRefused
from archive.stoppable_work import WorkPool
from archive.web import responses
from archive.web.api.resource import Resource
from archive.web.api.uploads import NDJSON, from_body, request_body, said_in_form
from archive.web.errors import problem_as_dict
from archive.web.held_threads import stopping
from archive.web.language import language, speaking
from archive.web.lookup import FAILURES, checked, game_or_404, unchecked
from archive.web.unkept_records import (
    SECONDS,
    SheetInput,
    compared,
    pass_through,
    sheet_of,
    unpacked,
)
from archive.web.verdict_sentences import kept_texts_told, speech
from schemas.comparisons import ComparisonSchema, SheetsSchema
from schemas.uploads import CheckOptionsSchema
from schemas.verdicts import ChecksSchema

blueprint = Resource("api-verify", __name__, url_prefix="/verify", description="Checks")

JSON: Final = "application/json"
CHECKED: Final = 200
"""Games judged while a program waits for all of them; an upload has all of them judged."""
JudgeOne = Callable[[bytes, int], str]
STREAMED: Final = 120.0
"""Seconds that a stream of verdicts may take; the answer says to upload the rest."""


@blueprint.post("", name="verify_records")
@blueprint.arguments(CheckOptionsSchema, location="query")
@blueprint.alt_response(HTTPStatus.OK, schema=ChecksSchema, success=True)
@blueprint.gives(NDJSON, "A verdict a line, each as soon as it is there.")
@blueprint.refuses(413, 415, 422, 429, 503)
@blueprint.doc(requestBody=request_body("ranks", "analysis"))
def check(said: dict[str, Any]) -> Response:
    """Judge records and keep nothing

    Answers with the verdicts of the first 200 records, each the same bytes as everywhere else.
    Larger files, and those that take longer than a few seconds, are for uploads.

    With `Accept: application/x-ndjson` it answers with a verdict a line as they come, all of
    them, and each record has its own time. Where one could not be judged its line has a `problem`
    in place of answers.
    """
    said = {**said, **said_in_form(CheckOptionsSchema())}
    handed = from_body(said["filename"])
    judge_each = partial(judge_one, analysis=said["analysis"], code=language())
    form = "json" if request.mimetype in (JSON, NDJSON) else None
    kinds = [JSON, NDJSON]  # the first one where any type is accepted
    if request.accept_mimetypes.best_match(kinds) == NDJSON:
        xxn = checked(as_xxn, handed.data, handed.filename, said["ranks"], form)
        if isinstance(xxn, str):
            abort(HTTPStatus.UNPROCESSABLE_ENTITY, reading_told(xxn, speech()))
        # They are fetched from the app now: while the lines are made, the request is over.
        checks = cast(WorkPool, current_app.extensions["checks"])
        answer = Response(_lines(xxn, checks, judge_each), content_type=NDJSON)
    else:
        total, verdicts, reading = checked(
            judge, handed.data, handed.filename, said["ranks"], judge_each, form
        )
        # Put together as text, so that every verdict stays the bytes that it is.
        read = json.dumps(kept_texts_told({"reading": reading})["reading"])
        body = f'{{"total": {total}, "reading": {read}, "verdicts": [{", ".join(verdicts)}]}}'
        answer = Response(body, content_type=JSON)
    return responses.unkept(answer)


def judge(
    data: bytes, filename: str | None, ranks: str, judge_each: JudgeOne, form: str | None = None
) -> tuple[int, list[str], dict[str, Any] | None]:
    """Return the number of records, the first verdicts, and how the text was read if it is not
    XXN. `form` names the importer of what its sender says it is."""
    each = partial(_verdict, judge_each)
    total, checked_, reading = pass_through(data, filename, ranks, CHECKED, each, importer=form)
    if reading is not None:
        reading["findings"] = [places for _, places in checked_]
    return total, [verdict for verdict, _ in checked_], reading


def judge_one(data: bytes, number: int, *, analysis: bool, code: str = ENGLISH) -> str:
    """Return the verdict on one record, with its `analysis` or without, in the language of a
    code."""
    judged = verify_fully if analysis else verify
    return judged(data, number, language=language_of(code)).json()


def as_xxn(data: bytes, filename: str | None, ranks: str, form: str | None = None) -> bytes | str:
    """Return the XXN that an importer makes of a text, the one named or one that recognises it, or
    why it cannot; the text as it is where it is XXN, or no importer knows it."""
    try:
        text, name = unpacked(data, filename)
    except (PackedFileRefused, Damaged) as refused:
        return str(refused)
    imported = convert(text, name, ranks, SECONDS, form)
    return (imported.refusal or imported.xxn) if imported else text


def _verdict(
    judge_each: JudgeOne, data: bytes, piece: Slice, origin: Origin | None
) -> tuple[str, list[dict[str, Any] | None]]:
    """Return the verdict on a record, and for a sheet the sheet's own place of each finding."""
    verdict = judge_each(data, piece.number)
    return verdict, origin.of_findings(json.loads(verdict)) if origin else []


def _lines(xxn: bytes, checks: WorkPool, judge_each: JudgeOne) -> Iterator[bytes]:
    """Yield verdicts as they come."""
    end = monotonic() + STREAMED
    for piece in split(xxn):
        record = xxn[piece.start : piece.end]
        if stopping() or monotonic() > end:
            said = "There was no time left for this one and those behind it. Upload them."
            yield _refused(piece.number, HTTPStatus.SERVICE_UNAVAILABLE, said)
            return
        try:
            yield checks.run(judge_each, record, piece.number).encode() + b"\n"
        except FAILURES as failure:
            error = unchecked(failure, checks.seconds)
            yield _refused(piece.number, HTTPStatus(error.code or 500), error.description or "")


def _refused(number: int, status: HTTPStatus, detail: str) -> bytes:
    line = {"record": {"number": number}, "problem": problem_as_dict(status, detail)}
    return json.dumps(line).encode() + b"\n"


comparing = Resource(
    "api-compare", __name__, url_prefix="/compare", description="Two sheets of one game"
)


@comparing.post("", endpoint="check", name="compare_sheets")
@comparing.answers(ComparisonSchema, 404, 413, 415, 422, 429, 503, json=SheetsSchema)
def compare(said: dict[str, Any]) -> Response:
    """Hold two sheets of one game side by side, and keep nothing

    They are aligned play by play. Of each difference it is said which of the two the rules support
    and what follows for the score.
    """
    a, b = (_sheet(said[letter], said[f"{letter}_game"]) for letter in "ab")
    return responses.unkept(_laid(a, b, said["rules"]))


@comparing.get("/<game_id>/<against_id>", endpoint="against", name="compare_games")
@comparing.answers(ComparisonSchema, 404, 413, 422, 429, 503)
def against(game_id: str, against_id: str) -> Response:
    """Hold two stored games side by side

    The same as `compare_sheets` with `a_game` and `b_game`, at an address of its own.
    """
    return _laid(sheet_of(game_or_404(game_id)), sheet_of(game_or_404(against_id)), None)


def _sheet(text: str | None, game_id: str | None) -> SheetInput:
    """Return a sheet as it was sent, or as it is stored."""
    if game_id is not None:
        return sheet_of(game_or_404(game_id))
    return SheetInput((text or "").encode("utf-8", "surrogatepass"))


def _laid(a: SheetInput, b: SheetInput, rules: str | None) -> Response:
    found = checked(lay, a, b, rules, language())
    if isinstance(found, str):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, found)
    return Response(json.dumps(found), content_type=JSON)


def lay(a: SheetInput, b: SheetInput, rules: str | None, code: str) -> dict[str, Any] | str:
    """Return the comparison as JSON has it, with sentences in a language, or why there is none."""
    with speaking(code):
        found = compared(a, b, rules=rules)
        return found if isinstance(found, str) else found.found.as_dict(found.origins)
