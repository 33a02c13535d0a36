"""The play-by-play analysis of a game."""

from __future__ import annotations

from marshmallow import Schema, fields

from schemas.fields import required

SEAT = "Of the player, as in `p1`."
BY_SEAT = "By player, as in `p1`."
DONE = "A card, or as a line of what if has it: `7h7c`, `x9h`, `x-`, `d`, `pass`, `in`, `trump-h`."


class WeighedOptionSchema(Schema):
    """An option, and what the rest of the round or deal was then worth to the player."""

    card = required.text(DONE)
    hindsight = required.number(
        "With all cards known and best play by all; null where that is not known.",
        none=True,
    )
    fair = required.number("Expected from what the player could know.")


class LinePlaySchema(Schema):
    """A play of a line."""

    seat = required.text(SEAT)
    card = required.text(DONE)
    tally = required.whole()
    points = required.whole()


class PlyWeighedSchema(Schema):
    """A play, and the points it gave away."""

    ply = required.whole()
    seat = required.text(SEAT)
    card = required.text(DONE)
    best = required.text("The options with the highest expectation.")
    margin = required.whole("By how much the first player led before it.")
    hindsight = required.number(
        "What it gave away with all cards known; null where that is not known.", none=True
    )
    fair = required.number("What it gave away by what the player could know.")
    error = required.number("The standard error of that; 0 where it is exact.")
    glyph = required.whole("1 is !, 2 ?, 4 ??, 6 ?!; 0 for none.")
    luck = required.one_of(("unlucky", "lucky", None))
    options = required.many(WeighedOptionSchema)
    line = required.many(LinePlaySchema, "The best continuation, to the end of the hands.")
    how = required.one_of(
        ("exact", "sure", "average", "not", None),
        "How it was weighed: exactly, by what the player can be sure of, by the "
        "average of deals played out, or not; null where there was no choice.",
    )
    total = required.number(
        "The player's expected total at the end of the deal, where it is given.", none=True
    )


class RoundWeighedSchema(Schema):
    """A round: what it was worth and what was given away."""

    round = required.whole()
    starter = required.text(SEAT)
    first_ply = required.whole()
    bonus = required.whole()
    par = required.whole("By how much its starter outscores the other when both play their best.")
    margin = required.whole("The starter's actual result: par − own losses + the other's.")
    hindsight = required.counts(BY_SEAT)
    fair = required.by_name(fields.Float(), BY_SEAT)


class StorySchema(Schema):
    """A game as a whole."""

    winner = required.text("Its seat; null for a draw.", none=True)
    margin = required.whole("The winner's margin; among more than two, on average.")
    by_play = required.number("The part of it due to mistakes; in a draw, for the first player.")
    by_cards = required.number("The rest.")
    turning = required.whole("Since which play the winner was expected to win; 0 for none.")
    gave_away = required.by_name(fields.Float(), BY_SEAT)
    mistakes = required.counts(BY_SEAT)


class AnnotationsSchema(Schema):
    """The whole play-by-play analysis of a game (docs/analysis.md)."""

    game = required.text()
    analyst = required.text("The analyst's version.")
    engine = required.text()
    seed = required.text("The record's hash, which seeds the hands that were drawn.")
    samples = required.whole()
    not_weighed = required.one_of(
        (
            "no-rules",
            "other-game",
            "against-the-rules",
            "not-known",
            "after-the-end",
            "impossible",
            "unfinished",
            "partly",
            "no-deal-found",
            "beyond-the-budget",
            None,
        ),
        "Why nothing, or not everything, was analysed; null where everything was.",
    )
    rounds = required.many(RoundWeighedSchema)
    plies = required.many(PlyWeighedSchema)
    expected = required.many(
        fields.List(fields.Float()),
        "Pairs: a play, and by how much the first player was expected to win after it.",
    )
    story = required.one(StorySchema, none=True)
    trumps = required.many(
        PlyWeighedSchema, "Trumps named in Zwanzig ab, each by the number of the play that follows."
    )


class WeighingSchema(Schema):
    """The state of the play-by-play analysis of a game."""

    state = required.one_of(
        ("none", "waiting", "done", "failed"),
        "none: not asked for yet; waiting; done; failed.",
    )
    note = required.text("Why it was given up.", none=True)
    annotations = required.one(AnnotationsSchema, none=True)
