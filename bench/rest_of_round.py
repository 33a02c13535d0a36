"""What a round of Twenty is worth on average before hands are dealt, by the tally that lies there.

    .venv/bin/python -m bench.rest_of_round [--deals 2000]

writes archive/analyst/twenty/rest_of_round.json: by the number of hands still to come, without a
bonus and with one of ten, for every place (states.py) by how much the player on turn will outscore
the other, in hundredths of a point. Hands are dealt from a full pack and played out with all cards
known; the average over hands still to come stands at the end of those before.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

from archive.analyst.twenty.solver import PairsOfHands
from archive.analyst.twenty.states import FLAGGED, HAND_OF, PLACES, VALUES, Choices

ROOT = Path(__file__).parents[1]
SCALE = 100
ROUND = 5
PACK = [value for value in VALUES for _ in range(16 if value == 10 else 4)]


def averages(deals: list[tuple[int, int]], choices: Choices, ends: list[int]) -> list[int]:
    """Return by place the average worth of a pair of hands and what comes after it."""
    sums = [0] * len(PLACES)
    for first, second in deals:
        pair = PairsOfHands(choices, ends, first, second)
        for place in range(len(PLACES)):
            sums[place] += pair.value(first, second, place)
    return [round(one / len(deals)) for one in sums]


def deal(rng: Random) -> tuple[int, int]:
    """Return two hands from a full pack."""
    cards = rng.sample(PACK, 10)
    return HAND_OF[tuple(sorted(cards[:5]))], HAND_OF[tuple(sorted(cards[5:]))]


def tables(count: int) -> dict[str, list[list[int]]]:
    """Return the averages by bonus and by the number of hands still to come, one first."""
    rng = Random("boundaries of Twenty")
    deals = [deal(rng) for _ in range(count)]
    last, other = Choices(SCALE, True), Choices(SCALE, False)
    found: dict[str, list[list[int]]] = {}
    for bonus in (0, 10):
        worth = bonus * SCALE
        rows = [averages(deals, last, [-worth] * FLAGGED + [worth] * FLAGGED)]
        while len(rows) < ROUND:
            rows.append(averages(deals, other, rows[-1]))
        found[str(bonus)] = rows
    return found


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=2000)
    text = json.dumps({"deals": (count := parser.parse_args().deals), "averages": tables(count)})
    (ROOT / "archive/analyst/twenty/rest_of_round.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
