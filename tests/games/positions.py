"""Records told to positions: each event of a whole record as the action that it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from archive.core.cards import Card
from archive.core.events import (
    Cut,
    Deal,
    Draw,
    Event,
    Exchange,
    Held,
    Pass,
    Play,
    Round,
    Stay,
    Trump,
    Up,
)
from archive.core.record import Record
from archive.games import GAMES
from archive.generator import generate
from archive.rules.dealing import Dealer
from archive.rules.pack import SUITS, read_cards
from archive.rules.position import Action, Position
from archive.rules.rule_sets import RuleSet


def told(position: Position, events: Iterable[Event]) -> Iterator[tuple[Event, Action | None]]:
    """Play the events of a record in which everything is written, each when it is asked for. Give
    every event with the action that comes of it before that is played, None where none does."""
    hands: dict[int, list[list[int]]] = {}
    for event in events:
        if isinstance(event, Deal):
            hands = {}
        elif isinstance(event, Held):
            hands[event.seat] = [numbers(packet) for packet in event.packets]
            yield event, None
            continue
        deal_hands(position, hands)
        action = action_of(position, event)
        yield event, action
        if action is not None:
            position.play(action)
        if isinstance(event, Exchange | Draw) and position.due == "take":
            taken = [event.card] if isinstance(event, Draw) else event.taken or ()
            position.take(event.seat, numbers(taken))  # type: ignore[attr-defined]
        deal_hands(position, hands)
    deal_hands(position, hands)


def deal_hands(position: Position, hands: dict[int, list[list[int]]]) -> None:
    """Deal the hands that a record lists, each when the position awaits it."""
    while position.wanted and hands.get(position.turn):
        position.play((position.due, position.turn, hands[position.turn].pop(0)))
    while position.due == "deal" and hands.get(position.turn):
        position.play(("deal", position.turn, hands[position.turn].pop(0)))


def action_of(position: Position, event: Event) -> Action | None:
    """Return the action that an event is; None for a claim, or what need not be said."""
    match event:
        case Round(_, first):
            return ("begin_round", first)
        case Up(cards, _):
            return ("turn_up", numbers(cards))
        case Cut(drawn):
            return ("cut", [numbers(cards)[0] for _, cards in drawn])
        case Deal(_, dealer, _) if dealer is not None:
            return ("deal", dealer)
        case Trump(seat, suit) if position.due == "name_trump":
            return ("name_trump", seat, SUITS.index(suit or "?"))
        case Exchange(_, seat, put):
            return ("put_away", seat, numbers(put))
        case Stay(_, seat, stays) if position.due == "stay" and position.turn == seat:
            return ("stay", seat, stays)
        case Draw(_, seat):
            return ("draw", seat)
        case Pass(_, seat):
            return ("pass_turn", seat)
        case Play(_, seat, cards):
            if position.due == "turn":
                return ("make", seat, numbers(cards))
            one_card = len(cards) == 1 and not hasattr(position, "packs")
            return ("lay", seat, numbers(cards)[0] if one_card else numbers(cards))
    return None


def numbers(cards: Iterable[Card]) -> list[int]:
    """Return the cards as positions know them."""
    return read_cards("".join(card.text for card in cards))


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
