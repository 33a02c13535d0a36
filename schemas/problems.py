"""The answer to a request that failed (RFC 9457)."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required


class ErrorSchema(Schema):
    """What is wrong with one part of a request."""

    part = required.text("`body`, `query`, `path` or `headers`.", data_key="in")
    pointer = required.text("A JSON pointer into that part, as `#/visibility`.")
    detail = required.text()


class ProblemSchema(Schema):
    """What failed, and why. `type` is left out: the status says what kind it is."""

    title = required.text()
    status = required.whole()
    detail = required.text()
    request_id = fields.String(
        metadata={"description": "The request in the archive's log; `X-Request-ID` too."}
    )
    errors = fields.List(
        fields.Nested(ErrorSchema), metadata={"description": "Each fault, where there are several."}
    )
