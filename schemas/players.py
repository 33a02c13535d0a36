"""Players and the names they go by."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import required
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

    id = required.text()
    name = required.text("By which they are shown.")
    names = required.words()


class JoinedSchema(Strict):
    """Who else a player is."""

    other = required.text("The other player, by name or identifier.")


class SplitSchema(Strict):
    """Which of a player's names are somebody else's."""

    names = required.many(
        fields.String(validate=validate.Length(1, LONGEST_NAME)),
        "Not all of them.",
        validate=validate.Length(1, 100),
    )


class SplitOffSchema(Schema):
    """Who has the names that were taken from a player."""

    id = required.text("Null where no game was played under them: they are forgotten.", none=True)


class NameSchema(Strict):
    """A name of a player."""

    name = _name("As it would stand in a record.")
