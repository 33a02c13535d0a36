"""The line that a better choice of Zwanzig ab or Twenty down leads to: all stay in and play against
the player, who keeps what is sure, or, after trumps and exchanges, play plainly."""

from __future__ import annotations

from archive.analyst.annotations import Move
from archive.analyst.moments import line_from
from archive.analyst.zwanzig_ab.moments import (
    WHOLE_PACK,
    TrickMoment,
    best_in,
    bit_of,
    card_of,
    like,
    of_suit,
    packed,
    state_of,
)
from archive.analyst.zwanzig_ab.plain_players import MOST, laid_by, stays, worst
from archive.analyst.zwanzig_ab.solver import Tricks, suit_of
from archive.games.zwanzig_ab.rules import ROUND, ZwanzigAb
from archive.rules.position import Action


def line(now: TrickMoment, choice: int) -> list[Move]:
    """Return the line that a choice leads to."""
    solver: Tricks | None = None

    def following(position: ZwanzigAb) -> Action | None:
        nonlocal solver
        if position.due == "stay":
            return ("stay", position.turn, True)
        if position.due != "lay":
            return None
        stand = state_of(position, now.seat)
        known = solver = solver or stand.solver()
        sign = 1 if stand.turn == 0 else -1  # the others choose what is worst for the player
        cards = {_made(one): one for one in position.legal()}
        return cards[max(cards, key=lambda card: (sign * stand.sure_after(card, known), -card))]

    action = next(one for one in now.position.legal() if _made(one) == choice)
    return line_from(now, action, following, now.choices[choice])


def plain_line(now: TrickMoment, action: Action) -> list[Move]:
    """Return the line that named trumps, or an exchange, lead to among plain players, to the end of
    the deal: cards are exchanged for as long as the record shows which ones come. It ends before a
    choice that depends on cards that the record does not show."""
    pack = list(now.known)

    def following(position: ZwanzigAb) -> Action | None:
        if position.due == "hand" and len(now.stand.hands) == len(ROUND[position.turn]):
            for hand in now.stand.hands:
                rest = hand & ~packed(position.hands[position.turn].known)
                cards = [card_of(one) for one in WHOLE_PACK if one & rest]
                position.play(("hand", position.turn, cards))
        if position.due == "take" and len(pack) >= position.wanted:
            taken = [card_of(pack.pop(0)) for _ in range(position.wanted)]
            position.play(("take", position.turn, taken))
        choosing = position.due in ("put_away", "stay", "lay")
        return _plainly(position, len(pack)) if choosing else None

    return line_from(now, action, following)


def _plainly(position: ZwanzigAb, left: int) -> Action:
    """Return what a plain player on turn does when `left` cards can still be taken."""
    seat, trump = position.turn, position.trump - 1
    hand = packed(position.hands[seat].known)
    if position.due == "stay":
        return ("stay", seat, stays(hand, trump))
    if position.due == "put_away":
        put = worst(hand, trump, min(left, MOST))
        actions = position.legal()
        return next((one for one in actions if packed(one[2]) == put), actions[0])
    trick = [bit_of(laid) for _, laid in position.trick]
    led = suit_of(trick[0]) if trick else -1
    card = laid_by(hand, led, best_in(trick, of_suit(trump))[0], trump)
    return next(one for one in position.legal() if bit_of(one[2]) == card)


def plain_choice(now: TrickMoment) -> int:
    """Return what a plain player chooses: a card, whether to stay in, or cards to put away."""
    position = now.position
    action = _plainly(position, MOST)
    if action[0] == "put_away":
        return packed(action[2])
    return like(_made(action), list(now.choices)) if action[0] == "lay" else _made(action)


def _made(action: Action) -> int:
    return int(action[2]) if action[0] == "stay" else bit_of(action[2])
