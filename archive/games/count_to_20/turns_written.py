"""Whether a hand of Count to 20 is written with all its turns: its cards come out even, and its
counts too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from archive.core.events import Deal, Draw, Event, Gap, Held, Pass, Play, Show, Unread
from archive.games.count_to_20.counting import counts_of, only
from archive.games.count_to_20.rules import HAND, PACK
from archive.rules.hand_seen import CODES

OPEN = Gap | Pass | Unread
"""Events beside which others may be missing."""


def all_turns_written(hand: Sequence[Event], seats: int) -> bool:
    """Return whether no turn of a hand can be missing among the events of its deal: every player
    shows as many cards as were dealt and drawn and not played, and the last count is that of all
    the plays. A stretch in which all play as many cards as they draw would leave the cards even,
    and has plays that count. A pass needs an empty stock, so draws are missing before one."""
    shown = [event for event in hand if isinstance(event, Show)]
    if len(shown) != 1 or any(isinstance(event, OPEN) for event in hand):
        return False
    held = Counter(dict.fromkeys(range(1, seats + 1), HAND))
    drawn = 0
    for event in hand:
        match event:
            case Deal(cards=int(number)):
                held.update(dict.fromkeys(held, number - HAND))
            case Held(seat) if len(event.cards) != HAND:
                return False
            case Draw(seat=seat):
                held[seat] += 1
                drawn += 1
            case Play(seat=seat, cards=cards):
                held[seat] -= len(cards)
    plays = [event for event in hand if isinstance(event, Play)]
    if plays and _count_of(plays[-1]) != len(plays):
        return False
    left = {seat: len(cards) for seat, cards in shown[0].shown}
    return drawn < PACK - HAND * seats and {seat: n for seat, n in held.items() if n} == left


def _count_of(play: Play) -> int | None:
    """Return the count that a play says, or else the only one that its cards make."""
    return play.tally or only(counts_of([CODES[card] for card in play.cards]))
