"""The text of a record, with the findings on each line."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import optional, required
from schemas.fields.strict import OfRevisionSchema

MOST_LINES = 5000


class LinesSchema(OfRevisionSchema):
    """The lines that are asked for."""

    first = optional.whole(1, 1_000_000_000, "From this line on, counted from 1.", 1)
    limit = optional.whole(1, MOST_LINES, "The most lines in the answer.", 500)


class LineSchema(Schema):
    """A line of the record."""

    number = required.whole()
    text = required.text()
    findings = required.many(
        fields.Integer(), "What was found on it, as indexes into the verdict's findings."
    )


class SourceSchema(Schema):
    """The text of a record by lines."""

    total = required.whole("The number of lines.")
    lines = required.many(LineSchema)


class EncodedSchema(Schema):
    """A record as JSON: tags by name, events in order. docs/json.md describes it, and
    docs/schema/record.schema.json holds it."""

    tags = required.by_name(fields.String())
    repeated_tags = fields.List(fields.Dict())
    events = required.many(fields.Dict())
