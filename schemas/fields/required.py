"""Fields that an answer always has, by what they hold; `about` is the meaning, `none` whether the
value may be null."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from marshmallow import Schema, fields

Field = fields.Field[Any]
Kind = type[Schema] | str


def _plain(kind: type[Field], about: str = "", *, none: bool = False, **more: Any) -> Field:
    """Return a field of a kind of marshmallow's own."""
    return kind(**_always(about, none, more))


text = partial(_plain, fields.String)
whole = partial(_plain, fields.Integer)
number = partial(_plain, fields.Float)
flag = partial(_plain, fields.Boolean)
moment = partial(_plain, fields.DateTime)
anything = partial(_plain, fields.Raw)
mapping = partial(_plain, fields.Dict)


def one(of: Kind, about: str = "", *, none: bool = False, **more: Any) -> Field:
    """Return a field for an object of one schema."""
    return fields.Nested(of, **_always(about, none, more))


def many(of: Kind | Field, about: str = "", *, none: bool = False, **more: Any) -> Field:
    """Return a field for a list of objects of one schema, or of values of one field."""
    item = of if isinstance(of, fields.Field) else fields.Nested(of)
    return fields.List(item, **_always(about, none, more))


def words(about: str = "", *, none: bool = False, **more: Any) -> Field:
    """Return a field for a list of texts."""
    return many(fields.String(), about, none=none, **more)


def by_name(of: Field, about: str = "", *, none: bool = False, **more: Any) -> Field:
    """Return a field for an object with values of one field, by names: a seat, a kind of claim."""
    return fields.Dict(fields.String(), of, **_always(about, none, more))


def counts(about: str = "", **more: Any) -> Field:
    """Return a field for whole numbers by names."""
    return by_name(fields.Integer(), about, **more)


def one_of(known: Sequence[str | None], about: str = "", **more: Any) -> Field:
    """Return a field for one of these words; None among them is null."""
    return text(about, none=None in known, enum=[*known], **more)


def _always(about: str, none: bool, more: dict[str, Any]) -> dict[str, Any]:
    """Return marshmallow's arguments for a field: what it does not know itself is metadata."""
    known = [name for name in ("validate", "data_key", "attribute") if name in more]
    rest: dict[str, Any] = {name: more.pop(name) for name in known}
    described = {"description": about, **more} if about else more
    return {"required": True, "allow_none": none, "metadata": described, **rest}
