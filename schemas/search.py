"""Lists of games as the API and the `.json` twins of the pages give them."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.games import GameSchema


class ListedSchema(GameSchema):
    """A game in a list."""

    highest = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The most points of anybody."}
    )
    player_ids = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata={"description": "The player in each seat, `p1` and on, where one is named."},
    )


def _counts(about: str) -> fields.Field[object]:
    found: fields.Field[object] = fields.Dict(  # type: ignore[assignment]
        keys=fields.String(), values=fields.Integer(), required=True,
        metadata={"description": about},
    )  # fmt: skip
    return found


class FacetsSchema(Schema):
    """How many games there are, and of each value if one asked for it instead."""

    total = fields.Integer(required=True)
    exact = fields.Boolean(
        required=True,
        metadata={"description": "False: there are more; no more than a thousand were counted."},
    )
    games = _counts("By game.")
    rules = _counts("By rule set.")
    standings = _counts("By verdict.")
    dates = _counts("By year, or by month within a year that is asked for.")
    findings = _counts("By the code of a finding; empty where that is not counted.")


class GamesPageSchema(Schema):
    """A page of a list of games."""

    games = fields.List(fields.Nested(ListedSchema), required=True)
    facets = fields.Nested(FacetsSchema, required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "Address of the next page."}
    )


class ResultSchema(Schema):
    """How a player did in one game."""

    game = fields.String(required=True)
    played = fields.Integer(required=True)
    won = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    best = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Most points they ended with."}
    )


class KnownPlayerSchema(Schema):
    """A player in a list."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    games = fields.Integer(required=True, metadata={"description": "In so many public games."})


class PlayersSchema(Schema):
    """Players in the order of their names."""

    players = fields.List(fields.Nested(KnownPlayerSchema), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "Where the next ones are."}
    )


def _by_code(about: str) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": f"By the code of a finding, in how many games {about}."},
    )


class PlayerFaultsSchema(Schema):
    """What the latest games with faults say for and against a player."""

    games = fields.Integer(required=True, metadata={"description": "Games looked through."})
    own = _by_code("the player's own plays were against the rules")
    others = _by_code("those of others were")
    too_many = fields.Integer(
        required=True, metadata={"description": "Points that records have too many for them."}
    )
    too_few = fields.Integer(required=True, metadata={"description": "And too few."})


class MeanSchema(Schema):
    """An average over games."""

    value = fields.Float(required=True)
    within = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "With a chance of 95 % it is off by no more; null for one game."},
    )


class FiguresSchema(Schema):
    """How well a player played one kind of game, where the plays were weighed."""

    game = fields.String(required=True)
    games = fields.Integer(required=True, metadata={"description": "Games that were weighed."})
    mistakes = fields.Nested(MeanSchema, required=True)
    given_away = fields.Nested(
        MeanSchema, required=True, metadata={"description": "Points, by what could be known."}
    )
    by_play = fields.Nested(
        MeanSchema,
        required=True,
        metadata={"description": "What the others gave away on average, less that: without luck."},
    )


class PlayerSchema(Schema):
    """A player, and the newest of their games."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    aliases = fields.List(fields.String(), required=True)
    anonymous = fields.Boolean(required=True)
    results = fields.List(fields.Nested(ResultSchema), required=True)
    faults = fields.Nested(PlayerFaultsSchema, required=True)
    figures = fields.List(fields.Nested(FiguresSchema), required=True)
    page = fields.Nested(GamesPageSchema, required=True)


class MeetingSchema(Schema):
    """How two players did against each other in one game."""

    game = fields.String(required=True)
    played = fields.Integer(required=True)
    one = fields.Integer(required=True, metadata={"description": "Won by the first."})
    other = fields.Integer(required=True, metadata={"description": "Won by the second."})


class HeadToHeadSchema(Schema):
    """Two players who met."""

    one = fields.String(required=True)
    other = fields.String(required=True)
    names = fields.List(fields.String(), required=True)
    meetings = fields.List(fields.Nested(MeetingSchema), required=True)
    page = fields.Nested(GamesPageSchema, required=True)
