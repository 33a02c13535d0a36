"""Many records uploaded in one file through the web: how fast, at what cost, and how pages fare.

    python -m bench.load [--records 10000] [--database postgresql://…]

A real `twenties serve` with two workers is handed one file of made-up games under varied names, the
way a browser does it, while pages are asked for one after the other. Printed are records a second,
the processor time a record costs beyond its verdict, the most memory each process had, and how long
the pages took.

What judging takes the workers say themselves, of the same records in the same minute (`/metrics`):
all else that their processes did is beyond it, from the queue to the disk. A little of judging is
not the verdict but what lists and search are told of it; that share is measured afterwards on the
same bytes, in as many processes at once, and so is the verdict by itself.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from archive.analysis import analysed
from archive.generator import generate
from archive.judging import columns, entry
from archive.notation import split, write

POOL: Final = (
    ("twenty/farrugia@1", 2), ("zwanzig-ab/pagat@1", 4), ("count-to-20/stovel@1", 2),
    ("twenty-two/north-american@1", 4),
)  # fmt: skip
GAMES_EACH: Final = 60
PLAYERS: Final = 2000
WORKERS: Final = 2
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGES: Final = ("/", "/games", "/g/{game}", "/g/{game}/verify", "/upload/{upload}")
PAUSE: Final = 0.1


def records(number: int, seed: int = 20) -> bytes:
    """So many records in one file: the games of a pool, each time with other names and days."""
    chance = Random(seed)
    names = [f"Player {n}" for n in range(PLAYERS)]
    pool = [
        write(generate(rules, seats, at, {})).encode()
        for rules, seats in POOL
        for at in range(GAMES_EACH)
    ]
    parts = []
    for _ in range(number):
        text = chance.choice(pool)
        text = re.sub(
            rb'\[(P\d) "[^"]*"\]',
            lambda tag: b'[%s "%s"]' % (tag[1], chance.choice(names).encode()),
            text,
        )
        year, month, day = (chance.randrange(*ends) for ends in ((2015, 2026), (1, 13), (1, 29)))
        date = f'[Date "{year}.{month:02}.{day:02}"]'
        parts.append(text.replace(b'[Date "????.??.??"]', date.encode(), 1))
    return b"".join(parts)


class Used(NamedTuple):
    """What a process has used."""

    name: str
    cpu: float
    peak: int


def used(parent: int) -> dict[int, Used]:
    """What the processes under one have used so far, by process."""
    found: dict[int, Used] = {}
    for number in _below(parent):
        try:
            stat = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            status = Path(f"/proc/{number}/status").read_text()
            command = Path(f"/proc/{number}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        peak = re.search(r"VmHWM:\s+(\d+)", status)
        cpu = (int(stat[11]) + int(stat[12])) / TICKS
        found[number] = Used(_name(command), cpu, int(peak[1]) * 1024 if peak else 0)
    return found


def _below(parent: int) -> Iterator[int]:
    yield parent
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _below(int(child))


def _name(command: str) -> str:
    for word, name in (
        ("gunicorn", "web"), ("-m workers", "worker"), ("archive.bounded", "checker"),
        ("valkey", "queue"), ("serve", "supervisor"),
    ):  # fmt: skip
        if word in command:
            return name
    return "other"


@contextmanager
def serving(
    folder: Path, port: int, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A real archive at a port."""
    command = [str(Path(sys.executable).parent / "twenties"), "serve", "--port", str(port)]
    told = {
        "TWENTIES_INSTANCE": str(folder / "instance"), "TWENTIES_WORKERS": str(WORKERS),
        "TWENTIES_MAX_UPLOAD": "1G", "TWENTIES_LOG_LEVEL": "warning", **environment,
    }  # fmt: skip
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env={**os.environ, **told}, stdout=log, stderr=log)
    try:
        _until_ready(port, process, folder / "log")
        yield process
    finally:
        process.terminate()
        process.wait(60)


