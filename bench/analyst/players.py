"""Players of Zwanzig ab, Twenty down, Twenty-Two and Count to 20: at random, greedy, and by the
analyst's own reckoning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from archive.analyst.annotations import PlyWeighed
from archive.analyst.count_to_20 import weighed_game as counting
from archive.analyst.count_to_20.moments import CountShown
from archive.analyst.count_to_20.moments import moment as count_moment
from archive.analyst.twenty_two import weighed_game as keeping
from archive.analyst.twenty_two.moments import KeepShown, exchanges
from archive.analyst.twenty_two.moments import moment as keep_moment
from archive.analyst.zwanzig_ab import weighed_game as tricks
from archive.analyst.zwanzig_ab.moments import TrickShown
from archive.analyst.zwanzig_ab.moments import moment as trick_moment
from archive.analyst.zwanzig_ab.naming import naming, weigh_trumps
from archive.analyst.zwanzig_ab.naming import weighed_alone as weigh_suits
from archive.core.record import Record
from archive.games.count_to_20.counting import penalty
from archive.games.twenty_two.ranking import height
from archive.games.twenty_two.rules import TwentyTwo
from archive.games.zwanzig_ab.trick_takers import HEIGHTS
from archive.rules.pack import ACE
from archive.rules.position import Action
from archive.scoring.line_in_address import action_in, event_of
from bench.analyst.table import Table

Chooser = Callable[[Table], Action]
SAMPLES: Final = 24
"""Deals that players by the analyst's reckoning draw for a choice, four times as many where one
looks better than the greedy one; in Count to 20, where chance plays the greatest part, they draw
what the analyst does."""


class Kind(NamedTuple):
    """A game as it is played here: its rules and how many play, what a deal shows at first, what
    makes a moment of it, what weighs it and a whole record, what is greedy, and how many deals are
    drawn by those who reckon."""

    rules: str
    seats: int
    begin: Callable[[int], Any]
    moment: Callable[..., Any]
    weigh_moment: Callable[[Any, str, int], PlyWeighed]
    weigh: Callable[..., list[PlyWeighed]]
    greedy: Chooser
    samples: int = SAMPLES


def at_random(table: Table) -> Action:
    """Choose anything that is allowed."""
    return table.rng.choice(legal(table))


def legal(table: Table) -> list[Action]:
    """Return what may be chosen, in Twenty-Two of all exchanges those that are weighed."""
    position: Any = table.position
    if position.due == "put_away" and isinstance(position, TwentyTwo):
        return exchanges(position)
    actions: list[Action] = position.legal()
    return actions


def greedy_in_tricks(table: Table) -> Action:
    """Name the suit held most, put away what is neither a trump nor an ace, and stay in always;
    lead the highest card, take every trick as cheaply as can be, and else lay the lowest."""
    position = table.position
    seat, actions = position.turn, position.legal()
    if position.due == "name_trump":
        suits = [card >> 4 for card in position.hands[seat].known]
        return max(actions, key=lambda one: (suits.count(one[2]), one[2]))
    if position.due == "put_away":
        hand = position.hands[seat].known
        worst = [card for card in hand if card >> 4 != position.trump and card & 15 != ACE]
        return ("put_away", seat, sorted(worst, key=lambda card: HEIGHTS[card & 15])[:3])
    if position.due == "stay":
        return actions[0]
    laid = [card for _, card in position.trick]

    def strength(card: int) -> tuple[bool, bool, int]:
        led = laid[0] if laid else card
        return card >> 4 == position.trump, card >> 4 == led >> 4, HEIGHTS[card & 15]

    best = max(map(strength, laid), default=(False, False, 0))
    cards = sorted(actions, key=lambda one: strength(one[2]))
    winning = [one for one in cards if strength(one[2]) > best]
    return (winning[0] if laid else winning[-1]) if winning else cards[0]


def greedy_in_keeping(table: Table) -> Action:
    """Be rid of the highest cards at once: put away all above a nine, lay the dearest."""
    position = table.position
    seat = position.turn
    if position.due == "put_away":
        high = [card for card in position.hands[seat].known if height(card) > 9]
        high.sort(key=height, reverse=True)
        return ("put_away", seat, high[: position.stock])
    return max(position.legal(), key=lambda one: sorted(map(height, one[2]), reverse=True))


def greedy_in_counting(table: Table) -> Action:
    """Make the count with the cards that would cost most, and else draw or pass."""
    return max(
        table.position.legal(),
        key=lambda one: sum(penalty(card & 15) for card in one[2]) if one[0] == "make" else 0,
    )


def weigh_tricks(record: Record, seed: str) -> list[PlyWeighed]:
    """Return the trumps, exchanges and plays of a record of Zwanzig ab, weighed."""
    return [*weigh_trumps(record, seed), *tricks.weigh(record, seed)]


KINDS: Final = {
    "zwanzig-ab": Kind("zwanzig-ab/pagat@1", 4, TrickShown, trick_moment, tricks.weighed_alone,
                       weigh_tricks, greedy_in_tricks),
    "twenty-down": Kind("zwanzig-ab/twenty-down@1", 4, TrickShown, trick_moment,
                        tricks.weighed_alone, weigh_tricks, greedy_in_tricks),
    "twenty-two": Kind("twenty-two/north-american@1", 4, KeepShown, keep_moment,
                       keeping.weighed_alone, keeping.weigh, greedy_in_keeping),
    "rasmussen": Kind("twenty-two/rasmussen@1", 4, KeepShown, keep_moment,
                      keeping.weighed_alone, keeping.weigh, greedy_in_keeping),
    "count-to-20": Kind("count-to-20/stovel@1", 2, CountShown, count_moment,
                        counting.weighed_alone, counting.weigh, greedy_in_counting,
                        counting.SAMPLES),
}  # fmt: skip
"""The games by the names that are asked for."""


def choosers(kind: Kind, seed: str) -> dict[str, Chooser]:
    """Return the players of a game by what they are called; those by the analyst's own reckoning
    draw their deals by this seed."""

    def fair_best(table: Table) -> Action:
        ply = len(table.deal_of) + 1
        first, position = kind.greedy(table), table.position
        if position.due == "name_trump":
            suits = naming(ply, first[2], position)
            best = weigh_suits(suits, f"player of {seed}", kind.samples).best
        else:
            now = kind.moment(ply, event_of(first, [], ply), position, table.shown)
            best = kind.weigh_moment(now, f"player of {seed}", kind.samples).best
        action = action_in(best, position)
        if action is None:
            raise ValueError(best)
        return action

    return {"random": at_random, "greedy": kind.greedy, "fair-best": fair_best}
