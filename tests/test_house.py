"""The house stands as its plan says: who may import whom."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_rooms_import_only_what_stands_below_them() -> None:
    linter = Path(sys.executable).parent / "lint-imports"
    checked = subprocess.run(
        [str(linter), "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_nobody_imports_the_roof() -> None:
    """`wsgi.py` stands above all packages, where the contracts cannot see it."""
    sources = [
        path for room in ("archive", "workers", "schemas") for path in (ROOT / room).rglob("*.py")
    ]
    assert sources
    for path in sources:
        assert not re.search(r"^\s*(import|from) wsgi\b", path.read_text("utf-8"), re.MULTILINE)
    imported = re.findall(
        r"^from (\S+) import", (ROOT / "wsgi.py").read_text("utf-8"), re.MULTILINE
    )
    assert imported == ["__future__", "archive.web"]
