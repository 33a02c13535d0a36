"""What the analyst costs, and whether it is honest.

    .venv/bin/python -m bench.analyst checksum [--games 1000]
    .venv/bin/python -m bench.analyst speed [--games 100]
    .venv/bin/python -m bench.analyst honesty [--games 334] [--plot docs/pictures/calibration.svg]

`checksum`: in every round of Twenty the margin is par less one's own losses and more by those of
the other. `speed`: processor time a game, by its rules. `honesty`: so many games of Twenty each of
players at random, greedy and by the analyst's own reckoning (with other hands drawn than those they
are judged by), what each gave away in a game, and expected against actual margins.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from archive.analyst import weigh
from archive.analyst.twenty.fair import Fair
from archive.analyst.twenty.game import weigh as weigh_twenty
from archive.analyst.twenty.hindsight import Hindsight
from archive.analyst.twenty.rounds import PAIR, Standing, choices_of, rounds_of
from archive.analyst.twenty.states import HAND_OF, PLACES
from archive.core.cards import CARDS
from archive.core.events import Play, Round, Up
from archive.core.record import Record, Tag
from archive.games.twenty.dealer import PACK, VALUES, sensible
from archive.generator import generate
from archive.notation import write
from archive.scoring import verify

WEIGHED = (
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
    ("twenty-two/north-american@1", 2), ("twenty-two/north-american@1", 4),
    ("twenty-two/rasmussen@1", 4), ("twenty-two/north-american@1", 8),
    ("count-to-20/stovel@1", 2), ("count-to-20/stovel@1", 4),
)  # fmt: skip
Chooser = Callable[[Random, "_Table"], str]


class _Table:
    """A round as it is played: whose cards are where, and what was played before."""

    def __init__(self, number: int, starter: int, pack: Sequence[str], seed: str) -> None:
        self.number, self.starter, self.seed = number, starter, seed
        self.up, self.stock = pack[:2], pack[2:]
        self.values = tuple(VALUES[rank] for rank in self.up)
        self.bonus = abs(self.values[0] - self.values[1]) or 10
        self.before: list[Standing] = []
        self.hands: list[list[str]] = []
        self.place = 0
        self.fair = Fair(number, self.bonus, self.values, f"player of {seed}", samples=80)

    @property
    def now(self) -> Standing:
        """Return the moment before the next play."""
        at = len(self.before)
        mine, theirs = self.hands[at % 2], self.hands[1 - at % 2]
        held = [HAND_OF[tuple(sorted(VALUES[rank] for rank in one))] for one in (mine, theirs)]
        seat = self.starter if at % 2 == 0 else 3 - self.starter
        return Standing(at, seat, held[0], held[1], self.place, 0)

    def play(self, rng: Random, choosers: dict[int, Chooser]) -> Iterator[Play]:
        """Play the round."""
        for at in range(50):
            if at % PAIR == 0:
                dealt = self.stock[at : at + PAIR]
                self.hands = [list(dealt[:5]), list(dealt[5:])]
            now = self.now
            rank = choosers[now.seat](rng, self)
            self.hands[at % 2].remove(rank)
            value = VALUES[rank]
            yield Play(50 * (self.number - 1) + at + 1, now.seat, (CARDS[rank],))
            self.before.append(now._replace(value=value))
            self.place = choices_of(at // PAIR).after[value][self.place]


def at_random(rng: Random, table: _Table) -> str:
    """Play any card."""
    return rng.choice(table.hands[len(table.before) % 2])


def greedy(rng: Random, table: _Table) -> str:
    """Play what the generator's sensible player does: twenty, else most, else low."""
    tally, cards = PLACES[table.place & 255]
    hand = [CARDS[rank] for rank in table.hands[len(table.before) % 2]]
    return sensible(rng, hand, tally, cards).rank


def fair_best(rng: Random, table: _Table) -> str:
    """Play what can be expected to bring most."""
    best = table.fair.expected(table.now, table.before).best
    return next(rank for rank in table.hands[len(table.before) % 2] if VALUES[rank] == best)


PLAYERS: dict[str, Chooser] = {"random": at_random, "greedy": greedy, "fair-best": fair_best}


def played(seed: str, choosers: dict[int, Chooser]) -> Record:
    """Return a game played so."""
    rng = Random(seed)
    events: list[Round | Up | Play] = []
    for number in (1, 2):
        pack = [card.rank for card in PACK]
        rng.shuffle(pack)
        table = _Table(number, number, pack, seed)
        events += [Round(number, number), Up(tuple(CARDS[rank] for rank in table.up), None)]
        events += table.play(rng, choosers)
    return Record([Tag("Game", "twenty")], events)


