"""The line that a better play of Twenty-Two leads to, as the cards lay, to the end of the deal."""

from __future__ import annotations

from archive.analyst.annotations import Move
from archive.analyst.chance import MIDDLING
from archive.analyst.twenty_two.moments import KeepMoment, is_exchange
from archive.analyst.twenty_two.plain_players import PlainPlayers
from archive.analyst.twenty_two.solver import Keeping
from archive.analyst.twenty_two.table_state import packed, state_of
from archive.games.twenty_two.rules import TwentyTwo
from archive.rules.position import Action
from archive.scoring.line_in_address import text_of


def line(now: KeepMoment, cards: int, budget: int) -> list[Move]:
    """Return the line that a choice leads to. As soon as no more than `budget` moments have to be
    looked at, the player keeps what is sure and all others play against that; until then all are
    plain players. The result of an exchange depends on the pack."""
    found = [Move(now.seat, now.choices[cards], 0, 0)]
    if is_exchange(now):
        return found
    position = now.position.copy()
    action = next(one for one in position.legal() if packed(one[2]) == cards)
    deals = position.deals
    while True:
        position.play(action)
        if position.due != "lay" or position.deals != deals:
            return found
        action = _next(position, now.seat, budget)
        found.append(Move(position.turn, text_of(action), 0, 0))


def _next(position: TwentyTwo, seat: int, budget: int) -> Action:
    """Return what the player on turn plays in a line for that seat."""
    stand = state_of(position, seat)
    choices = {packed(one[2]): one for one in position.legal()}
    if len(choices) > 1:
        solver = Keeping(len(stand.hands), stand.meets, budget)
        costs = {cards: solver.sure(stand.after(cards)) for cards in choices}
        if not solver.spent:
            sign = 1 if stand.turn == 0 else -1  # the others choose what costs the player most
            return choices[min(costs, key=lambda cards: (sign * costs[cards], -cards))]
    return choices[PlainPlayers(stand.meets, MIDDLING).choice(stand)]
