"""The documents are true: their commands are run, against an archive started as anybody starts
one."""

import shutil
from pathlib import Path

import pytest

from tests.documents import blocks, run
from tests.served import Served

from .conftest import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="needs curl"),
]


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("docs/api.md", 10),
        pytest.param("docs/start/clubs.md", 4, marks=pytest.mark.broad),
        ("docs/start/integrators.md", 4),
    ],
)
def test_every_command_does_what_the_page_says(
    page: str, least: int, served: Served, tmp_path: Path
) -> None:
    those = list(blocks(ROOT / page))
    assert len(those) >= least
    run(those, tmp_path, {**served.variables, "ARCHIVE": served.address})


def test_the_commands_of_the_readme_run(served: Served, tmp_path: Path) -> None:
    sample = (ROOT / "archive/samples/twenty-friday-club.xxn").read_bytes()
    (tmp_path / "games").mkdir()
    for name in ("game.xxn", "a.xxn", "b.xxn", "games/one.xxn"):
        (tmp_path / name).write_bytes(sample)
    shutil.copy(ROOT / "archive/games/twenty/sheets/twenty.csv", tmp_path / "sheet.csv")
    run(list(blocks(ROOT / "README.md")), tmp_path, {"ARCHIVE": served.address})
