"""docs/api.md is true: its commands are run, against an archive started as anybody starts one."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ROOT

PAGE = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TWENTIES = str(Path(sys.executable).parent / "twenties")
SAMPLES = [*(ROOT / "archive" / "samples").glob("*.xxn")]
PATIENCE = 300

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="needs curl"),
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an archive whose samples have been judged."""
    folder = tmp_path_factory.mktemp("documented")
    variables = {
        "TWENTIES_INSTANCE": str(folder),
        "TWENTIES_PORT": "0",
        "TWENTIES_WORKERS": "1",
        "TWENTIES_CHECK_PATIENCE": "50",  # a busy machine is no fault
    }
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [TWENTIES, "serve"],
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        assert server.stdout is not None
        found = next(one for line in server.stdout if (one := re.search(r"http://[^/\s]+", line)))
        deadline = time.monotonic() + PATIENCE
        while not _all_judged(found[0]):
            assert time.monotonic() < deadline, "the samples are not judged"
            time.sleep(0.2)
        yield found[0]
    finally:
        server.terminate()
        server.wait(60)


def test_every_command_does_what_the_page_says(running: str, tmp_path: Path) -> None:
    script, expected = _script(PAGE.read_text(encoding="utf-8"))
    assert len(expected) > 10
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        env={**os.environ, "ARCHIVE": running},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    for number, pattern in expected.items():
        answered = tmp_path / f"answered-{number}"
        assert answered.exists(), f"{done.stdout}{done.stderr}"
        said = _squeezed(answered.read_text(encoding="utf-8"))
        assert re.fullmatch(pattern, said, re.DOTALL), f"block {number}: {said}"
    assert done.returncode == 0, done.stderr


def _all_judged(address: str) -> bool:
    with urllib.request.urlopen(f"{address}/api/v1/counts") as answer:
        records = json.load(answer)["records"]
    return not records["waiting"] and sum(records.values()) == len(SAMPLES)


def _script(page: str) -> tuple[str, dict[int, str]]:
    """All commands as one script, and by the number of a block what it has to answer."""
    commands: list[str] = []
    expected: dict[int, str] = {}
    for kind, text in BLOCK.findall(page):
        if kind == "sh":
            commands.append(f"{{\n{text}}} > answered-{len(commands)}\n")
        else:
            expected[len(commands) - 1] = _pattern(text)
    return "".join(commands), expected


def _pattern(shown: str) -> str:
    """What is shown, with `…` for whatever may differ from time to time."""
    return ".*".join(re.escape(part) for part in _squeezed(shown).split("…"))


def _squeezed(text: str) -> str:
    """Without gaps and line ends: the page breaks lines where it is readable."""
    return re.sub(r"\s+", "", text)
