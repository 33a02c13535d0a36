"""Players, their results and their names."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from schemas.fields import required
from schemas.fields.strict import Strict
from schemas.lists_of_games import GamesPageSchema

LONGEST_NAME = 200


class ResultSchema(Schema):
    """A player's result in one game."""

    game = required.text()
    played = required.whole()
    won = required.whole()
    lost = required.whole()
    best = required.whole("The most points at the end.", none=True)


class KnownPlayerSchema(Schema):
    """A player in a list."""

    id = required.text()
    name = required.text()
    games = required.whole("The number of their public games.")


class PlayersSchema(Schema):
    """Players in the order of their names."""

    players = required.many(KnownPlayerSchema)
    next = required.text("The address of the next page.", none=True)


class PlayerFaultsSchema(Schema):
    """Faults in the latest games of a player, by the player and by others."""

    games = required.whole("Games looked through.")
    own = required.counts(
        "By the code of a finding, in how many games the player's own plays were against the rules."
    )
    others = required.counts("By the code of a finding, in how many games those of others were.")
    too_many = required.whole("Points that records have too many for them.")
    too_few = required.whole("Points that records have too few for them.")


class MeanSchema(Schema):
    """An average over games."""

    value = required.number()
    within = required.number(
        "Half the width of the 95 % confidence interval; null for one game.", none=True
    )


class FiguresSchema(Schema):
    """How well a player played one kind of game, from the games with a play-by-play analysis."""

    game = required.text()
    games = required.whole("Games with a play-by-play analysis.")
    mistakes = required.one(MeanSchema)
    given_away = required.one(MeanSchema, "Points, by what could be known.")
    by_play = required.one(
        MeanSchema, "What the others gave away on average, less that: without luck."
    )


class PlayerSchema(Schema):
    """A player, and the newest of their games."""

    id = required.text()
    name = required.text()
    aliases = required.words()
    anonymous = required.flag()
    results = required.many(ResultSchema)
    faults = required.one(PlayerFaultsSchema)
    figures = required.many(FiguresSchema)
    page = required.one(GamesPageSchema)


class MeetingSchema(Schema):
    """The results of two players in one game."""

    game = required.text()
    played = required.whole()
    one = required.whole("Won by the first.")
    other = required.whole("Won by the second.")


class HeadToHeadSchema(Schema):
    """Two players who met."""

    one = required.text()
    other = required.text()
    names = required.words()
    meetings = required.many(MeetingSchema)
    page = required.one(GamesPageSchema)


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
