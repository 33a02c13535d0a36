"""Twenty-Two, as reported by Joel Zehr and Ben Rasmussen. The clauses cited are those of
twenty-two.md beside this package.

`values` compares cards, `table` is the game at one moment. The rules stand in `deals`, `exchange`,
`plays` (how tricks go), `duties` (what may be played) and `scores`; `game` has them all, and what a
record claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from archive.games.twenty_two.game import TwentyTwo
from archive.games.twenty_two.table import Options
from archive.rules.options import Option, RuleSet

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


RULE_SETS = (
    RuleSet("twenty-two/north-american", 1, OPTIONS, SEATS, _opener(False)),
    RuleSet("twenty-two/rasmussen", 1, OPTIONS, SEATS, _opener(True)),
)

__all__ = ["RULE_SETS", "Options", "TwentyTwo"]
