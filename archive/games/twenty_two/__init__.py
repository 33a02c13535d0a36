"""Twenty-Two, as reported by Joel Zehr and Ben Rasmussen. The clauses cited are those of
rulebook.md beside it.

`rules` is the game as it is played. A record is judged by a table: `values` compares cards, `table`
is the game at one moment. What is written is held against the rules in `deals`, `exchange`,
`plays` (how tricks go), `duties` (what may be played) and `scores`; `game` has them all, and what a
record claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archive.games.twenty_two import rules
from archive.games.twenty_two.game import TwentyTwo
from archive.games.twenty_two.sound import SoundTwentyTwo
from archive.games.twenty_two.table import Options
from archive.rules.game import Game, page_beside
from archive.rules.rule_sets import Option, RuleSet

SEATS = range(2, 100)
OPTIONS = {
    "all-out": Option(("shared", "lowest")),
    "eliminated-cards": Option(("stay-out", "return")),
    "packs": Option(
        ("1",), range(1, 100), {seats: str(-(-seats // 4)) for seats in SEATS if seats > 6}
    ),
}


def _opener(meet_lead: bool) -> Callable[[Mapping[str, str], int], TwentyTwo]:
    def open_table(chosen: Mapping[str, str], seats: int) -> TwentyTwo:
        options = Options(
            meet_lead,
            chosen["all-out"],  # type: ignore[arg-type]  # allowed readings only
            chosen["eliminated-cards"],  # type: ignore[arg-type]
            int(chosen["packs"]),
        )
        return TwentyTwo(options, seats)

    return open_table


def _beginner(rasmussen: bool) -> Callable[[Mapping[str, str], int], rules.TwentyTwo]:
    def begin(chosen: Mapping[str, str], seats: int) -> rules.TwentyTwo:
        return rules.TwentyTwo(
            seats,
            rasmussen=rasmussen,
            packs=int(chosen["packs"]),
            all_out=chosen["all-out"],
            eliminated_cards=chosen["eliminated-cards"],
        )

    return begin


RULE_SETS = (
    RuleSet("twenty-two/north-american", 1, OPTIONS, SEATS, _opener(False), _beginner(False)),
    RuleSet("twenty-two/rasmussen", 1, OPTIONS, SEATS, _opener(True), _beginner(True)),
)

GAME = Game(
    "twenty-two",
    RULE_SETS,
    page_beside(__file__, "twenty-two"),
    SoundTwentyTwo,
    fewest_wins=True,
)

__all__ = ["GAME", "RULE_SETS", "Options", "TwentyTwo"]
