"""Wrong claims: one number, or one seat, that is not what the rules give. The play stays sound."""

from __future__ import annotations

from random import Random

from archive.core.events import DRAW, Bonus, End, Play, Score, Totals, Up
from archive.core.record import Record
from archive.generator.flaws.changes import changed, other_number


def wrong_score(record: Record, rng: Random) -> Record | None:
    """One number of one standing."""
    return changed(record, rng, Score, lambda score: Score(_one_off(rng, score.totals)))


def wrong_result(record: Record, rng: Random) -> Record | None:
    """One number of the last line."""
    return changed(record, rng, End, lambda end: end._replace(totals=_one_off(rng, end.totals)))


def wrong_winner(record: Record, rng: Random) -> Record | None:
    """Another winner in the last line."""

    def other(end: End) -> End:
        alone = [(seat,) for seat, _ in end.totals if (seat,) != end.winners]
        return end._replace(winners=rng.choice(alone + [DRAW] * (end.winners != DRAW)))

    return changed(record, rng, End, other)


def wrong_tally(record: Record, rng: Random) -> Record | None:
    """The tally behind one play."""

    def other(play: Play) -> Play | None:
        tally = play.tally
        return None if tally is None else play._replace(tally=other_number(rng, tally, least=1))

    return changed(record, rng, Play, other)


def wrong_points(record: Record, rng: Random) -> Record | None:
    """What one play is said to score; or points for a play that scores none."""
    return changed(
        record, rng, Play,
        lambda play: play._replace(points=other_number(rng, play.points or 0, least=1)),
    )  # fmt: skip


def wrong_up(record: Record, rng: Random) -> Record | None:
    """The bonus announced with the cards turned up."""
    return changed(
        record, rng, Up, lambda up: up._replace(bonus=other_number(rng, up.bonus or 0, least=1))
    )


def wrong_bonus(record: Record, rng: Random) -> Record | None:
    """How much the bonus is."""
    return changed(
        record, rng, Bonus,
        lambda bonus: bonus._replace(points=other_number(rng, bonus.points or 0, least=1)),
    )  # fmt: skip


def wrong_bonus_to(record: Record, rng: Random) -> Record | None:
    """Who takes the bonus, of two."""
    return changed(record, rng, Bonus, lambda bonus: bonus._replace(seat=3 - bonus.seat))


def _one_off(rng: Random, totals: Totals) -> Totals:
    """The totals with one of them changed. Where a game counts below zero, so may they."""
    chosen = rng.choice(range(len(totals)))
    least = min(0, *(total for _, total in totals))
    return tuple(
        (seat, other_number(rng, total, least) if place == chosen else total)
        for place, (seat, total) in enumerate(totals)
    )
