"""An archive that benches ask: one that runs already or one of their own, over plain sockets."""

from __future__ import annotations

import argparse
import gzip
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import brotli

from bench.load.house import serving

ASKED: Final = (
    "GET {path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: weight\r\nAccept: text/html,*/*\r\n"
    "Accept-Encoding: gzip, deflate, br\r\nConnection: close\r\n\r\n"
)


class Got(NamedTuple):
    """An answer: the bytes on the wire, and its text."""

    weight: int
    status: int
    text: str


def get(port: int, path: str) -> Got:
    """Ask for a path, and count what comes."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(ASKED.format(path=path).encode())
        data = b""
        while piece := line.recv(1 << 16):
            data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    said = head.decode("latin-1").lower()
    if "content-encoding: br" in said:
        body = brotli.decompress(body)
    elif "content-encoding: gzip" in said:
        body = gzip.decompress(body)
    return Got(len(data), int(said.split(" ", 2)[1]), body.decode("utf-8", "replace"))


def made_up(port: int, game: str, seed: int) -> str:
    """Return a game made up by the archive: a game's name, with what else is asked after a `?`.
    Ends the bench where there is none of that kind."""
    path, _, more = game.partition("?")
    made = get(port, f"/api/v1/generate/{path}?seed={seed}&{more}")
    if made.status != 200:
        raise SystemExit(made.text)
    return made.text


def last_ply(port: int, game: str) -> int:
    """Return the number of a game's last play."""
    found = re.search(r'data-last="(\d+)"', get(port, f"/g/{game}/0").text)
    return int(found[1]) if found else 0


@contextmanager
def archive(folder: Path, asked: argparse.Namespace) -> Iterator[int]:
    """Yield the port of the archive to ask, its sample games judged."""
    if asked.at:
        yield asked.at
        return
    with serving(folder, asked.port, {}):
        end = time.monotonic() + 600
        while len(re.findall(r'href="/g/', get(asked.port, "/games").text)) < 12:
            if time.monotonic() > end:
                raise SystemExit("The sample games were not judged.")
            time.sleep(1)
        yield asked.port
