"""Lists of games as the API and the `.json` alternates of the pages give them."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required
from schemas.games import GameSchema


class ListedSchema(GameSchema):
    """A game in a list."""

    highest = required.whole("The highest score of any player.", none=True)
    player_ids = required.by_name(
        fields.String(), "The player in each seat, `p1` and on, where one is named."
    )


class FacetsSchema(Schema):
    """How many games there are, and how many for each value that could be chosen instead."""

    total = required.whole()
    exact = required.flag("False: there are more; no more than a thousand were counted.")
    games = required.counts("By game.")
    rules = required.counts("By rule set.")
    standings = required.counts("By verdict.")
    dates = required.counts("By year, or by month within a year that is asked for.")
    findings = required.counts("By the code of a finding; empty where these are not counted.")


class GamesPageSchema(Schema):
    """A page of a list of games."""

    games = required.many(ListedSchema)
    facets = required.one(FacetsSchema)
    next = required.text("Address of the next page.", none=True)


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
