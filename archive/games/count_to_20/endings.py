"""How a hand ends, what it costs, and what the record shows of it: sections 6 and 7 of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from archive.core.cards import UNKNOWN, Card, text_of
from archive.core.events import End, Score, Show
from archive.games.count_to_20.clauses import (
    LEFT_CARDS,
    LINES,
    NOT_KNOWN,
    NOT_WRITTEN,
    PLAYERS,
    POSSIBLE_SUMS,
    SHOWN,
    TWENTY_MADE,
    UNFINISHED,
)
from archive.games.count_to_20.hands import Costs, costs_left, costs_of
from archive.games.count_to_20.sums import Conflict, conflict, sums_left
from archive.games.count_to_20.table import CountTable
from archive.games.count_to_20.values import COSTS, SOME


class Endings(CountTable):
    """The rules about the end of a hand and of the game."""

    __slots__ = ()

    def known_seat(self, seat: int, part: str = "") -> bool:
        """Clause 1.1: whether somebody sits there."""
        if seat <= self.seats:
            return True
        self.fault("no-such-seat", PLAYERS, f"p1 to p{self.seats}", f"p{seat}", seat=seat,
                   part=part)  # fmt: skip
        return False

    def end_hand(self, clause: str) -> None:
        """The hand is over, by this clause: all score what is known of the cards left (6.3)."""
        self.in_play, self.maybe_over = False, False
        self.turn = 0
        self.reason = clause
        self.before = self.ledger.copy()
        self._settle({})

    def stop_short(self, found: str) -> None:
        """The record goes on as if the hand in play were over, and perhaps it is."""
        if not self.maybe_over and not (self.turns and self.nothing_missing):
            # it was played on, on a page that is not here
            self.fault("gap", NOT_WRITTEN, "every turn written down", "no turn of a hand",
                       severity="note")  # fmt: skip
            self.loose, self.unseen, self.due = set(self.hands), True, 0
            self.made = SOME >> 1
        elif not self.maybe_over:
            self.fault("short-deal", TWENTY_MADE, "the hand to go on until its end", found)
            self.loose, self.unseen = set(self.hands), True  # turns are missing, nobody knows whose
            self.due = 0
        self.end_hand(NOT_KNOWN)

    def end_hand_unseen(self, found: str) -> None:
        """The record goes on to what comes after a hand."""
        if self.in_play:
            self.stop_short(found)
        self.close_hand()

    def close_hand(self) -> None:
        """Nothing more is said of this hand: what is not known by now stays unknown."""
        if self.scored:
            return
        self.scored = True
        self.close_doubts()
        for seat in sorted(self.untold):
            self.fault("unknown-card", LEFT_CARDS, "the cards left in every hand",
                       f"not those of p{seat}", seat=seat, severity="note")  # fmt: skip

    def show_cards(self, event: Show) -> None:
        """Clause 8.5: the cards left, as they are shown."""
        if self.beyond or self.adrift:
            return
        if not self.number or self.shown:
            self.fault("not-now", SHOWN, "cards shown when a hand is over, once", "@show")
            return
        shown = dict(reversed(event.shown))  # of two words about a seat the first counts
        for seat in sorted(shown):
            if not self.known_seat(seat, f"p{seat}"):
                del shown[seat]
        if self.in_play:
            self.stop_short("@show")
        if self.strayed:
            self.loose = set(self.hands)
        self.restore(self.before)
        self._settle(shown)
        self.shown = True
        self.close_hand()

    def _settle(self, shown: Mapping[int, tuple[Card, ...]]) -> None:
        """Clause 6.3."""
        self.untold = set()
        silent = [seat for seat in self.hands if seat not in shown]
        for seat, hand in self.hands.items():
            loose = seat in self.loose
            costs = None if loose else costs_left(hand, self.unnamed.get(seat, ()))
            if seat in shown:
                costs = self._held_against(seat, shown[seat], costs)
            elif shown and loose and len(silent) == 1:
                costs = {}  # whoever has no cards left is not listed
            if costs is None:
                self.ledger.lose(seat)
                if seat not in shown:
                    self.untold.add(seat)
            else:
                self._enter(seat, costs)

    def _enter(self, seat: int, costs: Costs) -> None:
        """Clauses 6.4 to 6.6."""
        for cost, clause in COSTS.items():
            if costs.get(cost):
                self.score(seat, cost * costs[cost], clause)

    def take(self, seat: int, cards: Iterable[Card]) -> list[Card]:
        """Take cards from a hand; those it cannot have held, which of a loose one nobody can say.
        Cards drawn that nobody wrote down brought it what it needs."""
        hand, foreign = self.hands[seat], []
        for card in cards:
            if hand.take(card, self.at):
                continue
            if self.unseen and seat in self.loose:
                for told in (hand.played, hand.played_at, hand.foreign):
                    told.pop()
                hand.draw((UNKNOWN,), self.at)
                hand.take(card, self.at)
            elif seat not in self.loose:
                foreign.append(card)
        return foreign

    def _held_against(
        self, seat: int, cards: tuple[Card, ...], costs: Costs | None
    ) -> Costs | None:
        """What the cards shown cost, if they can be those left; else what is known without them,
        where both come to the same."""
        hand, loose = self.hands[seat], seat in self.loose
        held, left = len(hand), text_of(hand.left)
        if not loose and len(cards) != held:
            self.fault("wrong-number-of-cards", SHOWN, f"{held} cards left", f"{len(cards)}",
                       seat=seat, part=f"p{seat}")  # fmt: skip
            return costs
        foreign = self.take(seat, cards)
        if foreign:
            self.fault("card-not-held", SHOWN, f"one of {left}", foreign[0].text, seat=seat,
                       part=f"p{seat}")  # fmt: skip
            return costs
        unknown = any(card.rank == "?" for card in cards)
        return costs if unknown else costs_of(card.rank for card in cards)

    def close_doubts(self) -> None:
        """Clauses 5.2 and 8.3: hold the passes of this hand, and sets with cards not named,
        against all that is known in the end."""
        raise NotImplementedError

    # -- what else a record says

    def claim_score(self, event: Score) -> None:
        """A standing changes nothing; the verdict holds it against the ledger."""
        unplayed = self.in_play and not self.turns and not self.nothing_missing
        if unplayed and self._differs(event):
            self.stop_short("@score")
        if not self.in_play:
            self.close_hand()
            self._weigh(event)
        self._check_seats(event)

    def _differs(self, event: Score) -> bool:
        """Whether somebody stands otherwise than before this hand."""
        known = [(total, self.ledger.total(seat)) for seat, total in event.totals
                 if seat <= self.seats]  # fmt: skip
        return any(total != before for total, before in known if before is not None)

    def _weigh(self, event: Score) -> None:
        """Clause 8.8: of cards that nobody knows the sum at least must be one that so many give,
        and the pack must have the cards for all sums together."""
        if any(one.foreign for one in self.hands.values()):
            return  # some card stands wrong, nobody knows which
        sums = {
            seat: total - start
            for seat, total in sorted(dict(reversed(event.totals)).items())
            if seat in self.untold and seat not in self.loose
            and (start := self.before.total(seat)) is not None
        }  # fmt: skip
        while found := conflict(sums, self.hands):
            self._refute(found, sums)
            for seat in found.seats:
                del sums[seat]

    def _refute(self, found: Conflict, sums: Mapping[int, int]) -> None:
        *others, seat = found.seats
        hand = self.hands[seat]
        cards = f"{len(hand)} card{'' if len(hand) == 1 else 's'}"
        if others:
            told = " ".join(f"p{one}:{sums[one]}" for one in found.seats)
            expected, claimed = "cards for all of these sums", told
        else:
            rest = [other for whose, other in self.hands.items() if whose != seat]
            expected = f"{in_order(sums_left(hand, rest))} for {cards}"
            claimed = f"{sums[seat]}"
        self.fault("impossible-sum", POSSIBLE_SUMS, expected, claimed, seat=seat, part=f"p{seat}",
                   shown=(self.at, *found.shown))  # fmt: skip

    def end(self, event: End) -> None:
        if self.ended:
            self.fault("not-now", LINES, "one @end", "a second one")
        elif self.in_play and self.maybe_over:
            self.end_hand_unseen("@end")
        elif self.in_play:
            self._early_end()
        if not self.in_play and not self.ended:
            self.close_hand()
            if self.reached is False:
                self._early_end()
        self._check_seats(event)
        self.ended = True

    def _early_end(self) -> None:
        self.fault("early-end", UNFINISHED, f"the record to go on: {self.missing()} is next",
                   "@end", severity="note")  # fmt: skip

    def _check_seats(self, event: Score | End) -> None:
        for seat in sorted(dict(event.totals)):
            self.known_seat(seat, f"p{seat}")


def in_order(sums: Iterable[int]) -> str:
    """`15, 20, 25`; of many the first and the last."""
    known = [str(one) for one in sorted(sums)]
    return ", ".join(known) if len(known) < 9 else f"{known[0]}, {known[1]} … {known[-1]}"
