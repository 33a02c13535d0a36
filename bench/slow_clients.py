"""What visitors notice while hundreds of clients hold connections and do not get on.

    python -m bench.slow_clients [--clients 500 2000] [--at PORT]

A real `twenties serve` is given so many clients of each kind below at once, all from one address
(which is not the visitors'), and each of them comes back as soon as it is thrown out. Meanwhile
visitors ask for pages, each by a new connection. Printed are how many of the pages were answered,
the median, the 99th percentile and the worst of the times they took, how many clients held a
connection at the end, and how often one was thrown out. Times are by the clock, so the load of the
machine is printed beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import resource
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bench.load.house import a_game, serving
from bench.load.processes import used

LARGE: Final = b"/static/swagger/swagger-ui-bundle.js"
KINDS: Final = {
    "silent": b"",
    "half a head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "body, a byte a second": (
        b"POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n"
        b"Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n"
    ),
    "reads nothing": b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % LARGE * 20,
}
DRIBBLES: Final = ("half a head", "body, a byte a second")
PAGES: Final = ("/", "/games", "/g/{game}", "/g/{game}/3", "/about")
TOO_LONG: Final = 60.0
ELSEWHERE: Final = "127.0.0.2"
"""Where the clients come from: another address than the visitors', and the same for all."""
SMALL_WINDOW: Final = 4096
CONNECTED: Final = 1
"""The state of an open connection, the first byte of what Linux knows of it."""
FILES_SPARE: Final = 100


class Seen(NamedTuple):
    """What the visitors noticed."""

    asked: int
    times: list[float]


class Client:
    """One that does not get on, and comes back whenever it is thrown out."""

    def __init__(self, port: int, kind: str) -> None:
        self._port, self._kind = port, kind
        self._socket: socket.socket | None = None
        self.thrown_out = 0

    @property
    def open(self) -> bool:
        return self._socket is not None

    def turn(self) -> None:
        """Connect, or send the next byte, or see that it was thrown out."""
        if self._socket is None:
            self._connect()
            return
        try:
            if self._kind in DRIBBLES:
                self._socket.send(b"x")
            if self._kind == "reads nothing":
                if self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] != CONNECTED:
                    self._over()
            elif not self._socket.recv(1 << 16):
                self._over()
        except BlockingIOError:
            return
        except OSError:
            self._over()

    def _connect(self) -> None:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_WINDOW)
        made.settimeout(5)
        try:
            made.bind((ELSEWHERE, 0))
            made.connect(("127.0.0.1", self._port))
            made.sendall(KINDS[self._kind])
        except OSError:
            made.close()
            return
        made.setblocking(False)
        self._socket = made

    def _over(self) -> None:
        self.thrown_out += 1
        self.close()

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None


@contextmanager
def holding(port: int, kind: str, number: int) -> Iterator[list[Client]]:
    """So many clients, which a thread moves once a second."""
    clients = [Client(port, kind) for _ in range(number)]
    for client in clients:
        client.turn()
    over = threading.Event()

    def move() -> None:
        while not over.wait(1.0):
            for client in clients:
                client.turn()

    thread = threading.Thread(target=move, daemon=True)
    thread.start()
    try:
        yield clients
    finally:
        over.set()
        thread.join()
        for client in clients:
            client.close()


async def visit(port: int, path: str) -> float | None:
    """Ask for a page by a new connection; how long it took, None where it was not answered."""
    begun = time.perf_counter()
    writer = None
    try:
        async with asyncio.timeout(TOO_LONG):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            )
            answer = await reader.read()
    except (OSError, TimeoutError):
        return None
    finally:
        if writer is not None:
            writer.close()
    return time.perf_counter() - begun if answer.startswith(b"HTTP/1.1 200 ") else None


async def visitors(port: int, game: str, each: int, number: int, pause: float) -> Seen:
    """So many visitors, each of whom asks for so many pages, one after the other."""

    async def one(first: int) -> list[float | None]:
        found = []
        for n in range(first, first + each):
            found.append(await visit(port, PAGES[n % len(PAGES)].format(game=game)))
            await asyncio.sleep(pause)
        return found

    found = [took for all_of_one in await asyncio.gather(*map(one, range(number)))
             for took in all_of_one]  # fmt: skip
    return Seen(len(found), sorted(took for took in found if took is not None))


def told(seen: Seen, clients: list[Client], load: float) -> str:
    """A line of the table."""
    share = f"{100 * len(seen.times) / seen.asked:.1f} %"
    if not seen.times:
        return f"{share:>9} {'-':>8} {'-':>8} {'-':>8}"
    median = 1000 * statistics.median(seen.times)
    late = 1000 * seen.times[min(len(seen.times) - 1, int(0.99 * len(seen.times)))]
    held, out = sum(one.open for one in clients), sum(one.thrown_out for one in clients)
    return (
        f"{share:>9} {median:>5.0f} ms {late:>5.0f} ms {1000 * seen.times[-1]:>5.0f} ms"
        f" {held:>7,} {out:>11,} {load:>6.1f}"
    )


def measure(asked: argparse.Namespace, port: int, game: str) -> None:
    """Print a line for each kind and number of clients."""
    print(f"{'clients':<30} {'answered':>9} {'median':>8} {'99 %':>8} {'worst':>8}"
          f" {'holding':>7} {'thrown out':>11} {'load':>6}")  # fmt: skip
    for number in (0, *asked.clients):
        for kind in asked.kinds if number else ["none"]:
            with contextlib.ExitStack() as held:
                clients = held.enter_context(holding(port, kind, number)) if number else []
                seen = asyncio.run(visitors(port, game, asked.pages, asked.visitors, asked.pause))
                line = told(seen, clients, os.getloadavg()[0])
            print(f"{f'{number:,} {kind}' if number else kind:<30} {line}", flush=True)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, nargs="+", default=[500, 2000])
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--visitors", type=int, default=4)
    parser.add_argument("--pages", type=int, default=100, help="that each visitor asks for")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two of them")
    parser.add_argument("--port", type=int, default=6520)
    parser.add_argument("--at", type=int, help="the port of an archive that runs already")
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = max(asked.clients) + FILES_SPARE
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    if asked.at:
        measure(asked, asked.at, a_game(asked.at))
        return
    with (
        tempfile.TemporaryDirectory(prefix="twenties-slow-") as name,
        serving(Path(name), asked.port, {}) as process,
    ):
        measure(asked, asked.port, a_game(asked.port))
        for one in used(process.pid).values():
            if one.name == "web":
                peak = one.peak / (1 << 20)
                print(f"web server: {one.cpu:.0f} s of the processor, {peak:.0f} MB at most")


if __name__ == "__main__":
    main()
