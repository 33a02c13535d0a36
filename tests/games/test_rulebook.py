"""Code and rulebook page hold each other to their word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import archive.games
from archive.core.errors import UnknownClause
from archive.games import GAMES, Game

FOLDER = Path(archive.games.__file__).parent
CITED = re.compile(r'"([a-z0-9-]+/\d+\.\d+)"')
BARE = re.compile(r'"(\d+\.\d+)"')
"""How rules cite a clause of their own game."""

# Clauses that no finding and no ledger line cites, and why.
SAID_ONLY = {
    "twenty/2.5": "an option that changes what is seen, never what is right",
    "twenty/4.5": "a sweep is seen in the next tally, which cites 3.3",
    "twenty/4.6": "a tally carried over is seen in the next tally, which cites 3.3",
    "twenty-two/5.5": "cards that come back are not missed by the census, which cites 1.3",
    "twenty-two/9.4": "how a fault of 4.6, 8.1 or 8.2 is proved",
    "zwanzig-ab/1.2": "what a score begins with; 10.2 says how a standing is counted",
    "zwanzig-ab/3.2": "any suit may be named, so nothing is found by it",
    "zwanzig-ab/6.5": "any card may be played, so nothing is found by it",
    "zwanzig-ab/8.3": "the game need not end, so nothing is found by it",
    "zwanzig-ab/9.1": "what the names of a translation mean",
    "zwanzig-ab/10.4": "what may be left out, which nothing is found by",
    "count-to-20/1.3": "what the game is about; 6.3 and 7.3 are the rules",
    "count-to-20/3.2": "what a turn is; 3.3 and 3.4 are the rules",
    "count-to-20/4.1": "what a set counts; one that does not count what is due cites 3.4",
    "count-to-20/4.2": "the same",
    "count-to-20/4.3": "the same",
    "count-to-20/8.6": "how the engine goes on after a fault that cites 3.4",
}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_clause_is_cited_or_says_why_not(game: Game) -> None:
    folder = FOLDER / game.name.replace("-", "_")
    module = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    cited = set(CITED.findall(module))
    rules = (folder / "rules.py").read_text(encoding="utf-8")
    cited |= {f"{game.name}/{number}" for number in BARE.findall(rules)}
    on_page = {f"{game.name}/{clause.number}" for clause in game.book.clauses}
    assert cited - on_page == set()
    silent = {reference for reference in SAID_ONLY if reference.startswith(f"{game.name}/")}
    assert on_page - cited == silent
    assert all(SAID_ONLY[reference] for reference in silent)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_option_stands_on_the_page(game: Game) -> None:
    for rule_set in game.rule_sets:
        for name, option in rule_set.options.items():
            for reading in option.readings[1:]:
                assert f"`{name}={reading}`" in game.book.markdown


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
