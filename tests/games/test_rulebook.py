"""Code and rulebook page hold each other to their word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import archive.games
from archive.errors import UnknownClause
from archive.games import GAMES, Game

FOLDER = Path(archive.games.__file__).parent
CITED = re.compile(r'"([a-z0-9-]+/\d+\.\d+)"')

# Clauses that no finding and no ledger line cites, and why.
SAID_ONLY = {
    "twenty/2.5": "an option that changes what is seen, never what is right",
    "twenty/4.5": "a sweep is seen in the next tally, which cites 3.3",
    "twenty/4.6": "a tally carried over is seen in the next tally, which cites 3.3",
}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_clause_is_cited_or_says_why_not(game: Game) -> None:
    folder = FOLDER / game.name.replace("-", "_")
    module = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    cited = set(CITED.findall(module))
    used = {
        reference
        for name, reference in re.findall(
            r'^([A-Z_]+) = "([a-z0-9-]+/\d+\.\d+)"', module, re.MULTILINE
        )
        if len(re.findall(rf"\b{name}\b(?!,? *$)", module)) > 1
    }
    on_page = {f"{game.name}/{clause.number}" for clause in game.book.clauses}
    assert cited - on_page == set()
    assert used == cited, "named and never used"
    silent = {reference for reference in SAID_ONLY if reference.startswith(f"{game.name}/")}
    assert on_page - cited == silent
    assert all(SAID_ONLY[reference] for reference in silent)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_option_stands_on_the_page(game: Game) -> None:
    for rule_set in game.rule_sets:
        for option, readings in rule_set.options.items():
            for reading in readings[1:]:
                assert f"`{option}={reading}`" in game.book.markdown


def test_a_clause_is_found_by_its_reference() -> None:
    book = GAMES["twenty"].book
    assert book.title == "Twenty"
    assert book.clause("twenty/4.1") == book.clause("4.1")
    assert book.clause("4.1").section == "4 Scoring"
    assert book.clause("4.1").text.startswith("*Exact Twenty.*")
    with pytest.raises(UnknownClause):
        book.clause("twenty/9.9")


def test_clauses_are_numbered_in_order() -> None:
    for game in GAMES.values():
        numbers = [tuple(map(int, clause.number.split("."))) for clause in game.book.clauses]
        assert numbers == sorted(set(numbers))
