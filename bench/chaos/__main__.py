"""`python -m bench.chaos`: one fault after another, and a table; exit code 1 if all is not well."""

from __future__ import annotations

import argparse
import logging
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from archive.store.database import Database
from bench.chaos import faults
from bench.chaos.counting import Count, count, table, unsettled
from bench.chaos.handing_in import Document, People, until
from bench.chaos.platform import Platform
from bench.chaos.running import Club, House
from bench.chaos.stopping import CLOCK

HOUSES: dict[str, type[House]] = {"sqlite": Club, "postgresql": Platform}
# Nothing that happens here may need longer to be settled, unless others want the processor too: a
# record that never looks up costs several workers, and each of them half a minute of a processor.
SETTLING = 1200.0
DISK = 512  # megabytes: room for all that is handed in, once the ballast is gone


def main() -> int:
    asked = _arguments()
    logging.disable(logging.WARNING)  # of this process, which asks the archive now and then
    names = asked.only or list(faults.FAULTS)
    sound = True
    for kind in HOUSES if asked.database == "both" else [asked.database]:
        top = Path(tempfile.mkdtemp(prefix="twenties-chaos-"))
        counts = _house(kind, top, names, asked)
        print(f"\n{HOUSES[kind].name}\n\n{table(counts)}\n", flush=True)
        fine = all(one.sound for one in counts)
        sound &= fine
        if fine:
            shutil.rmtree(top, ignore_errors=True)
        else:
            print(f"What is left of it is in {top}.", flush=True)
    print("Nothing lost, nothing doubled." if sound else "SOMETHING IS AMISS.")
    return 0 if sound else 1


def _house(kind: str, top: Path, names: list[str], asked: argparse.Namespace) -> list[Count]:
    """Every fault, done to one archive that goes on all the time; but the disk needs its own."""
    counts = []
    alone = [*faults.SMALL_DISK, "clock moved"]
    rest = [name for name in names if name not in alone]
    if kind == "sqlite":
        rest = [name for name in rest if name != "database stopped"]  # it is a file
    if rest:
        house = HOUSES[kind](_folder(top / "house"))
        try:
            house.start()
            counts += [_fault(house, name, asked) for name in rest]
        finally:
            codes = house.stop()
        _say(f"stopped, exit codes {codes}")
    if "clock moved" in names:
        house = HOUSES[kind](_folder(top / "clock"))
        if CLOCK.exists():
            house.move_clock(CLOCK)
        counts.append(_alone(house, "clock moved", asked))
    for name in set(names).intersection(faults.SMALL_DISK) if kind == "sqlite" else ():
        small = top / name.replace(" ", "-")
        with faults.small_disk(small, DISK):
            house = HOUSES[kind](small)
            house.log = top / f"{small.name}.log"
            house.environment["TWENTIES_MAX_UPLOAD"] = "64M"  # to fill a disk with
            counts.append(_alone(house, name, asked))
    return counts


def _alone(house: House, name: str, asked: argparse.Namespace) -> Count:
    """A fault done to an archive of its own."""
    try:
        house.start()
        return _fault(house, name, asked)
    finally:
        house.stop()


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _fault(house: House, name: str, asked: argparse.Namespace) -> Count:
    chance = random.Random(f"{asked.seed} {name}")
    documents = faults.documents(name, asked.uploads, chance)
    if name == "records that hang":
        for at, evil in ((0, "loops"), (-1, "spins")):
            documents[at].evil = evil
    if name in faults.SMALL_DISK:
        documents += [
            Document(f"large-{at}.xxn", records=3, padding=faults.LARGE) for at in range(3)
        ]
        chance.shuffle(documents)
    _say(f"{name}: {len(documents)} uploads, {sum(one.total for one in documents)} records")
    people = People(house.address, documents)
    try:
        note = faults.FAULTS[name](house, people)
        people.wait()
    finally:
        people.go_home()
    begun = time.monotonic()
    database = Database(house.settings.database_url)
    try:
        settled = until(lambda: not unsettled(database, documents), asked.settling)
        made = count(database, house.address, name, documents)
    finally:
        database.close()
    made.settled_in = time.monotonic() - begun
    made.note = note if settled else f"{note}; NOT SETTLED"
    _say(f"    {made}")
    return made


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__)
    parser.add_argument("--database", choices=[*HOUSES, "both"], default="both")
    parser.add_argument("--uploads", type=int, default=60, help="for every fault, two at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--settling", type=float, default=SETTLING, help="seconds at most")
    parser.add_argument("--only", action="append", choices=list(faults.FAULTS))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
