"""Processes as the system lists them."""

from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import IO


def children(parent: int) -> list[tuple[int, str]]:
    """Return a process's children and their command lines."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(parent)],
        capture_output=True,
        text=True,
        check=False,
    )
    rows = [line.split(None, 1) for line in listed.stdout.splitlines()]
    return [(int(row[0]), row[1]) for row in rows if len(row) == 2]


def family(parent: int) -> list[int]:
    """Return a process's children, and theirs."""
    found = [pid for pid, _ in children(parent)]
    return found + [pid for child in found for pid in family(child)]


def command(pid: int) -> str:
    """Return a process's command line, empty where it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


def address(stream: IO[str]) -> str | None:
    """Return the address that a process prints; None if it ends without one."""
    for line in stream:
        if found := re.search(r"http://\S+", line):
            return found[0].rstrip("/")
    return None
