"""The line that a better choice of Zwanzig ab or Twenty down leads to, to the end of the deal: the
player keeps what is sure, and all others stay in and play against that. After named trumps and
exchanges all are plain players."""

from __future__ import annotations

from archive.analyst.annotations import Move
from archive.analyst.zwanzig_ab.moments import (
    STAYS,
    WHOLE_PACK,
    TrickMoment,
    bit_of,
    card_of,
    like,
    packed,
    state_of,
    text_of,
)
from archive.analyst.zwanzig_ab.plain_players import MOST, laid_by, stays, worst
from archive.analyst.zwanzig_ab.solver import SUIT, Tricks, better, suit_of
from archive.games.zwanzig_ab.rules import ROUND, ZwanzigAb
from archive.rules.position import Action
from archive.scoring.line_in_address import text_of as action_text


def line(now: TrickMoment, choice: int) -> list[Move]:
    """Return the line that a choice leads to."""
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
            solver = solver or state_of(position, now.seat).solver()
            action = _next(position, now.seat, solver)
        found.append(Move(position.turn, written(action), 0, 0))


def plain_line(now: TrickMoment, action: Action) -> list[Move]:
    """Return the line that named trumps, or an exchange, lead to among plain players, to the end of
    the deal: cards are exchanged for as long as the record shows which ones come. It ends before a
    choice that depends on cards that the record does not show."""
    position, pack = now.position.copy(), list(now.known)
    deals, found = position.deals, []
    while True:
        found.append(Move(position.turn, action_text(action), 0, 0))
        position.play(action)
        if position.due == "hand" and len(now.stand.hands) == len(ROUND[position.turn]):
            for hand in now.stand.hands:
                rest = hand & ~packed(position.hands[position.turn].known)
                cards = [card_of(one) for one in WHOLE_PACK if one & rest]
                position.play(("hand", position.turn, cards))
        if position.due == "take" and len(pack) >= position.wanted:
            taken, pack = pack[: position.wanted], pack[position.wanted :]
            position.play(("take", position.turn, [card_of(one) for one in taken]))
        if position.due not in ("put_away", "stay", "lay") or position.deals != deals:
            return found
        action = _plainly(position, len(pack))


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
    led, best = -1, 0
    for bit in (bit_of(laid) for _, laid in position.trick):
        if led < 0:
            led, best = suit_of(bit), bit
        elif bit & better(best, SUIT << 8 * trump):
            best = bit
    card = laid_by(hand, led, best, trump)
    return next(one for one in position.legal() if bit_of(one[2]) == card)


def plain_choice(now: TrickMoment) -> int:
    """Return what a plain player chooses: a card, whether to stay in, or cards to put away."""
    position = now.position
    action = _plainly(position, MOST)
    if action[0] == "put_away":
        return packed(action[2])
    return like(_made(action), list(now.choices)) if action[0] == "lay" else _made(action)


def written(action: Action) -> str:
    """Return a card, or staying in or dropping out, as it is written."""
    return STAYS[_made(action)] if action[0] == "stay" else text_of(_made(action))


def _made(action: Action) -> int:
    return int(action[2]) if action[0] == "stay" else bit_of(action[2])


def _next(position: ZwanzigAb, seat: int, solver: Tricks) -> Action:
    """Return the card that the player on turn lays in a line for that seat."""
    stand = state_of(position, seat)
    sign = 1 if stand.turn == 0 else -1  # the others choose what is worst for the player
    cards = {_made(one): one for one in position.legal()}
    return cards[max(cards, key=lambda card: (sign * stand.sure_after(card, solver), -card))]
