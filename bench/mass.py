"""Games by the thousand, and slips in them by the ten thousand: is each judged as it should be?

    .venv/bin/python -m bench.mass [--games N] [--slips N] [--seed N] [game …]

First, of every game so many whole records are made up, spread over every rule set, every
combination of readings of its options, every number of players and every way of writing that the
generator has. In each of them every claim is right; those that are not upheld are listed with what
makes them again.

Then, of every kind of slip so many are put into such records, one slip a record, and a referee that
shares nothing with the engine (bench/slips.py) says what is wrong with each, and where:

    right       the first thing found, or what follows from it, has the referee's code, and stands
                at the ply of the slip or where the referee first sees it
    otherwise   something is found, under another code or at another ply
    still-true  nothing is found of a slip that only leaves something out
    also-sound  nothing is found, nor by the referee: this is another game, and a sound one
    missed      nothing is found where the referee finds something
    false       something is found where the referee finds nothing

Of the first two, `exactly` counts those with the referee's very code and not one of ALIKE, and
`alone` those of which one fault is told, all else following from it. A kind stays short of its
number where few records have a place for it. The same numbers and the same seed give the same
table.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

from archive.core.events import End
from archive.games import GAMES
from archive.games.twenty.random_games import at_random
from archive.generator import generate, seats_of
from archive.notation import write
from archive.rules.rule_sets import RuleSet
from archive.scoring import Answer, verify
from bench.slips import FLAW, REFEREES, Kind, Played, kinds_of, ply, roots, same

NUMBERS = {"packs": ("2", "3"), "target": ("35",)}
"""Readings to try of options that are any number, besides those listed."""

WRITTEN: Mapping[str, tuple[dict[str, Any], ...]] = {
    "twenty": tuple(
        {"hands": hands, "suits": suits, **({"choose": at_random} if random else {})}
        for hands, suits, random in product(("all", "some", "none"), (True, False), (True, False))
    ),
    "count-to-20": tuple(
        {"hands": hands, "suits": suits}
        for hands, suits in product(("all", "some", "none"), (True, False))
    ),
}
"""Ways of playing and of writing down that a game's `play` has."""

OUTCOMES = ("right", "otherwise", "still-true", "also-sound", "missed", "false")
COLUMNS = (*OUTCOMES, "exactly", "alone")
TURNS = 5  # how often each record is tried for a kind of slip that has no place in many
OF_CARDS_LEFT_OUT = {"impossible-sum"}  # no referee knows records in which something is left out
SHOWN = 3  # doubtful ones listed of a kind


class Table(NamedTuple):
    """What a game is played by."""

    rules: str
    options: dict[str, str]
    seats: int
    style: dict[str, Any]

    def play(self, seed: int) -> Played:
        record = generate(self.rules, self.seats, seed, self.options, **self.style)
        return Played(record, self.rules, self.options, self.seats, seed)

    def __str__(self) -> str:
        options = "".join(f";{key}={value}" for key, value in self.options.items())
        style = {key: getattr(value, "__name__", value) for key, value in self.style.items()}
        return f"{self.rules}{options}, {self.seats} players{f', {style}' if style else ''}"


def tables(game: str) -> list[Table]:
    """Every rule set with every combination of readings, number of players and way of writing."""
    return [
        Table(rule_set.plain_title, options, seats, style)
        for rule_set in GAMES[game].rule_sets
        for options in _readings(rule_set)
        for seats in seats_of(game, options)
        for style in WRITTEN.get(game, ({},))
    ]


def _readings(rule_set: RuleSet) -> Iterator[dict[str, str]]:
    """Every combination; an option that is not the same for all numbers of players may also be
    left out."""
    every = [
        [(key, reading) for reading in (*option.readings, *NUMBERS.get(key, ()))]
        + ([(key, "")] if option.by_seats else [])
        for key, option in rule_set.options.items()
    ]
    for chosen in product(*every):
        yield {key: reading for key, reading in chosen if reading}


def uphold(game: str, number: int, seed: int) -> Counter[str]:
    """Make so many games, one at each table in turn and one at least; count what is upheld."""
    found: Counter[str] = Counter()
    seats = tables(game)
    for at in range(max(number, len(seats))):
        table = seats[at % len(seats)]
        played = table.play(seed + at)
        verdict = verify(write(played.record).encode())
        over = isinstance(played.record.events[-1], End)
        result = Answer.UPHELD if over else Answer.UNFINISHED
        upheld = verdict.answers == (Answer.UPHELD, Answer.UPHELD, result)
        sound = upheld and not verdict.findings
        found["upheld" if sound else "not upheld"] += 1
        found["plays"] += verdict.examination.table.ply if verdict.examination else 0
        if not sound:
            codes = ", ".join(one.code for one in verdict.findings[:5])
            print(f"  not upheld: {table}, seed {seed + at}: {verdict.answers} {codes}")
    found["tables"] = len(seats)
    return found


