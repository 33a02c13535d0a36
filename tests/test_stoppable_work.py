"""Work in child processes: it comes back soon, or it is really stopped."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from archive.runtime.resource_limits import TooLong
from archive.stoppable_work import Broken, Busy, WorkPool
from tests.served import BACKSTOP

ENDLESS = "while True: pass"


@pytest.fixture
def bounded() -> Iterator[WorkPool]:
    bounded = WorkPool(1, 0.2, BACKSTOP)  # however busy the machine is
    bounded.run(os.getpid)
    yield bounded
    bounded.close()


def test_one_child_does_one_piece_of_work_after_another(bounded: WorkPool) -> None:
    assert bounded.run(sum, [1, 2]) == 3
    assert len({bounded.run(os.getpid) for _ in range(20)}) == 1


def test_work_that_can_be_interrupted_leaves_its_child_alive(bounded: WorkPool) -> None:
    child = bounded.run(os.getpid)
    with pytest.raises(TooLong):
        bounded.run(exec, ENDLESS)
    assert bounded.run(os.getpid) == child


def test_work_that_cannot_is_killed(bounded: WorkPool) -> None:
    child = bounded.run(os.getpid)
    bounded.run(signal.pthread_sigmask, signal.SIG_BLOCK, [signal.SIGPROF])
    with pytest.raises(TooLong):
        bounded.run(exec, ENDLESS)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert bounded.run(sum, [1, 2]) == 3


def test_a_child_that_dies_breaks_one_piece_of_work_only(bounded: WorkPool) -> None:
    child = bounded.run(os.getpid)
    with pytest.raises(Broken):
        bounded.run(os.kill, child, signal.SIGKILL)
    assert bounded.run(os.getpid) != child


def test_a_fault_is_told(bounded: WorkPool) -> None:
    with pytest.raises(Broken, match="ZeroDivisionError"):
        bounded.run(divmod, 1, 0)
    assert bounded.run(sum, [1, 2]) == 3


def test_nobody_waits_for_ever(bounded: WorkPool) -> None:
    only = bounded._free.get()  # as work that takes long would
    with pytest.raises(Busy):
        bounded.run(sum, [1, 2])
    bounded._free.put(only)
    assert bounded.run(sum, [1, 2]) == 3


def test_only_the_processor_s_time_counts(bounded: WorkPool) -> None:
    assert bounded.run(time.sleep, 0.5) is None  # twice what it may have and more


def test_a_child_that_is_stopped_uses_none_of_its_time(bounded: WorkPool) -> None:
    child = bounded.run(os.getpid)
    os.kill(child, signal.SIGSTOP)
    threading.Timer(0.5, os.kill, (child, signal.SIGCONT)).start()
    assert bounded.run(sum, [1, 2]) == 3
    assert bounded.run(os.getpid) == child


def test_who_waits_too_long_for_a_stopped_child_is_told_to_try_again(bounded: WorkPool) -> None:
    os.kill(bounded.run(os.getpid), signal.SIGSTOP)
    bounded.waiting = 0.1
    with pytest.raises(Busy):
        bounded.run(sum, [1, 2])
    bounded.waiting = BACKSTOP
    assert bounded.run(sum, [1, 2]) == 3
