"""Zwanzig ab and Twenty down: one game from two descriptions. The clauses cited are those of
rulebook.md beside it.

`rules` is the game as it is played. A record is judged by a table: `cards` says what beats what,
`scores` what a deal scores; `table` is the game at one moment; `deals`, `choices`, `plays`,
`endings` and `lines` are its rules, `hindsight` what a finished deal proves.
"""

from __future__ import annotations

from collections.abc import Mapping

from archive.games.zwanzig_ab import rules
from archive.games.zwanzig_ab.lines import Zwanzig
from archive.games.zwanzig_ab.sound import SoundZwanzigAb
from archive.games.zwanzig_ab.table import Options
from archive.rules.game import Game, Words, page_beside
from archive.rules.rule_sets import Option, RuleSet


def _open_pagat(chosen: Mapping[str, str], seats: int) -> Zwanzig:
    return Zwanzig(
        Options(sweep=int(chosen["sweep"]), late_if_tied=chosen["late-if-tied"] == "yes")
    )


def _open_twenty_down(chosen: Mapping[str, str], seats: int) -> Zwanzig:
    return Zwanzig(
        Options(
            sweep=int(chosen["sweep"]),
            dropping=False,
            held=chosen["trump"] == "held",
            none_or_three=chosen["exchange"] == "0-or-3",
            down=True,
        )
    )


def _begin_pagat(chosen: Mapping[str, str], seats: int) -> rules.ZwanzigAb:
    return rules.ZwanzigAb(int(chosen["sweep"]), chosen["late-if-tied"] == "yes")


def _begin_twenty_down(chosen: Mapping[str, str], seats: int) -> rules.ZwanzigAb:
    held, exchange = chosen["trump"] == "held", chosen["exchange"]
    return rules.ZwanzigAb(int(chosen["sweep"]), down=True, held=held, exchange=exchange)


RULE_SETS = (
    RuleSet(
        "zwanzig-ab/pagat",
        1,
        {"sweep": Option(("5", "10")), "late-if-tied": Option(("yes", "no"))},
        range(4, 5),
        _open_pagat,
        _begin_pagat,
    ),
    RuleSet(
        "zwanzig-ab/twenty-down",
        1,
        {
            "sweep": Option(("10", "5")),
            "trump": Option(("any", "held")),
            "exchange": Option(("up-to-3", "0-or-3")),
        },
        range(4, 5),
        _open_twenty_down,
        _begin_twenty_down,
    ),
)

GAME = Game(
    "zwanzig-ab",
    RULE_SETS,
    page_beside(__file__, "zwanzig-ab"),
    SoundZwanzigAb,
    words=Words(deal="Deal", dealt="deal"),
)

__all__ = ["GAME", "RULE_SETS", "Options", "Zwanzig"]
