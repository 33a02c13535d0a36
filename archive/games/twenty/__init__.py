"""Twenty, after Alexander Farrugia. The clauses cited are those of twenty.md beside this package.

`rules` is the game as it is played. A record is judged by a table: `values` scores a tally, `table`
is the game at one moment, `deals` and `plays` hold what is written against the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from archive.games.twenty import rules
from archive.games.twenty.table import Options, Twenty
from archive.rules.rule_sets import Option, RuleSet


def _open(chosen: Mapping[str, str], seats: int) -> Twenty:
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

__all__ = ["RULE_SETS", "Options", "Twenty"]
