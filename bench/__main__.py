"""Text to verdict, plays a CPU second on one core, game by game, beside python-chess and pokerkit.

Of each game whole records are judged in which every claim is right: for Twenty those of
fixtures/twenty too, with every way of writing hands down; else some made by the generator. All that
is measured takes turns, round by round, and medians are printed, so that whatever else the machine
does falls on everything alike.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.notation import read, write
from archive.notation.unreadable_text import legible
from archive.rules.advance import advance
from archive.rules.table import Table
from archive.scoring import Answer, card_count, verify
from archive.scoring.examiner import Examination
from archive.scoring.prepared import Prepared, prepare
from bench.peers import peers

ROUNDS = 9
TURN = 0.2  # CPU seconds that each contender takes a round, about
FIXTURES = Path(__file__).parents[1] / "fixtures"
STAGES = ("reading", "rules", "claims", "census", "the rest")


class Stock:
    """Records of one game, and each stage of judging them."""

    def __init__(self, name: str, texts: list[bytes]) -> None:
        self.name = name
        self.texts = texts
        self.size = sum(map(len, texts))
        self.records = [read(text) for text in texts]
        self.prepared = [prepare(legible(one)) for one in self.records]
        self.examined = [self._examine(one) for one in self.prepared]
        self.plays = sum(examination.table.ply for examination in self.examined)

    def judge(self) -> None:
        for text in self.texts:
            assert verify(text).answers

    def publish(self) -> None:
        for text in self.texts:
            verify(text).json()

    def read(self) -> None:
        for text in self.texts:
            read(text)

    def play(self) -> None:
        for prepared in self.prepared:
            table: Table = prepared.foresight.open()
            for at, event in enumerate(prepared.record.events):
                advance(table, event, at)

    def examine(self) -> None:
        for one in self.prepared:
            self._examine(one)

    def count(self) -> None:
        for examination in self.examined:
            for dealing in examination.table.dealings():
                card_count.count(dealing)

    @staticmethod
    def _examine(prepared: Prepared) -> Examination:
        players = prepared.chosen.players
        return Examination(prepared.record, prepared.foresight.open, players).walk()


def stocks() -> list[Stock]:
    """Whole records by game."""
    made = [Stock(name, made_whole(name)) for name in GAMES]
    return [Stock("twenty, fixtures", written_whole()), *made]


def written_whole() -> list[bytes]:
    """The sound whole games of Twenty among the fixtures."""
    texts = [path.read_bytes() for path in sorted((FIXTURES / "twenty" / "sound").glob("*.xxn"))]
    return [text for text in texts if verify(text).answers.result is Answer.UPHELD]


def made_whole(game: str, enough: int = 900) -> list[bytes]:
    """Records by the generator, of about so many plays."""
    rules, texts, plays = GAMES[game].rule_sets[0].plain_title, [], 0
    while plays < enough:
        text = write(generate(rules, seats_of(game)[0], len(texts), {})).encode()
        verdict = verify(text)
        assert not verdict.flawed, (rules, len(texts))
        assert verdict.examination is not None
        plays += verdict.examination.table.ply
        texts.append(text)
    return texts


def measured(once: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    """CPU seconds that each takes, round by round."""
    repeats = {}
    for name, run in once.items():
        run()
        repeats[name] = max(1, round(TURN / seconds(run, 1)))
    taken: dict[str, list[float]] = {name: [] for name in once}
    for _ in range(ROUNDS):
        for name, run in once.items():
            taken[name].append(seconds(run, repeats[name]) / repeats[name])
    return taken


def seconds(run: Callable[[], object], times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        run()
    return time.process_time() - start


def main() -> None:
    games, others = stocks(), peers()
    counts = {game.name: game.plays for game in games} | {peer.name: peer.read() for peer in others}
    sizes = {game.name: game.size for game in games}
    sizes |= {peer.name: sum(map(len, peer.texts)) for peer in others}
    taken = measured({game.name: game.judge for game in games} | {p.name: p.read for p in others})

    print(f"{'plays a CPU second':<26}{'median':>10}{'least':>10}{'most':>10}{'MB/s':>7}", end="")
    print("".join(f"{'× ' + peer.name.partition(',')[0]:>16}" for peer in others))
    middle = {name: counts[name] / statistics.median(found) for name, found in taken.items()}
    for name, found in taken.items():
        rates = [counts[name] / one for one in found]
        print(f"{name:<26}{middle[name]:>10,.0f}{min(rates):>10,.0f}{max(rates):>10,.0f}", end="")
        print(f"{middle[name] / counts[name] * sizes[name] / 1e6:>7.2f}", end="")
        print("".join(f"{middle[name] / middle[peer.name]:>16.1f}" for peer in others))

    print(f"\n{'µs a play':<26}" + "".join(f"{stage:>10}" for stage in (*STAGES, "all", "as JSON")))
    for game in games:
        runs = {"read": game.read, "play": game.play, "examine": game.examine,
                "count": game.count, "judge": game.judge, "publish": game.publish}  # fmt: skip
        found = measured(runs)
        cost = {name: statistics.median(found[name]) / game.plays * 1e6 for name in runs}
        claims = cost["examine"] - cost["play"]
        rest = cost["judge"] - cost["read"] - cost["examine"] - cost["count"]
        row = (cost["read"], cost["play"], claims, cost["count"], rest, cost["judge"],
               cost["publish"])  # fmt: skip
        print(f"{game.name:<26}" + "".join(f"{one:>10.2f}" for one in row))


if __name__ == "__main__":
    main()
