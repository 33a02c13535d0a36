"""Which revision of a record is asked for, wherever a revision can be."""

from __future__ import annotations

from marshmallow import Schema, fields, validate


class OfRevisionSchema(Schema):
    """Which revision is asked for."""

    revision = fields.Integer(
        load_default=None,
        validate=validate.Range(1, 99_999_999),
        metadata={"description": "Of this revision, where not of the latest."},
    )
