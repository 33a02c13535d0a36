"""The house stands as its plan says: who may import whom."""

from __future__ import annotations

import ast
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
NAMED = re.compile(r"(?<![\w.*>/-])\w[\w/-]*\.(?:py|md|toml)\b")
"""A file that is named: `table.py`, `docs/verdicts.md`."""


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


def documents() -> list[Path]:
    """The documents for people who work on the project."""
    pages = [path for path in (ROOT / "docs").rglob("*.md") if "pictures" not in path.parts]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(pages)]


def test_every_file_that_a_document_or_a_remark_names_is_there() -> None:
    rooms = ("archive", "workers", "schemas", "bench")
    there = {f"/{path.relative_to(ROOT)}" for path in ROOT.glob("*.*")}
    for room in (*rooms, "tests", "docs", "extras", "fixtures"):
        there |= {f"/{path.relative_to(ROOT)}" for path in (ROOT / room).rglob("*.*")}
    said = [(path, path.read_text("utf-8")) for path in documents()]
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            if NAMED.search(path.read_text("utf-8")):
                said += [(path, remark) for remark in remarks_in(path)]
    odd = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in said
        for name in NAMED.findall(text)
        if not any(one.endswith(f"/{name}") for one in there)
    }
    assert odd == set()


def test_every_module_that_its_package_names_is_there() -> None:
    """A package says what its modules are for; one that is named has not been moved since."""
    odd: list[str] = []
    for path in sorted((ROOT / "archive").rglob("__init__.py")):
        tree = ast.parse(path.read_text("utf-8"))
        modules = {path.parent.name, *(one.stem for one in path.parent.iterdir())}
        names = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
        said = re.findall(r"`([a-z]\w*)`", ast.get_docstring(tree) or "")
        odd += [f"{path.relative_to(ROOT)}: {word}" for word in {*said} - modules - names]
    assert odd == []


def test_an_environment_of_another_python_is_no_part_of_the_project() -> None:
    """What CONTRIBUTING has made beside `.venv` was checked as if it were the project's own."""
    told = re.findall(r"VENV=(\S+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    assert told
    for name in told:
        assert any(fnmatch(f"{name}/", pattern) for pattern in ignored), name
