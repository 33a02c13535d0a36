"""Twenty, after Alexander Farrugia. The clauses cited are those of twenty.md beside this package.

`values` scores a tally, `table` is the game at one moment, `deals` and `plays` are its rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from archive.games.twenty.plays import Twenty
from archive.games.twenty.table import Options
from archive.rules.options import Option, RuleSet


def _open(chosen: Mapping[str, str], seats: int) -> Twenty:
    return Twenty(Options(**chosen))  # type: ignore[arg-type]  # allowed readings only


RULE_SETS = (
    RuleSet(
        "twenty/farrugia",
        1,
        {"hands": Option(("hidden", "open")), "replenish": Option(("own-turn", "both"))},
        range(2, 3),
        _open,
    ),
)

__all__ = ["RULE_SETS", "Options", "Twenty"]
