"""Uploading, and following the progress of uploads."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort, request, url_for

from archive.services import UploadView, Visibility
from archive.services.permissions import Permission, Subject
from archive.web.api.bodies import from_body, request_body, said_in_form
from archive.web.api.resource import Resource
from archive.web.auth import require
from archive.web.language import _
from archive.web.lookup import archive, upload_or_404, uploaded_or_404
from archive.web.uploads import take
from schemas.problems import ProblemSchema
from schemas.uploads import HandingInSchema, KeySchema, UploadSchema

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
    require(Permission.CHANGE, Subject.of(upload_or_404(upload_id)))
    if not archive().uploads.cancel(upload_id):
        abort(HTTPStatus.CONFLICT, _("This upload is finished already."))
    return upload_or_404(upload_id)


@blueprint.post("/<upload_id>/resume", name="resume_upload")
@blueprint.answers(UploadSchema, 401, 403, 404, 409, status=202)
def resume(upload_id: str) -> Accepted:
    """Judge the rest of an upload that was cancelled"""
    require(Permission.CHANGE, Subject.of(upload_or_404(upload_id)))
    if not archive().uploads.resume(upload_id):
        abort(HTTPStatus.CONFLICT, _("This upload was not cancelled."))
    return _accepted(upload_or_404(upload_id))


@blueprint.post("/<upload_id>/retry", name="retry_upload")
@blueprint.answers(UploadSchema, 401, 403, 404, 409, status=202)
def retry(upload_id: str) -> Accepted:
    """Judge again the records of an upload that were given up

    They had used up the processor time, or the memory, that one record may have, or their workers
    had ended. Analyses that were given up are made again too.
    """
    require(Permission.CHANGE, Subject.of(upload_or_404(upload_id)))
    if not archive().uploads.retry(upload_id):
        abort(HTTPStatus.CONFLICT, _("No game of this upload has been given up."))
    return _accepted(upload_or_404(upload_id))


@blueprint.post("/<upload_id>/read-again", name="read_upload_again")
@blueprint.answers(UploadSchema, 401, 403, 404, 409, status=202)
def read_again(upload_id: str) -> Accepted:
    """Read the sheets of an upload again

    What is not XXN is read by today's importers. A game that they read differently gets a further
    revision; what could not be read before becomes further games of the upload.
    """
    require(Permission.CHANGE, Subject.of(upload_or_404(upload_id)))
    if not archive().uploads.read_again(upload_id):
        abort(
            HTTPStatus.CONFLICT,
            _("This upload is not finished, or everything in it is XXN already."),
        )
    return _accepted(upload_or_404(upload_id))


def _accepted(found: UploadView, status: HTTPStatus = HTTPStatus.ACCEPTED) -> Accepted:
    """Return an upload, and where it can be followed."""
    return found, status, {"Location": url_for("api-uploads.job", upload_id=found.id)}
