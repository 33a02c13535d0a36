"""How fast everything is, as ratios to what others do in the same run: python-chess reads the same
kind of text, one game after the other, and pgn-extract where it is installed.

    .venv/bin/python -m bench.speed [--rounds N]

All that is measured takes turns, and medians of processor time are printed, so that whatever else
the machine does falls on everything alike. Only ratios hold on a shared machine.

    sound path     bytes to the JSON of the verdict of sound records, by rule set
    otherwise      the same of sound records that are written otherwise: no numbers, a remark a line
    careful        the same by the careful reader, whatever the record is
    flawed         the same of records with one fault, by the way each of them takes, by game
    rules          one action of a position, by rule set
    any ply        a record's bytes to the table at one of its plies, the median ply and the worst;
                   and the same of a replay that is kept, as a page has it
    boundaries     where the records of a file begin
    analysis       a record with one fault, with repairs and other rule sets, by game
    told           what a record's row and search are told of its verdict
    verify         `twenties verify one.xxn`, from start to end, in a process of its own
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, cast

from archive.analysis import verify_fully
from archive.games import GAMES, choose
from archive.generator import generate, seats_of
from archive.judge_record import columns, entry
from archive.notation import read, split, write
from archive.rules.advance import advance
from archive.rules.position import Action, Position
from archive.rules.rule_sets import RuleSet
from archive.scoring import verify
from archive.scoring.full_examination import judge
from archive.scoring.record_positions import play_events
from archive.scoring.replay import replay as replay_of
from archive.scoring.sound_verdict import SoundVerdict
from bench.peers import CHESS, Peer, chess_games
from tests.games.positions import position_of
from tests.scoring.sound_records import faulty

RECORDS, FAULTY = 6, 24
TURN = 0.1  # processor seconds that each takes a round, about
RULE_SETS = [(game.name, rule_set) for game in GAMES.values() for rule_set in game.rule_sets]


class Row(NamedTuple):
    """What is run, how many of what it deals with, and what these are."""

    run: Callable[[], object]
    number: float
    unit: str


def made(game: str, rule_set: RuleSet) -> list[bytes]:
    """Return sound records by a rule set."""
    return [
        write(generate(rule_set.plain_title, seats_of(game)[0], seed, {})).encode()
        for seed in range(RECORDS)
    ]


def otherwise(text: bytes) -> bytes:
    """Return a sound record as people write it: plays without numbers, remarks after them."""
    unnumbered = re.sub(rb"\b\d+\. (?=p\d)", b"", text)
    return re.sub(rb"(?m)^(p\d+ .+)$", rb"\1 {said so}", unnumbered)


def rows(scratch: Path) -> Iterator[tuple[str, Row]]:
    """Yield all that is measured, each with its name."""
    peer = Peer(CHESS, [chess_games()])
    moves = peer.read()
    yield CHESS, Row(peer.read, moves, "move")
    if extract := shutil.which("pgn-extract"):
        games, times = scratch / "games.pgn", 2000
        games.write_text((chess_games() + "\n") * times)
        yield (
            "pgn-extract -r",
            Row(lambda: child(extract, "-r", "-s", games), moves * times, "move"),
        )
    for game, rule_set in RULE_SETS:
        texts = made(game, rule_set)
        verdicts = [verify(text) for text in texts]
        assert all(isinstance(verdict, SoundVerdict) for verdict in verdicts), rule_set.name
        plays = sum(verdict.as_dict()["checked"]["plays"] for verdict in verdicts)
        yield f"sound path, {rule_set.name}", Row(each(texts, by_any_path), plays, "play")
        others = [otherwise(text) for text in texts]
        yield f"otherwise, {rule_set.name}", Row(each(others, by_any_path), plays, "play")
        yield f"careful, {rule_set.name}", Row(each(texts, carefully), plays, "play")
    for game in GAMES:
        texts = [text for _, text in islice(faulty(game, 1), FAULTY)]
        plays = sum(verify(text).as_dict()["checked"]["plays"] for text in texts)
        yield f"flawed, {game}", Row(each(texts, by_any_path), plays, "play")
    for game, rule_set in RULE_SETS:
        actions = actions_of(game, rule_set)
        yield f"rules, {rule_set.name}", Row(each([actions], replay), len(actions[1]), "step")
    file = b"\n".join(text for game, rule_set in RULE_SETS for text in made(game, rule_set)) * 9
    yield "boundaries", Row(lambda: sum(1 for _ in split(file)), len(file) / 1e6, "MB")
    sound = verify(made(*RULE_SETS[0])[0])
    yield "told", Row(lambda: (columns(sound), entry(sound)), 1, "record")
    one = scratch / "one.xxn"
    one.write_bytes(made(*RULE_SETS[0])[0])
    command = Path(sys.executable).with_name("twenties")
    yield "verify", Row(lambda: child(command, "verify", one), 1, "run")


def each(texts: list[Any], run: Callable[[Any], object]) -> Callable[[], object]:
    """Return a function that runs another for every one of these."""
    return lambda: [run(text) for text in texts]


def by_any_path(text: bytes) -> str:
    """Return a verdict's JSON."""
    return verify(text).json()