def whole(game: str, number: int, seed: int) -> list[Played]:
    """Games in which everything is written down, at as many tables as can be."""
    every = [one for one in tables(game) if one.style.get("suits", True)]
    every = [one for one in every if one.style.get("hands", "all") == "all"]
    Random(seed).shuffle(every)
    return [every[at % len(every)].play(seed + at) for at in range(number)]


def outcomes(kind: Kind, played: Played, seed: str) -> tuple[list[str], str] | None:
    """What comes of one slip, as the columns it counts in, and in short what was to be found and
    what was; None where the record has no place for it."""
    slipped = kind.make(played, seed)
    if slipped is None:
        return None
    record, wrong = slipped.record, slipped.wrong
    verdict = verify(write(record).encode())
    found = roots(verdict)
    if kind.less:
        found = [one for one in found if one.severity == "error"]  # that it is missing may be said
    told = f"{wrong or 'sound'} -> {(found[0].code, found[0].at) if found else 'nothing'}"
    if not found:
        return ["missed" if wrong else "still-true" if kind.less else "also-sound"], told
    if wrong is None:
        return ["false"], told
    first = found[0]
    as_made = first.code == wrong[0] and first.at in (*slipped.at, wrong[1])
    if kind.name.startswith(FLAW) and not as_made and wrong[0] not in OF_CARDS_LEFT_OUT:
        wrong = REFEREES[record.game or ""](record, played.rules, played.options) or wrong
    codes = {wrong[0], slipped.wrong[0] if slipped.wrong else ""}
    code, at = wrong
    places = {ply(record.events, one) for one in (*slipped.at, at)}
    right = any(
        same(one.code, code) and (ply(record.events, one.at) in places or one.at is None)
        for one in verdict.findings
        if one.root is first  # what follows from it tells the same fault
    )
    columns = ["right" if right else "otherwise"]
    columns += ["exactly"] * (first.code in codes)
    columns += ["alone"] * (len(found) == 1)
    return columns, told


def slip(game: str, number: int, seed: int) -> Counter[str]:
    """Put so many slips of every kind into games of one sort; print what comes of them."""
    every: Counter[str] = Counter()
    games = whole(game, number, seed)
    print(f"\n{game:<34}" + _row(COLUMNS))
    for kind in kinds_of(game):
        counts: Counter[str] = Counter()
        doubts: list[str] = []
        made = 0
        for turn, (at, played) in product(range(TURNS), enumerate(games)):
            if made == number:
                break
            come = outcomes(kind, played, f"{seed} {kind.name} {turn} {at}")
            if come is None:
                continue
            made += 1
            columns, told = come
            counts.update(columns)
            if columns[0] in ("otherwise", "missed", "false"):
                rules = ";".join([played.rules, *map("=".join, played.options.items())])
                doubts.append(f"{rules}, {played.seats} players, seed {played.seed}: {told}")
        print(f"  {kind.name:<32}" + _row([counts[one] or "-" for one in COLUMNS]), flush=True)
        for doubt in doubts[:SHOWN]:
            print(f"      {doubt}")
        every += counts
    print(f"  {'all':<32}" + _row([every[one] for one in COLUMNS]))
    return every


def _row(cells: Iterable[object]) -> str:
    return "".join(f"{cell:>11}" for cell in cells)


def main() -> None:
    asked = argparse.ArgumentParser(description="Judge games, and slips in them, by the thousand.")
    asked.add_argument("--games", type=int, default=1000, help="sound games of each game")
    asked.add_argument("--slips", type=int, default=100, help="slips of each kind")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("game", nargs="*", help=", ".join(GAMES))
    options = asked.parse_args()
    names = options.game or list(GAMES)
    if not set(names) <= set(GAMES):
        asked.error(f"a game is one of {', '.join(GAMES)}")
    start = time.process_time()
    good = True
    head = ("tables", "plays", "upheld", "not upheld")
    print(f"{'':<34}" + _row(head))
    every: Counter[str] = Counter()
    for name in names if options.games else ():
        found = uphold(name, options.games, options.seed)
        good = good and not found["not upheld"]
        every += found
        print(f"{name:<34}" + _row([found[one] for one in head]), flush=True)
    print(f"{'all':<34}" + _row([every[one] for one in head]))
    slips: Counter[str] = Counter()
    for name in names if options.slips else ():
        slips += slip(name, options.slips, options.seed)
    good = good and not slips["missed"] and not slips["false"]
    print(f"\n{'all slips':<34}" + _row([slips[one] for one in COLUMNS]))
    print(f"{time.process_time() - start:.0f} CPU seconds")
    sys.exit(not good)


if __name__ == "__main__":
    main()
