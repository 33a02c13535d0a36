"""The body of a request: a form with a file in it, or the bytes themselves."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import abort, request
from marshmallow import EXCLUDE, Schema, ValidationError

from archive.web.errors import field_refused
from archive.web.language import _
from archive.web.uploads import Handed, body_of, from_file, from_files

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
