"""The supervisor: starts again what is gone, gives up what cannot be, waits for nobody for ever."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from archive.cli import supervisor
from archive.cli.supervisor import Child, Supervisor
from tests.served import BACKSTOP


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def stop_after(condition: Callable[[], bool]) -> Callable[[], None]:
    """Something to call at every turn: ends the supervisor once the condition holds."""
    end = time.monotonic() + BACKSTOP

    def turn() -> None:
        if condition() or time.monotonic() > end:
            os.kill(os.getpid(), signal.SIGTERM)

    return turn


def test_a_child_that_is_gone_is_started_again() -> None:
    child = Child("sleeper", python("import time; time.sleep(9999)"))
    seen: set[int] = set()

    def turn() -> bool:
        assert child.process is not None or seen
        if child.process is not None and child.process.pid not in seen:
            seen.add(child.process.pid)
            child.signal(signal.SIGKILL)
        return len(seen) == 3

    assert Supervisor([child], {}).run(stop_after(turn)) is True
    assert len(seen) == 3
    assert child.process is None or child.process.poll() is not None


def test_only_lines_of_the_log_are_heard_of_a_child(capfd: pytest.CaptureFixture[str]) -> None:
    program = "import os; os.write(1, b'goodbye'); os.write(2, b'a line')"
    child = Child("talker", python(program))
    started: list[subprocess.Popen[bytes]] = []

    def ended() -> bool:
        if child.process is not None:
            started.append(child.process)
        return bool(started) and started[0].poll() is not None

    Supervisor([child], {}).run(stop_after(ended))
    heard = capfd.readouterr()
    assert heard.out == ""
    assert "a line" in heard.err


def stubborn_child(up: Path) -> Child:
    """Return a child that heeds no signal to end; it makes a file once it is up."""
    deaf = "import signal, time; signal.signal(15, signal.SIG_IGN);"
    return Child("stubborn", python(f"{deaf} open({str(up)!r}, 'w').close(); time.sleep(9999)"))


def test_a_vital_child_that_never_comes_up_ends_it() -> None:
    hopeless = Child("hopeless", python("raise SystemExit(3)"), vital=2)
    fine = Child("fine", python("import time; time.sleep(9999)"))
    assert Supervisor([hopeless, fine], {}).run(lambda: None) is False
    assert fine.process.poll() == -signal.SIGTERM


def test_a_child_that_does_not_stop_is_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(supervisor, "GRACE", 0.3)
    up = tmp_path / "up"
    stubborn = stubborn_child(up)
    assert Supervisor([stubborn], {}).run(stop_after(up.exists)) is True
    assert stubborn.process.poll() == -signal.SIGKILL


def test_a_second_signal_does_not_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Were it waited for, that would take more than a day."""
    monkeypatch.setattr(supervisor, "GRACE", 99_999)
    up = tmp_path / "up"
    stubborn = stubborn_child(up)
    killed = threading.Event()

    def insist() -> None:
        while not killed.wait(0.2):
            os.kill(os.getpid(), signal.SIGINT)

    def turn() -> bool:
        if up.exists():
            threading.Thread(target=insist).start()
        return up.exists()

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # one may come when it has stopped
    try:
        assert Supervisor([stubborn], {}).run(stop_after(turn)) is True
    finally:
        killed.set()
        signal.signal(signal.SIGINT, before)
    assert stubborn.process.poll() == -signal.SIGKILL


def test_children_get_their_environment_and_hear_no_interrupt(tmp_path: Path) -> None:
    up = tmp_path / "up"
    child = Child(
        "child",
        python(
            "import os, time;"
            f"open({str(up)!r}, 'w').write(os.environ['GREETING'] + ' ' + str(os.getpgrp()));"
            "time.sleep(9999)"
        ),
    )
    supervisor = Supervisor([child], {"GREETING": "hello"})
    assert supervisor.run(stop_after(lambda: up.exists() and bool(up.read_text()))) is True
    greeting, group = up.read_text().split()
    assert greeting == "hello"
    assert int(group) != os.getpgrp()
