"""Memory while a file is read record by record: `python -m bench.memory 10 100 1000` (megabytes).

Each size is read in a process of its own, whose largest resident set the system reports at its end.
The file is made up while it is read: the sound whole games of fixtures/twenty, over and over.
"""

from __future__ import annotations

import io
import resource
import subprocess
import sys
import time

from archive.notation import read, stream
from bench.__main__ import written_whole

SIZES = ("10", "100", "1000")


class Repeated(io.RawIOBase):
    """The same bytes again and again, up to a size."""

    def __init__(self, data: bytes, size: int) -> None:
        self.data = data
        self.left = size
        self.at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        taken = min(len(buffer), self.left, len(self.data) - self.at)
        buffer[:taken] = self.data[self.at : self.at + taken]
        self.at = (self.at + taken) % len(self.data)
        self.left -= taken
        return taken


def measure(megabytes: int) -> None:
    file = io.BufferedReader(Repeated(b"\n".join(written_whole()), megabytes * 1_000_000))
    start, records, events = time.process_time(), 0, 0
    for part, data in stream(file):
        records += 1
        events += len(read(data, part.number).events)
    taken = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{megabytes:>6} MB {records:>9,} records {events:>12,} events "
        f"{megabytes / taken:>6.2f} MB a CPU second, peak {peak:.0f} MiB",
        flush=True,
    )


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
        return
    for size in sys.argv[1:] or SIZES:
        subprocess.run([sys.executable, "-m", "bench.memory", "--one", size], check=True)


if __name__ == "__main__":
    main()
