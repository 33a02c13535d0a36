"""The course of a game: every player's score over the plays, on the axis that the handle shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final, TypeAlias

from archive.core.text import shortened
from archive.games import GAMES
from archive.scoring.replay import Replay
from archive.scoring.scoresheet import ScoreRow
from archive.telling.names_and_totals import total_words
from archive.web.language import _
from archive.web.presenters.findings import FindingShown
from archive.web.presenters.move_list import deals_of
from archive.web.words import deal_word, in_rounds, signed

HEIGHT: Final = 100
MARGIN: Final = 6
MOST_ENDS: Final = 5
BETWEEN_ENDS: Final = 19
"""The least distance of names at the ends of lines, in percent of the height."""
LONGEST_END: Final = 10
LONGEST_AHEAD: Final = 24
WORDS_WIDE: Final = 0.25
"""The part of the axis that the name of who is ahead takes up on a phone."""
MOST_LABELS: Final = 12
"""The most numbers under the axis that can be read beside each other."""


Course: TypeAlias = Sequence[tuple[int, int]]
"""The changes of a score: the play, and the points from there on."""


@dataclass(frozen=True, slots=True)
class PathShown:
    """A player's score over the plays, as an SVG path: x is the play, y counts down from 100."""

    seat: int
    path: str


BESIDE_A_LABEL: Final = 4
BESIDE_WORDS: Final = 12
"""The least distance of labels, in percent of the axis; the first has a word, too, and each
round."""


@dataclass(frozen=True, slots=True)
class BorderShown:
    """The place where a deal begins, in percent of the axis, and its label where there is room: its
    number, or the round that begins with it."""

    ply: int
    percent: float
    middle: float
    label: str
    round: bool
    """Whether a round begins here, too."""


@dataclass(frozen=True, slots=True)
class FlagShown:
    """A mark on the curve."""

    ply: int
    percent: float
    severity: str


@dataclass(frozen=True, slots=True)
class EndShown:
    """A player's name and points beside the end of their line; y counts down from 100."""

    seat: int
    text: str
    y: float


@dataclass(frozen=True, slots=True)
class AheadShown:
    """The name of the player whose lead lies above or below the line; `at_end` where the line
    leaves more room for it at its end than at its beginning."""

    name: str
    at_end: bool


@dataclass(frozen=True, slots=True)
class CurveShown:
    """The course of a whole game. `zero` is the height of 0 points, None where that is outside."""

    first: int
    """The play from which on the scores are known, 0 for the beginning."""
    last: int
    paths: list[PathShown]
    ahead: tuple[AheadShown, ...]
    """The players whose lead lies above and below the line, where it is the difference of two
    players."""
    borders: list[BorderShown]
    flags: list[FlagShown]
    zero: float | None
    reach: int
    """The points between the middle and either end, where the line is the difference of two
    players; 0 where it is not."""
    low: int
    high: int
    """The points at the lower and at the upper end."""
    words: str
    """The words for a listener."""
    ends: list[EndShown]
    """The labels at the ends of the lines, apart enough to be read; none where there are too many.
    Where the line is the difference of two players, who is ahead by how much."""


def curve_of(
    replay: Replay,
    rows: Sequence[ScoreRow],
    flags: Mapping[int, FindingShown],
    names: Sequence[str],
    *,
    stepped: bool = False,
) -> CurveShown:
    """Return the course of a game as far as its scores are known. `stepped`, a score stays as it is
    until it changes, so that no slope reveals what is to come."""
    last = max(replay.last, 1)
    courses = [_course(replay, rows, seat) for seat in range(1, replay.seats + 1)]
    duel = GAMES[replay.record.game or ""].duel
    drawn = [_difference(*courses)] if duel else courses
    values = [value for course in drawn for _, value in course]
    low, high = min(values), max(max(values), min(values) + 1)
    if duel:
        high = max(high, -low)
        low = -high

    return CurveShown(
        first=drawn[0][0][0],
        last=last,
        paths=[
            PathShown(seat, path_of(course, low, high, stepped=stepped))
            for seat, course in enumerate(drawn, 1)
        ],
        ahead=tuple(
            AheadShown(shortened(name, LONGEST_AHEAD), not stepped and _room_at_end(lead, last))
            for name, lead in zip(names, _leads(drawn[0]), strict=False)
        )
        if duel
        else (),
        borders=_borders(replay),
        flags=[
            FlagShown(ply, round(100 * ply / last, 2), flags[ply].severity) for ply in sorted(flags)
        ],
        zero=height_of(0, low, high) if low <= 0 <= high else None,
        reach=high if duel else 0,
        low=low,
        high=high,
        words=_words(courses, names),
        ends=_ahead_at_end(drawn[0], replay.last, names, height_of(drawn[0][-1][1], low, high))
        if duel
        else _ends(courses, replay.last, names, low, high),
    )


def path_of(
    course: Iterable[tuple[int, float]], low: int, high: int, *, stepped: bool = False
) -> str:
    """Return a score over the plays as an SVG path, between these points at its two ends."""
    first, *later = [(ply, height_of(value, low, high)) for ply, value in course]
    form = "H{}V{}" if stepped else "L{} {}"
    return "M{} {}".format(*first) + "".join(form.format(*one) for one in later)


def height_of(value: float, low: int, high: int) -> float:
    """Return the height of points between those at the lower and at the upper end, counted down."""
    within = max(low, min(high, value))
    return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (within - low) / (high - low), 1)


