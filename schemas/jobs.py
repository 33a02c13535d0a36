"""A job and how far it has come."""

from __future__ import annotations

from marshmallow import Schema, fields

JOB_STATES = ("queued", "working", "done", "failed", "cancelled")


class JobSchema(Schema):
    """Work that goes on after whoever asked for it was answered."""

    id = fields.String(required=True)
    kind = fields.String(required=True, metadata={"enum": ["rescore", "delete", "anonymise"]})
    state = fields.String(required=True, metadata={"enum": list(JOB_STATES)})
    asked = fields.Dict(
        required=True,
        metadata={
            "description": "The engine that judges; the upload or account that goes; the player "
            "who is kept anonymous, and the name that stands in place of theirs."
        },
    )
    total = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Records, as it began."}
    )
    done = fields.Integer(required=True)
    differences = fields.Integer(
        required=True, metadata={"description": "Records of which it says something else."}
    )
    note = fields.String(required=True, allow_none=True)
    created_at = fields.DateTime(required=True)
    ended_at = fields.DateTime(required=True, allow_none=True)


class JobDifferenceSchema(Schema):
    """A record of which two engines say something else. Each side has `engine`, `standing`,
    `answers`, `score`, `winner` and `codes`; or a `note` where there is no verdict."""

    record_id = fields.String(required=True)
    before = fields.Dict(required=True)
    after = fields.Dict(required=True)


class AfterSchema(Schema):
    """Where a page begins."""

    after = fields.String(load_default="", metadata={"description": "The last record seen."})
