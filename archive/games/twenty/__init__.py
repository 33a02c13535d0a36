"""Twenty, after Alexander Farrugia. The clauses cited are those of rulebook.md.

`rules` is the game as it is played. A record is judged by its `table`, which turns each line into
an action of the position: `rounds` has the lines around the plays, `claims` the claims, `board`
what lies on the table, `gaps` how play goes on over what is missing, `hand_listed_wrong` what a
tally shows of a hand. `totals`, `slips` and `reasons` say what the points of a sheet can be and how
people miscount them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from archive.games.twenty import rules
from archive.games.twenty.sound import SoundTwenty
from archive.languages import marked
from archive.rules.game import Game, Words, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table


def _begin(chosen: Mapping[str, str], seats: int) -> rules.Twenty:
    return rules.Twenty(**chosen)


def _table(position: rules.Twenty) -> Table:
    from archive.games.twenty.table import TwentyTable

    return TwentyTable(position)


HANDS = Option(
    ("hidden", "open"),
    {
        "hidden": marked("hands are hidden"),
        "open": marked("both hands lie open, and the second round has the hands of the first"),
    },
)
REPLENISH = Option(
    ("own-turn", "both"),
    {
        "own-turn": marked("a new hand is dealt on one’s own turn"),
        "both": marked("both players are dealt new hands at once"),
    },
)

GAME = Game(
    "twenty",
    (
        RuleSet(
            "twenty/farrugia",
            1,
            {"hands": HANDS, "replenish": REPLENISH},
            range(2, 3),
            _begin,
            _table,
        ),
    ),
    page_beside(__file__, "twenty"),
    SoundTwenty,
    words=Words(dealt="round"),
    rounds=True,
    tallies=True,
    fills_in=True,
    as_written={"replenish": "both"},
)
