"""What fuzzing has found (bench/fuzz): every law holds for it now."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bench.fuzz import further, laws

FOUND = sorted((Path(__file__).parents[1] / "fixtures" / "found").iterdir())
RECORDS = [path for path in FOUND if path.suffix == ".xxn"]
SHEETS = [path for path in FOUND if path.suffix != ".xxn"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_found_by_fuzzing_breaks_no_law(path: Path) -> None:
    for verdict in laws.of_records(path.read_bytes()):
        laws.of_a_deal(verdict)
        laws.of_two_sheets(verdict, verdict)
        further.of_a_game(verdict, Random(path.stem))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_found_by_fuzzing_breaks_no_law(path: Path) -> None:
    if path.suffix == ".json":
        list(further.of_json_form(path.read_bytes()))
    list(laws.of_imported(path.read_bytes(), path.name))
