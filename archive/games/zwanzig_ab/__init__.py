"""Zwanzig ab and Twenty down: one game from two descriptions. The clauses cited are those of
rulebook.md beside it.

`rules` is the game as it is played, `trick_takers` who takes a trick. A record is judged by its
`table`, which turns each line into an action of the position: `board` is the table at one moment,
`table_steps` its common steps, `deals`, `choices`, `dropping_out`, `tricks` and `gaps` the rules of
each part, `counted_tricks` the tricks of a deal that are only counted, `settling` the score of a
deal, `claims` the claims about it. `totals` and `slips` say what the points of a sheet can be and
how people miscount them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from archive.games.zwanzig_ab import rules
from archive.games.zwanzig_ab.sound import SoundZwanzigAb
from archive.languages import marked
from archive.rules.game import Game, Words, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table


def _pagat(chosen: Mapping[str, str], seats: int) -> rules.ZwanzigAb:
    return rules.ZwanzigAb(int(chosen["sweep"]), chosen["late-if-tied"] == "yes")


def _twenty_down(chosen: Mapping[str, str], seats: int) -> rules.ZwanzigAb:
    held, exchange = chosen["trump"] == "held", chosen["exchange"]
    return rules.ZwanzigAb(int(chosen["sweep"]), down=True, held=held, exchange=exchange)


def _table(position: rules.ZwanzigAb) -> Table:
    from archive.games.zwanzig_ab.table import ZwanzigAbTable

    return ZwanzigAbTable(position)


SWEEP = {
    "5": marked("winning all five tricks takes off five points"),
    "10": marked("winning all five tricks takes off ten points"),
}
LATE_IF_TIED = Option(
    ("yes", "no"),
    {
        "yes": marked("after a tie the rules change with the ninth deal"),
        "no": marked("after a tie the rules do not change with the ninth deal"),
    },
    noted=True,
)
TRUMP = Option(
    ("any", "held"),
    {
        "any": marked("any suit can be named as trumps"),
        "held": marked(
            "trumps must be the suit of one of the first two cards dealt to the trump maker"
        ),
    },
    noted=True,
)
EXCHANGE = Option(
    ("up-to-3", "0-or-3"),
    {
        "up-to-3": marked("up to three cards are exchanged"),
        "0-or-3": marked("three cards are exchanged or none"),
    },
    noted=True,
)

GAME = Game(
    "zwanzig-ab",
    (
        RuleSet(
            "zwanzig-ab/pagat",
            1,
            {"sweep": Option(("5", "10"), SWEEP, noted=True), "late-if-tied": LATE_IF_TIED},
            range(4, 5),
            _pagat,
            _table,
            marked("Zwanzig ab"),
        ),
        RuleSet(
            "zwanzig-ab/twenty-down",
            1,
            {
                "sweep": Option(("10", "5"), SWEEP, noted=True),
                "trump": TRUMP,
                "exchange": EXCHANGE,
            },
            range(4, 5),
            _twenty_down,
            _table,
            marked("Twenty down"),
        ),
    ),
    page_beside(__file__, "zwanzig-ab"),
    SoundZwanzigAb,
    words=Words(deal="Deal", dealt="deal"),
    fewest_wins=True,
)
