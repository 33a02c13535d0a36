"""Which revision of a record is asked for, wherever a revision can be."""

from __future__ import annotations

from marshmallow import Schema, fields, validate


class OfRevisionSchema(Schema):
    """Which revision is asked for."""

    revision = fields.String(
        load_default="",
        validate=validate.Regexp(r"^([0-9]{1,8})?$"),
        metadata={"description": "Of this revision, where not of the latest."},
    )
