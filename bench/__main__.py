"""Text to verdict, plays a CPU second on one core, beside python-chess reading PGN.

The records are the sound whole games of fixtures/twenty; the chess games are played at random from
a fixed seed and written as PGN by python-chess itself. Both readers check legality. The
measurements take turns, and the median of the rounds is printed, with the smallest and the largest.
"""

from __future__ import annotations

import io
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

from archive.games import choose
from archive.notation import read
from archive.replay import run
from archive.verdict import verify

ROUNDS = 9
REPEATS = 40
RECORDS = [
    path.read_bytes()
    for path in sorted((Path(__file__).parents[1] / "fixtures/twenty/sound").glob("*.xxn"))
]
WHOLE = [data for data in RECORDS if verify(data).answers.result == "upheld"]
READ = [read(data) for data in WHOLE]


class Contender(NamedTuple):
    """What is measured: how many plays and bytes it goes through, and how it does that once."""

    name: str
    plays: int
    size: int
    once: Callable[[], None]


def read_all() -> None:
    for data in WHOLE:
        read(data)


def replay_all() -> None:
    for record in READ:
        for _ in run(record, choose(record).open()):
            pass


def judge_all() -> None:
    for data in WHOLE:
        assert verify(data).answers


def publish_all() -> None:
    for data in WHOLE:
        verify(data).json()


def chess_games(count: int, seed: int = 20) -> str:
    """So many random games of at most 100 moves, as PGN."""
    rng = random.Random(seed)
    games = []
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 100:
            board.push(rng.choice(list(board.legal_moves)))
        games.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(games) + "\n"


def contenders() -> list[Contender]:
    plays, size = 100 * len(WHOLE), sum(map(len, WHOLE))
    pgn = chess_games(len(WHOLE))

    moves = 0

    def read_chess() -> None:
        nonlocal moves
        source, moves = io.StringIO(pgn), 0
        while game := chess.pgn.read_game(source):
            moves += game.end().ply()

    read_chess()

    return [
        Contender("read", plays, size, read_all),
        Contender("replay", plays, size, replay_all),
        Contender("text to verdict", plays, size, judge_all),
        Contender("text to verdict as JSON", plays, size, publish_all),
        Contender("python-chess, read PGN", moves, len(pgn), read_chess),
    ]


def main() -> None:
    rivals = contenders()
    rates: dict[str, list[float]] = {rival.name: [] for rival in rivals}
    for turn in range(ROUNDS + 1):
        for rival in rivals:
            repeats = REPEATS if rival is not rivals[-1] else REPEATS // 10
            start = time.process_time()
            for _ in range(repeats):
                rival.once()
            taken = time.process_time() - start
            if turn:  # the first turn warms up
                rates[rival.name].append(rival.plays * repeats / taken)
    peer = statistics.median(rates[rivals[-1].name])
    print(f"{'':<26}{'plays a CPU second':>20}{'least':>12}{'most':>12}{'MB/s':>8}{'× peer':>9}")
    for rival in rivals:
        found = rates[rival.name]
        middle = statistics.median(found)
        megabytes = middle / rival.plays * rival.size / 1e6
        print(
            f"{rival.name:<26}{middle:>20,.0f}{min(found):>12,.0f}{max(found):>12,.0f}"
            f"{megabytes:>8.2f}{middle / peer:>9.1f}"
        )


if __name__ == "__main__":
    main()
