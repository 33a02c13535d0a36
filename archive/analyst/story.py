"""The story of a game: when it was won, and whether by play or by cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from archive.analyst.annotations import PlyWeighed, Story
from archive.analyst.glyphs import GOOD, certain
from archive.analyst.weigher import SURE


def story_of_two(plies: Sequence[PlyWeighed], expected: Sequence[tuple[int, float]]) -> Story:
    """Return the story of a game of Twenty whose plays were all weighed, from the first player's
    `expected` margin."""
    ahead = round(expected[-1][1])
    winner = 1 if ahead > 0 else 2 if ahead < 0 else 0
    against = [ply for ply, margin in expected if margin * ahead <= 0]
    turning = max(against, default=-1) + 1 if winner else 0
    return _story(plies, winner, abs(ahead), turning, 2)


def story_of_deals(plies: Sequence[PlyWeighed], totals: Mapping[int, int], winner: int) -> Story:
    """Return the story of a game that the fewest points win, if all of it was weighed."""
    others = [total for seat, total in totals.items() if seat != winner]
    margin = round(fmean(others) - totals[winner])
    return _story(plies, winner, margin, _turning(plies, winner, len(totals)), len(totals))


def _story(
    plies: Sequence[PlyWeighed], winner: int, margin: int, turning: int, seats: int
) -> Story:
    gave_away = dict.fromkeys(range(1, seats + 1), 0.0)
    mistakes = dict.fromkeys(gave_away, 0)
    for one in plies:
        gave_away[one.seat] += certain(one.fair, one.error)
        mistakes[one.seat] += one.glyph not in (0, GOOD)
    own = winner or 1
    theirs = fmean(lost for seat, lost in gave_away.items() if seat != own)
    by_play = round(theirs - gave_away[own], 2)
    rounded = {seat: round(lost, 2) for seat, lost in gave_away.items()}
    return Story(winner, margin, by_play, round(margin - by_play, 2), turning, rounded, mistakes)


def _turning(plies: Sequence[PlyWeighed], winner: int, seats: int) -> int:
    """Return the choice since which the winner was expected to have the fewest points, by each
    player's last expected total."""
    latest: dict[int, float] = {}
    found = 0
    for one in plies:
        if one.total is None or (one.how == SURE and seats > 2):
            continue
        latest[one.seat] = one.total
        others = (total for seat, total in latest.items() if seat != winner)
        if latest.get(winner, 0) >= min(others, default=0):
            found = one.ply
    return min(found + 1, plies[-1].ply)
