"""A game of deals as players play it who choose for themselves, written down as a record."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from archive.analyst.random_numbers import shuffled
from archive.core.events import Action as Doing
from archive.core.events import Cut, Deal, Event, Held
from archive.core.record import Record, Tag
from archive.games import GAMES
from archive.rules.position import Action
from archive.scoring.line_in_address import cards_of, event_of

MOST_DEALS: Final = 40
"""A game that goes on for longer is left there."""
CHOICES: Final = ("put_away", "draw", "stay", "make", "pass_turn", "lay")
"""What counts as a play."""


class Table:
    """A game by a rule set, `begin` giving what a deal of so many seats has shown at first.
    `before` and `after` have by deal everyone's totals, `deal_of` by play its deal."""

    def __init__(self, rules: str, seats: int, seed: str, begin: Callable[[int], Any]) -> None:
        game = rules.partition("/")[0]
        rule_set = next(one for one in GAMES[game].rule_sets if one.plain_title == rules)
        self.tags = [Tag("Game", game), Tag("Rules", rules)]
        self.tags += [Tag(f"P{seat}", f"Player {seat}") for seat in range(1, seats + 1)]
        self.position: Any = rule_set.begin(rule_set.settled({}, seats), seats)
        self.rng, self.begin, self.shown = Random(seed), begin, begin(seats)
        self.stock: list[int] = []
        self.events: list[Event | dict[int, list[list[int]]]] = []
        self.before: list[list[int]] = []
        self.after: list[list[int]] = []
        self.deal_of: list[int] = []

    def play(self, chooser: Callable[[Table], Action]) -> Record:
        """Return the game as it goes when all choose so."""
        position = self.position
        while not (position.over and not position.wanted):
            self._deal_cards()
            if position.over or (position.due == "deal" and position.deals == MOST_DEALS):
                break
            self._do(self._dealt() if position.due == "deal" else chooser(self))
        self.after.append(position.totals[:])
        return self.record

    @property
    def record(self) -> Record:
        """Return what was played so far."""
        events: list[Event] = []
        for one in self.events:
            if isinstance(one, dict):
                events += [Held(seat, tuple(map(cards_of, one[seat]))) for seat in one]
            else:
                events.append(one)
        return Record(self.tags, events)

    def _dealt(self) -> Action:
        return self.rng.choice(self.position.legal())

    def _deal_cards(self) -> None:
        """Give the position cards for as long as it awaits any."""
        position = self.position
        while position.wanted:
            due, turn = position.due, position.turn
            cards = self._from_stock(position.wanted)
            if due == "cut":
                drawn = zip(position.drawing, cards_of(cards), strict=True)
                self.events.append(Cut(tuple((seat, (card,)) for seat, card in drawn)))
                position.play((due, cards))
                continue
            held = self.events[-1] if isinstance(self.events[-1], dict) else self._held()
            held.setdefault(turn, []).append(cards)
            position.play((due, turn, cards))

    def _held(self) -> dict[int, list[list[int]]]:
        """Return the hands of this deal, as far as they are dealt."""
        return next(one for one in reversed(self.events) if isinstance(one, dict))

    def _from_stock(self, number: int) -> list[int]:
        if self.position.fresh:
            self.stock = shuffled(self.position.pack(), self.rng)
        cards, self.stock = self.stock[:number], self.stock[number:]
        return cards

    def _do(self, action: Action) -> None:
        position = self.position
        if action[0] == "deal":
            if self.before:
                self.after.append(position.totals[:])
            self.before.append(position.totals[:])
            position.play(action)
            self.shown = self.begin(position.seats)
            size = getattr(position, "size", None) or position.wanted
            self.events += [Deal(position.deals, action[1], size), {}]
            return
        if action[0] in CHOICES:
            self.deal_of.append(len(self.before) - 1)
        taken: list[int] = []
        if action[0] == "draw" or (action[0] == "put_away" and action[2]):
            taken = self.stock[: 1 if action[0] == "draw" else len(action[2])]
        event: Any = event_of(action, taken, len(self.deal_of))
        if isinstance(event, Doing):
            self.shown.note(position, event)
        position.play(action)
        if position.wanted and position.due == "take":
            position.play(("take", position.turn, self._from_stock(position.wanted)))
        self.events.append(event)
