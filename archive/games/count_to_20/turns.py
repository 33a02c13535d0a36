"""Turns: cards drawn, counts made, passes. Sections 3 to 5 of the page."""

from __future__ import annotations

from archive.core.cards import CARDS, Card, text_of
from archive.core.events import Draw, Pass, Play
from archive.games.count_to_20.clauses import (
    BLOCKED,
    FORCED,
    LINES,
    NO_STOCK,
    NOT_KNOWN,
    NOT_WRITTEN,
    OUT_OF_CARDS,
    TO_DRAW,
    TO_MAKE,
    TWENTY_MADE,
    WILLING,
)
from archive.games.count_to_20.deals import Deals
from archive.games.count_to_20.hands import costs_of, could_be, left_of, named_left, without
from archive.games.count_to_20.table import OpenPass, OpenSet
from archive.games.count_to_20.values import (
    LAST,
    Counts,
    can_make,
    count_of,
    in_words,
    only,
    ranks_fitting,
    set_for,
)


class Turns(Deals):
    """The rules about what a player does in turn."""

    __slots__ = ()

    def draw_card(self, event: Draw) -> None:
        """Clause 3.3."""
        seat = event.seat
        if not self.may_act(seat):
            return
        least, most = self.stock
        if not most:
            self.fault("empty-stock", NO_STOCK, "a card in the stock", "none", seat=seat,
                       part="cards")  # fmt: skip
            self.lose_turn(seat)
            self.loose = set(self.hands)  # some draw before this one was none
            return
        self.stock = max(0, least - 1), most - 1
        self.hands[seat].draw((event.card,), self.at)
        self.reason = TO_DRAW
        self.next_after(seat)

    def play_set(self, play: Play) -> None:
        """Clause 3.4."""
        seat = play.seat
        if not self.may_act(seat):
            return
        if not play.cards:
            if not self.faults:  # nobody has said yet that a turn is missing here
                self.fault("unproved", NOT_WRITTEN, "a turn that can be read", f"p{seat}",
                           seat=seat, severity="note")  # fmt: skip
            self.unseen = True
            self.lose_turn(seat)
            return
        self.accepted = self.at
        if play.points is not None:
            self.fault("foreign-claim", LINES, "no points for a play", f"/{play.points}",
                       seat=seat, part="points")  # fmt: skip
        due = self.due_counts
        cards, can = self._named(seat, play.cards, due)
        before = self.hands[seat].left.copy()
        foreign = self.take(seat, cards)
        if foreign:
            self.fault("card-not-held", TO_MAKE, f"one of {text_of(before)}", foreign[0].text,
                       seat=seat, part="cards")  # fmt: skip
            self.loose.add(seat)  # whatever it was that was played
        self.made = due & can
        if not self.made:
            self._miss(play, due, can, bool(foreign))
        self.tally, self.reason = self.count, TO_MAKE
        self._prove_passes(seat)
        self.next_after(seat)
        self._end_if_over(seat)

    def _named(
        self, seat: int, cards: tuple[Card, ...], due: Counts
    ) -> tuple[tuple[Card, ...], Counts]:
        """Clause 8.3: the cards of a set, with names for those that can only be one, and what they
        can count. A set in which something is left open is not proved to make the count."""
        unknown = [card for card in cards if card.rank == "?"]
        if not unknown:
            return cards, count_of(cards)
        free = without(could_be(self.hands[seat], unknown, seat in self.loose), cards)
        can = count_of(cards, free)
        if not can & due:
            return cards, can
        named, due_at = list(cards), None
        for card in unknown:
            ranks = ranks_fitting(card, named, free, due)
            if len(ranks) == 1:
                named[named.index(card)] = CARDS[ranks + card.suit]
                continue
            costs = set(costs_of(ranks))
            self.unnamed.setdefault(seat, []).append(costs.pop() if len(costs) == 1 else None)
            if len(ranks) < sum(1 for held in free.values() if held) or len(unknown) > 1:
                due_at = OpenSet(self.at, self.ply, seat, due, tuple(named))
        if due_at:
            self.open_sets.append(due_at)
        return tuple(named), can

    def _miss(self, play: Play, due: Counts, can: Counts, foreign: bool) -> None:
        """Clause 8.6: a set that cannot make what is due."""
        if not foreign:  # else it is the cards that are wrong
            what = f", which make {in_words(can)}" if can else ""
            self.fault("count-not-made", TO_MAKE, in_words(due), f"{text_of(play.cards)}{what}",
                       seat=play.seat, part="cards")  # fmt: skip
        called = 1 << play.tally if play.tally is not None and 0 < play.tally <= LAST else 0
        self.made = called & can or due
        if self.made > due:  # somebody made a count in between, and that was not written down
            self.loose = set(self.hands)
            self.stock = max(0, self.stock[0] - self.seats), self.stock[1] + 1
        self.loose.add(play.seat)

    def say_pass(self, event: Pass) -> None:
        """Clauses 3.3 and 5.2 to 5.4."""
        seat = event.seat
        if not self.may_act(seat):
            return
        passes, gapped, due = self.passes, self.gapped, self.due_counts
        self.next_after(seat)
        if self.stock[0]:
            self.fault("passed", TO_DRAW, "a card drawn, or the count made", "pass", seat=seat)
            self.lose_turn(seat)
            return
        self.stock = (0, 0)  # or nobody could have passed
        self.passes, self.gapped, self.maybe_over = passes + 1, gapped, gapped
        self.reason = WILLING
        if self.options.empty_stock == "forced":
            self.reason = FORCED
            held = len(self.hands[seat].played)
            self.open_passes.append(OpenPass(self.at, self.ply, seat, due, held))
            self._prove_passes(seat)
        if self.passes == self.seats and not self.maybe_over:
            self.end_hand(BLOCKED)

    def _prove_passes(self, seat: int) -> None:
        """Clause 5.2: hold the passes that are not proved yet against what is known by now."""
        if not self.open_passes:
            return
        hand = self.hands[seat]
        left = left_of(hand)
        for one in [one for one in self.open_passes if one.seat == seat]:
            later = [card for card in hand.played[one.played :] if card.rank != "?"]
            sure = left.sure and seat not in self.loose
            held = later + named_left(hand, left) if sure else later
            if one.due and not one.due & ~can_make(card.rank for card in held):
                due = only(one.due)
                way = text_of(set_for(held, due)) if due else ""
                self.fault("could-make-count", FORCED, f"{in_words(one.due)} made"
                           + (f" with {way}" if way else ""), "pass", seat=seat, at=one.at,
                           ply=one.ply)  # fmt: skip
                if one.at == self.at:  # it may have been something else than a pass
                    self.made |= self.due_counts
                    self.loose.add(seat)
                    self.gapped = self.maybe_over = True
            elif not sure or left.unknown:
                continue
            self.open_passes.remove(one)

    def close_doubts(self) -> None:
        """Clause 5.2: what cannot be shown about a pass now never will be."""
        for seat in self.hands:
            self._prove_passes(seat)
        for one in self.open_passes:
            self.fault("unproved", FORCED, f"a hand that cannot make {in_words(one.due)}", "pass",
                       seat=one.seat, severity="note", at=one.at, ply=one.ply)  # fmt: skip
        self.open_passes = []
        for one_set in self.open_sets:
            self._prove_set(one_set)
        self.open_sets = []

    def _prove_set(self, one: OpenSet) -> None:
        """Clause 8.3: hold a set with cards not named against what is missing in the end."""
        hand, due = self.hands[one.seat], in_words(one.due)
        left = left_of(hand)
        settled = one.seat not in self.loose and not left.unknown and not left.foreign
        if settled and left.ranks.total() == left.unnamed:  # these are the cards not named
            if not count_of(one.cards, left.ranks) & one.due:
                self.fault("count-not-made", TO_MAKE, due, text_of(one.cards), seat=one.seat,
                           part="cards", at=one.at, ply=one.ply)  # fmt: skip
                return
            if left.unnamed == 1:
                return
        self.fault("unproved", NOT_KNOWN, f"cards that make {due}", text_of(one.cards),
                   seat=one.seat, part="cards", severity="note", at=one.at,
                   ply=one.ply)  # fmt: skip

    def _end_if_over(self, seat: int) -> None:
        """Clauses 6.1 and 6.2."""
        loose = seat in self.loose
        if not loose and len(self.hands[seat]) <= 0:
            self.end_hand(OUT_OF_CARDS)
        elif self.count == LAST:
            self.end_hand(TWENTY_MADE)
        else:
            self.maybe_over = loose or bool(self.made >> LAST)
