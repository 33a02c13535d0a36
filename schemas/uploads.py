"""An upload and how far it has come."""

from __future__ import annotations

from marshmallow import EXCLUDE, Schema, fields, validate

from schemas.fields import optional, required
from schemas.games import VISIBILITIES, GameSchema

UPLOAD_STATES = ("queued", "working", "done", "failed", "cancelled")


class ReadingSchema(Schema):
    """How a text that is not XXN was read. Documented in docs/importing.md."""

    importer = required.text()
    title = required.text("What it was read as.")
    mapping = required.many(fields.Dict(), "Columns.")
    diagnostics = required.many(fields.Dict(), "What was not understood.")


class CheckedReadingSchema(ReadingSchema):
    """The same of a check, with the sheet's own places."""

    refusal = required.text("Why nothing of it could be read, in one sentence.", none=True)
    findings = required.many(
        fields.List(fields.Dict(allow_none=True)),
        "By record and finding: line, column, cell and text in what was sent.",
    )


class AnalysesCountSchema(Schema):
    """Flawed records of which it is still to be worked out what would put them right."""

    waiting = required.whole()
    failed = required.whole("Given up; see `retry`.")


class UploadTallySchema(Schema):
    """How the settled records stand."""

    counts = required.by_name(
        fields.Integer(), "upheld, open, flawed, impossible, failed, cancelled."
    )
    findings = required.whole()
    failures = required.by_name(
        fields.Integer(), "What kept records from a verdict: time, memory, fault, worker."
    )
    analyses = required.one(AnalysesCountSchema)


class LeftOutSchema(Schema):
    """A packed file in which no record was found, and why."""

    number = required.whole("Its place, from 1.")
    name = required.text(none=True)
    note = required.text()


class UploadSchema(Schema):
    """What was uploaded, and what has become of its records."""

    id = required.text()
    filename = required.text(none=True)
    state = required.one_of(UPLOAD_STATES)
    visibility = required.one_of(VISIBILITIES)
    received_at = required.moment()
    size = required.whole("In bytes; null where something in it is not for everybody.", none=True)
    sha256 = required.text("Of the bytes uploaded; null where the size is.", none=True)
    total = required.whole("Records; null until known.", none=True)
    judged = required.whole("Records that have come to an end, failed ones included.")
    cancelled = required.whole("Records that will not be judged: the rest was cancelled.")
    tally = required.one(UploadTallySchema)
    documents = required.whole("Texts found in it so far; a zip may hold many.")
    left_out = required.many(
        LeftOutSchema, "The first of the packed files in which no record was found."
    )
    ended_at = required.moment(none=True)
    games = required.many(GameSchema, "The first of them.")
    note = required.text(none=True)
    reading = required.one(ReadingSchema, none=True)


class ReadingOptionsSchema(Schema):
    """What may be declared about a text that is not XXN."""

    filename = optional.text("For a raw body.", None)
    ranks = optional.one_of(
        ("10", "BDKA", "BDKT"), "How cards are written: `10`, German `BDKA` or `BDKT`."
    )


class CheckOptionsSchema(ReadingOptionsSchema):
    """What may be said about a check."""

    analysis = optional.flag(
        "False for verdicts alone: of flawed records much sooner.", default=True
    )


class HandingInSchema(ReadingOptionsSchema):
    """What may be said about an upload in its address."""

    visibility = optional.one_of(
        VISIBILITIES, "Who may look: its owner, all who have the address, everybody.", "unlisted"
    )


class KeySchema(Schema):
    """So that trying again is harmless: the same key means the same upload, for two days."""

    key = fields.String(
        data_key="Idempotency-Key",
        load_default=None,
        validate=validate.Length(1, 255),
        metadata={"description": "Chosen by the client. With other bytes it is refused."},
    )

    class Meta:
        unknown = EXCLUDE
