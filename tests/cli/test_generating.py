"""`twenties generate`, as somebody at a terminal meets it."""

import re

import pytest
from click.testing import CliRunner, Result

from archive.cli import main
from archive.games import GAMES
from archive.generator import MADE_UP_GAMES, seats_of
from archive.generator.flaws import flaws_of
from archive.notation import read, split, write
from archive.scoring import verify

FLAT = re.compile(r"\s+")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["generate", *arguments])


def refused(*arguments: str) -> str:
    """What is said to a command line that cannot be followed, on one line."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (64, "")
    return FLAT.sub(" ", result.stderr)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_written_in_canonical_form(game: str) -> None:
    result = run(game, "--seed", "3")
    assert (result.exit_code, result.stderr) == (0, "")
    assert write(read(result.stdout_bytes)) == result.stdout


def test_without_a_seed_one_is_taken_and_named() -> None:
    result = run("twenty")
    seed = re.fullmatch(r"Seed (\d+)\n", result.stderr)
    assert run("twenty", "--seed", seed[1]).stdout == result.stdout


def test_several_games_are_those_of_the_next_seeds() -> None:
    one, two = (run("twenty", "--seed", seed).stdout for seed in "45")
    both = run("twenty", "--seed", "4", "--count", "2")
    assert both.stdout == f"{one}\n{two}"
    assert len(list(split(both.stdout_bytes))) == 2


def test_rules_and_their_options_are_played_by() -> None:
    made = run("twenty", "--seed", "1", "--rules", "twenty/farrugia@1;hands=open").stdout
    assert '[Rules "twenty/farrugia@1;hands=open"]' in made
    assert verify(made.encode()).findings == []


def test_a_flaw_is_put_in_and_named() -> None:
    made = run("twenty", "--seed", "1", "--flaw", "wrong-bonus-to")
    verdict = verify(made.stdout_bytes)
    assert verdict.first_divergence is not None
    assert verdict.findings[verdict.first_divergence].code == "wrong-bonus-to"
    assert "with one fault: wrong-bonus-to" in (verdict.record.tag("Event") or "")


def test_an_unknown_game_is_told_which_there_are() -> None:
    assert f"'whist'; expected one of {', '.join(GAMES)}" in refused("whist")


def test_an_unknown_flaw_is_told_which_there_are() -> None:
    said = refused("twenty", "--flaw", "wrong-trump")
    assert "'wrong-trump'" in said
    assert [code for code in flaws_of("twenty") if f" {code}" not in said] == []


def test_a_number_of_players_is_told_which_will_do() -> None:
    assert "twenty cannot be made up for 5; expected 2 players" in refused(
        "twenty", "--players", "5"
    )


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("twenty/farrugia@2", "twenty/farrugia@1"),
        ("twenty/farrugia@1;hands=opened", "hands=hidden|open"),
        ("twenty/farrugia@1;packs=2", "hands, replenish"),
        ("zwanzig-ab/pagat@1", "rules of another game"),
    ],
)
def test_unknown_rules_are_told_which_will_do(rules: str, expected: str) -> None:
    assert expected in refused("twenty", "--rules", rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_can_be_asked_for(game: str) -> None:
    assert game in MADE_UP_GAMES
    for seats in seats_of(game):
        made = run(game, "--seed", "1", "--players", str(seats))
        assert len(read(made.stdout_bytes).players) == seats


@pytest.mark.parametrize("wrong", [["--seed", "-1"], ["--seed", "x"], ["--count", "0"]])
def test_numbers_that_are_none_are_refused(wrong: list[str]) -> None:
    assert "Invalid value" in refused("twenty", *wrong)


def test_text_from_the_command_line_steers_no_terminal() -> None:
    assert "\x1b" not in refused("\x1b[31mred") + refused("twenty", "--flaw", "\x1b[31mred")


def test_a_fault_for_which_there_is_no_place_is_said() -> None:
    """Of two players nobody is out before the game is; and some rules know no such fault."""
    asked = ["--players", "2", "--flaw", "dealt-in", "--seed", "1"]
    assert "had a place for dealt-in" in refused("twenty-two", *asked)
    rules = ["--rules", "twenty-two/rasmussen@1"]
    assert "No fault 'wrong-worth'" in refused("twenty-two", *rules, "--flaw", "wrong-worth")
