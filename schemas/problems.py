"""What is answered when something cannot be done (RFC 9457)."""

from __future__ import annotations

from marshmallow import Schema, fields


class ErrorSchema(Schema):
    """What is wrong with one part of a request."""

    part = fields.String(
        required=True,
        data_key="in",
        metadata={"description": "`body`, `query`, `path` or `headers`."},
    )
    pointer = fields.String(
        required=True, metadata={"description": "A JSON pointer into that part, as `#/visibility`."}
    )
    detail = fields.String(required=True)


class ProblemSchema(Schema):
    """What could not be done, and why. `type` is left out: the status says what kind it is."""

    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    request_id = fields.String(
        metadata={"description": "What the archive's log has this under; `X-Request-ID` too."}
    )
    errors = fields.List(
        fields.Nested(ErrorSchema), metadata={"description": "Where that helps, one by one."}
    )
