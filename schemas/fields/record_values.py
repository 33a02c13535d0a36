"""The values of a record, as marshmallow fields that convert nothing; and the revision asked for,
wherever there may be one."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from schemas.fields import optional

MOST = 999_999_999


class Written(validate.Regexp):
    """A pattern that the whole text has to match."""

    def __call__(self, value: Any) -> Any:
        if not isinstance(value, str) or not re.fullmatch(str(self.regex.pattern), value):
            raise ValidationError(self._format_error(value))
        return value


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


def _about(about: str, required: bool) -> dict[str, Any]:
    return {"required": required, "metadata": {"description": about} if about else {}}


def _plain(
    kind: type[fields.Field[Any]], about: str = "", *, required: bool = False
) -> fields.Field[Any]:
    return kind(**_about(about, required))


boolean = partial(_plain, TrueOrFalse)
text = partial(_plain, fields.String)


def whole(least: int, most: int, about: str = "", *, required: bool = False) -> fields.Field[Any]:
    """Return a field for a whole number from the least to the most."""
    return Whole(validate=validate.Range(least, most), **_about(about, required))


count = partial(whole, -MOST, MOST)


def written(pattern: str, about: str = "", *, required: bool = False) -> fields.Field[Any]:
    """Return a field for a text that matches a pattern."""
    pattern = re.compile(f"^{pattern}$").pattern
    return fields.String(validate=Written(pattern), **_about(about, required))


def one_of(*words: str, about: str = "", required: bool = True) -> fields.Field[Any]:
    """Return a field for one of these words."""
    return fields.String(validate=validate.OneOf(words), **_about(about, required))


def constant(word: str) -> fields.Field[Any]:
    """Return a field for this word alone."""
    return fields.String(validate=validate.Equal(word), required=True)


seat = partial(written, "p[1-9][0-9]?")
card = partial(written, "[A2-9TJQK?][cdhs]?")


def several(
    item: fields.Field[Any], about: str = "", *, least: int = 0, required: bool = False
) -> fields.Field[Any]:
    """Return a field for a list of at least `least` items."""
    bounds = validate.Length(min=least) if least else None
    return fields.List(item, validate=bounds, **_about(about, required))


def cards(about: str = "", *, least: int = 0, required: bool = True) -> fields.Field[Any]:
    """Return a field for a list of cards."""
    return several(card(), about, least=least, required=required)


class OfRevisionSchema(Schema):
    """The revision that is asked for."""

    revision = optional.whole(1, 99_999_999, "Of this revision, where not of the latest.")
