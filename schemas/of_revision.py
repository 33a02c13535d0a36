"""Which revision of a record is asked for, wherever a revision can be."""

from __future__ import annotations

from marshmallow import Schema

from schemas import optional


class OfRevisionSchema(Schema):
    """Which revision is asked for."""

    revision = optional.whole(1, 99_999_999, "Of this revision, where not of the latest.")
