"""The play list and the run of the score: every ply of a game at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import sqrt

from archive.core.events import Exchange, Play, Stay
from archive.scoring.replay import Replay, Step
from archive.scoring.scoresheet import ScoreRow
from archive.web.presenters.action_text import deed, sign
from archive.web.presenters.findings import FindingShown
from archive.web.words import standing_words


@dataclass(frozen=True, slots=True)
class PlayShown:
    ply: int
    seat: int
    second: bool
    """Whether it stands in the right-hand column, where there are two."""
    sign: str
    words: str
    number: str
    """The tally or the count it makes; `?` where nobody knows, empty where the game has none."""
    points: int | None
    finding: FindingShown | None


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the list: one trick, one exchange, one turn of everybody."""

    label: str
    plays: list[PlayShown]
    taker: int
    """Who has won the trick; 0 for none."""


@dataclass(frozen=True, slots=True)
class HandShown:
    round: int
    hand: int
    first: int
    last: int
    lines: list[LineShown]
    standing: str
    flagged: bool


LISTED = 360
"""A game of Twenty has a hundred plies. Others have no end of their own, and a record may have many
plies that are not allowed: then the list shows those round the present one."""


def steps_near(replay: Replay, ply: int) -> list[Step]:
    """The steps a page lists: all of them, or those round a ply."""
    if replay.last <= LISTED:
        return replay.steps
    start = min(max(0, ply - LISTED // 2), replay.last - LISTED)
    return replay.steps[start : start + LISTED]


def firsts(steps: Sequence[Step]) -> list[int]:
    """The first ply of every hand."""
    return [
        step.ply
        for before, step in zip([None, *steps], steps, strict=False)
        if before is None or (before.round, before.deal) != (step.round, step.deal)
    ]


def hands_of(
    listed: Sequence[Step], rows: Sequence[ScoreRow], flags: Mapping[int, FindingShown]
) -> list[HandShown]:
    """The plays, hand by hand, with the standing after each."""
    standings = {(row.round, row.deal): row.total for row in rows}
    standings_at = {row.last_ply: row.total for row in rows}
    hands = []
    for (number, deal), group in groupby(listed, key=lambda step: (step.round, step.deal)):
        steps = list(group)
        lines = _lines(steps, flags)
        totals = standings_at.get(steps[-1].ply) or standings.get((number, deal)) or {}
        hands.append(
            HandShown(
                number, deal, steps[0].ply, steps[-1].ply, lines, standing_words(totals),
                any(play.finding for line in lines for play in line.plays),
            )
        )  # fmt: skip
    return hands


def _lines(steps: Sequence[Step], flags: Mapping[int, FindingShown]) -> list[LineShown]:
    """A hand's plies in lines."""
    opener = steps[0].seat
    lines: list[LineShown] = []
    label: tuple[str, int] | None = None
    for step in steps:
        play = _play(step, step.seat != opener, flags)
        this = (_label(step), step.trick)
        if this != label or (not this[0] and step.seat == opener):
            lines.append(LineShown(this[0], [], 0))
            label = this
        lines[-1].plays.append(play)
        if step.taker:
            lines[-1] = replace(lines[-1], taker=step.taker)
    return lines


def _label(step: Step) -> str:
    match step.action:
        case Exchange():
            return "Exchange"
        case Stay():
            return "In or out"
    return f"Trick {step.trick}" if step.trick else ""


def _play(step: Step, second: bool, flags: Mapping[int, FindingShown]) -> PlayShown:
    return PlayShown(
        step.ply, step.seat, second, sign(step.action), deed(step.action, count=_count(step)),
        _number(step), step.points, flags.get(step.ply),
    )  # fmt: skip


def _count(step: Step) -> int | None:
    """The count a play makes, in a game that scores no plays."""
    return step.tally if step.points is None and not step.trick else None


def _number(step: Step) -> str:
    if step.trick or not isinstance(step.action, Play):
        return ""
    return "?" if step.tally is None else str(step.tally)


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
