"""Count to 20, as Brian Stovel gives it. The clauses cited are those of rulebook.md.

`rules` is the game as it is played, `counting` the values and costs of its cards, `unnamed_cards`
the possible values of unnamed cards. A record is judged by its `table`, which turns each line into
an action of the position: `deals` and `end_of_hand` have the lines around a hand, `claims` and
`announcements` the claims, `open_passes` what cards seen later decide, `possible_costs` what cards
left can cost; `board` is what lies on the table. `totals` and `slips` say what the points of a
sheet can be and how people miscount them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from archive.games.count_to_20 import rules
from archive.games.count_to_20.sound import SoundCountTo20
from archive.languages import marked
from archive.rules.game import Game, Words, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table


def _begin(chosen: Mapping[str, str], seats: int) -> rules.CountTo20:
    may_pass, play_on = chosen["empty-stock"] == "may-pass", chosen["tie"] == "play-on"
    return rules.CountTo20(seats, int(chosen["target"]), may_pass=may_pass, play_on=play_on)


def _table(position: rules.CountTo20) -> Table:
    from archive.games.count_to_20.table import CountTo20Table

    return CountTo20Table(position)


TARGET = Option(
    ("100", "200"),
    numbers=range(1, 10000),
    by_seats={2: "100", 3: "200", 4: "200"},
    target=True,
)
EMPTY_STOCK = Option(
    ("forced", "may-pass"),
    {
        "forced": marked("with the stock empty a player who can make the count must"),
        "may-pass": marked("with the stock empty everybody may pass"),
    },
    noted=True,
)
TIE = Option(
    ("shared", "play-on"),
    {"shared": marked("those who tie share the win"), "play-on": marked("a tie is played off")},
    noted=True,
)

GAME = Game(
    "count-to-20",
    (
        RuleSet(
            "count-to-20/stovel",
            1,
            {
                "target": TARGET,
                "empty-stock": EMPTY_STOCK,
                "tie": TIE,
            },
            range(2, 5),
            _begin,
            _table,
        ),
    ),
    page_beside(__file__, "count-to-20"),
    SoundCountTo20,
    words=Words(turn="Turn"),
    fewest_wins=True,
)
