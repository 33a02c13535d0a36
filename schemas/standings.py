"""Events, and tables of standings."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required


class EventSchema(Schema):
    """Something that public games were played at, by the records' own tag."""

    name = required.text()
    games = required.whole()
    first = required.text("Its first day as far as it is known, or empty.")
    last = required.text("Its last day, or empty.")


class EventsSchema(Schema):
    """The latest events."""

    events = required.many(EventSchema)
    next = required.text("Where the earlier ones are.", none=True)


class TallySchema(Schema):
    """How a player did in one kind of game."""

    played = required.whole()
    won = required.whole("A win that is shared counts for each.")
    counted = required.whole("In so many the player's score is known.")
    points = required.whole("Of all these games together, as the rules give them.", none=True)
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
    faulty = required.whole("Records with faults, which count as the rules have them.")
    undecided = required.whole("Games of which it is not told who won.")
    nameless = required.whole("Seats without a name.")
    complete = required.flag("False: only the latest thousand games count.")
