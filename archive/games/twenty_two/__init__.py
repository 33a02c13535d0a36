"""Twenty-Two, as reported by Joel Zehr and Ben Rasmussen. The clauses cited are those of
rulebook.md beside it.

`rules` is the game as it is played, `ranking` compares cards. A record is judged by its `table`,
which turns each line into an action of the position: `board` is the table at one moment,
`table_steps` its common steps, `deals`, `exchange`, `tricks` (the cards laid), `course_of_tricks`
(the turns) and `end_of_hand` the rules of each part, `claims` what a record says about them.
`totals` and `slips` say what the points of a sheet can be and how people miscount them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from archive.games.twenty_two import rules
from archive.games.twenty_two.rules import ONE_PACK, PLAYERS_A_PACK
from archive.games.twenty_two.sound import SoundTwentyTwo
from archive.languages import marked
from archive.rules.game import Game, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table

SEATS = range(2, 100)
OPTIONS = {
    "all-out": Option(
        ("shared", "lowest"),
        {
            "shared": marked("all who go out together share the win"),
            "lowest": marked("where all go out together the lowest score wins"),
        },
        noted=True,
    ),
    "eliminated-cards": Option(
        ("stay-out", "return"),
        {
            "stay-out": marked("cards of players who are out stay out"),
            "return": marked("cards of players who are out come back into the pack"),
        },
        noted=True,
    ),
    "packs": Option(
        ("1",),
        numbers=range(1, 100),
        by_seats={seats: str(-(-seats // PLAYERS_A_PACK)) for seats in SEATS if seats > ONE_PACK},
        packs=True,
    ),
}


def _beginner(rasmussen: bool) -> Callable[[Mapping[str, str], int], rules.TwentyTwo]:
    return lambda chosen, seats: rules.TwentyTwo(
        seats, rasmussen=rasmussen, packs=int(chosen["packs"]), all_out=chosen["all-out"],
        eliminated_cards=chosen["eliminated-cards"],
    )  # fmt: skip


def _table(position: rules.TwentyTwo) -> Table:
    from archive.games.twenty_two.table import TwentyTwoTable

    return TwentyTwoTable(position)


GAME = Game(
    "twenty-two",
    (
        RuleSet(
            "twenty-two/north-american",
            1,
            OPTIONS,
            SEATS,
            _beginner(False),
            _table,
            marked("Twenty-Two, the North American way"),
        ),
        RuleSet(
            "twenty-two/rasmussen",
            1,
            OPTIONS,
            SEATS,
            _beginner(True),
            _table,
            marked("Twenty-Two, Rasmussen’s way"),
        ),
    ),
    page_beside(__file__, "twenty-two"),
    SoundTwentyTwo,
    fewest_wins=True,
    stands_pat=True,
)
