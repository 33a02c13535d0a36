"""Verdicts: the published object, and the answer to a check."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from schemas.uploads import ReadingSchema


class AnswersSchema(Schema):
    """The three answers. Each is upheld, refuted, underdetermined, impossible, unfinished or
    unclaimed."""

    legality = fields.String(required=True)
    arithmetic = fields.String(required=True)
    result = fields.String(required=True)


RULES = {
    "description": "By which it was judged, as a Rules tag names them. Where somebody asked for "
    "others, an object of those and what the record names.",
    "oneOf": [
        {"type": ["string", "null"]},
        {
            "type": "object",
            "required": ["asked", "named"],
            "additionalProperties": False,
            "properties": {
                "asked": {"type": ["string", "null"]},
                "named": {"type": ["string", "null"]},
            },
        },
    ],
}


class OpenSchema(Schema):
    """What would settle an open answer: a sentence, and the findings it hangs on, by index."""

    sentence = fields.String(required=True)
    findings = fields.List(fields.Integer(), required=True)


class VerdictSchema(Schema):
    """One verdict. Documented whole in docs/verdicts.md; given out as stored, never re-made."""

    record = fields.Dict(required=True)
    game = fields.String(required=True, allow_none=True)
    rules = fields.Raw(required=True, allow_none=True, metadata=RULES)
    answers = fields.Nested(AnswersSchema, required=True)
    checked = fields.Dict(required=True)
    claimed = fields.Dict(required=True, allow_none=True)
    score = fields.Dict(required=True)
    winner = fields.String(required=True, allow_none=True)
    first_divergence = fields.Integer(required=True, allow_none=True)
    findings = fields.List(fields.Dict(), required=True)
    open = fields.Dict(
        required=True,
        keys=fields.String(validate=OneOf(["legality", "arithmetic", "result"])),
        values=fields.Nested(OpenSchema),
        metadata={"description": "What would settle each answer that is underdetermined."},
    )
    census = fields.List(fields.Dict(), required=True)
    readings = fields.List(fields.Dict(), required=True)
    repairs = fields.List(fields.Dict(), required=True)
    repairs_complete = fields.Boolean(required=True)
    engine = fields.String(required=True)


class FilledSchema(Schema):
    """A line of a record, as it is and as a deal fills it in."""

    line = fields.Integer(required=True)
    old = fields.String(required=True)
    new = fields.String(required=True)


class WitnessSchema(Schema):
    """One deal that fits a record: its lines that are filled in, at most 300 of them, how many more
    there are, and the whole record with all of them. `text` is null where no deal was found."""

    sentence = fields.String(required=True)
    lines = fields.List(fields.Nested(FilledSchema), required=True)
    more = fields.Integer(required=True)
    text = fields.String(required=True, allow_none=True)


class ChecksSchema(Schema):
    """Verdicts of a check, in the order of the records."""

    total = fields.Integer(required=True, metadata={"description": "Records in what was sent."})
    reading = fields.Nested(
        ReadingSchema, required=True, allow_none=True, metadata={"description": "If not XXN."}
    )
    verdicts = fields.List(fields.Nested(VerdictSchema), required=True)