def _until_ready(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            page = get(port, "/")
        except (OSError, http.client.HTTPException):
            time.sleep(0.3)
            continue
        if "csrf_token" in page:
            return
    raise SystemExit(f"It does not come up:\n{log.read_text()}")


def get(port: int, path: str) -> str:
    """A page, by a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        return answer.read().decode("utf-8", "replace")
    finally:
        line.close()


def hand_in(port: int, data: Path) -> str:
    """Hand a file in by the page's form, streamed from disk; the upload's identifier."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=1800)
    line.request("GET", "/")
    answer = line.getresponse()
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    token = re.search(r'name="csrf_token" value="([^"]+)"', answer.read().decode())
    assert token
    edge = uuid.uuid4().hex
    head = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (("csrf_token", token[1]), ("visibility", "public"))
    )
    head += f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="all.xxn"\r\n\r\n'
    tail = f"\r\n--{edge}--\r\n".encode()
    length = len(head) + data.stat().st_size + len(tail)
    line.putrequest("POST", "/upload")
    line.putheader("Content-Type", f"multipart/form-data; boundary={edge}")
    line.putheader("Content-Length", str(length))
    line.putheader("Cookie", cookie)
    line.endheaders()
    line.send(head.encode())
    with data.open("rb") as file:
        while piece := file.read(1 << 20):
            line.send(piece)
    line.send(tail)
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status == 303, answer.status
    return (answer.getheader("Location") or "").rpartition("/")[2].partition("?")[0]


def settled(port: int, upload: str) -> dict[str, Any]:
    """Follow an upload by its events to the end; the last of them."""
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        line.request("GET", f"/upload/{upload}/events")
        answer = line.getresponse()
        kind = ""
        while text := answer.readline().decode():
            if text.startswith("event: "):
                kind = text[7:].strip()
            if text.startswith("data: ") and kind == "settled":
                found: dict[str, Any] = json.loads(text[6:])
                return found
        line.close()


class Visitor(threading.Thread):
    """Somebody who looks at one page after the other, and how long each takes."""

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


class Cost(NamedTuple):
    """Processor seconds a record, of judging it."""

    verdict: float
    told: float
    """What lists and search are told of it."""


def judging_cost(data: bytes, most: int) -> Cost:
    """What judging takes, over the first records of a file, in as many processes at once as there
    are workers."""
    pieces = [
        data[part.start : part.end] for part, _ in zip(split(data), range(most), strict=False)
    ]
    shares = [pieces[at::WORKERS] for at in range(WORKERS)]
    with get_context("spawn").Pool(WORKERS) as pool:
        found = pool.map(_judge_all, shares)
    return Cost(*(sum(of_one) / len(pieces) for of_one in zip(*found, strict=True)))


def _judge_all(pieces: list[bytes]) -> Cost:
    for piece in pieces[:20]:
        analysed(piece, 1).json()
    verdicts = told = 0.0
    for number, piece in enumerate(pieces, 1):
        begun = time.process_time()
        verdict = analysed(piece, number)
        verdict.json()
        between = time.process_time()
        columns(verdict)
        entry(verdict)
        verdicts += between - begun
        told += time.process_time() - between
    return Cost(verdicts, told)


def judging_so_far(port: int) -> float:
    """Processor seconds that workers have judged for, as they say themselves."""
    found = re.search(
        r"^twenties_record_cpu_seconds_total (\S+)", get(port, "/metrics"), re.MULTILINE
    )
    return float(found[1]) if found else 0.0


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
    game = _a_game(asked.port)
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
    last = settled(asked.port, upload)
    seconds = time.perf_counter() - begun
    visitor.over = True
    if not asked.alone:
        visitor.join()
    after, judging = used(process.pid), judging_so_far(asked.port) - judging
    assert last["judged"] == asked.records, last
    print(f"taken in after {taken:.1f} s, all judged after {seconds:.1f} s: "
          f"{asked.records / seconds:,.0f} records a second")  # fmt: skip
    print("how they stand:", last["standings"], "findings:", last["findings"])
    cpu: dict[str, float] = {}
    for number, now in after.items():
        spent = now.cpu - (before[number].cpu if number in before else 0.0)
        cpu[now.name] = cpu.get(now.name, 0.0) + spent
        print(f"  {now.name:10} {spent:7.2f} s of processor, at most {now.peak / (1 << 20):.0f} MB")
    alone = judging_cost(data, asked.sample)
    judged = judging / asked.records
    told = judged * alone.told / sum(alone)
    workers, web = (cpu.get(name, 0.0) / asked.records for name in ("worker", "web"))
    for name, each in (
        ("workers, all in all", workers),
        ("the verdict, as they took it", judged - told),
        ("the verdict by itself, afterwards", alone.verdict),
        ("beyond the verdict", workers - judged + told),
        ("of that, what lists are told", told),
        ("web, pages and events too", web),
    ):
        print(f"  {name:36}{each * 1000:7.3f} ms a record")
    for title, times in (("nothing else going on", quiet.times), ("meanwhile", visitor.times)):
        _print_times(title, times)


def _a_game(port: int) -> str:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = re.search(r'href="/g/([a-z0-9]{10})"', get(port, "/"))
        if found:
            time.sleep(3)  # the samples are judged
            return found[1]
        time.sleep(0.5)
    raise SystemExit("No sample game was judged.")


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
