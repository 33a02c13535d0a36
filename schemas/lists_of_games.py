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
