"""Fields that may be left out of what is asked, by what they hold: `about` says what one means,
`default` what counts where it is not said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marshmallow import fields, validate

Field = fields.Field[Any]


def text(
    about: str = "", default: str | None = "", *, longest: int | None = None, none: bool = False,
    **described: Any,
) -> Field:  # fmt: skip
    """Return a text of so many characters at most, which may be null where `none` says so."""
    bounds = validate.Length(max=longest) if longest else None
    told = _described(about, described)
    return fields.String(load_default=default, validate=bounds, allow_none=none, metadata=told)


def one_of(
    known: Sequence[str], about: str = "", default: str | None = "", *, none: bool = False
) -> Field:
    """Return one of these words."""
    return fields.String(
        load_default=default, validate=validate.OneOf(known), allow_none=none,
        metadata=_described(about),
    )  # fmt: skip


def whole(least: int, most: int, about: str = "", default: int | None = None) -> Field:
    """Return a whole number from the least to the most."""
    bounds = validate.Range(least, most)
    return fields.Integer(load_default=default, validate=bounds, metadata=_described(about))


def flag(about: str = "", *, default: bool = False) -> Field:
    return fields.Boolean(load_default=default, metadata=_described(about))


def words(about: str = "") -> Field:
    """Return a list of texts, empty where nothing is said."""
    return fields.List(fields.String(), load_default=list, metadata=_described(about))


def _described(about: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"description": about, **(more or {})} if about else more or {}
