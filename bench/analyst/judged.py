"""Games of players of one kind, judged: what each gave away, and what was expected against what
came of it. They may be kept in a file, a line each, and gone on with another day."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from archive.analyst import ANALYST
from archive.analyst.annotations import PlyWeighed
from archive.analyst.glyphs import certain
from bench.analyst.calibration import Told, within

KINDS = ("random", "greedy", "fair-best")
"""Players at random, greedy ones, and such as play by the analyst's own reckoning."""


class Judged(NamedTuple):
    """A game of players of one kind: over how many players and deals it is shared out, what was
    given away in it beyond doubt and with what is in doubt, how many marks there were, the error of
    every choice, and by how it was weighed what was expected with what came."""

    game: str
    analyst: str
    who: str
    number: int
    share: int
    lost: float
    raw: float
    marks: int
    errors: list[float]
    told: dict[str, list[tuple[float, float]]]
    teeth: float = 0.0
    """How much more a player on turn expected than one play later, on average."""


Judge = Callable[[str, int], Judged]
"""Plays and judges a game of players of a kind, by its number."""


def judged(
    game: str, who: str, number: int, plies: Sequence[PlyWeighed], share: int,
    told: dict[str, list[Told]], teeth: float = 0.0,
) -> Judged:  # fmt: skip
    """Return a game judged by what is said of its plays."""
    if not plies:
        raise ValueError(f"nothing was weighed of the game of {who} {number}")
    return Judged(
        game, ANALYST, who, number, share,
        round(sum(certain(one.fair, one.error) for one in plies), 3),
        round(sum(one.fair for one in plies), 3), sum(one.glyph in (2, 4, 6) for one in plies),
        [one.error for one in plies if one.options],
        {how: [(round(a, 2), round(b, 2)) for a, b in ones] for how, ones in told.items()}, teeth,
    )  # fmt: skip


def all_judged(game: str, games: int, judge: Judge, keep: str) -> list[Judged]:
    """Return so many games of each kind. Those that stand in the file, by this game and this
    version of the analyst, are not played again; the others are added to it."""
    found = [one for one in _kept(keep) if (one.game, one.analyst) == (game, ANALYST)]
    known = {(one.who, one.number) for one in found}
    for number in range(games):
        for who in KINDS:
            if (who, number) in known:
                continue
            found.append(judge(who, number))
            if keep:
                with Path(keep).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found[-1]._asdict()) + "\n")
    return found


def _kept(keep: str) -> Iterator[Judged]:
    if keep and Path(keep).exists():
        for line in Path(keep).read_text(encoding="utf-8").splitlines():
            yield Judged(**json.loads(line))


def say_given_away(found: Iterable[Judged], unit: str) -> None:
    """Print what players of each kind gave away in a deal or a game."""
    found = list(found)
    for who in KINDS:
        own = [one for one in found if one.who == who]
        if not own:
            continue
        lost, raw = ([getattr(one, name) / one.share for one in own] for name in ("lost", "raw"))
        errors = [error for one in own for error in one.errors]
        drawn = [error for error in errors if error]
        print(f"{who:10} gives away {fmean(lost):7.3f} ± {within(lost):.3f} points a {unit} "
              f"(with what is in doubt {fmean(raw):.3f} ± {within(raw):.3f}); {len(own)} games, "
              f"{sum(one.marks for one in own)} marks on {len(errors)} choices; standard error "
              f"{fmean(errors):.3f}, where there is one p50 {median(drawn or [0]):.3f}",
              flush=True)  # fmt: skip


def told_of(found: Iterable[Judged]) -> dict[str, list[Told]]:
    """Return what was expected and what came, of games by the analyst's own reckoning."""
    told: dict[str, list[Told]] = {}
    for one in found:
        if one.who == KINDS[-1]:
            for how, pairs in one.told.items():
                told.setdefault(how, []).extend(Told(*pair) for pair in pairs)
    return told
