"""The text of a record, with what was found on each line."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import optional, required
from schemas.fields.record_values import OfRevisionSchema

MOST_LINES = 5000


class LinesSchema(OfRevisionSchema):
    """Which lines are asked for."""

    first = optional.whole(1, 1_000_000_000, "From this line on, counted from 1.", 1)
    limit = optional.whole(1, MOST_LINES, "At most so many.", 500)


class LineSchema(Schema):
    """A line as it was written."""

    number = required.whole()
    text = required.text()
    findings = required.many(
        fields.Integer(), "What was found on it, as indexes into the verdict's findings."
    )


class SourceSchema(Schema):
    """The text of a record by lines."""

    total = required.whole("How many lines there are.")
    lines = required.many(LineSchema)


class EncodedSchema(Schema):
    """A record as JSON: tags by name, events in order. docs/json.md describes it, and
    docs/schema/record.schema.json holds it."""

    tags = required.by_name(fields.String())
    repeated_tags = fields.List(fields.Dict())
    events = required.many(fields.Dict())
