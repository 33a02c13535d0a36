"""Schemas and fields that take nothing for what it is not; and the revision asked for, wherever
there may be one."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, fields

from schemas.fields import optional


class Strict(Schema):
    """A schema that refuses unknown keys."""

    class Meta:
        unknown = RAISE


class Whole(fields.Integer):
    """A whole number: `8` or `8.0`, and neither `"8"` nor `true`."""

    def _deserialize(self, value: Any, *arguments: Any, **more: Any) -> Any:
        number = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        if isinstance(value, bool) or not number:
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *arguments, **more)


class TrueOrFalse(fields.Boolean):
    """`true` or `false`, and no word or number for them."""

    def _deserialize(self, value: Any, *arguments: Any, **more: Any) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class OfRevisionSchema(Schema):
    """The revision that is asked for."""

    revision = optional.whole(1, 99_999_999, "Of this revision, where not of the latest.")
