"""Verdicts: the published object, and the answer to a check."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from schemas.findings import (
    AnswersSchema,
    FindingSchema,
    OtherReadingSchema,
    RepairSchema,
    SpotSchema,
)
from schemas.uploads import CheckedReadingSchema

__all__ = ["AnswersSchema", "ChecksSchema", "FilledSchema", "VerdictSchema", "WitnessSchema"]


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


class NeededSchema(Schema):
    """A thing that would settle an open answer: words round the place where it is missing, which
    is line 0 where there is none."""

    before = fields.String(required=True)
    line = fields.Integer(required=True)
    column = fields.Integer(required=True)
    after = fields.String(required=True)
    exact = fields.Boolean(
        required=True, metadata={"description": "Whether the sentence tells the column, too."}
    )


class OpenSchema(Schema):
    """What would settle an open answer: a sentence, and the findings it hangs on, by index. The
    first few things it lists are `needed`, with their places apart; there are so many `more`."""

    sentence = fields.String(required=True)
    findings = fields.List(fields.Integer(), required=True)
    needed = fields.List(fields.Nested(NeededSchema), required=True)
    more = fields.Integer(required=True)


class RecordHashesSchema(Schema):
    """Which record it is about: its number in its upload, and hashes of what it says."""

    number = fields.Integer(required=True)
    raw = fields.String(required=True, metadata={"description": "Of its bytes."})
    record = fields.String(required=True, metadata={"description": "Of all that it says."})
    play = fields.String(required=True, metadata={"description": "Of what was played."})


class CardCountSchema(Schema):
    """A card that was seen too often or too seldom."""

    card = fields.String(required=True)
    seen = fields.Integer(required=True)
    pack = fields.Integer(required=True)
    places = fields.List(fields.Nested(SpotSchema), required=True)


class CensusSchema(Schema):
    """The cards of one shuffle, counted."""

    deal = fields.String(required=True)
    pack = fields.Integer(required=True)
    seen = fields.Integer(required=True)
    surplus = fields.List(fields.Nested(CardCountSchema), required=True)
    missing = fields.List(fields.Nested(CardCountSchema), required=True)


class VerdictSchema(Schema):
    """One verdict. Documented whole in docs/verdicts.md; given out as stored, never re-made."""

    record = fields.Nested(RecordHashesSchema, required=True)
    game = fields.String(required=True, allow_none=True)
    rules = fields.Raw(required=True, allow_none=True, metadata=RULES)
    answers = fields.Nested(AnswersSchema, required=True)
    checked = fields.Dict(required=True)
    claimed = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, allow_none=True
    )
    score = fields.Dict(keys=fields.String(), values=fields.Integer(allow_none=True), required=True)
    winner = fields.String(required=True, allow_none=True)
    first_divergence = fields.Integer(required=True, allow_none=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    open = fields.Dict(
        required=True,
        keys=fields.String(validate=OneOf(["legality", "arithmetic", "result"])),
        values=fields.Nested(OpenSchema),
        metadata={"description": "What would settle each answer that is underdetermined."},
    )
    census = fields.List(fields.Nested(CensusSchema), required=True)
    readings = fields.List(fields.Nested(OtherReadingSchema), required=True)
    readings_complete = fields.Boolean(required=True)
    repairs = fields.List(fields.Nested(RepairSchema), required=True)
    repairs_complete = fields.Boolean(required=True)
    engine = fields.String(required=True)


class FilledSchema(Schema):
    """A line of a record, as it is and as a deal fills it in."""

    line = fields.Integer(required=True)
    old = fields.String(required=True)
    new = fields.String(required=True)


class WitnessSchema(Schema):
    """One deal that fits a record: its lines that are filled in, at most 300 of them, how many more
    there are, and the whole record with all of them. `text` is null where there is no deal or none
    was found; `sentence` says which, and why."""

    sentence = fields.String(required=True)
    lines = fields.List(fields.Nested(FilledSchema), required=True)
    more = fields.Integer(required=True)
    text = fields.String(required=True, allow_none=True)


class ChecksSchema(Schema):
    """Verdicts of a check, in the order of the records."""

    total = fields.Integer(required=True, metadata={"description": "Records in what was sent."})
    reading = fields.Nested(
        CheckedReadingSchema,
        required=True,
        allow_none=True,
        metadata={"description": "If not XXN."},
    )
    verdicts = fields.List(fields.Nested(VerdictSchema), required=True)
