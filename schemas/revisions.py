"""Corrections of a record, and other sheets of the same game."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import optional, required
from schemas.findings import AnswersSchema

LONGEST_COMMENT = 2000


class VerdictLineSchema(Schema):
    """A verdict on a revision: its engine, rules, date and answers."""

    id = required.text()
    engine = required.text()
    rules = required.text("Empty where the record names none.")
    created_at = required.moment()
    answers = required.one(AnswersSchema)


class RevisionSchema(Schema):
    """One revision of a record; the first is the upload and has no author."""

    number = required.whole()
    author = required.text(none=True)
    created_at = required.moment()
    comment = required.text()
    raw_hash = required.text("Of its bytes, SHA-256.", none=True)
    judged = required.flag()
    verdicts = required.many(VerdictLineSchema, "The latest first; older ones are kept unchanged.")


class RevisionsSchema(Schema):
    """All revisions of a record, the oldest first."""

    revisions = required.many(RevisionSchema)


class RevisionWantedSchema(Schema):
    """The reason for a correction."""

    comment = optional.text("What was wrong, and how you know.", longest=LONGEST_COMMENT)


class SheetFoundSchema(Schema):
    """A record of the same plays: perhaps the same game on another sheet."""

    id = required.text()
    created_at = required.moment()
    same = required.flag("Whether all else in it is the same.")


class RelatedSchema(Schema):
    """Other records of the same plays. They are suggested and never joined."""

    related = required.many(SheetFoundSchema)
