"""What is answered when something cannot be done (RFC 9457)."""

from __future__ import annotations

from marshmallow import Schema, fields


class ProblemSchema(Schema):
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    request_id = fields.String(
        metadata={"description": "What the archive's log has this under; `X-Request-ID` too."}
    )
    errors = fields.Dict(metadata={"description": "By part of the request, where that helps."})
