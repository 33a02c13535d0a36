"""A job and how far it has come."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import optional, required

JOB_STATES = ("queued", "working", "done", "failed", "cancelled")


class JobSchema(Schema):
    """Work that goes on after its request was answered."""

    id = required.text()
    kind = required.one_of(("rescore", "delete", "anonymise"))
    state = required.one_of(JOB_STATES)
    asked = required.mapping(
        "The engine that judges; the upload or account that is deleted; the "
        "player who is kept anonymous, and the name that stands in place of theirs."
    )
    total = required.whole("The number of records when it began.", none=True)
    done = required.whole()
    differences = required.whole("Records with another verdict than before.")
    note = required.text(none=True)
    created_at = required.moment()
    ended_at = required.moment(none=True)


class JobDifferenceSchema(Schema):
    """A record on which two engines differ. Each side has `engine`, `standing`, `answers`, `score`,
    `winner` and `codes`; or a `note` where there is no verdict."""

    record_id = required.text()
    before = required.mapping()
    after = required.mapping()


class AfterSchema(Schema):
    """The place where a page begins."""

    after = optional.text("The last record seen.")
