"""Wrong claims: one number, or one seat, that is not what the rules give. The play stays sound."""

from __future__ import annotations

from random import Random

from archive.core.events import DRAW, Bonus, End, Play, Score, Totals, Up
from archive.core.record import Record
from archive.generator.flaws.changes import changed, other_number


def wrong_score(record: Record, rng: Random) -> Record | None:
    """One number of one standing."""

    def other(score: Score) -> Score:
        return Score(_one_off(rng, score.totals))

    return changed(record, rng, Score, other)


def wrong_result(record: Record, rng: Random) -> Record | None:
    """One number of the last line."""

    def other(end: End) -> End:
        return end._replace(totals=_one_off(rng, end.totals))

    return changed(record, rng, End, other)


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

    def other(play: Play) -> Play:
        return play._replace(points=other_number(rng, play.points or 0, least=1))

    return changed(record, rng, Play, other)


def wrong_up(record: Record, rng: Random) -> Record | None:
    """The bonus announced with the cards turned up."""

    def other(up: Up) -> Up:
        return up._replace(bonus=other_number(rng, up.bonus or 0, least=1))

    return changed(record, rng, Up, other)


def wrong_bonus(record: Record, rng: Random) -> Record | None:
    """How much the bonus is."""

    def other(bonus: Bonus) -> Bonus:
        return bonus._replace(points=other_number(rng, bonus.points or 0, least=1))

    return changed(record, rng, Bonus, other)


def wrong_bonus_to(record: Record, rng: Random) -> Record | None:
    """Who takes the bonus, of two."""

    def other(bonus: Bonus) -> Bonus:
        return bonus._replace(seat=3 - bonus.seat)

    return changed(record, rng, Bonus, other)


def _one_off(rng: Random, totals: Totals) -> Totals:
    """The totals with one of them changed. Where a game counts below zero, so may they."""
    chosen = rng.choice(range(len(totals)))
    least = min(0, *(total for _, total in totals))
    return tuple(
        (seat, other_number(rng, total, least) if place == chosen else total)
        for place, (seat, total) in enumerate(totals)
    )
