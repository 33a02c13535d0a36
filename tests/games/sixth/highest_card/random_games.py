"""Highest card, dealt and played by chance, and scored without any of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from archive.core.cards import CARDS
from archive.core.events import Deal, End, Event, Held, Play
from archive.core.record import Record, Tag

SEATS = (3, 2, 4)
RANKS = "A23456789TJQK"


def play(rng: Random, seats: int, options: Mapping[str, str], rules: str) -> Record:
    """A whole game of three tricks."""
    pack = [CARDS[rank + suit] for suit in "cdhs" for rank in RANKS]
    rng.shuffle(pack)
    hands = {seat: [pack.pop() for _ in range(3)] for seat in range(1, seats + 1)}
    events: list[Event] = [Deal(1)]
    events += [Held(seat, (tuple(hand),)) for seat, hand in hands.items()]
    ranks = RANKS[1:] + RANKS[0] if options.get("aces") == "high" else RANKS
    totals, leader, number = dict.fromkeys(hands, 0), 1, 0
    for _ in range(3):
        trick = []
        for step in range(seats):
            seat, number = (leader + step - 1) % seats + 1, number + 1
            card = hands[seat].pop()
            trick.append((ranks.index(card.rank), -step, seat))
            events.append(Play(number, seat, (card,)))
        leader = max(trick)[2]
        totals[leader] += 1
    won = tuple(seat for seat in totals if totals[seat] == max(totals.values()))
    tags = [Tag("Game", "highest-card"), *(Tag(f"P{seat}", f"Player {seat}") for seat in totals)]
    return Record([*tags, Tag("Deck", "52")], [*events, End(tuple(totals.items()), won)])
