"""The house stands as its plan says: who may import whom."""

from __future__ import annotations

import re
import subprocess
import sys
import tokenize
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
MANNER = re.compile(r"\b(?:nobody|somebody|whoever|anew|at length)\b", re.IGNORECASE)
"""Words in place of a subject, or of a plain one."""
REMARKS = re.compile(r"//.*$|/\*.*?\*/|<!--.*?-->|\{#.*?#\}", re.MULTILINE | re.DOTALL)
"""Comments, but Python's."""


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


def remarks_in(path: Path) -> list[str]:
    """The comments and docstrings of a file."""
    if path.suffix != ".py":
        return REMARKS.findall(path.read_text("utf-8"))
    with tokenize.open(path) as file:
        return [
            token.string
            for token in tokenize.generate_tokens(file.readline)
            if token.type == tokenize.COMMENT or token.string.startswith('"""')
        ]


def test_comments_and_docstrings_are_in_plain_words() -> None:
    """A sentence has a subject: who does something is named, or it is said of the thing itself."""
    odd = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for room in ("archive", "workers", "schemas", "bench")
        for path in sorted((ROOT / room).rglob("*"))
        if path.suffix in {".py", ".js", ".html", ".css"} and "swagger-ui" not in path.name
        if MANNER.search(path.read_text("utf-8"))  # so that few are taken apart
        for remark in remarks_in(path)
        if (found := MANNER.search(remark))
    ]
    assert odd == []


def test_an_environment_of_another_python_is_no_part_of_the_project() -> None:
    """What CONTRIBUTING has made beside `.venv` was checked as if it were the project's own."""
    told = re.findall(r"VENV=(\S+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert told
    for name in told:
        assert any(fnmatch(f"{name}/", pattern) for pattern in ignored), name
