"""The play list and the run of the score: every ply of a game at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt

from archive.replay import Replay, Step
from archive.scoresheet import Row
from archive.web.views.findings import FindingShown
from archive.web.words import card_sign, card_words


@dataclass(frozen=True, slots=True)
class PlayShown:
    ply: int
    seat: int
    second: bool
    """Whether it stands in the right-hand column."""
    sign: str
    words: str
    tally: int | None
    points: int | None
    finding: FindingShown | None


@dataclass(frozen=True, slots=True)
class HandShown:
    round: int
    hand: int
    first: int
    last: int
    plays: list[PlayShown]
    standing: str
    flagged: bool


LISTED = 600
"""A game of Twenty has a hundred plies. A record may have many more that are not allowed, and then
the list shows those round the present one."""


def near(replay: Replay, ply: int) -> list[Step]:
    """The steps a page lists: all of them, or those round a ply."""
    if replay.last <= LISTED:
        return replay.steps
    start = min(max(0, ply - LISTED // 2), replay.last - LISTED)
    return replay.steps[start : start + LISTED]


def hands_of(
    listed: Sequence[Step], rows: Sequence[Row], flags: Mapping[int, FindingShown]
) -> list[HandShown]:
    """The plays, hand by hand, with the standing after each."""
    hands = []
    for (number, deal), group in groupby(listed, key=lambda step: (step.round, step.deal)):
        steps = list(group)
        opener = steps[0].seat
        plays = [_play(step, step.seat != opener, flags) for step in steps]
        totals = [r.total for r in rows if r.last_ply == steps[-1].ply] or [
            r.total for r in rows if (r.round, r.deal) == (number, deal)
        ]
        standing = (
            "–".join("?" if points is None else str(points) for points in totals[-1].values())
            if totals
            else ""
        )
        hands.append(
            HandShown(
                number, deal, steps[0].ply, steps[-1].ply, plays, standing,
                any(play.finding for play in plays),
            )
        )  # fmt: skip
    return hands


def _play(step: Step, second: bool, flags: Mapping[int, FindingShown]) -> PlayShown:
    return PlayShown(
        step.ply, step.seat, second,
        "".join(card_sign(card.rank, card.suit) for card in step.cards),
        " ".join(card_words(card.rank, card.suit) for card in step.cards),
        step.tally, step.points, flags.get(step.ply),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bar:
    ply: int
    x: int
    y: float
    height: float
    seat: int
    flagged: bool
    title: str


STEP = 10
HALF = 44.0


def run_of(
    listed: Sequence[Step], flags: Mapping[int, FindingShown], names: Sequence[str]
) -> list[Bar]:
    """Points by ply: the first seat's rise above the line, the other's hang below it.

    Heights grow with the square root, so that a play worth 1 is seen beside one worth 60.
    """
    most = max((step.points or 0 for step in listed), default=0) or 1
    bars = []
    first = listed[0].ply if listed else 1
    for step in listed:
        points = step.points or 0
        height = round(HALF * sqrt(points / most), 2) if points > 0 else 0.0
        y = 50 - height if step.seat == 1 else 50.0
        name = names[step.seat - 1] if step.seat <= len(names) else f"p{step.seat}"
        scored = f", {points} points" if points else ""
        bars.append(
            Bar(
                step.ply, (step.ply - first) * STEP, round(y, 2), height, step.seat,
                step.ply in flags, f"{step.ply}. {name}{scored}",
            )
        )  # fmt: skip
    return bars
