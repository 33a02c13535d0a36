"""An upload and how far it has come."""

from __future__ import annotations

from marshmallow import EXCLUDE, Schema, fields, validate

from schemas.games import VISIBILITIES, GameSchema

UPLOAD_STATES = ("queued", "working", "done", "failed", "cancelled")


class ReadingSchema(Schema):
    """How a text that is not XXN was read. Documented in docs/importing.md."""

    importer = fields.String(required=True)
    title = fields.String(required=True, metadata={"description": "What it was read as."})
    mapping = fields.List(fields.Dict(), required=True, metadata={"description": "Columns."})
    diagnostics = fields.List(
        fields.Dict(), required=True, metadata={"description": "What was not understood."}
    )


class CheckedReadingSchema(ReadingSchema):
    """The same of a check, with the sheet's own places."""

    refusal = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why nothing of it could be read, in one sentence."},
    )
    findings = fields.List(
        fields.List(fields.Dict(allow_none=True)),
        required=True,
        metadata={
            "description": "By record and finding: line, column, cell and text in what was sent."
        },
    )


class AnalysesCountSchema(Schema):
    """Flawed records of which it is still to be worked out what would put them right."""

    waiting = fields.Integer(required=True)
    failed = fields.Integer(required=True, metadata={"description": "Given up; see `retry`."})


class UploadTallySchema(Schema):
    """How the settled records stand."""

    counts = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "upheld, open, flawed, impossible, failed, cancelled."},
    )
    findings = fields.Integer(required=True)
    failures = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "What kept records from a verdict: time, memory, fault, worker."},
    )
    analyses = fields.Nested(AnalysesCountSchema, required=True)


class LeftOutSchema(Schema):
    """A packed file in which no record was found, and why."""

    number = fields.Integer(required=True, metadata={"description": "Its place, from 1."})
    name = fields.String(required=True, allow_none=True)
    note = fields.String(required=True)


class UploadSchema(Schema):
    """What was uploaded, and what has become of its records."""

    id = fields.String(required=True)
    filename = fields.String(required=True, allow_none=True)
    state = fields.String(required=True, metadata={"enum": list(UPLOAD_STATES)})
    visibility = fields.String(required=True, metadata={"enum": list(VISIBILITIES)})
    received_at = fields.DateTime(required=True)
    size = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "In bytes; null where something in it is not for everybody."},
    )
    sha256 = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Of the bytes uploaded; null where the size is."},
    )
    total = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Records; null until known."}
    )
    judged = fields.Integer(
        required=True,
        metadata={"description": "Records that have come to an end, failed ones included."},
    )
    cancelled = fields.Integer(
        required=True,
        metadata={"description": "Records that will not be judged: the rest was cancelled."},
    )
    tally = fields.Nested(UploadTallySchema, required=True)
    documents = fields.Integer(
        required=True, metadata={"description": "Texts found in it so far; a zip may hold many."}
    )
    left_out = fields.List(
        fields.Nested(LeftOutSchema),
        required=True,
        metadata={"description": "The first of the packed files in which no record was found."},
    )
    ended_at = fields.DateTime(required=True, allow_none=True)
    games = fields.List(
        fields.Nested(GameSchema), required=True, metadata={"description": "The first of them."}
    )
    note = fields.String(required=True, allow_none=True)
    reading = fields.Nested(ReadingSchema, required=True, allow_none=True)


class ReadingOptionsSchema(Schema):
    """What may be declared about a text that is not XXN."""

    filename = fields.String(load_default=None, metadata={"description": "For a raw body."})
    ranks = fields.String(
        load_default="",
        validate=validate.OneOf(("10", "BDKA", "BDKT")),
        metadata={"description": "How cards are written: `10`, German `BDKA` or `BDKT`."},
    )


class CheckOptionsSchema(ReadingOptionsSchema):
    """What may be said about a check."""

    analysis = fields.Boolean(
        load_default=True,
        metadata={"description": "False for verdicts alone: of flawed records much sooner."},
    )


class HandingInSchema(ReadingOptionsSchema):
    """What may be said about an upload in its address."""

    visibility = fields.String(
        load_default="unlisted",
        validate=validate.OneOf(VISIBILITIES),
        metadata={"description": "Who may look: its owner, whoever has the address, everybody."},
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
