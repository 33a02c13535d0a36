"""Zwanzig ab and Twenty down: one game from two descriptions. The clauses cited are those of
rulebook.md beside it.

`rules` is the game as it is played, `taking` who takes a trick. `table` turns the lines of a record
into actions of the game: `board` is the table at one moment, `course` what is done at it time and
again, `deals`, `choices`, `tricks` and `gaps` what happens there, `settling` what a deal comes to,
`claims` what is claimed of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.games.zwanzig_ab import rules
from archive.games.zwanzig_ab.sound import SoundZwanzigAb
from archive.rules.game import Game, Words, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. `sweep` is what all five tricks take off; `held` whether trumps must be
    a suit among the maker's first two cards; `exchange` how many cards may be exchanged; `down`
    whether it is Twenty down."""

    sweep: int = 5
    late_if_tied: bool = True
    held: bool = False
    exchange: str = "up-to-3"
    down: bool = False

    def begin(self) -> rules.ZwanzigAb:
        """Return the game before its first deal."""
        return rules.ZwanzigAb(
            self.sweep, self.late_if_tied, down=self.down, held=self.held, exchange=self.exchange
        )


def _pagat(chosen: Mapping[str, str]) -> Options:
    return Options(sweep=int(chosen["sweep"]), late_if_tied=chosen["late-if-tied"] == "yes")


def _twenty_down(chosen: Mapping[str, str]) -> Options:
    return Options(
        sweep=int(chosen["sweep"]),
        held=chosen["trump"] == "held",
        exchange=chosen["exchange"],
        down=True,
    )


def _opener(options: Callable[[Mapping[str, str]], Options]) -> Callable[..., Table]:
    def opened(chosen: Mapping[str, str], seats: int) -> Table:
        from archive.games.zwanzig_ab.table import Zwanzig

        return Zwanzig(options(chosen))

    return opened


def _beginner(options: Callable[[Mapping[str, str]], Options]) -> Callable[..., rules.ZwanzigAb]:
    return lambda chosen, _: options(chosen).begin()


GAME = Game(
    "zwanzig-ab",
    (
        RuleSet(
            "zwanzig-ab/pagat",
            1,
            {
                "sweep": Option(("5", "10"), noted=True),
                "late-if-tied": Option(("yes", "no"), noted=True),
            },
            range(4, 5),
            _opener(_pagat),
            _beginner(_pagat),
        ),
        RuleSet(
            "zwanzig-ab/twenty-down",
            1,
            {
                "sweep": Option(("10", "5"), noted=True),
                "trump": Option(("any", "held"), noted=True),
                "exchange": Option(("up-to-3", "0-or-3"), noted=True),
            },
            range(4, 5),
            _opener(_twenty_down),
            _beginner(_twenty_down),
        ),
    ),
    page_beside(__file__, "zwanzig-ab"),
    SoundZwanzigAb,
    words=Words(deal="Deal", dealt="deal"),
    fewest_wins=True,
)
