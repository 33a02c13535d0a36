"""What the processes of a running archive use of processor and memory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

TICKS: Final = os.sysconf("SC_CLK_TCK")


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
        ("archive.server", "web"), ("-m workers analyses", "analyst"),
        ("-m workers maintenance", "maintainer"), ("-m workers", "worker"),
        ("archive.stoppable_work", "checker"), ("valkey", "queue"), ("serve", "supervisor"),
    ):  # fmt: skip
        if word in command:
            return name
    return "other"
