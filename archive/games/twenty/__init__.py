"""Twenty, after Alexander Farrugia. The clauses cited are those of rulebook.md.

`rules` is the game as it is played. A record is judged by a table, imported where one is opened:
`values` scores a tally, `table` is the game at one moment, `deals` and `plays` hold what is written
against the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from archive.games.twenty import rules
from archive.games.twenty.sound import SoundTwenty
from archive.rules.game import Game, Words, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table


def _open(chosen: Mapping[str, str], seats: int) -> Table:
    from archive.games.twenty.table import Options, Twenty

    return Twenty(Options(**chosen))  # type: ignore[arg-type]  # allowed readings only


def _begin(chosen: Mapping[str, str], seats: int) -> rules.Twenty:
    return rules.Twenty(**chosen)


RULE_SETS = (
    RuleSet(
        "twenty/farrugia",
        1,
        {"hands": Option(("hidden", "open")), "replenish": Option(("own-turn", "both"))},
        range(2, 3),
        _open,
        _begin,
    ),
)

GAME = Game(
    "twenty",
    RULE_SETS,
    page_beside(__file__, "twenty"),
    SoundTwenty,
    words=Words(dealt="round"),
    rounds=True,
    tallies=True,
    fills_in=True,
    as_written={"replenish": "both"},
)

__all__ = ["GAME", "RULE_SETS"]
