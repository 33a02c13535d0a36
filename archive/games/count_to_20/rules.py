"""Count to 20, clause by clause; the numbers are those of its rulebook page, rulebook.md. 4.1 to
4.4, what cards count, are in counting.py."""

from archive.games.count_to_20.counting import AIM, UP_TO_AIM, can_make, counts_of, only, sets_for
from archive.games.count_to_20.unnamed_cards import Left, Named, costs_left
from archive.rules.hand import NO, PERHAPS, UNCOUNTED, YES, Hand, opposite
from archive.rules.position import Action, Position

HAND, PACK = 7, 52
TARGETS = {2: 100, 3: 200, 4: 200}
CLAUSES = ((10, "6.5"), (20, "6.6"), (5, "6.4"))
"""The clause about the cost of a card left, by its points."""


class CountTo20(Position):
    """A game of Count to 20. Actions: `deal(dealer)`, `hand(seat, cards)`, `draw(seat)` and then
    `take(seat, cards)`, `make(seat, cards)`, `pass_turn(seat)`, and `show(seat, cards)` for cards
    left that are not known.

    `made` has the last count made, bit n standing for n: several bits where that is unknown. A
    negative number of `passes` is unknown, too. The stock has `stock` cards, and perhaps some to
    `spare`. `named` is the last set, with the cards that follow from the count due, `counts` its
    possible counts, `unnamed` has by seat the costs of cards that were played without a name. The
    hands of the seats `in_doubt` are not used against them. `ended_by` is the clause by which the
    hand is over, `before` the totals without it, `unshown` whose cards left are unknown.
    """

    __slots__ = (
        "before", "counts", "dealer", "deals", "dealt", "ended_by", "hands", "in_doubt", "made",
        "may_be_over", "may_pass", "named", "passes", "play_on", "spare", "stock", "target",
        "unnamed", "unshown", "won_by",
    )  # fmt: skip

    def __init__(
        self, seats: int, target: int = 0, *, may_pass: bool = False, play_on: bool = False
    ) -> None:
        Position.__init__(self, seats)
        self.target, self.may_pass, self.play_on = target or TARGETS[seats], may_pass, play_on
        self.dealer = self.deals = self.passes = self.stock = self.spare = self.counts = 0
        self.made, self.ended_by, self.may_be_over = 1, "", False
        self.dealt: list[int] = []  # of this deal's pack
        self.hands = [Hand() for _ in range(seats + 1)]
        self.named: list[int] = []
        self.unnamed: list[list[int]] = [[] for _ in range(seats + 1)]
        self.in_doubt: set[int] = set()
        self.before = self.totals[:]
        self.unshown: list[int] = []
        self.won_by: list[int] = []
        self.await_action("deal")

    # -- the deal

    def deal(self, dealer: int) -> None:
        """2.1: The deal passes to the left."""
        self.require_due("deal", 0, "2.1")
        passes = not self.dealer or not dealer or dealer == self.after(self.dealer)
        self.require(passes, dealer, "wrong-dealer", "2.1")
        self.dealer, self.deals, self.made, self.passes = dealer, self.deals + 1, 1, 0
        self.ended_by, self.may_be_over = "", False
        self.dealt = []
        self.stock, self.spare = PACK - HAND * self.seats, 0
        self.hands = [Hand() for _ in range(self.seats + 1)]
        self.unnamed, self.in_doubt = [[] for _ in range(self.seats + 1)], set()
        self.await_action("hand", self.after(dealer), HAND, fresh=True)

    def hand(self, seat: int, cards: list[int]) -> None:
        """2.2: Seven cards each. 2.3: The player to the dealer's left begins."""
        self.require_due("hand", seat, "2.2")
        self.require(len(cards) == HAND, seat, "wrong-number-of-cards", "2.2")
        self.hands[seat] = Hand(cards)
        self.dealt += cards
        if seat != self.dealer:
            self.await_action("hand", self.after(seat), HAND)
        else:
            self.await_action("turn", self.after(seat))

    # -- a turn

    def draw(self, seat: int) -> None:
        """3.2, 3.3: Draw the top card, as long as there is a stock."""
        if seat != self.turn or self.due != "turn":
            self.require_due("turn", seat, "2.3")
        self.ply += 1
        if self.stock:
            self.stock -= 1
        elif self.spare:
            self.spare -= 1
        else:
            self.require(NO, seat, "empty-stock", "5.1")
            self.miss_turn(seat)
            self.doubt_all()  # a draw before this one was none
            return
        self.await_action("take", seat, 1)

    def take(self, seat: int, cards: list[int]) -> None:
        """3.3: The card drawn goes into the hand."""
        if seat != self.turn or self.due != "take":
            self.require_due("take", seat, "3.3")
        self.hands[seat].add(cards)
        self.dealt += cards
        self.passes, self.may_be_over = 0, False
        self.await_action("turn", seat % self.seats + 1)

    def make(self, seat: int, cards: list[int], called: int = 0) -> None:
        """3.2, 3.4: Play cards that together count what is due. What unnamed cards are follows from
        that, as far as it can. 8.6: Else play goes on from the count that was `called`, if the
        cards make that one."""
        if seat != self.turn or self.due != "turn":
            self.require_due("turn", seat, "2.3")
        hand, due = self.hands[seat], self.made << 1 & UP_TO_AIM  # 3.1
        counts = counts_of(cards)
        if counts < 0:
            found = Named(hand, cards, due)
            cards, counts = found.cards, found.counts
            self.unnamed[seat] += found.costs
            self.require(PERHAPS if found.open else YES, seat, "count-not-made", "3.4")
        self.named, self.counts = cards, counts
        held = hand.take(cards[0]) if len(cards) == 1 else hand.take_all(cards)
        if held != YES:
            self.require(held, seat, "card-not-held", "3.4")
        self.made = due & counts
        if not self.made or held == NO:
            self.require(self.made > 0, seat, "count-not-made", "3.4")
            self.go_on_from(seat, due, counts & 1 << called if 0 < called <= AIM else 0)
            hand = self.hands[seat]
        self.ply += 1
        self.passes = 0
        self.turn = seat % self.seats + 1
        self.may_be_over = seat in self.in_doubt or self.made > 1 << AIM  # 20, or a lower count
        if not hand:  # 6.1
            self.end_hand("6.1")
        elif self.made == 1 << AIM:  # 6.2
            self.end_hand("6.2")

    def pass_turn(self, seat: int) -> None:
        """5.2: With the stock empty, a player who cannot make the count passes. 5.3: Or anyone may.
        5.4: When all have passed the hand is over."""
        self.require_due("turn", seat, "2.3")
        self.ply += 1
        if self.stock:
            self.require(NO, seat, "passed", "3.3")
            self.miss_turn(seat)
            return
        self.spare, self.turn = 0, self.after(seat)
        able = self.able(seat)
        if able != NO and self.asks("empty-stock") and self.may_pass:
            able = NO
        if able == YES:
            self.require(NO, seat, "could-make-count", "5.2")
            self.miss_turn(seat)
            return
        self.require(opposite(able), seat, "could-make-count", "5.2")
        self.passes += 1
        self.may_be_over = self.passes < 0
        if self.passes == self.seats:
            self.end_hand("5.4")

    # -- unknown turns and hands

    def miss_turn(self, seat: int) -> None:
        """8.3, 8.6: Go on after an unknown turn, or one that was not allowed."""
        if self.stock:
            self.stock, self.spare = self.stock - 1, self.spare + 1
        self.made |= self.due_counts
        self.doubt(seat)
        self.passes, self.may_be_over = UNCOUNTED, True
        self.await_action("turn", self.after(seat))

    def go_on_from(self, seat: int, due: int, called: int) -> None:
        """8.6: Go on after a set that does not make the count due, or was not held."""
        self.made = self.made or called or due
        self.doubt(seat)
        if self.made > due:  # a count was made in between
            self.doubt_all()
            fewest = max(0, self.stock - self.seats)
            self.stock, self.spare = fewest, self.stock + self.spare + 1 - fewest

    def doubt(self, seat: int) -> None:
        """8.6: Go on without knowing a hand, nor its number of cards."""
        self.hands[seat] = Hand.of_any()
        self.in_doubt.add(seat)

    def doubt_all(self) -> None:
        """8.6: Go on without knowing any hand."""
        for seat in range(1, self.seats + 1):
            self.doubt(seat)

    # -- the end of a hand

    def end_hand(self, clause: str) -> None:
        """6.3: All score the cards that are left. 7.1: At the target the game is over."""
        self.ended_by, self.may_be_over = clause, False
        self.before = self.totals[:]
        self.score_hands()

    def show(self, seat: int, cards: list[int]) -> None:
        """8.5: Cards left are shown; they are scored, if there can be as many of them."""
        self.require(self.ended_by != "", seat, "not-now", "8.5")
        hand = self.hands[seat]
        number = PERHAPS if seat in self.in_doubt else len(cards) == len(hand)
        held = hand.copy().take_all(cards) if number else PERHAPS
        self.require(number, seat, "wrong-number-of-cards", "8.5")
        self.require(held, seat, "card-not-held", "8.5")
        if number and held and all(card & 15 for card in cards):
            self.hands[seat], self.unnamed[seat] = Hand(cards), []
        self.score_hands()

    def score_hands(self) -> None:
        """6.4 to 6.6: Score the cards left in every hand. Where they are unknown, the total stays
        negative."""
        self.totals, self.unshown = self.before[:], []
        self.ledger = [line for line in self.ledger if line[0] < self.ply]
        for seat in range(1, self.seats + 1):
            costs = costs_left(self.hands[seat], self.unnamed[seat])
            if costs is None:
                self.lose_total(seat)
                self.unshown.append(seat)
                continue
            for points, clause in CLAUSES:
                if points in costs:
                    self.score(seat, points * costs.count(points), clause)
        over = self.reached() == YES
        self.won_by = self.fewest() if over else []  # 7.3, 7.4
        self.await_action("" if over else "deal")

    def lose_total(self, seat: int) -> None:
        """Go on with a total of which it is only known that it is not less."""
        if self.totals[seat] >= 0:
            self.totals[seat] += UNCOUNTED

    # -- queries

    def reached(self) -> int:
        """7.1, 7.2: Return whether a player has reached the target. 7.5: Where ties are played on,
        one player alone must have the fewest points."""
        least = [total if total >= 0 else total - UNCOUNTED for total in self.totals[1:]]
        known = min(self.totals[1:]) >= 0
        if max(least) < self.target:
            return NO if known else PERHAPS
        alone = (YES if len(self.fewest()) == 1 else NO) if known else PERHAPS
        return alone if alone == YES or (self.asks("tie") and self.play_on) else YES

    def fewest(self) -> list[int]:
        """7.3: Return the players with the fewest points."""
        fewest = min(self.totals[1:])
        return [seat for seat in range(1, self.seats + 1) if self.totals[seat] == fewest]

    @property
    def count(self) -> "int | None":
        """Return the last count made, 0 for none yet; None where that is unknown."""
        return only(self.made)

    @property
    def due_counts(self) -> int:
        """3.1: Return the counts that may be due, bit n standing for n."""
        return self.made << 1 & UP_TO_AIM

    def after(self, seat: int) -> int:
        """2.3: Return the next seat clockwise."""
        return seat % self.seats + 1

    def able(self, seat: int) -> int:
        """5.2: Return whether a player holds cards that make the count due."""
        left = Left(self.hands[seat])
        if not left.sure:
            return PERHAPS
        return can_make(left.ranks, self.due_counts, left.unknown)

    def legal(self) -> list[Action]:
        """Return every action that the rules allow now, each once."""
        seat = self.turn
        if self.due == "deal":
            first = range(1, self.seats + 1)
            return [
                ("deal", dealer) for dealer in ([self.after(self.dealer)] if self.dealer else first)
            ]
        if self.due != "turn":
            return []
        found: list[Action] = [("draw", seat)] if self.stock else []
        found += [
            ("make", seat, cards) for cards in sets_for(self.hands[seat].known, self.due_counts)
        ]
        if not self.stock and (self.may_pass or len(found) == 0):
            found.append(("pass_turn", seat))
        return found

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return self.won_by

    def copy(self) -> "CountTo20":
        """Return an equal position that goes its own way."""
        twin = CountTo20(self.seats, self.target, may_pass=self.may_pass, play_on=self.play_on)
        self.copy_onto(twin)
        twin.dealer, twin.made, twin.passes = self.dealer, self.made, self.passes
        twin.deals, twin.dealt, twin.named = self.deals, self.dealt[:], self.named
        twin.stock, twin.spare, twin.before = self.stock, self.spare, self.before
        twin.ended_by, twin.may_be_over = self.ended_by, self.may_be_over
        twin.unnamed = [costs[:] for costs in self.unnamed]
        twin.counts, twin.unshown = self.counts, self.unshown
        twin.in_doubt = self.in_doubt.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.won_by = self.won_by
        return twin
