"""docs/api.md is true: its commands are run, against an archive started as anybody starts one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.served import BACKSTOP, Served

from .conftest import ROOT

PAGE = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="needs curl"),
]


def test_every_command_does_what_the_page_says(served: Served, tmp_path: Path) -> None:
    script, expected = _script(PAGE.read_text(encoding="utf-8"))
    assert len(expected) > 10
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        env={**os.environ, "ARCHIVE": served.address},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=BACKSTOP,
        check=False,
    )
    for number, pattern in expected.items():
        answered = tmp_path / f"answered-{number}"
        assert answered.exists(), f"{done.stdout}{done.stderr}"
        said = _squeezed(answered.read_text(encoding="utf-8"))
        assert re.fullmatch(pattern, said, re.DOTALL), f"block {number}: {said}"
    assert done.returncode == 0, done.stderr


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
