"""Events, and tables of standings."""

from __future__ import annotations

from marshmallow import Schema, fields


class EventSchema(Schema):
    """Something that public games were played at, by the records' own tag."""

    name = fields.String(required=True)
    games = fields.Integer(required=True)
    first = fields.String(
        required=True,
        metadata={"description": "Its first day as far as it is known, or empty."},
    )
    last = fields.String(required=True, metadata={"description": "Its last day, or empty."})


class EventsSchema(Schema):
    """The latest events."""

    events = fields.List(fields.Nested(EventSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "Where the earlier ones are."}
    )


class TallySchema(Schema):
    """How a player did in one kind of game."""

    played = fields.Integer(required=True)
    won = fields.Integer(
        required=True, metadata={"description": "A win that is shared counts for each."}
    )
    counted = fields.Integer(
        required=True, metadata={"description": "In so many the player's score is known."}
    )
    points = fields.Integer(
        required=True, allow_none=True,
        metadata={"description": "Of all these games together, as the rules give them."},
    )  # fmt: skip
    average = fields.Float(required=True, allow_none=True, metadata={"description": "A game."})
    best = fields.Integer(
        required=True, allow_none=True,
        metadata={"description": "The highest score, or the lowest where few points win."},
    )  # fmt: skip


class PlacedSchema(Schema):
    """A player in a table."""

    rank = fields.Integer(required=True)
    id = fields.String(required=True)
    name = fields.String(required=True)
    played = fields.Integer(required=True)
    won = fields.Integer(required=True)
    games = fields.Dict(
        keys=fields.String(), values=fields.Nested(TallySchema), required=True,
        metadata={"description": "By game. Points are not added up across games."},
    )  # fmt: skip


class StandingsSchema(Schema):
    """Who won how often, the most first."""

    players = fields.List(fields.Nested(PlacedSchema), required=True)
    games = fields.List(
        fields.String(), required=True, metadata={"description": "The records that count."}
    )
    repeated = fields.List(
        fields.String(), required=True,
        metadata={"description": "Further sheets of games that count already."},
    )  # fmt: skip
    faulty = fields.Integer(
        required=True,
        metadata={"description": "Records with faults, which count as the rules have them."},
    )
    undecided = fields.Integer(
        required=True, metadata={"description": "Games of which it is not told who won."}
    )
    nameless = fields.Integer(required=True, metadata={"description": "Seats without a name."})
    complete = fields.Boolean(
        required=True, metadata={"description": "False: only the latest thousand games count."}
    )
