"""Whether the analyst of Zwanzig ab, Twenty down, Twenty-Two and Count to 20 is honest: what each
kind of player gives away, and what came of what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from archive.analyst.annotations import PlyWeighed
from archive.analyst.moments import AVERAGE, EXACT, SURE
from bench.analyst.calibration import Told, calibration, drawing, say
from bench.analyst.judged import Judged, all_judged, judged, say_given_away, told_of
from bench.analyst.players import KINDS, Kind, choosers
from bench.analyst.table import Table


def honesty(name: str, games: int, plot: str, keep: str) -> None:
    """Print what each kind of player gives away in a deal, and how what was expected of games by
    the analyst's own reckoning came true."""
    found = all_judged(name, games, partial(_judged, name, KINDS[name]), keep)
    say_given_away(found, "deal")
    told = told_of(found)
    for how, ones in told.items():
        groups = calibration(ones)
        print(f"{how}:")
        say(groups)
        if plot and len(ones) == max(map(len, told.values())):
            Path(plot).write_text(drawing(groups, "points"), encoding="utf-8")


def _judged(name: str, kind: Kind, who: str, number: int) -> Judged:
    """Play and judge a game."""
    seed = f"{who} {number}"
    table = Table(kind.rules, kind.seats, seed, kind.begin)
    plies = kind.weigh(table.play(choosers(kind, seed)[who]), f"judge of {seed}")
    told: dict[str, list[Told]] = {}
    for how, one in expected(table, plies):
        told.setdefault(how, []).append(one)
    return judged(name, who, number, plies, kind.seats * len(table.before), told)


def expected(table: Table, plies: list[PlyWeighed]) -> Iterator[tuple[str, Told]]:
    """Give what a player was expected to score in a deal at each choice, and what that came to,
    points being counted as the game has it."""
    for one in plies:
        if one.total is None or one.how not in (EXACT, SURE, AVERAGE):
            continue
        deal = table.deal_of[one.ply - 1]
        begun, came = table.before[deal][one.seat], table.after[deal][one.seat]
        yield one.how, Told(one.total - begun, came - begun)
