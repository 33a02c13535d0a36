"""Where a better choice of Zwanzig ab or Twenty down leads, to the end of the deal: the player
keeps what is sure, and all others stay in and play against that."""

from __future__ import annotations

from archive.analyst.annotations import Move
from archive.analyst.zwanzig_ab.moments import STAYS, TrickMoment, text_of
from archive.analyst.zwanzig_ab.solver import Tricks
from archive.analyst.zwanzig_ab.stand import bit_of, stand_of
from archive.games.zwanzig_ab.rules import ZwanzigAb
from archive.rules.position import Action


def line(now: TrickMoment, choice: int) -> list[Move]:
    """Return where a choice leads."""
    position = now.position.copy()
    deals, solver = position.deals, None
    action = next(one for one in position.legal() if _made(one) == choice)
    found = [Move(now.seat, now.choices[choice], 0, 0)]
    while True:
        position.play(action)
        if position.due not in ("stay", "lay") or position.deals != deals:
            return found
        if position.due == "stay":
            action = ("stay", position.turn, True)
        else:
            solver = solver or stand_of(position, now.seat).solver()
            action = _next(position, now.seat, solver)
        found.append(Move(position.turn, written(action), 0, 0))


def written(action: Action) -> str:
    """Return a card, or staying in or dropping out, as it is written."""
    return STAYS[_made(action)] if action[0] == "stay" else text_of(_made(action))


def _made(action: Action) -> int:
    return int(action[2]) if action[0] == "stay" else bit_of(action[2])


def _next(position: ZwanzigAb, seat: int, solver: Tricks) -> Action:
    """Return the card that the one on turn lays, in a line that is of that seat."""
    stand = stand_of(position, seat)
    worst = -1 if stand.turn else 1
    cards = {_made(one): one for one in position.legal()}
    return cards[max(cards, key=lambda card: (worst * stand.sure_after(card, solver), -card))]
