"""The text of a record, with what was found on each line."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.of_revision import OfRevisionSchema

MOST_LINES = 5000


class LinesSchema(OfRevisionSchema):
    """Which lines are asked for."""

    first = fields.Integer(
        load_default=1,
        validate=validate.Range(1, 1_000_000_000),
        metadata={"description": "From this line on, counted from 1."},
    )
    limit = fields.Integer(
        load_default=500,
        validate=validate.Range(1, MOST_LINES),
        metadata={"description": "At most so many."},
    )


class LineSchema(Schema):
    """A line as it was written."""

    number = fields.Integer(required=True)
    text = fields.String(required=True)
    findings = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "What was found on it, as indexes into the verdict's findings."},
    )


class SourceSchema(Schema):
    """The text of a record by lines."""

    total = fields.Integer(required=True, metadata={"description": "How many lines there are."})
    lines = fields.List(fields.Nested(LineSchema), required=True)


class EncodedSchema(Schema):
    """A record as JSON: tags by name, events in order. docs/json.md describes it, and
    docs/schema/record.schema.json holds it."""

    tags = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    repeated_tags = fields.List(fields.Dict())
    events = fields.List(fields.Dict(), required=True)
