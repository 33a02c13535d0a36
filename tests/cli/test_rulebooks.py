"""`twenties rules`, as somebody at a terminal meets it."""

import re

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from archive.games import GAMES
from tests.cli.running import flat


def run(*arguments: str, columns: int = 80) -> Result:
    return CliRunner().invoke(main, ["rules", *arguments], env={"COLUMNS": str(columns)})


def test_alone_it_lists_every_game_rule_set_and_option() -> None:
    listed = run().stdout
    for game in GAMES.values():
        assert f"{game.book.title} ({game.name})" in listed
        for rule_set in game.rule_sets:
            assert rule_set.plain_title in listed
            for name, option in rule_set.options.items():
                assert f"{name}={option.choices}" in listed


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_shown_whole_and_fits_the_terminal(game: str) -> None:
    shown = run(game).stdout
    assert max(map(len, shown.splitlines())) <= 80
    numbers = re.findall(r"^(\d+\.\d+) ", shown, re.MULTILINE)
    assert numbers == [clause.number for clause in GAMES[game].book.clauses]
    words = flat(shown)
    assert "**" not in words
    assert " ".join(GAMES[game].book.introduction.split())[:40] in words


@pytest.mark.parametrize("arguments", [["twenty/4.1"], ["twenty", "4.1"], ["twenty", "twenty/4.1"]])
def test_one_clause_is_shown_with_its_section(arguments: list[str]) -> None:
    shown = run(*arguments).stdout
    assert "4 Scoring" in shown
    assert "4.1   Exact Twenty. The player who makes the tally exactly 20" in shown
    assert "4.2" not in shown


def test_a_section_is_shown_whole() -> None:
    shown = run("twenty", "4").stdout
    assert re.findall(r"^4\.\d", shown, re.MULTILINE) == [f"4.{n}" for n in range(1, 8)]


def test_a_rule_set_shows_its_page() -> None:
    assert run("twenty/farrugia@1").stdout == run("twenty").stdout


def test_an_unknown_game_is_told_which_there_are() -> None:
    result = run("whist")
    assert result.exit_code == 64
    assert f"'whist' is known here; expected one of {', '.join(GAMES)}" in " ".join(
        result.stderr.split()
    )


@pytest.mark.parametrize("arguments", [["twenty/9.9"], ["twenty", "nine"], ["twenty", "farrugia"]])
def test_an_unknown_clause_is_told_which_there_are(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 64
    assert "1.1 to 1.3, 2.1 to 2.5" in result.stderr
