"""A record's Rules tag chooses a rule set and its options; nothing is guessed."""

from __future__ import annotations

import pytest

from archive.core.errors import UnknownRules
from archive.games import choose
from archive.notation import read


def chosen(*tags: str) -> str:
    return choose(read(('[XXN "1.0"]\n' + "\n".join(tags)).encode())).title


def test_a_game_has_a_default_rule_set() -> None:
    assert chosen('[Game "twenty"]') == "twenty/farrugia@1"


def test_the_game_may_be_named_by_its_rules_alone() -> None:
    assert chosen('[Rules "twenty/farrugia@1"]') == "twenty/farrugia@1"


def test_options_in_any_order_and_defaults_left_out() -> None:
    rules = '[Rules "twenty/farrugia@1;replenish=both;hands=open"]'
    assert chosen(rules) == "twenty/farrugia@1;hands=open;replenish=both"
    assert chosen('[Rules "twenty/farrugia@1;hands=hidden"]') == "twenty/farrugia@1"


@pytest.mark.parametrize(
    "rules",
    [
        "twenty/farrugia@2",
        "twenty/farugia@1",
        "twenty/farrugia@1;hands=opened",
        "twenty/farrugia@1;colour=red",
        "whist/hoyle@1",
    ],
)
def test_what_is_nearly_right_is_not_known(rules: str) -> None:
    with pytest.raises(UnknownRules):
        chosen(f'[Rules "{rules}"]')
