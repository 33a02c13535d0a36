"""Verdicts: the published object, and the answer to a check."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from schemas.fields import required
from schemas.findings import (
    AnswersSchema,
    FindingSchema,
    OtherReadingSchema,
    RepairSchema,
    SpotSchema,
)
from schemas.uploads import CheckedReadingSchema

__all__ = ["AnswersSchema", "ChecksSchema", "FilledSchema", "VerdictSchema", "WitnessSchema"]


RULES: dict[str, Any] = {
    "description": "By which it was judged, as a Rules tag names them. Where other rules were "
    "asked for, an object of those and of what the record names.",
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
    """Something that would settle an open answer: words and the place where it is missing, which is
    line 0 where there is none."""

    before = required.text()
    line = required.whole()
    column = required.whole()
    after = required.text()
    exact = required.flag("Whether the sentence names the column, too.")


class OpenSchema(Schema):
    """What would settle an open answer: a sentence, and the findings it depends on, by index. The
    first few things it lists are `needed`, with their places apart; there are so many `more`."""

    sentence = required.text()
    findings = required.many(fields.Integer())
    needed = required.many(NeededSchema)
    more = required.whole()


class RecordHashesSchema(Schema):
    """The identity of a record: its number in its upload, and hashes of its content."""

    number = required.whole()
    raw = required.text("Of its bytes.")
    record = required.text("Of all its content.")
    play = required.text("Of what was played.")


class CardCountSchema(Schema):
    """A card that occurs too often or too seldom."""

    card = required.text()
    seen = required.whole()
    pack = required.whole()
    places = required.many(SpotSchema)


class CensusSchema(Schema):
    """The cards of one shuffle, counted."""

    deal = required.text()
    pack = required.whole()
    seen = required.whole()
    surplus = required.many(CardCountSchema)
    missing = required.many(CardCountSchema)


class VerdictSchema(Schema):
    """One verdict. Documented in full in docs/verdicts.md; given out as stored, never made
    again."""

    record = required.one(RecordHashesSchema)
    game = required.text(none=True)
    rules = required.anything(none=True, **RULES)
    answers = required.one(AnswersSchema)
    checked = required.mapping()
    claimed = required.counts(none=True)
    score = required.by_name(fields.Integer(allow_none=True))
    winner = required.text(none=True)
    first_divergence = required.whole(none=True)
    findings = required.many(FindingSchema)
    open = fields.Dict(
        required=True,
        keys=fields.String(validate=OneOf(["legality", "arithmetic", "result"])),
        values=fields.Nested(OpenSchema),
        metadata={"description": "What would settle each answer that is underdetermined."},
    )
    census = required.many(CensusSchema)
    readings = required.many(OtherReadingSchema)
    readings_complete = required.flag()
    repairs = required.many(RepairSchema)
    repairs_complete = required.flag()
    engine = required.text()


class FilledSchema(Schema):
    """A line of a record, as it is and with the cards of a deal filled in."""

    line = required.whole()
    old = required.text()
    new = required.text()


class WitnessSchema(Schema):
    """One deal that fits a record: its lines that are filled in, at most 300 of them, how many more
    there are, and the whole record with all of them. `text` is null where there is no deal or none
    was found; `sentence` says which, and why."""

    sentence = required.text()
    lines = required.many(FilledSchema)
    more = required.whole()
    text = required.text(none=True)


class ChecksSchema(Schema):
    """Verdicts of a check, in the order of the records."""

    total = required.whole("The number of records in the text.")
    reading = required.one(CheckedReadingSchema, "If not XXN.", none=True)
    verdicts = required.many(VerdictSchema)
