"""Change records and score sheets by chance and hold every law about them (laws.py, further.py).

    .venv/bin/python -m bench.fuzz [--minutes 10] [--seed 1] [--only records|sheets] [--keep FOLDER]

Minutes are of processor time. An input that breaks a law is made as short as still breaks it, and
kept in the folder with the way it broke; the same fault is told once. What is new in a verdict
(rules, codes and answers not yet seen together) makes an input worth changing again. Every so many
inputs another process with another order of its sets judges the same bytes: the verdicts must be
the same. What was found and mended stands under fixtures/found/ and is tried by the tests.

`python -m bench.fuzz.guided` is guided by what code runs instead; it needs atheris.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from archive.analysis import verify_fully
from archive.scoring import Verdict, verify
from bench.fuzz import further, laws, mutate, seeds

MOST_TRIES = 120  # tries at making an input shorter
SLOW = 4.0  # seconds of processor time
ELSEWHERE = 12  # of so many inputs one is judged by another process too
ENOUGH = 4_000  # inputs kept for changing again

PACKED = (".zip", ".gz")
CHANGES: dict[str, mutate.Change] = {
    ".xlsx": mutate.packed_changed, ".zip": mutate.bytes_changed, ".gz": mutate.bytes_changed,
    ".json": mutate.json_changed,
}  # fmt: skip
"""How a file is changed that is no lines of text, by how its name ends."""

Hold = Callable[[bytes], Any]


class Fuzz:
    """One run: inputs, what they broke, and how long all of it took."""

    def __init__(self, rng: Random, folder: Path) -> None:
        self.rng = rng
        self.folder = folder
        self.counts: Counter[str] = Counter()
        self.broken: dict[str, Path] = {}
        self.seen: set[Any] = set()
        self.records = seeds.records(rng)
        self.sheets = seeds.sheets(rng)
        self.pool = [text for name, text in self.sheets if Path(name).suffix not in CHANGES]
        self.last: Verdict | None = None
        self.other = _Elsewhere()

    def run(self, minutes: float, only: str | None) -> None:
        end = time.process_time() + 60 * minutes
        told = 0.0
        while time.process_time() < end:
            if only == "sheets" or (only is None and self.rng.random() < 0.2):
                self.sheet()
            else:
                self.record()
            if time.process_time() > told + 60:
                told = time.process_time()
                print(f"{told / 60:6.1f} min  {self}", flush=True)
        self.other.close()

    def record(self) -> None:
        data = mutate.changed(self.rng.choice(self.records), self.rng, self.records)
        self.counts["records"] += 1
        self._try(data, "xxn", self._of_record)

    def _of_record(self, data: bytes) -> None:
        for verdict in laws.of_records(data):
            self._note(verdict, data)
            if self.rng.random() < 0.1:
                laws.of_a_deal(verdict)
            if self.rng.random() < 0.15:
                further.of_a_game(verdict, self.rng)
            if self.last is not None and self.rng.random() < 0.1:
                laws.of_two_sheets(self.last, verdict)
            if self.rng.random() < 0.1:
                before = mutate.changed(data, self.rng, self.records)
                laws.of_two_sheets(verdict, verify(before))
            self.last = verdict
        if self.counts["records"] % ELSEWHERE == 0:
            assert self.other.judged(data) == judged(data), "another process, another verdict"

    def sheet(self) -> None:
        name, data = self.rng.choice(self.sheets)
        suffix = Path(name).suffix
        change = CHANGES.get(suffix, mutate.changed)
        data = change(data, self.rng, self.pool)
        self.counts["sheets"] += 1

        def hold(data: bytes) -> None:
            if suffix in PACKED:
                further.of_packed(data)
            if suffix == ".json":
                list(further.of_json_form(data))
            for verdict in laws.of_imported(data, name, budget=200):
                self._note(verdict, None)

        self._try(data, Path(name).suffix[1:], hold)

    def _note(self, verdict: Verdict, data: bytes | None) -> None:
        """Keep an input whose verdict is of a kind not yet seen."""
        codes = frozenset(one.code for one in verdict.findings)
        told = (verdict.rules, codes, verdict.answers)
        if told not in self.seen:
            self.seen.add(told)
            self.counts["kinds"] += 1
            if data is not None and len(self.records) < ENOUGH:
                self.records.append(data)

    def _try(self, data: bytes, suffix: str, hold: Hold) -> None:
        begun = time.process_time()
        state = self.rng.getstate()
        fault = fault_of(data, hold)
        taken = time.process_time() - begun
        if fault is None and taken > SLOW:
            fault = f"slow, {len(data) >> 8}"
            self._keep(data, suffix, fault, f"{len(data)} bytes took {taken:.1f} s")
        elif fault is not None and fault not in self.broken:
            self.broken[fault] = self.folder  # while it is made shorter, and if that is stopped
            after = self.rng.getstate()

            def again(data: bytes) -> Any:
                self.rng.setstate(state)  # what is held about it by chance is held again
                return hold(data)

            least = shortened(data, lambda less: fault_of(less, again) == fault)
            self.rng.setstate(state)
            self._keep(least, suffix, fault, _trace(least, hold))
            self.rng.setstate(after)

    def _keep(self, data: bytes, suffix: str, fault: str, told: str) -> None:
        if self.broken.get(fault, self.folder) != self.folder:
            return
        name = hashlib.sha256(data).hexdigest()[:10]
        path = self.folder / f"{name}.{suffix}"
        path.write_bytes(data)
        path.with_suffix(path.suffix + ".told").write_text(f"{fault}\n{told}\n", "utf-8")
        self.broken[fault] = path
        print(f"FOUND {path}: {fault}\n{data[:400]!r}\n", flush=True)

    def __str__(self) -> str:
        return ", ".join(f"{count} {what}" for what, count in self.counts.items()) + (
            f"; {len(self.broken)} faults"
        )


class _Elsewhere:
    """Another process that judges, with other hashes of strings and so another order of sets."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.fuzz.elsewhere"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, cwd=seeds.ROOT,
            env={**os.environ, "PYTHONHASHSEED": "4711"},
        )  # fmt: skip

    def judged(self, data: bytes) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(len(data).to_bytes(4, "big") + data)
        self.process.stdin.flush()
        return self.process.stdout.readline().decode().strip()

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def judged(data: bytes) -> str:
    """A hash of the whole verdict on one record."""
    text = verify_fully(data, budgets=(laws.FEW,)).json()
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fault_of(data: bytes, hold: Hold) -> str | None:
    """What breaks, and where in the archive's own code; None where all laws hold."""
    try:
        hold(data)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if "/archive/" in frame.filename]
        own = own or [frame for frame in frames if "/bench/" in frame.filename]
        place = f"{Path(own[-1].filename).name}:{own[-1].name}" if own else ""
        said = str(error).partition(":")[0][:60] if isinstance(error, AssertionError) else ""
        kinds = _kinds(str(error)) if said.startswith("written back") else ""
        return f"{type(error).__name__} {said} {place} {kinds}".strip()
    return None


