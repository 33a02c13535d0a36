"""Positions of made-up games, and actions to be compared."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from archive.core.events import Draw, Held, Pass, Play
from archive.core.record import Record
from archive.games import GAMES, choose
from archive.generator import generate
from archive.notation.unreadable_text import legible
from archive.rules.dealer import Dealer
from archive.rules.position import Action, Position
from archive.rules.rule_sets import RuleSet
from archive.scoring.record_positions import numbers, play_events


def by_rank(action: Any) -> Any:
    """Return an action with ranks in place of cards: where suits play no part, actions that are
    the same so far are one choice."""
    if isinstance(action, list):
        return sorted(card & 15 for card in action)
    if isinstance(action, tuple):
        return tuple(by_rank(part) for part in action)
    return action & 15 if isinstance(action, int) and action > 15 else action


def position_of(rule_set: RuleSet, options: dict[str, str], seats: int) -> Position:
    """A position of these rules before anything happened."""
    return rule_set.begin(rule_set.settled(options, seats), seats)


def dealt(case: dict[str, Any]) -> tuple[Position, Dealer, Record]:
    """A made-up game as far as its first play: the position, the rest of the pack, the record."""
    game = case["rules"].partition("/")[0]
    rule_set = next(one for one in GAMES[game].rule_sets if one.plain_title == case["rules"])
    options, seats = case.get("options", {}), case["seats"]
    whole = generate(case["rules"], seats, case["seed"], options)
    first = next(
        at for at, event in enumerate(whole.events) if isinstance(event, Play | Draw | Pass)
    )
    record = Record(whole.tags, whole.events[:first])
    position = position_of(rule_set, {**options, **GAMES[game].as_written}, seats)
    seen: list[int] = []
    for event, _ in play_events(position, record.events):
        if isinstance(event, Held):
            seen += numbers(event.cards)
    dealer = Dealer(lambda _: None)
    dealer.stock = [card for card in position.pack() if card not in seen]
    return position, dealer, record


class Noted:
    """A position that notes the actions it is told."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[Action] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)

    def play(self, action: Action) -> None:
        self.position.play(action)
        self.actions.append(action)


def actions_of(record: Record) -> tuple[Position, list[Action]]:
    """The game of a record before anything happened, and its actions as far as they are told."""
    record = legible(record).record
    chosen = choose(record)
    rules, options = chosen.rule_set, {**chosen.game.as_written, **chosen.options}
    noted = Noted(position_of(rules, options, chosen.seats))
    with suppress(ValueError, IndexError, TypeError):
        for _ in play_events(noted, record.events):  # type: ignore[arg-type]
            pass
    return position_of(rules, options, chosen.seats), noted.actions
