"""Games of Twenty: the sum of every round, and whether the analyst of Twenty is honest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean

from archive.analyst.twenty.expected_values import Fair
from archive.analyst.twenty.rounds import PAIR, Hindsight, Standing, choices_of, rounds_of
from archive.analyst.twenty.states import FLAGGED, HAND_OF, PLACES
from archive.analyst.twenty.weighed_game import weigh as weigh_twenty
from archive.core.cards import CARDS
from archive.core.events import Play, Round, Up
from archive.core.record import Record, Tag
from archive.games.twenty.random_games import PACK, VALUES, sensible
from archive.generator import generate
from bench.analyst.calibration import Told, calibration, drawing, say, within
from bench.analyst.judged import Judged, all_judged, judged, say_given_away, told_of
from bench.analyst.times import times

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
    tally, cards = PLACES[table.place % FLAGGED]
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
    print(f"the checksum holds in {held} of {rounds} rounds of {games} games; {times(took)}")


def honesty(games: int, plot: str, keep: str) -> None:
    """Print what each kind of player gives away in a game, and how expected margins came true."""
    found = all_judged("twenty", games, _judged, keep)
    say_given_away(found, "game")
    teeth = [one.teeth for one in found if one.who == "fair-best"]
    print(f"who is on turn expects {fmean(teeth):.2f} ± {within(teeth):.2f} points more than "
          "is expected for that player one play later")  # fmt: skip
    groups = calibration(told_of(found)["margin"])
    say(groups)
    if plot:
        Path(plot).write_text(drawing(groups, "margins"), encoding="utf-8")


def _judged(who: str, number: int) -> Judged:
    """Play and judge a game."""
    chooser = PLAYERS[who]
    found = weigh_twenty(played(f"{who} {number}", {1: chooser, 2: chooser}),
                         f"judge of {who} {number}", {})  # fmt: skip
    expected = dict(found.expected)
    told = [Told(expected[ply], expected[100]) for ply in range(0, 100, 10)]
    teeth = fmean(
        (expected[at] - expected[at + 1]) * (1 if one.seat == 1 else -1)
        for at, one in enumerate(found.plies)
    )
    return judged("twenty", who, number, found.plies, 2, {"margin": told}, teeth)
