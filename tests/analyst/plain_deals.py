"""Deals of Zwanzig ab and Twenty down that plain players play on the position itself, and a game
with every play weighed, once for all tests that ask about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from archive.analyst import Annotations, weigh
from archive.analyst.zwanzig_ab.moments import best_in, bit_of, of_suit, state_of
from archive.analyst.zwanzig_ab.plain_players import laid_by, stays
from archive.analyst.zwanzig_ab.solver import suit_of
from archive.games.zwanzig_ab.rules import ZwanzigAb
from archive.generator import generate
from archive.notation import write
from archive.scoring import verify


def cards_of(bits: int) -> list[int]:
    """Return bits as cards."""
    return [card for card in ZwanzigAb().pack() if bit_of(card) & bits]


def play_plainly(
    position: ZwanzigAb, put_away: Callable[[int, int], int], take: Callable[[int, int], list[int]]
) -> None:
    """Play a deal to its end. `put_away` says of a seat with a hand which cards it puts away, as
    bits, and `take` which cards a seat takes, so many of them."""
    deals = position.deals
    while position.deals == deals and position.due not in ("", "deal"):
        seat, due, trump = position.turn, position.due, position.trump - 1
        hand = sum(map(bit_of, position.hands[seat].known))
        if due == "put_away":
            position.play(("put_away", seat, cards_of(put_away(seat, hand))))
        elif due == "take":
            position.play(("take", seat, cards_of(sum(take(seat, position.wanted)))))
        elif due == "stay":
            position.play(("stay", seat, stays(hand, trump)))
        else:
            trick = state_of(position, seat).trick
            led = suit_of(trick[0]) if trick else -1
            best, _ = best_in(trick, of_suit(trump))
            position.play(("lay", seat, cards_of(laid_by(hand, led, best, trump))[0]))


FEW = 4


@cache
def weighed() -> tuple[bytes, Annotations]:
    """Return the game, and what is said of it with few hidden hands tried."""
    data = write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode()
    return data, weigh(verify(data), FEW)
