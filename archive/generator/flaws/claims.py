"""Wrong claims: one number, or one seat, differs from what the rules give. The play stays sound."""

from __future__ import annotations

from random import Random

from archive.core.events import DRAW, Bonus, End, Event, Play, Score, Totals, Up
from archive.core.record import Record
from archive.generator.flaws.record_edits import other_number, rewritten


@rewritten(Score)
def wrong_score(record: Record, rng: Random, score: Score) -> Event | None:
    """Change one number of one standing."""
    return Score(_one_off(rng, score.totals))


@rewritten(End)
def wrong_result(record: Record, rng: Random, end: End) -> Event | None:
    """Change one number of the last line."""
    return end._replace(totals=_one_off(rng, end.totals))


@rewritten(End)
def wrong_winner(record: Record, rng: Random, end: End) -> Event | None:
    """Name another winner in the last line."""
    alone = [(seat,) for seat, _ in end.totals if (seat,) != end.winners]
    return end._replace(winners=rng.choice(alone + [DRAW] * (end.winners != DRAW)))


@rewritten(Play)
def wrong_tally(record: Record, rng: Random, play: Play) -> Event | None:
    """Change the tally written after one play, or the count."""
    tally = play.tally
    return None if tally is None else play._replace(tally=other_number(rng, tally, least=1))


@rewritten(Play)
def wrong_points(record: Record, rng: Random, play: Play) -> Event | None:
    """Change what one play is said to score, or give points to a play that scores none."""
    return play._replace(points=other_number(rng, play.points or 0, least=1))


@rewritten(Up)
def wrong_up(record: Record, rng: Random, up: Up) -> Event | None:
    """Change the bonus announced with the cards turned up."""
    return up._replace(bonus=other_number(rng, up.bonus or 0, least=1))


@rewritten(Bonus)
def wrong_bonus(record: Record, rng: Random, bonus: Bonus) -> Event | None:
    """Change the number of points of the bonus."""
    return bonus._replace(points=other_number(rng, bonus.points or 0, least=1))


@rewritten(Bonus)
def wrong_bonus_to(record: Record, rng: Random, bonus: Bonus) -> Event | None:
    """Change the taker of the bonus, where two play."""
    return bonus._replace(seat=3 - bonus.seat)


def _one_off(rng: Random, totals: Totals) -> Totals:
    """Return the totals with one of them changed. Where a game counts below zero, so may they."""
    chosen = rng.choice(range(len(totals)))
    least = min(0, *(total for _, total in totals))
    return tuple(
        (seat, other_number(rng, total, least) if place == chosen else total)
        for place, (seat, total) in enumerate(totals)
    )