def _ends(
    courses: Sequence[Course], last: int, names: Sequence[str], low: int, high: int
) -> list[EndShown]:
    """Return names and points beside the ends of lines, moved as little as needed so that they do
    not overlap; without points where these are not known to the end."""
    if len(courses) > MOST_ENDS:
        return []
    heights = [height_of(one[-1][1], low, high) for one in courses]
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed: list[float] = []
    for at, seat in enumerate(order):
        above = placed[-1] + BETWEEN_ENDS if placed else 0.0
        room_below = (len(order) - 1 - at) * BETWEEN_ENDS
        placed.append(min(max(heights[seat], above), HEIGHT - room_below))
    return [
        EndShown(seat + 1, _named(names[seat], courses[seat], last), round(y, 1))
        for seat, y in zip(order, placed, strict=True)
    ]


def _named(name: str, course: Course, last: int) -> str:
    ply, points = course[-1]
    short = shortened(name, LONGEST_END)
    return f"{short} {total_words(points)}" if ply >= last else short


def _ahead_at_end(course: Course, last: int, names: Sequence[str], height: float) -> list[EndShown]:
    """Return who is ahead by how much at the end of a game of two, where that is known."""
    ply, margin = course[-1]
    if ply < last:
        return []
    if not margin:
        return [EndShown(1, _("level"), height)]
    ahead = 1 if margin > 0 else 2
    name = shortened(names[ahead - 1], LONGEST_END)
    return [EndShown(ahead, f"{name} {signed(abs(margin))}", height)]


def _course(replay: Replay, rows: Sequence[ScoreRow], seat: int) -> list[tuple[int, int]]:
    """Return the changes of a player's score: the ply and the score from there on."""
    if counted := _counted_on(rows, seat):
        return counted
    ledger = replay.ledger
    known = next((row.first_ply for row in rows if row.total.get(seat) is None), replay.last + 1)
    score = ledger.totals_by_seat[seat] - sum(
        line.points for line in ledger.lines if line.seat == seat
    )
    course = [(0, score)]
    for line in ledger.lines:
        if line.seat != seat or line.ply >= known:
            continue
        score += line.points
        if course[-1][0] == line.ply:
            course[-1] = (line.ply, score)
        else:
            course.append((line.ply, score))
    end = min(known - 1, replay.last)
    return course if course[-1][0] >= end else [*course, (end, score)]


def _counted_on(rows: Sequence[ScoreRow], seat: int) -> list[tuple[int, int]]:
    """Return the changes of a player's score from where it is counted on to the end of the game;
    none where it is not."""
    counted = [*takewhile(lambda row: row.counted_on, reversed(rows))][::-1]
    if not counted:
        return []
    first, totals = counted[0], [row.counted.get(seat) or 0 for row in counted]
    before = totals[0] - (first.points.get(seat) or 0)
    return [
        (first.first_ply - 1, before),
        *zip([row.last_ply for row in counted], totals, strict=True),
    ]


def _difference(
    one: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the changes of the first player's lead."""
    first, second = dict(one), dict(other)
    until = min(one[-1][0], other[-1][0])
    plies = sorted(ply for ply in {*first, *second} if ply <= until)
    found = []
    ours = theirs = 0
    for ply in plies:
        ours, theirs = first.get(ply, ours), second.get(ply, theirs)
        found.append((ply, ours - theirs))
    return found


def _leads(course: Course) -> list[Course]:
    """Return the changes of each player's lead, given those of the first player's."""
    return [course, [(ply, -points) for ply, points in course]]


def _room_at_end(lead: Course, last: int) -> bool:
    """Return whether a lead is lower at the end of a game than at its beginning."""
    begun = max((points for ply, points in lead if ply <= WORDS_WIDE * last), default=0)
    ended = max((points for ply, points in lead if ply >= (1 - WORDS_WIDE) * last), default=0)
    return max(ended, 0) < max(begun, 0)


def _borders(replay: Replay) -> list[BorderShown]:
    """Return the beginnings of deals, some of them with a number, or each round with its own."""
    begun = [deal.first for deal in deals_of(replay.steps)]
    if not begun:
        return []
    last = max(replay.last, 1)
    game = replay.record.game
    rounds = [replay.steps[ply - 1].round for ply in begun]
    opens = [at == 0 or rounds[at - 1] != now for at, now in enumerate(rounds)]
    labelled = [at for at, first in enumerate(opens) if first or not in_rounds(game)]
    every = -(-len(labelled) // MOST_LABELS)
    labels: dict[int, tuple[str, float]] = {}
    room = 0.0
    for number, (at, after) in enumerate(pairwise([*labelled, len(begun)])):
        end = begun[after] if after < len(begun) else last + 1
        middle = round(50 * (begun[at] + end - 2) / last, 2)
        deal = replay.steps[begun[at] - 1].deal
        if number % every or middle < room or begun[at] <= replay.unwritten:
            continue
        if in_rounds(game):
            labels[at] = _("Round %(round)s", round=rounds[at]), middle
        else:
            labels[at] = str(deal) if labels else f"{deal_word(game)} {deal}", middle
        wide = in_rounds(game) or not number
        room = middle + (BESIDE_WORDS if wide else BESIDE_A_LABEL)
    return [
        BorderShown(ply, round(100 * (ply - 1) / last, 2), *labels.get(at, ("", 0.0))[::-1],
                    opens[at])
        for at, ply in enumerate(begun)
    ]  # fmt: skip


def _words(courses: Sequence[Sequence[tuple[int, int]]], names: Sequence[str]) -> str:
    told = [
        _("%(name)s from %(first)s to %(last)s", name=name, first=course[0][1], last=course[-1][1])
        for name, course in zip(names, courses, strict=False)
    ]
    return _("Scores over the game: %(courses)s.", courses=", ".join(told))
