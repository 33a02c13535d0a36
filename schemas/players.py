"""Players and their names."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import required
from schemas.fields.strict import Strict

LONGEST_NAME = 200


class NamesSchema(Schema):
    """A player and their names, the oldest first."""

    id = required.text()
    name = required.text("The name that is shown.")
    names = required.words()


class JoinedSchema(Strict):
    """The other player who is the same person."""

    other = required.text("The other player, by name or identifier.")


class SplitSchema(Strict):
    """The names of a player that belong to another."""

    names = required.many(
        fields.String(validate=validate.Length(1, LONGEST_NAME)),
        "Not all of them.",
        validate=validate.Length(1, 100),
    )


class SplitOffSchema(Schema):
    """The player who has the names that were split off."""

    id = required.text("Null where no game was played under them: they are forgotten.", none=True)


class NameSchema(Strict):
    """A name of a player."""

    name = required.text("As records have it.", validate=validate.Length(1, LONGEST_NAME))
