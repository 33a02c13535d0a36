"""What the analyst costs, and whether it is honest.

    .venv/bin/python -m bench.analyst checksum [--games 1000]
    .venv/bin/python -m bench.analyst speed [GAME] [--games 100]
    .venv/bin/python -m bench.analyst honesty [GAME] [--games 100] [--plot docs/pictures/….svg]
                                               [--keep games.jsonl]

`checksum`: in every round of Twenty the margin is par less one's own losses and more by those of
the other. `speed`: processor time a game, by its rules, in a table; run it again compiled or plain
for the other (`bench.compiled`). `honesty`: so many games each of players at random, greedy and by
the analyst's own reckoning (with other deals drawn than those they are judged by), what each gave
away, and what was expected against what came of it.
"""

from __future__ import annotations

import argparse

from bench.analyst import honesty, twenty
from bench.analyst.players import KINDS
from bench.analyst.times import speed


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("checksum", "speed", "honesty"))
    parser.add_argument("game", nargs="?", default="", choices=("", "twenty", *KINDS))
    parser.add_argument("--games", type=int)
    parser.add_argument("--plot", default="")
    parser.add_argument("--keep", default="")
    asked = parser.parse_args()
    match asked.what:
        case "checksum":
            twenty.checksum(asked.games or 1000)
        case "speed":
            speed(asked.games or 100, asked.game)
        case _ if asked.game in KINDS:
            honesty.honesty(asked.game, asked.games or 100, asked.plot, asked.keep)
        case _:
            twenty.honesty(asked.games or 334, asked.plot, asked.keep)


if __name__ == "__main__":
    main()
