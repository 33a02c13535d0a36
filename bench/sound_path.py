"""The sound path held against the careful engine, by the ten thousand, and what it does not take.

    .venv/bin/python -m bench.sound_path [--records N] [--seed N] [game …]

Of every game so many made-up records, as many with a known fault, as many with remarks, and twice
as many changed by chance are judged both ways. Whatever the sound path answers must be the careful
engine's bytes. Of the records that are sound and canonical it takes the share that is printed, by
rule set and way of writing; one it does not take costs time alone.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from itertools import islice
from random import Random

from archive.games import GAMES
from archive.notation import read
from archive.notation.record_bytes import RecordBytes
from archive.scoring import ENGINE
from archive.scoring.full_examination import judge
from archive.scoring.sound_path import recognise
from tests.scoring.sound_records import faulty, mangled, scribbled, written_out

CHANGES = (("changed by chance", mangled),) * 2 + (("with remarks", scribbled),)


def differs(data: bytes) -> tuple[bool, bool, bool]:
    """Return whether the sound path answers otherwise than the careful engine, whether it answers,
    and whether the record is sound and canonical."""
    verdict = judge(read(data))
    found = recognise(RecordBytes(data).forms(), data, 1, ENGINE)
    if found is not None:
        return found.json != verdict.json(), True, True
    sound = verdict.readable and not verdict.findings
    return False, False, sound and not read(data, strict=True).diagnostics


def main() -> int:
    """Print what was taken and what differs; return 1 where anything does."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    asked = parser.parse_args()
    wrong = 0
    taken: Counter[tuple[str, bool]] = Counter()
    for game in asked.games:
        rng = Random(asked.seed)
        made = written_out(game, asked.seed)
        for table, seed, data in islice(made, asked.records):
            style = f", hands {table.style['hands']}" if "hands" in table.style else ""
            bad, there, sound = differs(data)
            wrong += tell(bad, f"{table}, seed {seed}", data)
            taken[f"{table.rules}{style}", there] += sound
            for how, change in CHANGES:
                changed = change(data, rng)
                bad, there, sound = differs(changed)
                wrong += tell(bad, f"{table}, seed {seed}, {how}", changed)
                taken[f"{table.rules}, {how}", there] += sound
        for name, data in islice(faulty(game, asked.seed), asked.records):
            bad, there, sound = differs(data)
            wrong += tell(bad, name, data)
            taken[f"{game}, with a fault", there] += sound
    for rules in sorted({rules for rules, _ in taken}):
        of = taken[rules, True] + taken[rules, False]
        share = f"{taken[rules, True] / of:6.1%}" if of else "     –"
        print(f"{rules:60}{of:8} sound and canonical, taken {share}")
    print(f"{wrong} differ")
    return int(bool(wrong))


def tell(bad: bool, name: str, data: bytes) -> bool:
    """Print a record that is judged in two ways."""
    if bad:
        print(f"differs: {name}\n{data.decode('utf-8', 'surrogateescape')}")
    return bad


if __name__ == "__main__":
    sys.exit(main())
