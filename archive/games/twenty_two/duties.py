"""What may be led and played to a trick: clauses 4.2 to 4.6, and Rasmussen's way, section 8."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from archive.core.cards import UNKNOWN, Card, text_of
from archive.core.events import Play
from archive.games.twenty_two.clauses import (
    BEAT,
    BELOW_LEAD,
    DUCK,
    IN_TURN,
    KEEP_ONE,
    MEET_LEAD,
    NOT_WRITTEN,
    ONE_RANK,
)
from archive.games.twenty_two.plays import Plays
from archive.games.twenty_two.values import (
    ANY,
    HEIGHTS,
    Ranks,
    Span,
    either,
    equals_or_beats,
    one_rank,
    ranks_of,
)
from archive.rules.denials import Denial, Denied, kind_of


class Duties(Plays):
    """The rules about leading and following."""

    __slots__ = ()

    # -- leading

    def judge_lead(self, play: Play) -> None:
        """Clauses 4.2 and 4.3."""
        seat, run = play.seat, play.cards
        self.led = len(run) or -1
        self.lacking = [] if run else [seat]
        self.best, self.best_cards, self.winner = self._ranks(seat, run), run, seat
        if not run:
            return
        mixed = one_rank(run) is False
        if mixed and self.lead[1] not in (0, seat):
            self.shaky = True  # it may have been an answer to a lead that stands elsewhere
        elif mixed and not self.shaky:
            self.fault("mixed-lead", ONE_RANK, "cards of one rank", text_of(run), seat=seat,
                       part="cards")  # fmt: skip
        left = self.sizes[0] - self.spent if self.sizes else 53
        if len(run) >= left and all(size - self.spent <= len(run) for size in self.sizes):
            self.fault("kept-no-card", KEEP_ONE, f"at most {max(left - 1, 0)} cards led",
                       f"{len(run)}", seat=seat, part="cards")  # fmt: skip
        if not self.best.known:
            self._unknown(play)

    def _ranks(self, seat: int, run: tuple[Card, ...]) -> Ranks:
        ranks = ranks_of(run)
        return ranks if ranks.known else ranks_of(run, self._span(seat))

    def _span(self, seat: int) -> Span:
        """What a card that was not named may be: any of those the hand has left, it with them."""
        hand = self.hands.get(seat)
        if hand is None or hand.foreign or not hand.known or hand.drawn or seat in self.silent:
            return ANY
        heights = [height for card in hand.listed if (height := HEIGHTS[card])]
        return Span(min(heights), max(heights)) if heights else ANY

    def _unknown(self, play: Play) -> None:
        if any(card.rank == "?" for card in play.cards):
            self.fault("unknown-card", NOT_WRITTEN, "the rank of the card", text_of(play.cards),
                       seat=play.seat, part="cards", severity="note")  # fmt: skip

    # -- following

    def judge_answer(self, play: Play) -> None:
        """Clause 4.4, and then 4.5 and 4.6, or 8.1 and 8.2."""
        seat, run = play.seat, play.cards
        if self.led < 0 and run:  # the lead was not written down
            self.led = len(run)
            for other in self.lacking:
                self.take(other, (UNKNOWN,) * self.led, IN_TURN)
            self.lacking = []
            self.best = ranks_of((UNKNOWN,) * self.led)
        if self.led < 0:
            self.lacking.append(seat)
            self.winner = 0
            return
        if len(run) != self.led:
            self.shaky = True
            return
        mine = self._ranks(seat, run)
        hand = self.hands.get(seat)
        foreign = hand is not None and bool(hand.foreign)
        held = not (foreign or self.shaky or self.disturbed or seat in self.uneven)
        if self.options.meet_lead:
            beats = equals_or_beats(mine, self.best) if one_rank(run) is not False else False
            beats = None if beats and one_rank(run) is None else beats
            if held:
                self._judge_meeting(play, mine.least, mine.most)
        else:
            beats = equals_or_beats(mine, self.best)
            if beats is False and held:
                self._deny_lower(play, DUCK, self._instead)
            elif beats is None and held:
                self._doubt(play)
        if beats:
            self.best, self.best_cards, self.winner = mine, run, seat
        elif beats is None:
            self.best, self.winner = either(self.best, mine), 0
            self._unknown(play)

    def _instead(self) -> str:
        return f"at least {text_of(self.best_cards)}, or the lowest cards held"

    def _deny_lower(self, play: Play, clause: str, expected: Callable[[], str]) -> None:
        """Clauses 4.6 and 8.2: none of the cards kept back is lower than the highest of these."""
        run = play.cards
        if len(run) == 1 and HEIGHTS[run[0]] == ANY.low:
            return  # nothing is lower than a two
        self.deny(play, "not-lowest", clause, expected, lower_than(run))

    def _doubt(self, play: Play) -> None:
        """Cards that may equal or beat, and may not: right for sure only if they are the lowest, or
        cannot be known."""
        if self.leaving:
            return
        doubt = Denial(self.at, self.ply, play.seat, "unproved", BEAT, self._instead(),
                       text_of(play.cards), lower_than(play.cards))  # fmt: skip
        if not doubt.proved(self.left(play.seat)):
            self.doubts.append(doubt)

    def _judge_meeting(self, play: Play, least: tuple[int, ...], most: tuple[int, ...]) -> None:
        """Clauses 8.1 and 8.2. The lead is of one rank, or nobody can say what would meet it."""
        lead = self.trick[0].cards
        if one_rank(lead) is not True or not lead:
            return
        rank = HEIGHTS[lead[0]]
        if rank is None:
            if min(most) < ANY.high:
                self._doubt(play)
            return
        if min(least) >= rank:
            return
        if min(most) >= rank:
            self._doubt(play)
            return
        count = len(play.cards)
        high = sum(height >= rank for height in least)
        met = f"{count} from {lead[0].rank} up"
        if self.deny(play, "led-not-met", MEET_LEAD, lambda: met, FROM_UP[rank], count - high):
            self._deny_lower(play, BELOW_LEAD, lambda: f"the {count} lowest cards held")


FROM_UP: dict[int, Denied] = {
    rank: kind_of(lambda card, rank=rank: None if (h := HEIGHTS[card]) is None else h >= rank)  # type: ignore[misc]
    for rank in range(ANY.low, ANY.high + 1)
}
"""Whether a card is of a rank or above it; None where that is not known."""


def lower_than(run: tuple[Card, ...]) -> Denied:
    """Whether a card is lower than the highest of these; None where that is not known."""
    ranks = ranks_of(run)
    return _below(ranks.least[0], ranks.most[0])


@cache
def _below(least: int, most: int) -> Denied:
    """Whether a card is lower than one of a height between these two."""

    def denied(card: Card) -> bool | None:
        height = HEIGHTS[card]
        if height is None:
            return None if most > ANY.low else False
        return True if height < least else None if height < most else False

    return kind_of(denied)
