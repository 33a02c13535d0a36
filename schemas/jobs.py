"""A job and how far it has come."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import optional, required

JOB_STATES = ("queued", "working", "done", "failed", "cancelled")


class JobSchema(Schema):
    """Work that goes on after the request for it was answered."""

    id = required.text()
    kind = required.one_of(("rescore", "delete", "anonymise"))
    state = required.one_of(JOB_STATES)
    asked = fields.Dict(
        required=True,
        metadata={
            "description": "The engine that judges; the upload or account that goes; the player "
            "who is kept anonymous, and the name that stands in place of theirs."
        },
    )
    total = required.whole("Records, as it began.", none=True)
    done = required.whole()
    differences = required.whole("Records of which it says something else.")
    note = required.text(none=True)
    created_at = required.moment()
    ended_at = required.moment(none=True)


class JobDifferenceSchema(Schema):
    """A record of which two engines say something else. Each side has `engine`, `standing`,
    `answers`, `score`, `winner` and `codes`; or a `note` where there is no verdict."""

    record_id = required.text()
    before = fields.Dict(required=True)
    after = fields.Dict(required=True)


class AfterSchema(Schema):
    """Where a page begins."""

    after = optional.text("The last record seen.")
