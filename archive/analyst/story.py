"""The story of a game: when it was won, and whether by play or by cards."""

from __future__ import annotations

from collections.abc import Sequence

from archive.analyst.annotations import PlyWeighed, Story
from archive.analyst.glyphs import GOOD, certain


def story_of(
    plies: Sequence[PlyWeighed], expected: Sequence[tuple[int, float]], seats: int = 2
) -> Story:
    """Return the story of a game for two whose plays were all weighed."""
    seated = range(1, seats + 1)
    gave_away = {
        seat: round(sum(certain(one.fair, one.error) for one in plies if one.seat == seat), 2)
        for seat in seated
    }
    mistakes = {
        seat: sum(one.seat == seat and one.glyph not in (0, GOOD) for one in plies)
        for seat in seated
    }
    margin = round(expected[-1][1])
    by_play = round(gave_away[2] - gave_away[1], 2)
    return Story(
        margin, by_play, round(margin - by_play, 2), _turning(expected, margin), gave_away, mistakes
    )


def _turning(expected: Sequence[tuple[int, float]], margin: int) -> int:
    """Return the play since which who won was expected to win."""
    if not margin:
        return 0
    against = [ply for ply, ahead in expected if ahead * margin <= 0]
    return max(against, default=-1) + 1
