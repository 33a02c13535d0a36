"""Rules as a player says them."""

import pytest
from flask.testing import FlaskClient

from archive.games import GAMES
from archive.web.presenters.rule_sets import rules_in_words

from .conftest import Judge

TITLES = {
    "twenty/farrugia@1": "Twenty",
    "twenty/farrugia@1;hands=open": "Twenty; house rule: both hands lie open, and the second round "
    "has the hands of the first",
    "count-to-20/stovel@1;target=300;tie=play-on": "Count to 20; house rules: played to 300 "
    "points; a tie is played off",
    "twenty-two/rasmussen@1;packs=3": "Twenty-Two, Rasmussen’s way; house rule: 3 packs of cards",
    "zwanzig-ab/twenty-down@1": "Twenty down",
    "our own rules": "our own rules",
    "": "",
}


@pytest.mark.parametrize("rules", TITLES)
def test_rules_are_said_in_words(rules: str) -> None:
    assert rules_in_words(rules) == TITLES[rules]


def test_every_reading_of_every_option_has_words() -> None:
    said = [
        rules_in_words(f"{rule_set.plain_title};{name}={reading}")
        for game in GAMES.values()
        for rule_set in game.rule_sets
        for name, option in rule_set.options.items()
        for reading in option.readings
    ]
    assert len(said) > 20
    assert not [one for one in said if "=" in one or "@" in one]


def test_the_sheet_for_paper_has_no_identifier(
    client: FlaskClient, judged: Judge, illustrative: bytes
) -> None:
    other = illustrative.replace(b'"twenty/farrugia@1"', b'"twenty/farrugia@1;replenish=both"')
    assert other != illustrative
    page = client.get(f"/g/{judged(other)}/print").text
    assert "<dd>Twenty; house rule: both players are dealt new hands at once</dd>" in page
    assert "farrugia@1" not in page
