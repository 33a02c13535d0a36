"""A whole archive, started as a person starts it, and what is seen of it from outside.

Starting one takes more work than a hundred other tests. What can be asked of one that runs asks the
one of the session, the fixture `served`; only who stops it, or kills what belongs to it, starts
another.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

TWENTIES = str(Path(sys.executable).parent / "twenties")
BACKSTOP = 1800
"""Seconds after which what is waited for will never come. No test means to measure anything with
it: on a machine that is busy with other things all takes as long as it takes."""

ASKING = 0.3
"""Seconds between two requests by which it is asked whether something has happened: more of them
would keep the server, and what it waits for, from the processor."""


class Served:
    """A running `twenties serve`, its address and its log."""

    def __init__(self, variables: Mapping[str, str], log: Path) -> None:
        self.log = log
        self.variables = {**variables, "TWENTIES_LOG_FORMAT": "json"}
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [TWENTIES, "serve"],
                env={**os.environ, **self.variables},
                cwd=log.parent,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        self.address = address(self.process, log)

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> bytes:
        """Ask for a page, or send something to it."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.address + path, data=data, headers=named)
        with urllib.request.urlopen(request, timeout=BACKSTOP) as answer:
            return bytes(answer.read())

    def told(self, path: str) -> Any:
        """Ask for a page of JSON."""
        return json.loads(self.ask(path))

    def connected(self) -> contextlib.closing[http.client.HTTPConnection]:
        """A connection of one's own."""
        place = urlsplit(self.address)
        assert place.hostname is not None
        return contextlib.closing(http.client.HTTPConnection(place.hostname, place.port))

    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log that are whole."""
        text = self.log.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines(keepends=True) if line[-1] == "\n"]

    def stop(self) -> int:
        """Ask it to stop, if it runs, and return the code it ends with."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(BACKSTOP)


def address(process: subprocess.Popen[str], log: Path) -> str:
    """Return the address that a command prints."""
    assert process.stdout is not None
    found = next((one for line in process.stdout if (one := re.search(r"http://[^/\s]+", line))), 0)
    assert found, log.read_text(encoding="utf-8")
    return found[0]


def wait_until(true: Callable[[], bool], pause: float = 0.05) -> None:
    """Return once it is true."""
    end = time.monotonic() + BACKSTOP
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(pause)


def children(parent: int) -> list[int]:
    """Return a process's own children."""
    try:
        tasks = [*Path(f"/proc/{parent}/task").iterdir()]
        return [int(one) for task in tasks for one in (task / "children").read_text().split()]
    except OSError:  # it has ended meanwhile
        return []


def family(parent: int) -> list[int]:
    """Return a process's children, and theirs."""
    own = children(parent)
    return own + [grandchild for child in own for grandchild in family(child)]


def command(number: int) -> str:
    """Return what a process was started with, "" where it has ended."""
    try:
        return Path(f"/proc/{number}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def gone(number: int) -> bool:
    """Return whether there is no such process, or one that has ended and is only still listed."""
    return state_of(number) in ("", "Z")


def state_of(number: int) -> str:
    """Return the letter by which Linux tells a process's state, "" where there is no such one."""
    try:
        told = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return ""
    return told.rpartition(") ")[2][:1]
