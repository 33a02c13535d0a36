"""Twenty-Two, as reported by Joel Zehr and Ben Rasmussen. The clauses cited are those of
rulebook.md beside it.

`rules` is the game as it is played, `ranking` how cards compare. `game` turns the lines of a record
into actions of the game, and says what is claimed of it: `table` is the table at one moment,
`course` what is done at it time and again, `deals`, `exchange`, `tricks` (what is laid), `plays`
(whose turn it is) and `scores` what happens there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from archive.games.twenty_two import rules
from archive.games.twenty_two.sound import SoundTwentyTwo
from archive.rules.game import Game, page_beside
from archive.rules.rule_sets import Option, RuleSet

if TYPE_CHECKING:
    from archive.rules.table import Table

SEATS = range(2, 100)
OPTIONS = {
    "all-out": Option(("shared", "lowest"), noted=True),
    "eliminated-cards": Option(("stay-out", "return"), noted=True),
    "packs": Option(
        ("1",), range(1, 100), {seats: str(-(-seats // 4)) for seats in SEATS if seats > 6}
    ),
}


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. `meet_lead` is Rasmussen's way (section 8)."""

    meet_lead: bool = False
    all_out: str = "shared"
    eliminated_cards: str = "stay-out"
    packs: int = 1

    def begin(self, seats: int, *, shown: bool = False) -> rules.TwentyTwo:
        """Return the game before its first deal; with `shown` all last cards are shown in it."""
        return rules.TwentyTwo(
            seats, rasmussen=self.meet_lead, packs=self.packs, all_out=self.all_out,
            eliminated_cards=self.eliminated_cards, shown=shown,
        )  # fmt: skip


def _options(meet_lead: bool, chosen: Mapping[str, str]) -> Options:
    return Options(meet_lead, chosen["all-out"], chosen["eliminated-cards"], int(chosen["packs"]))


def _opener(meet_lead: bool) -> Callable[[Mapping[str, str], int], Table]:
    def opened(chosen: Mapping[str, str], seats: int) -> Table:
        from archive.games.twenty_two.game import TwentyTwo

        return TwentyTwo(_options(meet_lead, chosen), seats)

    return opened


def _beginner(meet_lead: bool) -> Callable[[Mapping[str, str], int], rules.TwentyTwo]:
    return lambda chosen, seats: _options(meet_lead, chosen).begin(seats)


GAME = Game(
    "twenty-two",
    (
        RuleSet("twenty-two/north-american", 1, OPTIONS, SEATS, _opener(False), _beginner(False)),
        RuleSet("twenty-two/rasmussen", 1, OPTIONS, SEATS, _opener(True), _beginner(True)),
    ),
    page_beside(__file__, "twenty-two"),
    SoundTwentyTwo,
    fewest_wins=True,
)
