"""What serves has loaded all that judges a record before it takes the first one."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from archive.runtime.embedded_broker import Embedded
from archive.services import Archive
from archive.stoppable_work import Bounded
from tests.served import BACKSTOP

FIXTURES = Path(__file__).parents[2] / "fixtures"

FROZEN = """
import gc, os, runpy, sys
def freeze():
    print(*sys.modules, flush=True)
    os._exit(0)
gc.freeze = freeze
runpy.run_module(sys.argv.pop(1), run_name="__main__", alter_sys=True)
"""
"""Runs a module as a program until it freezes what it has loaded, and prints that."""

LOADED = """
import sys
from archive.scoring import load_all
load_all()
print(*sys.modules)
"""

JUDGING = """
import sys
from pathlib import Path
from archive.scoring import load_all, verify
load_all()
loaded = set(sys.modules)
paths = [path for kind in ("sound", "flawed") for path in Path(sys.argv[1]).glob(f"*/{kind}/*.xxn")]
assert len(paths) > 100
for path in paths:
    verify(path.read_bytes()).json()
print(*[name for name in sys.modules if name.startswith("archive.") and name not in loaded])
"""


def modules(program: str, *arguments: str, **variables: str) -> set[str]:
    """Return the modules that a program names."""
    command = [sys.executable, "-c", program, *arguments]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, timeout=BACKSTOP, check=True
    )
    return set(done.stdout.split())


@cache
def due() -> set[str]:
    """Return the modules that are loaded where all is."""
    return modules(LOADED)


def test_judging_imports_nothing_more() -> None:
    assert modules(JUDGING, str(FIXTURES)) == set()


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("program", ["workers", "archive.server"])
def test_a_process_that_serves_has_loaded_it(
    program: str, archive: Archive, queue_server: Embedded, environment: dict[str, str]
) -> None:
    assert {"archive.scoring.careful", "archive.games.twenty.table"} <= due()
    assert due() <= modules(FROZEN, program, **environment)


def test_a_child_that_checks_has_loaded_it() -> None:
    checks = Bounded(1, 5, BACKSTOP)
    try:
        assert due() <= checks.run(eval, "{*__import__('sys').modules}")
    finally:
        checks.close()
