"""Many records uploaded in one file through the web: how fast, at what cost, and how pages fare.

    python -m bench.load [--records 10000] [--database postgresql://…]

A real `twenties serve` with two workers is handed one file of made-up games under varied names, the
way a browser does it, while pages are asked for one after the other. One record in five has a fault
in it. Printed are records a second until all have their verdicts, and until the flawed ones have
their analyses too,
the processor time a record costs beyond its verdict, the most memory each process had, and how long
the pages took.

What verdicts take the workers say themselves, of the same records in the same minute (`/metrics`),
each from the record's bytes to the verdict's JSON. All else that their processes did is beyond it,
from the queue to the disk. What of that is working out what lists and search are told of a verdict
is measured afterwards on the same bytes, in as many processes at once, and so is the verdict.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Final

from bench.load.cost import judging_cost
from bench.load.house import (
    a_game,
    analysis_so_far,
    followed,
    get,
    hand_in,
    judging_so_far,
    serving,
)
from bench.load.made_up import records
from bench.load.processes import used

PAGES: Final = ("/", "/games", "/g/{game}", "/g/{game}/verify", "/upload/{upload}")
PAUSE: Final = 0.1


class Visitor(threading.Thread):
    """A reader who looks at one page after the other, and how long each takes."""

    def __init__(self, port: int, game: str) -> None:
        super().__init__(daemon=True)
        self._port, self._game = port, game
        self.upload: str | None = None
        self.over = False
        self.times: dict[str, list[float]] = {page: [] for page in PAGES}

    def run(self) -> None:
        while not self.over:
            for page in PAGES:
                if "{upload}" in page and self.upload is None:
                    continue
                path = page.format(game=self._game, upload=self.upload)
                begun = time.perf_counter()
                get(self._port, path)
                self.times[page].append(time.perf_counter() - begun)
                time.sleep(PAUSE)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--port", type=int, default=6500)
    parser.add_argument("--database", default="")
    parser.add_argument("--sample", type=int, default=2000, help="verdicts measured by themselves")
    parser.add_argument("--alone", action="store_true", help="without anybody looking at pages")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="twenties-load-") as name:
        folder = Path(name)
        data = records(asked.records)
        file = folder / "all.xxn"
        file.write_bytes(data)
        print(f"{asked.records:,} records, {len(data) / (1 << 20):.1f} MB")
        environment = {"DATABASE_URL": asked.database} if asked.database else {}
        with serving(folder, asked.port, environment) as process:
            _measure(asked, file, data, process)


def _measure(
    asked: argparse.Namespace, file: Path, data: bytes, process: subprocess.Popen[bytes]
) -> None:
    game = a_game(asked.port)
    visitor = Visitor(asked.port, game)
    quiet = Visitor(asked.port, game)
    quiet.start()
    time.sleep(5)
    quiet.over = True
    quiet.join()
    before, judging = used(process.pid), judging_so_far(asked.port)
    begun = time.perf_counter()
    if not asked.alone:
        visitor.start()
    upload = hand_in(asked.port, file)
    taken = time.perf_counter() - begun
    visitor.upload = upload
    last = followed(asked.port, upload, to=("settled", "over"))
    seconds = time.perf_counter() - begun
    visitor.over = True
    if not asked.alone:
        visitor.join()
    after, judging = used(process.pid), judging_so_far(asked.port) - judging
    to_analyse = last["analyses"]
    followed(asked.port, upload, to=("over",))
    analysed = time.perf_counter() - begun
    assert last["judged"] == asked.records, last
    print(f"taken in after {taken:.1f} s, all judged after {seconds:.1f} s: "
          f"{asked.records / seconds:,.0f} records a second")  # fmt: skip
    print(f"all analysed after {analysed:.1f} s: {asked.records / analysed:,.0f} records a second; "
          f"{to_analyse:,} analyses were waiting when the last verdict was there, "
          f"{analysis_so_far(asked.port):.0f} s of processor for all")  # fmt: skip
    print("how they stand:", last["standings"], "findings:", last["findings"])
    cpu: dict[str, float] = {}
    for number, now in after.items():
        spent = now.cpu - (before[number].cpu if number in before else 0.0)
        cpu[now.name] = cpu.get(now.name, 0.0) + spent
        print(f"  {now.name:10} {spent:7.2f} s of processor, at most {now.peak / (1 << 20):.0f} MB")
    alone = judging_cost(data, asked.sample)
    verdict = judging / asked.records
    workers, web = (cpu.get(name, 0.0) / asked.records for name in ("worker", "web"))
    for name, each in (
        ("workers, all in all", workers),
        ("the verdict, as they took it", verdict),
        ("the verdict by itself, afterwards", alone.verdict),
        ("beyond the verdict", workers - verdict),
        ("of that, what lists are told", alone.told),
        ("web, pages and events too", web),
    ):
        print(f"  {name:36}{each * 1000:7.3f} ms a record")
    for title, times in (("nothing else going on", quiet.times), ("meanwhile", visitor.times)):
        _print_times(title, times)


def _print_times(title: str, times: dict[str, list[float]]) -> None:
    every = sorted(one for some in times.values() for one in some)
    if len(every) < 2:
        return
    print(f"pages, {title}: median {statistics.median(every) * 1000:.0f} ms, "
          f"99th percentile {every[int(len(every) * 0.99)] * 1000:.0f} ms, "
          f"longest {every[-1] * 1000:.0f} ms, of {len(every)}")  # fmt: skip
    for page, some in times.items():
        if some:
            print(f"  {page:20} median {statistics.median(some) * 1000:4.0f} ms, "
                  f"longest {max(some) * 1000:4.0f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
