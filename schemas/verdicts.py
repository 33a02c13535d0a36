"""Verdicts: the published object, and the answer to a check."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.uploads import ReadingSchema


class AnswersSchema(Schema):
    """The three answers. Each is upheld, refuted, underdetermined, impossible, unfinished or
    unclaimed."""

    legality = fields.String(required=True)
    arithmetic = fields.String(required=True)
    result = fields.String(required=True)


class VerdictSchema(Schema):
    """One verdict. Documented whole in docs/verdicts.md; given out as stored, never re-made."""

    record = fields.Dict(required=True)
    game = fields.String(required=True, allow_none=True)
    rules = fields.String(required=True, allow_none=True)
    answers = fields.Nested(AnswersSchema, required=True)
    checked = fields.Dict(required=True)
    claimed = fields.Dict(required=True, allow_none=True)
    score = fields.Dict(required=True)
    winner = fields.String(required=True, allow_none=True)
    first_divergence = fields.Integer(required=True, allow_none=True)
    findings = fields.List(fields.Dict(), required=True)
    census = fields.List(fields.Dict(), required=True)
    readings = fields.List(fields.Dict(), required=True)
    repairs = fields.List(fields.Dict(), required=True)
    repairs_complete = fields.Boolean(required=True)
    engine = fields.String(required=True)


class ChecksSchema(Schema):
    """Verdicts of a check, in the order of the records."""

    total = fields.Integer(required=True, metadata={"description": "Records in what was sent."})
    reading = fields.Nested(
        ReadingSchema, required=True, allow_none=True, metadata={"description": "If not XXN."}
    )
    verdicts = fields.List(fields.Nested(VerdictSchema), required=True)
