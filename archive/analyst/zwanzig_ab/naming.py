"""The named trumps of Zwanzig ab and Twenty down, weighed.

The trump maker has seen two cards. The value of a suit is the result of the deal among plain
players, three more cards and an exchange later. In hindsight the same is played out with the hands
as they were dealt and the pack as far as cards were drawn from it; the cards below are drawn by
chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import fmean
from typing import Final

from archive.analyst.annotations import Move, PlyWeighed
from archive.analyst.comparison import Compared, Worth, compared
from archive.analyst.glyphs import UNLUCKY, marked
from archive.analyst.hidden import HiddenCards
from archive.analyst.moments import AVERAGE, weighed
from archive.analyst.random_numbers import shuffled
from archive.analyst.zwanzig_ab.lines import plain_line
from archive.analyst.zwanzig_ab.moments import (
    WHOLE_PACK,
    TableState,
    TrickMoment,
    bits_of,
    drawn_from,
    packed,
    seats_from,
)
from archive.analyst.zwanzig_ab.plain_players import exchanged, tricks
from archive.analyst.zwanzig_ab.weighed_game import GAME, MOST_DEALS, SAMPLES, points
from archive.core.events import ACTIONS, Trump
from archive.core.record import Record
from archive.games.zwanzig_ab.rules import TRICKS, ZwanzigAb
from archive.rules.hand import NO
from archive.scoring.line_in_address import text_of
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions

FIRST: Final = 2
"""The number of cards that the trump maker has seen."""
TIMES: Final = 6
"""How many times as many deals are drawn as for a card: they are only played out."""
UNLUCKY_FROM: Final = 5
"""What a faultless suit has to lose in hindsight to be called unlucky; so much depends on the three
more cards that a smaller loss says nothing."""
ORDERS: Final = 40
"""The orders of the undrawn cards of the pack that are tried in hindsight."""


def weigh_trumps(record: Record, seed: str, samples: int = SAMPLES) -> list[PlyWeighed]:
    """Return the trumps named in the deals weighed, by the number of the play that follows."""
    found = [one for one in namings(record) if one.position.deals <= MOST_DEALS]
    return [weighed_alone(one, seed, samples) for one in found]


def weighed_alone(now: TrickMoment, seed: str, samples: int) -> PlyWeighed:
    """Return one named suit, weighed by itself, as a computer player weighs it."""
    one = weighed(GAME, now, f"{seed}/trumps", partial(Naming, now, TIMES * samples))
    if one.luck == UNLUCKY and (one.hindsight or 0) < UNLUCKY_FROM:
        return replace(one, luck="")
    return one


def namings(record: Record) -> Iterator[TrickMoment]:
    """Yield the moments at which trumps were named, for as long as all cards are."""
    stood, drawn = positions(playable(record)), drawn_from(record)
    ply = 0
    for event in record.events:
        position = stood.get(ply)
        if isinstance(event, Trump) and isinstance(position, ZwanzigAb):
            if position.due != "put_away" or ply + 1 not in stood:
                return
            hands = [position.hands[seat] for seat in seats_from(position, position.maker)]
            if any(len(bits_of(hand)) != TRICKS for hand in hands):
                return
            if event.suit and position.late == NO:
                dealt = tuple(sum(bits_of(hand)) for hand in hands)
                known = drawn.get(ply + 1, [])
                yield naming(ply + 1, position.trump, position.unnamed(), dealt, known)
        ply += type(event) in ACTIONS


def naming(
    ply: int, made: int, position: ZwanzigAb, dealt: tuple[int, ...] = (),
    drawn: Sequence[int] = (),
) -> TrickMoment:  # fmt: skip
    """Return the moment before trumps are named. `dealt` are the hands of five, from the trump
    maker on, and `drawn` the next cards of the pack, if these are known."""
    own = position.maker
    seen = packed(position.hands[own].known)
    choices = {suit: text_of(action) for action in position.legal() for suit in action[2:]}
    return TrickMoment(
        ply, own, choices[made], made, choices, (FIRST, *(TRICKS,) * 3),
        [card for card in WHOLE_PACK if not card & seen], (None,) * 3, position,
        TableState(dealt or (seen,), 0, (), 0, made - 1, 0), drawn,
    )  # fmt: skip


class Naming:
    """A suit to be named, and the number of deals drawn for it."""

    def __init__(self, now: TrickMoment, deals: int, hidden: HiddenCards) -> None:
        self.now, self.deals, self.hidden = now, deals, hidden
        self.named: dict[int, ZwanzigAb] = {}
        for suit in now.choices:
            self.named[suit] = now.position.copy()
            self.named[suit].trump = suit

    def known(self) -> dict[int, float] | None:
        """Return the result of each suit as the cards lay; None where that is not known."""
        now = self.now
        hands, drawn = now.stand.hands, list(now.known)
        if len(hands) == 1:
            return None
        gone = sum(hands) + sum(drawn)
        left = [card for card in WHOLE_PACK if not card & gone]
        packs = [drawn + shuffled(left, self.hidden.rng) for _ in range(ORDERS if left else 1)]
        return {
            suit: round(fmean(self._comes_to(suit, hands, pack) for pack in packs), 2)
            for suit in now.choices
        }

    def fair(self) -> tuple[str, Compared[int]]:
        """Return the results of the suits in deals drawn."""
        now, held = self.now, [card >> 4 for card in self.now.position.hands[self.now.seat].known]
        hard = held.count(now.made) < max(map(held.count, held))
        marks = marked(GAME)
        return AVERAGE, compared(
            list(now.choices), now.made, self.drawn, self.deals, marks, hard=hard
        )

    def line(self, choice: int) -> list[Move]:
        """Return the line that a suit leads to among plain players, as the cards lay."""
        return plain_line(self.now, ("name_trump", self.now.seat, choice))

    def drawn(self, choices: Sequence[int]) -> list[Worth]:
        """Return the result of each suit among plain players in a deal drawn."""
        *others, pack = self.hidden.drawn()
        own = packed(self.now.position.hands[self.now.seat].known) + sum(pack[: TRICKS - FIRST])
        hands = (own, *map(sum, others))
        pack = pack[TRICKS - FIRST :]
        return [(worth := self._comes_to(suit, hands, pack), -worth) for suit in choices]

    def _comes_to(self, suit: int, hands: Sequence[int], pack: list[int]) -> float:
        """Return what the player scores with a suit as trumps, all being plain players; the pack
        has the twelve cards that are in no hand."""
        position = self.named[suit]
        held = exchanged(list(hands), pack, suit - 1)
        won = tricks(held, 0, suit - 1, position.may_drop_out != NO)
        return float(points(position, won))
