"""The tricks: how the position takes each play, its objections, and what it leaves open. Section 4
of the page, and Rasmussen's way, section 8."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from archive.core.cards import LARGEST, UNKNOWN, Card, text_of
from archive.core.events import Play
from archive.games.twenty_two.board import Stage
from archive.games.twenty_two.exchange import Exchanges
from archive.games.twenty_two.ranking import HEIGHTS, LOWEST, heights, one_rank
from archive.rules.denials import Denial, Denied, certain_and_possible, kind_of
from archive.rules.hand import NO, YES
from archive.rules.holdings import RANKED
from archive.rules.shown_cards import CODES
from archive.rules.trick_taking import TrickPlay

NOTHING: Mapping[str, int] = {}


class Tricks(Exchanges):
    """The rules about the cards of a trick, and who wins it."""

    def lay(self, play: Play) -> None:
        """Take one player's cards to the trick. The first of a trick lead it, by any player."""
        seat, position = play.seat, self.position
        opens = not 0 < len(self.trick) < len(self.playing)
        if opens:
            self.trick, self.disturbed, self.shaky = [], False, False
            self.lead = seat, self.leader if seat else 0
            position.trick, position.taking, self.best_cards = [], [], ()
        elif seat != self.turn:
            self.disturbed = True
        if not (seat and play.cards):
            self.lay_nothing(seat, cards=seat > 0)
            return
        if not opens and not position.trick:  # it was thought to be over
            position.trick = [[CODES[card] for card in one.cards] for one in self.trick]
        if not opens and not position.trick[0]:
            self._number_led(len(play.cards))
        tricks = position.tricks
        position.lay(seat, [CODES[card] for card in play.cards[:LARGEST]])
        said = self.said() if position.objections or position.open else NOTHING
        self.take(seat, play.cards, "twenty-two/4.1")
        if opens:
            self.judge_lead(play, said)
        else:
            self.judge_answer(play, said)
        self.trick.append(TrickPlay(seat, play.cards, self.at))
        if position.tricks > tricks:
            self.end_trick()
        elif self.disturbed or self.uneven or position.doubtful:
            self.turn = self.next_to_play()  # a player may be out, or have no card
        else:
            self.turn = position.turn

    def _number_led(self, number: int) -> None:
        """Note that the first cards to a trick show the number of unknown ones before."""
        position, unknown = self.position, (UNKNOWN,) * number
        for at, one in enumerate(self.trick):
            if one.seat not in self.uneven:
                position.hands[one.seat].take_all([0] * number)
                self.take(one.seat, unknown, "twenty-two/4.1")
                self.trick[at] = one._replace(cards=unknown)
        position.trick = [[0] * number for _ in position.trick]
        position.best, self.best_cards = heights([0] * number), unknown

    def lay_nothing(self, seat: int, *, cards: bool = False) -> None:
        """Take a player's part in a trick without a card, or, with `cards`, with an unknown number
        of them. A lead without one leaves the others to it."""
        position = self.position
        if not cards:
            self.uneven |= {seat}
            if seat and not self.trick_begun:
                self.trick, self.lead, self.shaky = [], (seat, self.leader), True
                position.trick, position.taking = [], []
        if cards or not seat:
            position.taking = [*position.taking, seat]
        position.trick.append([])
        self.trick.append(TrickPlay(seat, (), self.at))
        if self.complete:
            position.end_trick()
            self.end_trick()
        else:
            self.turn = self.next_to_play() if self.lead[0] else 0

    def end_trick(self) -> None:
        """Clauses 4.7 and 8.3: End a complete trick; its winner leads the next. With one card left
        the tricks are over."""
        position, counts = self.position, [len(one.cards) for one in self.trick]
        if self.shaky or not max(counts):
            position.takers[-1] = []
        takers = position.takers[-1]
        self.leader, self.turn = takers[0] if len(takers) == 1 else 0, 0
        if counts.count(counts[0]) != len(counts):
            self._spend_unevenly([count for count in counts if count])
        elif not counts[0]:
            self.know_no_hand()
        self.awaits = Play
        if self.sizes and position.left <= 1:
            self.stage, self.awaits, self.leader = Stage.LAST, None, 0

    def _spend_unevenly(self, counts: list[int]) -> None:
        """Note that players have played different numbers of cards: by one reading some are wrong,
        by another the others are, and there is more or less to play."""
        usual = max(counts, key=counts.count)  # what most of them played
        self.position.left += counts[0] - usual
        self.uneven |= {one.seat for one in self.trick if len(one.cards) != usual}
        if self.sizes:
            others = (self.sizes[0] + usual - count for count in counts)
            self.sizes = tuple(dict.fromkeys((*self.sizes, *others)))

    def know_no_hand(self) -> None:
        """Forget the cards left, and their number."""
        self.vague = frozenset(self.playing)
        self.sizes_may_be()

    # -- judging a play

    def judge_lead(self, play: Play, said: Mapping[str, int]) -> None:
        """Clauses 4.2 and 4.3: Judge a lead."""
        seat, run, left = play.seat, play.cards, self.position.left
        self.best_cards = run
        if said.get("mixed-lead") == NO:
            if self.lead[1] not in (0, seat):
                self.shaky = True  # it may have been an answer to a lead that stands elsewhere
            elif not self.shaky:
                self.fault("mixed-lead", "twenty-two/4.2", "cards of one rank", text_of(run),
                           seat=seat, part="cards")  # fmt: skip
        if "kept-no-card" in said and all(size - self.spent <= len(run) for size in self.sizes):
            self.fault("kept-no-card", "twenty-two/4.3", f"at most {max(left - 1, 0)} cards led",
                       f"{len(run)}", seat=seat, part="cards")  # fmt: skip
        self._note_unknown(play)

    def _note_unknown(self, play: Play) -> None:
        if not RANKED.issuperset(play.cards):
            self.fault("unknown-card", "twenty-two/9.3", "the rank of the card",
                       text_of(play.cards), seat=play.seat, part="cards",
                       severity="note")  # fmt: skip

    def judge_answer(self, play: Play, said: Mapping[str, int]) -> None:
        """Clause 4.4, and then 4.5 and 4.6, or 8.1 and 8.2: Judge an answer."""
        seat, hand, taking = play.seat, self.hands.get(play.seat), self.position.taking
        if "wrong-number-of-cards" in said:
            self.shaky = True
            return
        if said and not (
            self.shaky or self.disturbed or self.leaving or seat in self.uneven
            or (hand is not None and hand.foreign)
        ):  # fmt: skip
            if "unproved" in said:
                self._doubt(play)
            elif not self.position.meets and "not-lowest" in said:
                self._deny_lower(play, "twenty-two/4.6", self._instead)
            elif self.position.meets and self._meets_lead(play, said):
                self._deny_lower(play, "twenty-two/8.2", f"the {len(play.cards)} lowest cards held")
        if taking == [seat]:
            self.best_cards = play.cards
        elif taking[-1:] == [seat]:  # a trick led without a card has no winner
            self._note_unknown(play)

    @property
    def _instead(self) -> str:
        return f"at least {text_of(self.best_cards)}, or the lowest cards held"

    def _deny_lower(self, play: Play, clause: str, expected: str) -> None:
        """Clauses 4.6 and 8.2: Deny that any card kept back is lower than the highest of these."""
        self._deny(play, "not-lowest", clause, expected, lower_than(play))

    def _doubt(self, play: Play) -> None:
        """Note cards that may equal or beat, and may not: they are certainly right only if they are
        the lowest, or cannot be known."""
        doubt = self._denial(play, "unproved", "twenty-two/4.5", self._instead, lower_than(play))
        if not doubt.proved(self.left(play.seat)):
            self.doubts.append(doubt)

    def _meets_lead(self, play: Play, said: Mapping[str, int]) -> bool:
        """Clause 8.1: Return whether it may be right that the lead is not met, and the lowest cards
        are due. The lead is of one rank, or it is unknown what would meet it."""
        lead = [CODES[card] for card in self.trick[0].cards]
        if one_rank(lead) != YES or "led-not-met" not in said:
            return "not-lowest" in said and one_rank(lead) == YES
        rank, count = HEIGHTS[lead[0] & 15], len(play.cards)
        high = sum(HEIGHTS[CODES[card] & 15] >= rank for card in play.cards)
        met = f"{count} from {self.trick[0].cards[0].rank} up"
        allowed = self._deny(
            play, "led-not-met", "twenty-two/8.1", met, _from_up(rank), count - high
        )
        return allowed and "not-lowest" in said

    # -- denials about the cards kept back

    def _denial(self, play: Play, code: str, clause: str, expected: str, denied: Denied,
                limit: int = 1) -> Denial:  # fmt: skip
        return Denial(self.at, self.ply, play.seat, code, clause, expected, text_of(play.cards),
                      denied, limit)  # fmt: skip

    def _deny(self, play: Play, code: str, clause: str, expected: str, denied: Denied,
              limit: int = 1) -> bool:  # fmt: skip
        """Note that this play is allowed only if fewer than `limit` of the cards kept back are of a
        kind; return whether that may be so. A denial about a hand that may have been changed is for
        its later cards to prove."""
        seat = play.seat
        certain, possible = certain_and_possible(denied, self.left(seat))
        denial = self._denial(play, code, clause, expected, denied, limit)
        if certain >= limit:
            self.fault(code, clause, expected, denial.found, seat=seat, part="cards")
        elif possible >= limit:
            self.denials.setdefault(seat, []).append(denial)
            if not (seat in self.silent or seat in self.vague or seat in self.uneven):
                self.denied.append(denial)
        return certain < limit


def lower_than(play: Play) -> Denied:
    """Return whether a card is lower than the highest of a play; None where that is unknown."""
    least, most = heights([CODES[card] for card in play.cards])
    return _below(least[0], most[0])


@cache
def _from_up(rank: int) -> Denied:
    """Return whether a card is of a rank or above it; None where that is unknown."""
    return kind_of(lambda card: None if card.rank == "?" else HEIGHTS[CODES[card] & 15] >= rank)


@cache
def _below(least: int, most: int) -> Denied:
    """Return whether a card is lower than one of a height between these two."""

    def denied(card: Card) -> bool | None:
        height = HEIGHTS[CODES[card] & 15]
        if not height:
            return None if most > LOWEST else False
        return True if height < least else None if height < most else False

    return kind_of(denied)
