"""What was expected against what came of it, as figures and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple


class Told(NamedTuple):
    """What was expected at a moment, and what came of it."""

    expected: float
    came: float


class Group(NamedTuple):
    """Moments at which about as much was expected: how much on average, what came of it on average,
    how far that may be off at 95%, and how many moments they are."""

    expected: float
    came: float
    within: float
    moments: int


def within(values: Sequence[float]) -> float:
    """Return how far an average may be off, at 95%."""
    return 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0


def calibration(told: list[Told], parts: int = 10) -> list[Group]:
    """Return the moments in tenths, by what was expected."""
    told = sorted(told)
    found = []
    for at in range(parts):
        group = told[len(told) * at // parts : len(told) * (at + 1) // parts]
        if group:
            came = [one.came for one in group]
            mean = fmean(one.expected for one in group)
            found.append(Group(mean, fmean(came), within(came), len(group)))
    return found


def say(groups: list[Group]) -> None:
    """Print what was expected and what came of it."""
    for one in groups:
        print(f"expected {one.expected:7.2f}: came to {one.came:7.2f} ± {one.within:.2f} "
              f"({one.moments} moments)")  # fmt: skip


def drawing(groups: list[Group], what: str) -> str:
    """Return the calibration of margins or points, `what`, as a picture."""
    ends = [one.expected for one in groups]
    ends += [one.came + way * one.within for one in groups for way in (-1, 1)]
    span = max(ends) - min(ends)
    step = next(one for one in (0.5, 1, 2, 5, 10, 20, 50) if span / one <= 8)
    low, high = step * (min(ends) // step), step * -(-max(ends) // step)

    def x(value: float) -> float:
        return round(60 + 380 * (value - low) / (high - low), 1)

    def y(value: float) -> float:
        return round(480 - x(value), 1)

    marks = [
        f'<line x1="{x(mean)}" x2="{x(mean)}" y1="{y(came - error)}" y2="{y(came + error)}"/>'
        f'<circle cx="{x(mean)}" cy="{y(came)}" r="4" fill="#1c4f80"/>'
        for mean, came, error, _ in groups
    ]
    ticks = [
        f'<text x="{x(at)}" y="440" text-anchor="middle">{at:g}</text>'
        f'<text x="52" y="{y(at) + 4}" text-anchor="end">{at:g}</text>'
        for at in (low + number * step for number in range(round((high - low) / step) + 1))
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 470" role="img" '
        f'font-family="serif" font-size="13"><title>{what.capitalize()} expected and reached'
        '</title><rect width="460" height="470" fill="#fffdf8"/>'
        f'<path d="M60 420V40M60 420H440M{x(low)} {y(low)}L{x(high)} {y(high)}" '
        'stroke="#b9b2a2" fill="none"/>'
        f'<g stroke="#1c4f80">{"".join(marks)}</g>{"".join(ticks)}'
        f'<text x="250" y="462" text-anchor="middle">{what} expected</text>'
        f'<text x="60" y="28">{what} reached, with their 95% interval</text></svg>\n'
    )
