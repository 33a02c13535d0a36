"""The line that a better turn of Count to 20 leads to, as the cards lay, for as long as the record
shows the stock."""

from __future__ import annotations

from typing import Final

from archive.analyst.annotations import Move
from archive.analyst.count_to_20.moments import CountMoment, choice_of, packed, state_of
from archive.analyst.count_to_20.plain_players import PlainPlayers
from archive.analyst.count_to_20.solver import LastTurns
from archive.games.count_to_20.rules import CountTo20
from archive.rules.position import Action
from archive.scoring.line_in_address import text_of

PLAIN: Final = PlainPlayers()


def line(now: CountMoment, choice: int, budget: int) -> list[Move]:
    """Return the line that a choice leads to. As soon as no more than `budget` moments have to be
    looked at, the player keeps what is sure and all others play against that; until then all are
    plain players. It ends with the hand, or before a draw of a card that the record does not
    show."""
    position = now.position.copy()
    stock = list(now.known)
    action = next(one for one in position.legal() if choice_of(one) == choice)
    deals, found = position.deals, [Move(now.seat, now.choices[choice], 0, 0)]
    while True:
        position.play(action)
        if position.wanted:
            if not stock:
                return found
            position.play(("take", position.turn, [stock.pop(0)]))
        if position.due != "turn" or position.deals != deals:
            return found
        action = _next(position, now.seat, stock, budget)
        found.append(Move(position.turn, text_of(action), 0, 0))


def _next(position: CountTo20, seat: int, stock: list[int], budget: int) -> Action:
    """Return what the player on turn does in a line for that seat."""
    stand = state_of(position, seat)
    choices = {choice_of(one): one for one in position.legal()}
    if len(choices) == 1:
        return next(iter(choices.values()))
    units = [packed([card]) for card in stock]
    solver = LastTurns(len(stand.hands), units, position.stock, position.may_pass, budget)
    found = solver.each(stand, list(choices))
    if found:
        worst = 1 if stand.turn else -1
        return choices[min(found, key=lambda choice: (worst * found[choice], -choice))]
    return choices[PLAIN.choice(stand.hands[stand.turn], stand.made + 1, position.stock > 0)]
