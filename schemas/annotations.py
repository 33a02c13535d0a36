"""What the analyst says of a game."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

STATE: dict[str, Any] = {
    "description": "none: nobody has asked for it; waiting; done; failed.",
    "enum": ["none", "waiting", "done", "failed"],
}
SEAT: dict[str, Any] = {"description": "Of the player, as in `p1`."}
BY_SEAT: dict[str, Any] = {"description": "By player, as in `p1`."}


DONE: dict[str, Any] = {
    "description": "A card, or as a line of what if has it: `7h7c`, `x9h`, `x-`, `d`, `pass`, `in`."
}


class WeighedOptionSchema(Schema):
    """What could be done, and what the rest of the round or deal was then worth to the player."""

    card = fields.String(required=True, metadata=DONE)
    hindsight = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "With all cards known, all playing their best; null where that "
            "was not weighed."
        },
    )
    fair = fields.Float(
        required=True, metadata={"description": "To be expected by what the player could know."}
    )


class LinePlaySchema(Schema):
    """A play of a line."""

    seat = fields.String(required=True, metadata=SEAT)
    card = fields.String(required=True, metadata=DONE)
    tally = fields.Integer(required=True)
    points = fields.Integer(required=True)


class PlyWeighedSchema(Schema):
    """A play, and what it gave away."""

    ply = fields.Integer(required=True)
    seat = fields.String(required=True, metadata=SEAT)
    card = fields.String(required=True, metadata=DONE)
    best = fields.String(
        required=True, metadata={"description": "What could be expected to bring most."}
    )
    margin = fields.Integer(
        required=True, metadata={"description": "By how much the first player led before it."}
    )
    hindsight = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "What it gave away with all cards known; null where that was not "
            "weighed."
        },
    )
    fair = fields.Float(
        required=True, metadata={"description": "What it could be expected to give away."}
    )
    error = fields.Float(
        required=True, metadata={"description": "The standard error of that; 0 where it is exact."}
    )
    glyph = fields.Integer(
        required=True, metadata={"description": "1 is !, 2 ?, 4 ??, 6 ?!; 0 for none."}
    )
    luck = fields.String(
        required=True, allow_none=True, metadata={"enum": ["unlucky", "lucky", None]}
    )
    options = fields.List(fields.Nested(WeighedOptionSchema), required=True)
    line = fields.List(
        fields.Nested(LinePlaySchema),
        required=True,
        metadata={"description": "Where the better card leads, to the end of the hands."},
    )
    how = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "How it was weighed: exactly, by what the player can be sure of, by the "
            "average of deals played out, or not; null where there was no choice.",
            "enum": ["exact", "sure", "average", "not", None],
        },
    )
    total = fields.Float(
        required=True,
        allow_none=True,
        metadata={
            "description": "The player's total expected when the deal is over, where that is told."
        },
    )


class RoundWeighedSchema(Schema):
    """A round: what it was worth and what was given away."""

    round = fields.Integer(required=True)
    starter = fields.String(required=True, metadata=SEAT)
    first_ply = fields.Integer(required=True)
    bonus = fields.Integer(required=True)
    par = fields.Integer(
        required=True,
        metadata={
            "description": "What its starter outscores the other by when both play their best."
        },
    )
    margin = fields.Integer(
        required=True,
        metadata={"description": "What its starter did: par − own losses + the other's."},
    )
    hindsight = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=BY_SEAT
    )
    fair = fields.Dict(keys=fields.String(), values=fields.Float(), required=True, metadata=BY_SEAT)


class StorySchema(Schema):
    """A game as a whole."""

    margin = fields.Integer(
        required=True, metadata={"description": "What the first player won by."}
    )
    by_play = fields.Float(
        required=True, metadata={"description": "What of it the plays account for."}
    )
    by_cards = fields.Float(required=True, metadata={"description": "The rest."})
    turning = fields.Integer(
        required=True,
        metadata={"description": "Since which play the winner was expected to win; 0 for none."},
    )
    gave_away = fields.Dict(
        keys=fields.String(), values=fields.Float(), required=True, metadata=BY_SEAT
    )
    mistakes = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata=BY_SEAT
    )


class AnnotationsSchema(Schema):
    """All that the analyst says of a game (docs/analysis.md)."""

    game = fields.String(required=True)
    analyst = fields.String(required=True, metadata={"description": "The analyst's version."})
    engine = fields.String(required=True)
    seed = fields.String(
        required=True, metadata={"description": "Says which hands were drawn: the record's hash."}
    )
    samples = fields.Integer(required=True)
    not_weighed = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Why nothing, or not all, was weighed; null where all was.",
            "enum": [
                "no-rules",
                "other-game",
                "against-the-rules",
                "unfinished",
                "partly",
                None,
            ],
        },
    )
    rounds = fields.List(fields.Nested(RoundWeighedSchema), required=True)
    plies = fields.List(fields.Nested(PlyWeighedSchema), required=True)
    expected = fields.List(
        fields.List(fields.Float()),
        required=True,
        metadata={
            "description": "Pairs: a play, and by how much the first player was expected to win "
            "after it."
        },
    )
    story = fields.Nested(StorySchema, required=True, allow_none=True)


class WeighingSchema(Schema):
    """How it stands with what the analyst says of a game."""

    state = fields.String(required=True, metadata=STATE)
    note = fields.String(
        required=True, allow_none=True, metadata={"description": "Why it was given up."}
    )
    annotations = fields.Nested(AnnotationsSchema, required=True, allow_none=True)
