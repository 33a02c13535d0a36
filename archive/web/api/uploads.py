"""Uploading, and following the progress of uploads; and the body of a request, which has records: a
form with a file in it, or the bytes themselves."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import abort, request, url_for
from marshmallow import EXCLUDE, Schema, ValidationError

from archive.services import UploadView, Visibility
from archive.services.permissions import Permission
from archive.web.api.resource import Resource
from archive.web.auth import require
from archive.web.errors import field_refused
from archive.web.language import _
from archive.web.lookup import archive, upload_or_404, uploaded_or_404
from archive.web.uploads import Handed, body_of, from_file, from_files, take
from schemas.problems import ProblemSchema
from schemas.uploads import HandingInSchema, KeySchema, UploadSchema

NDJSON: Final = "application/x-ndjson"
"""Records as JSON, one a line, in requests; verdicts in answers."""
DESCRIBED: Final = ("application/octet-stream", "text/plain", "application/x-xxn", NDJSON)
RAW: Final = (*DESCRIBED, "application/json")

_BYTES = {"type": "string", "format": "binary"}


def request_body(*said: str) -> dict[str, Any]:
    """Return the description of a body: a form with a file, or the bytes. The other fields `said`
    of the form are parameters of the address by the same names (describing.py); the form wins."""
    form = {
        "type": "object",
        "properties": {"file": _BYTES, **{name: {} for name in said}},
        "required": ["file"],
    }
    return {
        "required": True,
        "description": "Records in any form that can be read; as JSON (docs/json.md) with "
        "`Content-Type: application/json`.",
        "content": {
            "multipart/form-data": {"schema": form},
            **{kind: {"schema": _BYTES} for kind in DESCRIBED},
        },
    }


def said_in_form(schema: Schema) -> dict[str, Any]:
    """Return the fields of a form beside its file, checked by the same schema as the address."""
    if request.mimetype != "multipart/form-data":
        return {}
    try:
        found: dict[str, Any] = schema.load(request.form, partial=True, unknown=EXCLUDE)
    except ValidationError as refused:
        sentence = _("Something in the form was not understood.")
        raise field_refused("form", refused.messages, sentence) from refused
    return {name: found[name] for name in found if name in request.form}


def _no_file() -> str:
    """Return why a form has no file. A part whose file name cannot be read is taken for a field, or
    for nothing at all."""
    if "file" in request.form:
        return _(
            "The part named “file” came without a file name that can be read. Give it one, as in "
            'filename="game.xxn", on one line and in UTF-8.'
        )
    return _(
        "The form has no part named “file” with a file name that can be read: on one line and in "
        'UTF-8, as in name="file"; filename="game.xxn".'
    )


def from_body(filename: str | None = None) -> Handed:
    """Return the bytes of the body, untouched whatever type they claim."""
    if request.mimetype == "multipart/form-data":
        handed = from_files(several=True)
        if handed is None:
            file = request.files.get("file")
            if file is None:
                abort(HTTPStatus.UNPROCESSABLE_ENTITY, _no_file())
            handed = from_file(file)
    elif request.mimetype in RAW:
        handed = Handed(body_of(request), filename)
    else:
        abort(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            _(
                "Send multipart/form-data with a part named “file”, or the bytes as %(kinds)s.",
                kinds=", ".join(RAW),
            ),
        )
    handed.file.seek(0)
    if not handed.file.read(1):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, _("What was sent is empty."))
    return handed


Accepted = tuple[UploadView, int, dict[str, str]]

blueprint = Resource("api-uploads", __name__, url_prefix="/uploads", description="Records uploaded")


@blueprint.post("", name="upload_records")
@blueprint.arguments(KeySchema, location="headers")
@blueprint.arguments(HandingInSchema, location="query")
@blueprint.response(HTTPStatus.ACCEPTED, UploadSchema)
@blueprint.alt_response(
    HTTPStatus.OK,
    schema=UploadSchema,
    description="The same bytes of the same owner, or the same `Idempotency-Key`: it is here.",
    success=True,
)
@blueprint.refuses(404, 413, 415, 422)
@blueprint.alt_response(507, schema=ProblemSchema, description="The disk is full.")
@blueprint.doc(requestBody=request_body("visibility", "ranks"))
def submit(_key: dict[str, Any], said: dict[str, Any]) -> Accepted:
    """Upload records

    One file or several, XXN or something that can be read as such, also in a zip or gzip file. When
    this answers, the bytes are safe. They are judged soon after: `Location` says where to follow
    that.
    """
    said = {**said, **said_in_form(HandingInSchema())}
    receipt = take(
        from_body(said["filename"]),
        source="api",
        visibility=Visibility(said["visibility"]),
        ranks=said["ranks"],
        key=request.headers.get("Idempotency-Key"),
    )
    status = HTTPStatus.ACCEPTED if receipt.new else HTTPStatus.OK
    return _accepted(uploaded_or_404(receipt.upload_id), status)


@blueprint.get("/<upload_id>", name="get_upload")
@blueprint.answers(UploadSchema, 404)
def job(upload_id: str) -> UploadView:
    """An upload, its progress, and its games"""
    return upload_or_404(upload_id)


@blueprint.post("/<upload_id>/cancel", name="cancel_upload")
@blueprint.answers(UploadSchema, 401, 403, 404, 409)
def cancel(upload_id: str) -> UploadView:
    """Cancel an upload

    What has a verdict keeps it; the rest is cancelled, and can be resumed.
    """
    return _steered(upload_id, "cancel", _("This upload is finished already."))


@blueprint.post("/<upload_id>/resume", name="resume_upload")
@blueprint.answers(UploadSchema, 401, 403, 404, 409, status=202)
def resume(upload_id: str) -> Accepted:
    """Judge the rest of an upload that was cancelled"""
    return _accepted(_steered(upload_id, "resume", _("This upload was not cancelled.")))


@blueprint.post("/<upload_id>/retry", name="retry_upload")
@blueprint.answers(UploadSchema, 401, 403, 404, 409, status=202)
def retry(upload_id: str) -> Accepted:
    """Judge again the records of an upload that were given up

    They had used up the processor time, or the memory, that one record may have, or their workers
    had ended. Analyses that were given up are made again too.
    """
    return _accepted(_steered(upload_id, "retry", _("No game of this upload has been given up.")))


@blueprint.post("/<upload_id>/read-again", name="read_upload_again")
@blueprint.answers(UploadSchema, 401, 403, 404, 409, status=202)
def read_again(upload_id: str) -> Accepted:
    """Read the sheets of an upload again

    What is not XXN is read by today's importers. A game that they read differently gets a further
    revision; what could not be read before becomes further games of the upload.
    """
    otherwise = _("This upload is not finished, or everything in it is XXN already.")
    return _accepted(_steered(upload_id, "read_again", otherwise))


def _steered(upload_id: str, do: str, otherwise: str) -> UploadView:
    """Return an upload after something was done with it; answer 409 where that is not possible."""
    require(Permission.CHANGE, upload_or_404(upload_id))
    if not getattr(archive().uploads, do)(upload_id):
        abort(HTTPStatus.CONFLICT, otherwise)
    return upload_or_404(upload_id)


def _accepted(found: UploadView, status: HTTPStatus = HTTPStatus.ACCEPTED) -> Accepted:
    """Return an upload, and where it can be followed."""
    return found, status, {"Location": url_for("api-uploads.job", upload_id=found.id)}
