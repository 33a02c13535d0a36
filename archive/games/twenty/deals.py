"""Rounds, the cards turned up, and hands: sections 1, 2 and 7 of the page."""

from __future__ import annotations

from collections import Counter

from archive.core.cards import UNKNOWN, Card, Hand, text_of
from archive.core.events import Deal, Held, Round, Up
from archive.games.twenty.clauses import (
    FIFTY_PLAYS,
    FIVE_CARDS,
    NOT_WRITTEN,
    OTHER_BEGINS,
    REFILL,
    SWAPPED,
    TURNED_UP,
    TWO_ROUNDS,
)
from archive.games.twenty.table import TwentyTable
from archive.games.twenty.values import HAND, HANDS, PLAYS, ROUNDS, bonus_of
from archive.rules.holdings import same_cards


class Deals(TwentyTable):
    """The rules about rounds and hands."""

    __slots__ = ()

    def begin_round(self, event: Round) -> None:
        if self.round == event.number and not self.counted:
            self.round -= 1  # it was this round whose beginning the gap took
            self.starter = 3 - self.starter if self.round and self.starter else 0
        if not self.round and event.number == ROUNDS:
            self._begin_late()
            self.round, self.starter = 1, 0
        elif self.round and self.ends_with(self.plays):
            self.leave_out(PLAYS - self.plays, "a new round")
        elif self.unplayed:
            self.leave_page_out()
        elif self.round and self.plays < PLAYS and self.counted:
            self.fault("short-round", FIFTY_PLAYS, f"{PLAYS} plays", f"{self.plays} plays")
            self.ledger.lose()  # what the missing plays scored, nobody can say
            self.due = 0
            self.doubtful |= {self.round, self.round + 1}
        if event.number is not None and event.number != self.round + 1:
            self.fault("misnumbered-line", TWO_ROUNDS, f"n={self.round + 1}", f"n={event.number}",
                       part="n", severity="warning")  # fmt: skip
        self._open_round(event.first)

    def _open_round(self, first: int | None) -> None:
        """Clauses 1.1 and 1.2. `first` is who begins, None when the record does not say."""
        if self.round == ROUNDS:
            self.fault("after-the-end", TWO_ROUNDS, "no third round", "another round")
            return
        due = 3 - self.starter if self.starter else None
        if due and first and first != due:
            self.fault(
                "wrong-starter", OTHER_BEGINS, f"p{due}", f"p{first}", seat=first, part="first"
            )
        self.round += 1
        self.plays, self.told_deal = 0, 0
        self.starter = first or due or 0
        self.opened = self.at
        self.turn = due or 0  # in the first round whoever plays first begins it
        self.deals = 0
        self.up, self.bonus, self.bonus_to, self.bonus_claimed = (), None, None, False
        self.pile, self.swept, self.hands, self.listed, self.dealt_in = [], [], {}, {}, {}
        self.tally = 0
        self.gapped, self.counted, self.passes = False, True, 0
        self.stale = {}

    def _lacks_a_play(self, seat: int) -> bool:
        """Whether all but the last card of the hand before were played, and it is their turn."""
        hand = self.hands.get(seat)
        if hand is None or len(hand) != 1 or seat != self.turn or self.gapped or self.passes:
            return False
        return self.plays % (2 * HAND) >= 2 * (HAND - 1)

    def ends_with(self, plays: int) -> bool:
        """Whether a round that is said to be over lacks only its last play or two."""
        known = self.counted and not self.passes and bool(self.turn)
        return known and PLAYS - 2 <= plays < PLAYS

    @property
    def unplayed(self) -> bool:
        """Whether no play is written since this round began, or since its last line of a deal."""
        return bool(self.round) and self.counted and self.plays == self.told_deal < PLAYS

    def leave_page_out(self) -> None:
        """Clause 6.3: of a round or a hand that is told of no play is written. It was played, on a
        page that is not here."""
        self.fault("gap", NOT_WRITTEN, "every play written down", "none of a hand",
                   severity="note")  # fmt: skip
        self._lose_plays()

    def _lose_plays(self) -> None:
        """Clause 6.3: nobody knows how many plays are missing here, nor what was held."""
        self.forget_totals()
        self.unordered = True
        self.gapped, self.counted = True, False
        self.turn = self.due = 0
        for seat, hand in self.hands.items():
            self.stale.setdefault(seat, Counter()).update(card.rank for card in hand.listed)
        self.hands, self.listed = {}, {}

    def _seen_before(self, seat: int, card: Card) -> bool:
        """Whether a card may be of a hand that was listed before plays went missing: the census
        counts it there. Ranks are enough: which suit was meant, later plays may tell otherwise."""
        ranks = self.stale.get(seat, Counter())
        for rank in (card.rank, "?") if card is not UNKNOWN else ():
            if ranks[rank]:
                ranks[rank] -= 1
                return True
        return False

    def open_gap(self, *, written: bool) -> None:
        """Clause 6.3: by the numbers further on, plays are missing from here on. What stands before
        they go on may belong to any of them. One play alone is told by the hand, or the round, that
        lacks it, as long as these are known."""
        if not (written or self.gapped) and self.skips[self.due] == self.due + 1:
            return
        self.torn = self.torn or self.due
        self._lose_plays()

    def _resume_torn(self, number: int) -> None:
        """The numbers go on. Hands and cards turned up that were told on the way, and the round if
        nobody told that it began, are of plays that are missing."""
        missing = number - self.torn
        self.fault("missing-play", NOT_WRITTEN, f"{self.torn}.", f"{number}.", part="number")
        self.played |= dict.fromkeys(range(self.torn, number))
        self.ply += missing
        self.torn = 0
        if number > PLAYS * self.round and self.round < ROUNDS:
            self.doubtful |= {self.round, self.round + 1}
            self._open_round(None)
        self._lose_plays()

    def leave_out(self, plays: int, found: str, part: str = "") -> bool:
        """A hand that was listed since the last play may be of any of the hands that were left out,
        unless its line tells: then those before it are hands that nobody knows."""
        self.skipping = False
        self._take_back_fresh_hands()
        last = (self.plays + plays) // (2 * HAND) + 1
        for seat in list(self.listed):
            due = len(self.dealt.get((self.round, seat), ())) + 1
            if due < last and due < self.deals <= last:
                self.waiting[seat] = self.deals
            elif due < last:
                del self.listed[seat]
        at, self.at = self.at, -1  # no event of the record is any of these plays
        made = super().leave_out(plays, found, part)
        self.at = at
        self.waiting = {}
        return made

    def _take_back_fresh_hands(self) -> None:
        """Hands begun when they were listed, because both are refilled at once, are not begun."""
        for seat, hand in list(self.hands.items()):
            hands = self.dealt.get((self.round, seat), [])
            if len(hands) > 1 and hand.at >= 0 and not hand.played:
                self.listed.setdefault(seat, (hand.listed, hand.at))
                del self.hands[seat]
                hands.remove(hand)

    def _begin_late(self) -> None:
        """Clause 6.3: the record begins in the middle of the game."""
        self.fault("gap", NOT_WRITTEN, "every play written down", "a later one", severity="note")
        self.forget_totals()

    def _between_rounds(self) -> bool:
        return (self.plays == PLAYS and self.counted) or not self.round

    def turn_up(self, event: Up) -> None:
        """Clause 2.2."""
        if self._between_rounds():
            self._open_round(None)
        if (self.up or self.plays) and not self.gapped:
            self.fault("not-now", TURNED_UP, "two cards turned up before the first play, once",
                       f"@up {text_of(event.cards)}")  # fmt: skip
        if self.up and self.torn and self.round < ROUNDS:  # those of the next round
            self.doubtful |= {self.round, self.round + 1}
            self._open_round(None)
            self._lose_plays()
        if self.up:
            return
        if len(event.cards) != 2:
            self.fault("wrong-number-of-cards", TURNED_UP, "two cards turned up",
                       f"{len(event.cards)}", part="cards")  # fmt: skip
        self.up = event.cards
        self.ups[self.round] = event.cards, self.at
        self.bonus = bonus_of(event.cards)
        first, at = self.ups.get(1, ((), -1))
        again = self.options.hands == "open" and self.round == ROUNDS and at >= 0
        if again and not same_cards(first, event.cards):
            self.fault("not-swapped", SWAPPED, f"{text_of(first)} turned up again",
                           text_of(event.cards), part="cards")  # fmt: skip

    def deal_hands(self, event: Deal) -> None:
        if self._between_rounds():
            self._open_round(None)
        if self.deals and self.unplayed and event.number not in (None, self.deals):
            self.leave_page_out()
        due, self.deals = self.deals + 1, event.number or self.deals + 1
        self.skipping = due < self.deals <= HANDS and self.plays > 0
        self.told_deal = self.plays
        if self.deals != due and (due > 1 or self.deals > HANDS) and not self.gapped:
            self.fault("misnumbered-line", REFILL, f"n={due}", f"n={event.number}", part="n",
                       severity="warning")  # fmt: skip

    def list_hand(self, event: Held) -> None:
        """A hand as written down. It is held from the owner's next turn on (2.4)."""
        if self._between_rounds():
            self._open_round(None)
        seat, held = event.seat, event.cards
        if seat > self.seats:
            self.fault("no-such-seat", TWO_ROUNDS, "p1 or p2", f"p{seat}", seat=seat)
            return
        if len(held) != HAND:
            self.fault("wrong-number-of-cards", FIVE_CARDS, f"{HAND} cards", f"{len(held)}",
                       seat=seat, part="cards")  # fmt: skip
            # of a hand with more cards than a hand has, any five may have been the hand
            held = (held + (UNKNOWN,) * HAND)[: max(HAND, len(held))]
            held = held if len(held) <= 2 * HAND else (UNKNOWN,) * HAND
        hand = self.hands.get(seat)
        if hand and self._lacks_a_play(seat):
            self.leave_out(1, "a new hand")  # the last card of the hand before
            hand = self.hands.get(seat)
        unplayed = hand is not None and hand.at >= 0 and not hand.played
        if (unplayed or seat in self.listed) and self.dealt_in.get(seat, self.deals) < self.deals:
            if not self.gapped:
                self.leave_page_out()
        elif hand or seat in self.listed:
            if not self.gapped:
                self.fault("dealt-early", REFILL, f"p{seat} to have no cards left", "a new hand",
                           seat=seat)  # fmt: skip
            self._give_up_hand(seat)
        again = self._open_hand(seat) if self.options.hands == "open" else ()
        if again and not same_cards(again, held):
            self.fault("not-swapped", SWAPPED, text_of(again), text_of(held), seat=seat,
                       part="cards")  # fmt: skip
        self.listed[seat] = held, self.at
        self.dealt_in[seat] = self.deals
        if self.options.replenish == "both" or not self.dealt.get((self.round, seat)):
            self._refill(seat)  # the first hands are dealt together (2.3)

    def _give_up_hand(self, seat: int) -> None:
        """A new hand is listed too early: believe the listing. A hand that nobody listed, begun
        only because plays and deals were out of step, never was one."""
        self.listed.pop(seat, None)
        hand = self.hands.pop(seat, None)
        if hand is not None and hand.at < 0:
            self.dealt[self.round, seat].remove(hand)
        elif hand is not None and self.gapped:
            self.stale.setdefault(seat, Counter()).update(card.rank for card in hand.listed)

    def _open_hand(self, seat: int) -> tuple[Card, ...]:
        """Clause 7.1, with open hands: the other player's hand of the same number in round 1; empty
        if that hand is not known."""
        if self.round != ROUNDS or self.unordered:
            return ()
        first = self.dealt.get((1, 3 - seat), [])
        number = len(self.dealt.get((self.round, seat), []))
        if number >= len(first):
            return ()
        hand = first[number]
        return hand.listed if hand.known else tuple(hand.played)

    def _refill(self, seat: int) -> Hand:
        """Clause 2.4: five cards, known or not. Nobody is dealt a sixth hand."""
        hands = self.dealt.setdefault((self.round, seat), [])
        if len(hands) == HANDS and not self.gapped:
            self.fault("no-cards-left", FIFTY_PLAYS, f"{HANDS * HAND} plays by p{seat}", "another",
                       seat=seat, part="seat")  # fmt: skip
        if seat in self.listed and len(hands) + 1 >= self.waiting.get(seat, 0):
            held, at = self.listed.pop(seat)
        else:
            again = self._open_hand(seat) if self.options.hands == "open" else ()
            held, at = again or (UNKNOWN,) * HAND, -1
        hand = self.hands[seat] = Hand(held, at)
        hands.append(hand)
        return hand