def _kinds(told: str) -> str:
    return " ".join(key for key in ("rules", "answers", "score", "winner", "faults") if
                    f" {key} " in told.replace(":", " ").replace(";", " "))  # fmt: skip


def _trace(data: bytes, hold: Hold) -> str:
    try:
        hold(data)
    except Exception:
        return traceback.format_exc()
    return "not broken when tried again"


def shortened(data: bytes, still: Callable[[bytes], bool]) -> bytes:
    """The data with stretches left out as long as it breaks the same law: lines, then bytes."""
    tries = MOST_TRIES
    for split in (lambda text: text.splitlines(keepends=True), lambda text: text.split(b" "),
                  lambda text: [text[at : at + 1] for at in range(len(text))]):  # fmt: skip
        parts, size = split(data), 0
        glue = b" " if b"".join(parts) != data else b""
        size = max(1, len(parts) // 2)
        while size and tries > 0:
            at = 0
            while at < len(parts) and tries > 0:
                less = parts[:at] + parts[at + size :]
                tries -= 1
                if still(glue.join(less)):
                    parts = less
                else:
                    at += size
            size //= 2
        data = glue.join(parts)
    return data


def main() -> None:
    options = argparse.ArgumentParser(description="Fuzz all that is done with an upload.")
    options.add_argument("--minutes", type=float, default=10, help="of processor time")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=("records", "sheets"))
    options.add_argument("--keep", type=Path, help="a folder for what broke")
    asked = options.parse_args()
    folder = asked.keep or Path(tempfile.mkdtemp(prefix="twenties-fuzz-"))
    folder.mkdir(parents=True, exist_ok=True)
    fuzz = Fuzz(Random(asked.seed), folder)
    print(f"{len(fuzz.records)} records and {len(fuzz.sheets)} sheets to begin with; "
          f"findings: {folder}", flush=True)  # fmt: skip
    fuzz.run(asked.minutes, asked.only)
    print(f"{time.process_time():.0f} CPU seconds: {fuzz}")
    sys.exit(bool(fuzz.broken))


if __name__ == "__main__":
    main()
