"""Faults of time: processes that are stopped and go on later, and a clock that is moved."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.chaos.handing_in import People
from bench.chaos.running import House

# Longer than every limit there is by default: an upload is overdue after 60 s, a transaction idle
# for 60 s is ended, messages come back after 60 s; everything else is shorter.
LONG = 75.0
DAYS = 2
# Debian's package libfaketime has it.
CLOCK = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")


@contextmanager
def stopped(pids: Iterable[int]) -> Iterator[None]:
    """Stopped, not killed: all that they hold stays held."""
    pids = list(pids)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):  # killed meanwhile, by its supervisor
                os.kill(pid, signal.SIGCONT)


def stop(which: Callable[[House], Iterable[int]]) -> Callable[[House, People], str]:
    """A fault that stops some processes for longer than every limit."""

    def fault(house: House, people: People) -> str:
        people.wait_for(0.3)
        pids = list(which(house))
        with stopped(pids):
            time.sleep(LONG)
        return f"{len(pids)} processes for {LONG:g} s"

    return fault


def clock_moved(house: House, people: People) -> str:
    """The clock of everything but the database is set ahead by days, and back."""
    if not house.clock:
        people.wait()
        return f"NOT DONE: no {CLOCK}"
    people.wait_for(0.3)
    house.set_clock(DAYS)
    killed = 0
    for share in (0.5, 0.7):  # what is begun notes when it is due, and dies
        people.wait_for(share)
        killed += house.kill_workers()
    emptied = house.empty_broker()  # so that the sweeper alone can find it
    house.set_clock(0)
    return f"{DAYS} days ahead, and back; {killed} killed, {emptied} messages gone meanwhile"
