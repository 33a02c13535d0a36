"""A game as it stands after a line of play: the table, whose turn it is, and the possible plays."""

from __future__ import annotations

from marshmallow import Schema

from schemas.fields import optional, required
from schemas.fields.strict import OfRevisionSchema
from schemas.replays import TableSchema

LONGEST_LINE = 4000
"""The most letters of a line."""


class LineSchema(OfRevisionSchema):
    """The plays in place of those of the record."""

    line = optional.text(
        "Plays with full stops between, by the seats whose turn it is: "
        "`9h.7s7d.d.pass`; `x9s7d`, `x-`, `in`, `out` and `trump-h` where a game has that.",
        longest=LONGEST_LINE,
    )


class MoveSchema(Schema):
    """A play of a line."""

    play = required.text("As the line writes it.")
    seat = required.text("`p1`")
    ply = required.whole("The number of plays so far.")
    broken = required.words("The clauses that forbid it.")


class ChoiceSchema(Schema):
    """A play that the rules allow."""

    play = required.text("As a line writes it.")
    as_played = required.flag("Whether it is what happened in the game.")


class PositionSchema(Schema):
    """The game after the line of play."""

    start = required.whole("The ply it was left after.")
    line = required.text()
    moves = required.many(MoveSchema)
    table = required.one(TableSchema)
    turn = required.text("The player whose turn it is; null: none.", none=True)
    due = required.text(
        "The kind of choice: `lay`, `turn`, `put_away`, `stay`, `name_trump`.", none=True
    )
    legal = required.many(ChoiceSchema)
    over = required.flag()
    stopped = required.text(
        "Why the line cannot go on although the game is not over: `pack` or "
        "`hand` for unknown cards, `rules`, `long`.",
        none=True,
    )
