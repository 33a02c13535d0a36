"""Which tests cost most: processor time, of the tests themselves and of every process they start.

    make slowest

A plugin for pytest. Seconds of processor time say the same on a busy machine and on a quiet one,
or nearly so; those on the clock do not.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

MODULES, TESTS = 30, 60
_TICK = os.sysconf("SC_CLK_TCK")
_modules: Counter[str] = Counter()
_tests: Counter[str] = Counter()
_numbers: Counter[str] = Counter()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Write down what a stage of a test has cost since the stage before it."""
    report: Any = yield
    now = _spent()
    # Less than before is the cost of a process that has ended and was not waited for.
    cost = max(0.0, now - item.config.stash[_BEFORE])
    report.user_properties = [("processor", cost)]
    item.config.stash[_BEFORE] = now
    return report


def pytest_collection_finish(session: pytest.Session) -> None:
    """Begin to count: what the first test sets up is of its cost."""
    session.config.stash[_BEFORE] = _spent()


_BEFORE = pytest.StashKey[float]()


def pytest_runtest_logreport(report: Any) -> None:
    """Add it up, in the process that hears of all tests."""
    spent = sum(value for name, value in report.user_properties if name == "processor")
    module = report.nodeid.partition("::")[0]
    test = report.nodeid.partition("[")[0]
    _modules[module] += spent
    _tests[test] += spent
    if report.when == "call":
        _numbers.update((module, test))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.section("seconds of processor time")
    for told, most in ((_modules, MODULES), (_tests, TESTS)):
        for name, spent in told.most_common(most):
            terminalreporter.write_line(f"{spent:8.2f} {_numbers[name]:5}  {name}")
        terminalreporter.write_line("")
    terminalreporter.write_line(f"{_modules.total():8.2f} {sum(_numbers.values()) // 2:5}  all")


def _spent() -> float:
    """Return what this process, those it has started and those that they have, have cost so far."""
    spent, waiting = sum(os.times()[:4]), [os.getpid()]
    while waiting:
        one = waiting.pop()
        try:
            for thread in Path(f"/proc/{one}/task").iterdir():
                waiting += map(int, (thread / "children").read_text().split())
            if one != os.getpid():
                told = Path(f"/proc/{one}/stat").read_text().rpartition(") ")[2].split()
                spent += sum(map(int, told[11:15])) / _TICK
        except OSError:  # it has come to its end meanwhile
            continue
    return spent
