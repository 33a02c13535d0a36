"""Handing in, and following what becomes of it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import url_for
from flask_smorest import Blueprint

from archive.service import UploadView, Visibility
from archive.service.permissions import Verb
from archive.web.api.bodies import REQUEST_BODY, from_body, said_in_form
from archive.web.reach import archive, upload_or_404
from archive.web.signed_in import require
from schemas.problems import ProblemSchema
from schemas.uploads import HandingInSchema, UploadSchema

blueprint = Blueprint(
    "api-uploads", __name__, url_prefix="/uploads", description="Records handed in"
)


@blueprint.post("")
@blueprint.arguments(HandingInSchema, location="query")
@blueprint.response(HTTPStatus.ACCEPTED, UploadSchema)
@blueprint.alt_response(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, schema=ProblemSchema)
@blueprint.doc(requestBody=REQUEST_BODY)
def submit(said: dict[str, Any]) -> tuple[UploadView, int, dict[str, str]]:
    """Hand records in

    When this answers, the bytes are safe. They are judged soon after: `Location` says where that
    can be followed.
    """
    said = {**said, **said_in_form(HandingInSchema())}
    handed = from_body(said["filename"])
    upload_id = archive().submit(
        handed.data,
        filename=handed.filename,
        source="api",
        visibility=Visibility(said["visibility"]),
        ranks=said["ranks"],
        owner_id=require(Verb.HAND_IN).account_id,
    )
    location = url_for("api-uploads.job", upload_id=upload_id)
    return upload_or_404(upload_id), HTTPStatus.ACCEPTED, {"Location": location}


@blueprint.get("/<upload_id>")
@blueprint.response(HTTPStatus.OK, UploadSchema)
@blueprint.alt_response(HTTPStatus.NOT_FOUND, schema=ProblemSchema)
def job(upload_id: str) -> UploadView:
    """An upload, how far it has come, and its games"""
    return upload_or_404(upload_id)
