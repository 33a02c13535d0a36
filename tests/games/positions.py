"""Positions of made-up games, and actions to be compared."""

from __future__ import annotations

from typing import Any

from archive.core.events import Draw, Held, Pass, Play
from archive.core.record import Record
from archive.games import GAMES
from archive.generator import generate
from archive.rules.dealing import Dealer
from archive.rules.position import Position
from archive.rules.rule_sets import RuleSet
from archive.scoring.positions import numbers, told


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
    played = {**options, "replenish": "both"} if game == "twenty" else options
    position = position_of(rule_set, played, seats)
    seen: list[int] = []
    for event, _ in told(position, record.events):
        if isinstance(event, Held):
            seen += numbers(event.cards)
    dealer = Dealer(lambda _: None)
    dealer.stock = [card for card in position.pack() if card not in seen]
    return position, dealer, record
