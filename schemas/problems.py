"""What is answered when something cannot be done (RFC 9457)."""

from __future__ import annotations

from marshmallow import Schema, fields


class ProblemSchema(Schema):
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    errors = fields.Dict(metadata={"description": "By part of the request, where that helps."})
