"""The analyst says something of every record and every sheet there is, sound or not: what it
weighs, or why it weighs nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.analyst import of_json, weigh, words
from archive.analyst.annotated import annotated
from archive.analyst.annotations import puzzles
from archive.importers import import_bytes
from archive.notation import split, write
from archive.scoring import verify

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for folder in ("fixtures", "archive/samples") for path in (ROOT / folder).rglob("*")
    if path.is_file() and path.suffix not in (".misread", ".toml")
)  # fmt: skip
MORE = 23
"""Of so many files `make test` looks at one."""


def records_in(path: Path) -> list[bytes]:
    """The records of a file; a sheet is imported. Of a sheet there may be none."""
    data = path.read_bytes()
    if path.suffix != ".xxn":
        ranks = re.search(r"\.ranks=(\w+)", path.name)
        found = import_bytes(data, path.name, ranks=ranks[1] if ranks else "")
        data = found.xxn if found else b""
    return [data[one.start : one.end] for one in split(data)]


def say_all(data: bytes) -> None:
    """Weigh a record, and say all that is ever said of it."""
    verdict = verify(data)
    said = weigh(verdict, 2)
    assert of_json(said.json()).json() == said.json()
    assert not said.not_weighed or words.not_weighed(said)
    assert said.plies or said.not_weighed
    for one in said.choices:
        words.play(one)
    assert all(one.answers for one in puzzles(said))
    if verdict.readable:
        write(annotated(verdict.record, said))


@pytest.mark.parametrize("every", [MORE, pytest.param(1, marks=pytest.mark.broad)])
def test_every_record_and_sheet_is_weighed_or_it_is_said_why_not(
    subtests: pytest.Subtests, every: int
) -> None:
    seen: set[bytes] = set()
    for path in FILES[::every]:
        for data in records_in(path):
            if data not in seen:
                seen.add(data)
                with subtests.test(str(path.relative_to(ROOT))):
                    say_all(data)
    assert seen
