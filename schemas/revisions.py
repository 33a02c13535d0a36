"""Corrections of a record, and other sheets of the same game."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.findings import AnswersSchema

LONGEST_COMMENT = 2000


class VerdictLineSchema(Schema):
    """A verdict on a revision: by which engine and rules, when, and what it answers."""

    id = fields.String(required=True)
    engine = fields.String(required=True)
    rules = fields.String(
        required=True, metadata={"description": "Empty where the record names none."}
    )
    created_at = fields.DateTime(required=True)
    answers = fields.Nested(AnswersSchema, required=True)


class RevisionSchema(Schema):
    """One revision of a record; the first is what came and has no author."""

    number = fields.Integer(required=True)
    author = fields.String(required=True, allow_none=True)
    created_at = fields.DateTime(required=True)
    comment = fields.String(required=True)
    raw_hash = fields.String(
        required=True, allow_none=True, metadata={"description": "Of its bytes, SHA-256."}
    )
    judged = fields.Boolean(required=True)
    verdicts = fields.List(
        fields.Nested(VerdictLineSchema),
        required=True,
        metadata={"description": "The latest first; older ones are kept, and are as they were."},
    )


class RevisionsSchema(Schema):
    """All revisions of a record, the first first."""

    revisions = fields.List(fields.Nested(RevisionSchema), required=True)


class RevisionWantedSchema(Schema):
    """Why a record is corrected."""

    comment = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_COMMENT),
        metadata={"description": "What was wrong, and how it is known."},
    )


class SheetFoundSchema(Schema):
    """A record of the same plays: perhaps the same game on another sheet."""

    id = fields.String(required=True)
    created_at = fields.DateTime(required=True)
    same = fields.Boolean(
        required=True, metadata={"description": "Whether all else that it says is the same."}
    )


class RelatedSchema(Schema):
    """Other records of the same plays. They are suggested and never joined."""

    related = fields.List(fields.Nested(SheetFoundSchema), required=True)
