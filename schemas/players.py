"""Players and the names they go by."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.record import Strict

LONGEST_NAME = 200


def _name(about: str) -> fields.String:
    return fields.String(
        required=True,
        validate=validate.Length(1, LONGEST_NAME),
        metadata={"description": about},
    )


class NamesSchema(Schema):
    """A player and their names, the oldest first."""

    id = fields.String(required=True)
    name = fields.String(required=True, metadata={"description": "By which they are shown."})
    names = fields.List(fields.String(), required=True)


class JoinedSchema(Strict):
    """Who else a player is."""

    other = fields.String(
        required=True, metadata={"description": "The other player, by name or identifier."}
    )


class SplitSchema(Strict):
    """Which of a player's names are somebody else's."""

    names = fields.List(
        fields.String(validate=validate.Length(1, LONGEST_NAME)),
        required=True,
        validate=validate.Length(1, 100),
        metadata={"description": "Not all of them."},
    )


class SplitOffSchema(Schema):
    """Who has the names that were taken from a player."""

    id = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null where no game was played under them: they are forgotten."},
    )


class NameSchema(Strict):
    """A name of a player."""

    name = _name("As it would stand in a record.")
