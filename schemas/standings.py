"""Events, and tables of standings."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required


class EventSchema(Schema):
    """An event at which public games were played, from the records' own tag."""

    name = required.text()
    games = required.whole()
    first = required.text("Its first day as far as it is known, or empty.")
    last = required.text("Its last day, or empty.")


class EventsSchema(Schema):
    """The latest events."""

    events = required.many(EventSchema)
    next = required.text("The address of the earlier ones.", none=True)


class TallySchema(Schema):
    """A player's results in one kind of game."""

    played = required.whole()
    won = required.whole("A win that is shared counts for each.")
    counted = required.whole("The number of games in which the player's score is known.")
    points = required.whole("The points of all these games together, by the rules.", none=True)
    average = required.number("A game.", none=True)
    best = required.whole("The highest score, or the lowest where few points win.", none=True)


class PlacedSchema(Schema):
    """A player in a table."""

    rank = required.whole()
    id = required.text()
    name = required.text()
    played = required.whole()
    won = required.whole()
    games = required.by_name(
        fields.Nested(TallySchema), "By game. Points are not added up across games."
    )


class StandingsSchema(Schema):
    """Who won how often, the most first."""

    players = required.many(PlacedSchema)
    games = required.words("The records that count.")
    repeated = required.words("Further sheets of games that count already.")
    faulty = required.whole("Records with errors, which count by the rules' result.")
    undecided = required.whole("Games without a known winner.")
    nameless = required.whole("Seats without a name.")
    complete = required.flag("False: only the latest thousand games count.")