def checksum(games: int) -> None:
    """Print in how many games the checksum holds, and what solving them takes."""
    took, rounds, held = [], 0, 0
    for seed in range(games):
        record = generate("twenty/farrugia@1", 2, seed, {}, hands="none")
        begun = time.process_time()
        solved = [Hindsight(one) for one in rounds_of(record)]
        took.append(time.process_time() - begun)
        for one in solved:
            starter, margin, last = one.played.starter, 0, 0
            for play in one.plays:
                now = play.standing
                scored = choices_of(now.at // PAIR).points[now.value][now.place]
                margin += scored if now.seat == starter else -scored
                last = now.seat if scored else last
            margin += one.played.bonus if last == starter else -one.played.bonus
            rounds += 1
            held += margin == one.par - one.losses(starter) + one.losses(3 - starter)
    print(f"the checksum holds in {held} of {rounds} rounds of {games} games; {_times(took)}")


def speed(games: int) -> None:
    """Print what a game costs, with all that is said of it, by its rules."""
    for rules, seats in WEIGHED:
        took = []
        for seed in range(games):
            verdict = verify(write(generate(rules, seats, seed, {})).encode())
            begun = time.process_time()
            weigh(verdict)
            took.append(time.process_time() - begun)
        hour = 3600 / fmean(took)
        print(f"{rules} for {seats}: {_times(took)}; {hour:,.0f} games an hour", flush=True)


def _times(took: list[float]) -> str:
    took = sorted(1000 * one for one in took)
    return f"p50 {took[len(took) // 2]:.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms a game"


class Told(NamedTuple):
    """What was expected in the middle of a game, and what came of it."""

    expected: float
    margin: float


def honesty(games: int, plot: str) -> None:
    """Print what each kind of player gives away in a game, and how expected margins came true."""
    told: list[Told] = []
    errors: list[float] = []
    steps: list[float] = []
    for name, chooser in PLAYERS.items():
        lost, raw = [], []
        for number in range(games):
            record = played(f"{name} {number}", {1: chooser, 2: chooser})
            found = weigh_twenty(record, f"judge of {name} {number}", {})
            lost.append(sum(sum(one.fair.values()) for one in found.rounds) / 2)
            raw.append(sum(one.fair for one in found.plies) / 2)
            errors += [one.error for one in found.plies]
            if chooser is fair_best:
                expected = dict(found.expected)
                told += [Told(expected[ply], expected[100]) for ply in range(0, 100, 10)]
                steps += [
                    (expected[at] - expected[at + 1]) * (1 if one.seat == 1 else -1)
                    for at, one in enumerate(found.plies)
                ]
        print(f"{name:10} gives away {fmean(lost):6.2f} ± {_within(lost):.2f} points a game "
              f"(with what is in doubt {fmean(raw):.2f})", flush=True)  # fmt: skip
    drawn = sorted(one for one in errors if one)
    print(f"standard error: mean of all plays {fmean(errors):.3f}; of the {len(drawn)} of "
          f"{len(errors)} with one p50 {drawn[len(drawn) // 2]:.3f}")  # fmt: skip
    print(f"who is on turn expects {fmean(steps):.2f} ± {_within(steps):.2f} points more than "
          "is expected for that player one play later")  # fmt: skip
    groups = calibration(told)
    for mean, actual, error, count in groups:
        print(f"expected {mean:7.2f}: came to {actual:7.2f} ± {error:.2f} ({count} moments)")
    if plot:
        Path(plot).write_text(drawing(groups), encoding="utf-8")


def calibration(told: list[Told], parts: int = 10) -> list[tuple[float, float, float, int]]:
    """Return for tenths of the moments, by what was expected: that, what came, its 95% error."""
    told = sorted(told)
    found = []
    for at in range(parts):
        group = told[len(told) * at // parts : len(told) * (at + 1) // parts]
        margins = [one.margin for one in group]
        mean = fmean(one.expected for one in group)
        found.append((mean, fmean(margins), _within(margins), len(group)))
    return found


def _within(values: Sequence[float]) -> float:
    """Return how far the average may be off, at 95%."""
    return 1.96 * stdev(values) / len(values) ** 0.5


def drawing(groups: list[tuple[float, float, float, int]]) -> str:
    """Return the calibration as a picture."""
    most = max(abs(value) + error for mean, actual, error, _ in groups for value in (mean, actual))
    most = 10 * (int(most / 10) + 1)

    def x(value: float) -> float:
        return round(60 + 380 * (value + most) / (2 * most), 1)

    def y(value: float) -> float:
        return round(420 - 380 * (value + most) / (2 * most), 1)

    marks = [
        f'<line x1="{x(mean)}" x2="{x(mean)}" y1="{y(actual - error)}" y2="{y(actual + error)}"/>'
        f'<circle cx="{x(mean)}" cy="{y(actual)}" r="4" fill="#1c4f80"/>'
        for mean, actual, error, _ in groups
    ]
    ticks = [
        f'<text x="{x(at)}" y="440" text-anchor="middle">{at}</text>'
        f'<text x="52" y="{y(at) + 4}" text-anchor="end">{at}</text>'
        for at in (-most, -most // 2, 0, most // 2, most)
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 470" role="img" '
        'font-family="serif" font-size="13"><title>Margins expected and reached</title>'
        '<rect width="460" height="470" fill="#fffdf8"/>'
        f'<path d="M60 420V40M60 420H440M{x(-most)} {y(-most)}L{x(most)} {y(most)}" '
        'stroke="#b9b2a2" fill="none"/>'
        f'<g stroke="#1c4f80">{"".join(marks)}</g>{"".join(ticks)}'
        '<text x="250" y="462" text-anchor="middle">margin expected</text>'
        '<text x="60" y="28">margin reached, with its 95% interval</text></svg>\n'
    )


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("checksum", "speed", "honesty"))
    parser.add_argument("--games", type=int)
    parser.add_argument("--plot", default="")
    asked = parser.parse_args()
    match asked.what:
        case "checksum":
            checksum(asked.games or 1000)
        case "speed":
            speed(asked.games or 100)
        case _:
            honesty(asked.games or 334, asked.plot)


if __name__ == "__main__":
    main()
