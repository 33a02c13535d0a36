"""A game's description of itself: everything that other rooms need to know by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from archive.rules.rule_sets import RuleSet
from archive.rules.rulebook import Rulebook
from archive.rules.sound_record import SoundRecord


class Words(NamedTuple):
    """The players' words for a game's parts.

    `deal` is the unit of scoring, `turn` a line of the list of plays, `dealt` the unit that begins
    with new cards.
    """

    deal: str = "Hand"
    turn: str = "Trick"
    dealt: str = "hand"


class Game(NamedTuple):
    """A game: its name in records, its rule sets (the first is the default), its rulebook page."""

    name: str
    rule_sets: tuple[RuleSet, ...]
    book: Rulebook
    sound: Callable[[Any], SoundRecord] | None = None
    """A function that recognises a sound record of it, from a position before anything happened."""
    words: Words = Words()
    rounds: bool = False
    """Whether its deals are counted by rounds."""
    tallies: bool = False
    """Whether every play makes a tally, and scores by it."""
    fewest_wins: bool = False
    """Whether points count against a player."""
    fills_in: bool = False
    """Whether an unnamed card is filled in from later plays before the rules run; the other games
    look back by themselves."""
    stands_pat: bool = False
    """Whether an exchange that is not written down was none, for as long as its player lays cards
    of the hand dealt; else only where the whole hand is told by its plays."""
    as_written: Mapping[str, str] = {}
    """Readings of options that make no difference in a record, as its lines have them."""

    @property
    def duel(self) -> bool:
        """Return whether exactly two play it."""
        return all(rule_set.seats[-1] == 2 for rule_set in self.rule_sets)


def page_beside(module: str, game: str) -> Rulebook:
    """Return the rulebook page of a game, which lies beside a module of its folder."""
    return Rulebook(game, Path(module).with_name("rulebook.md"))
