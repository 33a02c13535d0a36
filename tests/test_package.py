"""What is installed is complete: an installed archive can migrate itself and has its samples."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

from archive.core.version import VERSION

ROOT = Path(__file__).parents[1]
WANTED = (
    "archive/store/migrations/env.py",
    "archive/store/migrations/versions/",
    "archive/samples/",
    "archive/games/twenty/rulebook.md",
    "archive/web/templates/",
    "archive/web/static/",
    "workers/__main__.py",
    "schemas/",
)


def test_the_wheel_holds_what_is_not_code_too(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for wanted in WANTED:
        assert any(name.startswith(wanted) for name in names), wanted
    assert not [name for name in names if name.startswith(("tests/", "instance/"))]


def test_the_release_is_the_same_wherever_it_stands() -> None:
    assert version("twenties") == VERSION
