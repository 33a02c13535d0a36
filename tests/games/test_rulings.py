"""docs/rulings.md is up to date, and no ruling is without clause, test and record."""

from __future__ import annotations

import pytest

from archive.games import GAMES
from tests.games import rulings_table
from tests.games.rulings_table import FIXTURES, PAGE, Ruling, all_tests, rulings

RULINGS = [pytest.param(ruling, id=f"{ruling.game} {ruling.number}") for ruling in rulings()]


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_clause_a_test_and_a_record(ruling: Ruling) -> None:
    assert ruling.says
    assert ruling.clauses
    for clause in ruling.clauses:
        assert GAMES[ruling.game].book.clause(clause)
    assert ruling.tests
    assert ruling.fixtures
    for name in ruling.shown:
        assert (FIXTURES / f"{name}.xxn").is_file()


def test_every_game_has_rulings() -> None:
    assert {ruling.game for ruling in rulings()} == set(GAMES)


def test_no_test_names_a_ruling_that_is_not_there() -> None:
    known = {test for ruling in rulings() for test in ruling.tests}
    assert set(all_tests()) - known == set()


def test_the_page_is_what_make_rulings_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == rulings_table.page(), "run: make rulings"
