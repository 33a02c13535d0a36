"""Whether the analyst of Zwanzig ab, Twenty down, Twenty-Two and Count to 20 is honest: what each
kind of player gives away, and what came of what was expected."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from archive.analyst.annotations import PlyWeighed
from archive.analyst.glyphs import certain
from archive.analyst.telling import AVERAGE, SURE
from bench.analyst.calibration import Told, calibration, drawing, say, within
from bench.analyst.players import KINDS, choosers
from bench.analyst.table import Table


def honesty(name: str, games: int, plot: str) -> None:
    """Print what each kind of player gives away in a deal, and how what was expected of games by
    the analyst's own reckoning came true."""
    kind = KINDS[name]
    told: dict[str, list[Told]] = {SURE: [], AVERAGE: []}
    for who in choosers(kind, ""):
        lost, raw, deals, errors, marks = [], [], 0, [], 0
        for number in range(games):
            seed = f"{who} {number}"
            table = Table(kind.rules, kind.seats, seed, kind.begin)
            record = table.play(choosers(kind, seed)[who])
            plies = kind.weigh(record, f"judge of {seed}")
            if not plies:
                raise ValueError(f"nothing was weighed of the game of {seed}")
            share = kind.seats * len(table.before)
            deals += len(table.before)
            lost.append(sum(certain(one.fair, one.error) for one in plies) / share)
            raw.append(sum(one.fair for one in plies) / share)
            errors += [one.error for one in plies if one.options]
            marks += sum(one.glyph > 0 for one in plies)
            if who == "fair-best":
                for how, one in expected(table, plies):
                    told[how].append(one)
        print(f"{who:10} gives away {fmean(lost):6.3f} ± {within(lost):.3f} points a deal "
              f"(with what is in doubt {fmean(raw):.3f} ± {within(raw):.3f}); {games} games, "
              f"{deals} deals, {marks} marks on {len(errors)} choices, standard error "
              f"{fmean(errors):.2f}", flush=True)  # fmt: skip
    for how, ones in told.items():
        if ones:
            groups = calibration(ones)
            print(f"{how}:")
            say(groups)
            if plot and len(ones) == max(map(len, told.values())):
                Path(plot).write_text(drawing(groups, "points"), encoding="utf-8")


def expected(table: Table, plies: list[PlyWeighed]) -> Iterator[tuple[str, Told]]:
    """Give what a player was expected to score in a deal at each choice, and what that came to,
    points being counted as the game has it."""
    for one in plies:
        if one.total is None or one.how not in (SURE, AVERAGE):
            continue
        deal = table.deal_of[one.ply - 1]
        begun, came = table.before[deal][one.seat], table.after[deal][one.seat]
        yield one.how, Told(one.total - begun, came - begun)
