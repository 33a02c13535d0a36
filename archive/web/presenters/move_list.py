"""The play list: every play of a game at a glance, deal by deal, a column a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from archive.core.events import Exchange, Play, Stay
from archive.scoring.replay import Replay, Step
from archive.scoring.scoresheet import ScoreRow
from archive.web.language import _
from archive.web.presenters.action_text import deed, sign
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import unseen
from archive.web.presenters.findings import FindingShown

GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""Marks on a play as they are printed, by their number in a record."""


@dataclass(frozen=True, slots=True)
class PlayShown:
    ply: int
    seat: int
    cards: list[CardShown]
    """The cards played, in a list in the colours of their suits; none where it was no play."""
    sign: str
    words: str
    number: str
    """The tally or the count it makes; `?` where it is not known, empty where the game has none."""
    points: int | None
    finding: FindingShown | None
    glyphs: tuple[str, ...]
    """What the record says of the play: `!`, `?!`."""
    comment: bool
    """Whether the record has a comment on it."""


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the list: one trick, one exchange, one turn of every player."""

    label: str
    short: str
    """The label where there is little room: `3`, `Swapped`; empty where there is none."""
    plays: list[PlayShown]
    taker: int
    """Who has won the trick; 0 for none."""
    leader: int
    """Who led to the trick; 0 where it is none."""

    def by(self, seat: int) -> list[PlayShown]:
        """Return what a seat did in this line: one play, as a rule."""
        return [play for play in self.plays if play.seat == seat]


@dataclass(frozen=True, slots=True)
class HandShown:
    round: int
    hand: int
    first: int
    last: int
    lines: list[LineShown]
    totals: Mapping[int, int | None]
    """Every seat's total after it; empty while that is not known."""
    points: Mapping[int, int | None]
    """What every seat has scored in it."""
    flagged: bool


LISTED = 360
"""A game of Twenty has a hundred plies. Others have no end of their own, and a record may have many
plies that are not allowed: then the list shows those round the present one."""


def steps_near(replay: Replay, ply: int) -> list[Step]:
    """Return the steps a page lists: all of them, or those round a ply."""
    if replay.last <= LISTED:
        return replay.steps
    start = min(max(0, ply - LISTED // 2), replay.last - LISTED)
    return replay.steps[start : start + LISTED]


def firsts(steps: Sequence[Step]) -> list[int]:
    """Return the first ply of every hand."""
    return [
        step.ply
        for before, step in zip([None, *steps], steps, strict=False)
        if before is None or (before.round, before.deal) != (step.round, step.deal)
    ]


def hands_of(
    listed: Sequence[Step],
    rows: Sequence[ScoreRow],
    flags: Mapping[int, FindingShown],
    own: int = 0,
) -> list[HandShown]:
    """Return the plays, hand by hand, with the standing after each. `own` is the seat that looks
    on, whose cards alone are shown that were drawn unseen; 0 for all."""
    sums = {(row.round, row.deal): row for row in rows}
    sums_at = {row.last_ply: row for row in rows}
    hands = []
    for (number, deal), group in groupby(listed, key=lambda step: (step.round, step.deal)):
        steps = [_seen(step, own) for step in group]
        lines = _lines(steps, flags)
        row = sums_at.get(steps[-1].ply) or sums.get((number, deal))
        hands.append(
            HandShown(
                number, deal, steps[0].ply, steps[-1].ply, lines,
                row.total if row else {}, row.points if row else {},
                any(play.finding for line in lines for play in line.plays),
            )
        )  # fmt: skip
    return hands


def _seen(step: Step, own: int) -> Step:
    return step._replace(action=unseen(step.action)) if own not in (0, step.seat) else step


def _lines(steps: Sequence[Step], flags: Mapping[int, FindingShown]) -> list[LineShown]:
    """Return a deal's plays in lines: one a trick, and where there are none, one each time the turn
    passes the first seat."""
    lines: list[LineShown] = []
    label: tuple[str, int] | None = None
    last_seat = 0
    for step in steps:
        play = _play(step, flags)
        this = (_label(step), step.trick)
        if this != label or (not this[0] and step.seat <= last_seat):
            lines.append(LineShown(this[0], _short(step), [], 0, step.seat if step.trick else 0))
            label = this
        lines[-1].plays.append(play)
        last_seat = step.seat
        if step.taker:
            lines[-1] = replace(lines[-1], taker=step.taker)
    return lines


def _label(step: Step) -> str:
    match step.action:
        case Exchange():
            return _("Exchange")
        case Stay():
            return _("In or out")
    return _("Trick %(number)s", number=step.trick) if step.trick else ""


def _short(step: Step) -> str:
    match step.action:
        case Exchange():
            return _("Swapped")
        case Stay():
            return _("In?")
    return str(step.trick) if step.trick else ""


def _play(step: Step, flags: Mapping[int, FindingShown]) -> PlayShown:
    return PlayShown(
        step.ply, step.seat, shown(step.cards), sign(step.action),
        deed(step.action, count=_count(step)), _number(step), step.points, flags.get(step.ply),
        tuple(GLYPHS[glyph] for glyph in step.glyphs if glyph in GLYPHS), bool(step.comments),
    )  # fmt: skip


def _count(step: Step) -> int | None:
    """Return the count a play makes, in a game that scores no plays."""
    return step.tally if step.points is None and not step.trick else None


def _number(step: Step) -> str:
    if step.trick or not isinstance(step.action, Play):
        return ""
    return "?" if step.tally is None else str(step.tally)
