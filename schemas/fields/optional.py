"""Fields that a request may leave out, by what they hold: `about` is the meaning, `default` the
value where the field is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marshmallow import fields, validate

Field = fields.Field[Any]


def text(
    about: str = "", default: str | None = "", *, longest: int | None = None, none: bool = False,
    **described: Any,
) -> Field:  # fmt: skip
    """Return a field for a text of at most `longest` characters, which may be null where `none`."""
    bounds = validate.Length(max=longest) if longest else None
    told = _described(about, described)
    return fields.String(load_default=default, validate=bounds, allow_none=none, metadata=told)


def one_of(
    known: Sequence[str], about: str = "", default: str | None = "", *, none: bool = False
) -> Field:
    """Return a field for one of these words."""
    return fields.String(
        load_default=default, validate=validate.OneOf(known), allow_none=none,
        metadata=_described(about),
    )  # fmt: skip


def whole(least: int, most: int, about: str = "", default: int | None = None) -> Field:
    """Return a field for a whole number from the least to the most."""
    bounds = validate.Range(least, most)
    return fields.Integer(load_default=default, validate=bounds, metadata=_described(about))


def flag(about: str = "", *, default: bool = False) -> Field:
    """Return a field for true or false."""
    return fields.Boolean(load_default=default, metadata=_described(about))


def words(about: str = "") -> Field:
    """Return a field for a list of texts, empty by default."""
    return fields.List(fields.String(), load_default=list, metadata=_described(about))


def _described(about: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"description": about, **(more or {})} if about else more or {}