def carefully(text: bytes) -> str:
    """Return the same, whatever the record is."""
    return judge(read(text)).json()


def actions_of(game: str, rule_set: RuleSet) -> tuple[Callable[[], Position], list[Any]]:
    """Return how a game begins by a rule set, and all actions of one."""
    options = {"replenish": "both"} if game == "twenty" else {}
    seats = seats_of(game)[0]

    def begin() -> Position:
        return position_of(rule_set, options, seats)

    noting = Noting(begin())
    for _ in play_events(
        cast(Position, noting), generate(rule_set.plain_title, seats, 1, {}).events
    ):
        pass
    return begin, noting.actions


class Noting:
    """A position, compiled or not, and the actions that were played."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[Any] = []

    def play(self, action: Action) -> None:
        """Play an action, and note it as the method that carries it out."""
        self.actions.append((getattr(type(self.position), action[0]), action[1:]))
        self.position.play(action)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)


def replay(game: tuple[Callable[[], Position], list[Any]]) -> None:
    """Play all actions of a game."""
    begin, actions = game
    position = begin()
    for act, about in actions:
        act(position, *about)
    assert not position.objections


def child(*command: object) -> None:
    """Run a command to its end."""
    subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)  # fmt: skip


def used() -> float:
    """Return the processor seconds of this process and its children."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def seconds(run: Callable[[], object], times: int = 1) -> float:
    """Return what it takes to run something so often."""
    begun = used()
    for _ in range(times):
        run()
    return used() - begun


def plies_kept(game: str, rule_set: RuleSet) -> list[float]:
    """Return what the table at each ply takes of a replay that is kept, in microseconds."""
    kept = replay_of(read(made(game, rule_set)[0]))
    asked = range(1, kept.last + 1, max(1, kept.last // 60))
    return [min(seconds(partial(kept.at, ply)) for _ in range(5)) * 1e6 for ply in asked]


def plies(game: str, rule_set: RuleSet) -> list[float]:
    """Return what the table at each ply of a record takes, from its bytes, in microseconds."""
    text = made(game, rule_set)[0]
    record = read(text)
    acted = [at for at in range(len(record.events)) if record.plies[at + 1] > record.plies[at]]
    found = []
    for last in acted[:: max(1, len(acted) // 20)] + acted[-1:]:

        def build(last: int = last) -> None:
            record = read(text)
            table = choose(record).begin()
            for at, event in enumerate(record.events[: last + 1]):
                advance(table, event, at)

        found.append(min(seconds(build) for _ in range(5)) * 1e6)
    return found


def main() -> None:
    """Measure everything, and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as scratch:
        measured = dict(rows(Path(scratch)))
        taken: dict[str, list[float]] = {name: [] for name in measured}
        repeats = {}
        for name, row in measured.items():
            row.run()
            repeats[name] = max(1, round(TURN / max(seconds(row.run), 1e-6)))
        for _ in range(rounds):
            for name, row in measured.items():
                taken[name].append(seconds(row.run, repeats[name]) / repeats[name])
    middle = {name: statistics.median(found) for name, found in taken.items()}
    peers = [name for name in measured if measured[name].unit == "move"]
    move = {name: middle[name] / measured[name].number for name in peers}
    print(f"{'':44}{'µs':>12}{'a second':>16}" + "".join(f"{'× ' + name:>22}" for name in peers))
    for name, row in measured.items():
        one = middle[name] / row.number
        print(f"{name:44}{one * 1e6:>12,.2f}{f'{1 / one:,.0f} {row.unit}s':>16}", end="")
        compared = row.unit in ("move", "play")
        print("".join(f"{move[peer] / one:>22.2f}" for peer in peers) if compared else "")
    if "pgn-extract -r" not in peers:
        print("pgn-extract is not installed here.")
    for game, rule_set in RULE_SETS:
        for name, found in (
            (f"any ply, {rule_set.name}", plies(game, rule_set)),
            (f"any ply of a replay, {rule_set.name}", plies_kept(game, rule_set)),
        ):
            print(f"{name:44}{statistics.median(found):>12,.0f}   worst {max(found):,.0f}")
    for game in GAMES:
        costs = [
            seconds(lambda data=data: verify_fully(data).json())  # type: ignore[misc]
            for _, data in islice(faulty(game, 1), FAULTY)
        ]
        print(f"{f'analysis of a fault, {game}, ms':44}{statistics.median(costs) * 1e3:>12,.1f}"
              f"   worst {max(costs) * 1e3:,.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
