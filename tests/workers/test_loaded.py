"""What serves has loaded all that judges a record before it takes the first one."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from archive.runtime.embedded_broker import Embedded
from archive.services import Archive
from archive.stoppable_work import WorkPool
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

JUDGING = """
import sys
from pathlib import Path
from archive.scoring import load_all, verify
load_all()
loaded = set(sys.modules)
print(*loaded)
paths = [path for kind in ("sound", "flawed") for path in Path(sys.argv[1]).glob(f"*/{kind}/*.xxn")]
assert len(paths) > 300
for path in paths[::3]:
    verify(path.read_bytes()).json()
print(*[name for name in sys.modules if name.startswith("archive.") and name not in loaded])
"""
"""Loads what judges, names all that is loaded, judges much, and names what that has loaded."""


def modules(program: str, *arguments: str, **variables: str) -> list[set[str]]:
    """Return the modules that a program names, by lines."""
    command = [sys.executable, "-c", program, *arguments]
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, text=True, timeout=BACKSTOP, check=True
    )
    return [set(line.split()) for line in done.stdout.splitlines()]


@cache
def judging() -> tuple[set[str], set[str]]:
    """Return the modules that are loaded where all is, and those that judging loads besides."""
    loaded, more = modules(JUDGING, str(FIXTURES))
    return loaded, more


def due() -> set[str]:
    return judging()[0]


def test_judging_imports_nothing_more() -> None:
    assert judging()[1] == set()


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "program", [pytest.param("workers", marks=pytest.mark.broad), "archive.server"]
)
def test_a_process_that_serves_has_loaded_it(
    program: str, archive: Archive, queue_server: Embedded, environment: dict[str, str]
) -> None:
    assert {"archive.scoring.full_examination", "archive.games.twenty.table"} <= due()
    (loaded,) = modules(FROZEN, program, **environment)
    assert due() <= loaded


def test_a_child_that_checks_has_loaded_it() -> None:
    checks = WorkPool(1, 5, BACKSTOP)
    try:
        assert due() <= checks.run(eval, "{*__import__('sys').modules}")
    finally:
        checks.close()
