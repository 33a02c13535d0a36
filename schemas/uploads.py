"""An upload and its progress."""

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
    """How the text of a check was read, with the sheet's own places."""

    refusal = required.text("Why nothing of it could be read, in one sentence.", none=True)
    findings = required.many(
        fields.List(fields.Dict(allow_none=True)),
        "By record and finding: line, column, cell and text in what was sent.",
    )


class AnalysesCountSchema(Schema):
    """Flawed records that still wait for their analysis."""

    waiting = required.whole()
    failed = required.whole("Given up; see `retry`.")


class UploadTallySchema(Schema):
    """The number of judged records by standing."""

    counts = required.by_name(
        fields.Integer(), "upheld, open, flawed, impossible, failed, cancelled."
    )
    findings = required.whole()
    failures = required.by_name(
        fields.Integer(), "Why records have no verdict: time, memory, fault, worker."
    )
    analyses = required.one(AnalysesCountSchema)


class LeftOutSchema(Schema):
    """A packed file in which no record was found, and why."""

    number = required.whole("Its place, from 1.")
    name = required.text(none=True)
    note = required.text()


class UploadSchema(Schema):
    """An upload and the state of its records."""

    id = required.text()
    filename = required.text(none=True)
    state = required.one_of(UPLOAD_STATES)
    visibility = required.one_of(VISIBILITIES)
    received_at = required.moment()
    size = required.whole("In bytes; null where something in it is hidden from you.", none=True)
    sha256 = required.text("Of the bytes uploaded; null where the size is.", none=True)
    total = required.whole("Records; null until known.", none=True)
    judged = required.whole("Records that are finished, failed ones included.")
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
    """Options for reading a text that is not XXN."""

    filename = optional.text("For a raw body.", None)
    ranks = optional.one_of(
        ("10", "BDKA", "BDKT"), "How cards are written: `10`, German `BDKA` or `BDKT`."
    )


class CheckOptionsSchema(ReadingOptionsSchema):
    """Options of a check."""

    analysis = optional.flag(
        "False for verdicts alone: of flawed records much sooner.", default=True
    )


class HandingInSchema(ReadingOptionsSchema):
    """Options of an upload, in its address."""

    visibility = optional.one_of(
        VISIBILITIES,
        "Visible to its owner, readers with the address, or all.",
        "unlisted",
    )


class KeySchema(Schema):
    """A key that makes trying again harmless: the same key means the same upload, for two days."""

    key = fields.String(
        data_key="Idempotency-Key",
        load_default=None,
        validate=validate.Length(1, 255),
        metadata={"description": "Chosen by the client. With other bytes it is refused."},
    )

    class Meta:
        unknown = EXCLUDE
