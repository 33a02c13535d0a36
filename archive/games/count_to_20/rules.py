"""Count to 20, clause by clause; the numbers are those of its rulebook page, rulebook.md."""

from archive.rules.hand import NO, PERHAPS, YES, Hand, without
from archive.rules.pack import JACK, KING, QUEEN, TEN, full_pack
from archive.rules.position import Action, Position
from archive.rules.sets import by_rank

HAND, AIM, PACK = 7, 20, 52
UP_TO_AIM = (2 << AIM) - 1
PAIRED = (TEN, JACK, QUEEN)
TARGETS = {2: 100, 3: 200, 4: 200}


def heap_counts(rank: int, number: int) -> list[int]:
    """4.1 to 4.3: Return what so many cards of one rank can count, up to 20."""
    if rank == KING:
        return list(range(number, min(number, 1) * AIM + 1))
    if rank in PAIRED:
        return [count for count in (10 * (number - pairs) for pairs in range(number // 2 + 1))
                if count <= AIM]  # fmt: skip
    return [rank * number] if rank * number <= AIM else []


HEAPS = [[heap_counts(rank, number) for number in range(AIM + 1)] for rank in range(KING + 1)]
"""What cards of one rank can count, by rank and number."""


def with_more(counts: int, rank: int, number: int) -> int:
    """Return the counts up to 20 that a set can make, bit n standing for n, when so many cards of a
    rank join one that can make `counts`."""
    total = 0
    for count in HEAPS[rank][number] if number <= AIM else []:
        total |= counts << count
    return total & UP_TO_AIM


def counts_of(cards: list[int]) -> int:
    """3.4: Return the counts up to 20 that a set of cards can make, bit n standing for n."""
    if len(cards) == 1:
        return with_more(1, cards[0] & 15, 1)
    counts = 1
    for heap in by_rank(cards):
        counts = with_more(counts, heap[0] & 15, len(heap))
    return counts


def penalty(card: int) -> int:
    """6.4 to 6.6: Return the points for a card that is left."""
    rank = card & 15
    return 20 if rank == KING else 10 if rank in PAIRED else 5


CLAUSES = {5: "6.4", 10: "6.5", 20: "6.6"}
"""By points the clause that says what a card left costs."""


class CountTo20(Position):
    """A game of Count to 20. Actions: `deal(dealer)`, `hand(seat, cards)`, `draw(seat)` and then
    `take(seat, cards)`, `make(seat, cards)`, `pass_turn(seat)`, and `show(seat, cards)` for cards
    left that are not known."""

    __slots__ = ("count", "dealer", "deals", "dealt", "hands", "may_pass", "passes", "play_on",
                 "stock", "target", "won_by")  # fmt: skip

    def __init__(
        self, seats: int, target: int = 0, *, may_pass: bool = False, play_on: bool = False
    ) -> None:
        Position.__init__(self, seats)
        self.target, self.may_pass, self.play_on = target or TARGETS[seats], may_pass, play_on
        self.dealer = self.deals = self.count = self.passes = self.stock = 0
        self.dealt: list[int] = []  # of this deal's pack
        self.hands = [Hand() for _ in range(seats + 1)]
        self.won_by: list[int] = []
        self.await_action("deal")

    # -- the deal

    def deal(self, dealer: int) -> None:
        """2.1: The deal passes to the left."""
        self.require_due("deal", 0, "2.1")
        passes = not self.dealer or dealer == self.after(self.dealer)
        self.require(passes, dealer, "wrong-dealer", "2.1")
        self.dealer, self.deals, self.count, self.passes = dealer, self.deals + 1, 0, 0
        self.dealt = []
        self.stock = PACK - HAND * self.seats
        self.hands = [Hand() for _ in range(self.seats + 1)]
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
        """3.3: Draw the top card, as long as there is a stock."""
        if seat != self.turn or self.due != "turn":
            self.require_due("turn", seat, "2.3")
        if self.stock:
            self.stock -= 1
        else:
            self.require(NO, seat, "empty-stock", "5.1")
        self.ply += 1
        self.await_action("take", seat, 1)

    def take(self, seat: int, cards: list[int]) -> None:
        """3.3: The card drawn goes into the hand."""
        if seat != self.turn or self.due != "take":
            self.require_due("take", seat, "3.3")
        self.hands[seat].add(cards)
        self.dealt += cards
        self.passes = 0
        self.await_action("turn", seat % self.seats + 1)

    def make(self, seat: int, cards: list[int]) -> None:
        """3.4: Play cards that together count what is due."""
        if seat != self.turn or self.due != "turn":
            self.require_due("turn", seat, "2.3")
        hand = self.hands[seat]
        held = hand.take_all(cards)
        if held != YES:
            self.require(held, seat, "card-not-held", "3.4")
        self.count += 1  # 3.1
        if not counts_of(cards) >> self.count & 1:
            self.require(NO, seat, "count-not-made", "3.4")
        self.ply += 1
        self.passes = 0
        if self.count == AIM or not hand:  # 6.1, 6.2
            self.await_cards_left()
        else:
            self.turn = seat % self.seats + 1

    def pass_turn(self, seat: int) -> None:
        """5.2: With the stock empty, who cannot make the count passes. 5.3: Or anybody may. 5.4:
        When all have passed the hand is over."""
        self.require_due("turn", seat, "2.3")
        self.require(not self.stock, seat, "passed", "3.3")
        if not self.may_pass:
            self.require(without(self.able(seat)), seat, "could-make-count", "5.2")
        self.ply += 1
        self.passes += 1
        if self.passes == self.seats:
            self.await_cards_left()
        else:
            self.await_action("turn", self.after(seat))

    # -- the end of a hand

    def await_cards_left(self) -> None:
        """6.3: Await the cards left that are not known; then all score."""
        for seat in range(1, self.seats + 1):
            if self.hands[seat].unknown:
                self.await_action("show", seat)
                return
        self.score_hand()

    def show(self, seat: int, cards: list[int]) -> None:
        """6.3: The cards that are left are shown."""
        self.require_due("show", seat, "6.3")
        left = len(self.hands[seat])
        self.require(len(cards) == left, seat, "wrong-number-of-cards", "6.3")
        self.hands[seat] = Hand(cards)
        self.await_cards_left()

    def score_hand(self) -> None:
        """6.3 to 6.6: All score the cards that are left. 7.1: At the target the game is over."""
        for seat in range(1, self.seats + 1):
            for card in self.hands[seat].known:
                self.score(seat, penalty(card), CLAUSES[penalty(card)])
        fewest = min(self.totals[1:])
        best = [seat for seat in range(1, self.seats + 1) if self.totals[seat] == fewest]
        if max(self.totals) < self.target or (self.play_on and len(best) > 1):  # 7.5
            self.await_action("deal")
        else:
            self.won_by = best  # 7.3, 7.4
            self.await_action("")

    # -- what can be asked

    def after(self, seat: int) -> int:
        """2.3: Return the next seat clockwise."""
        return seat % self.seats + 1

    def able(self, seat: int) -> int:
        """5.2: Return whether a player holds cards that make the count due."""
        hand = self.hands[seat]
        counts = 1
        for heap in by_rank(hand.known):
            more = 0
            for number in range(len(heap) + 1):
                more |= with_more(counts, heap[0] & 15, number)
            counts = more
        if counts >> (self.count + 1) & 1:
            return YES
        return PERHAPS if hand.unknown else NO

    def legal(self) -> list[Action]:
        seat = self.turn
        if self.due == "deal":
            first = range(1, self.seats + 1)
            return [
                ("deal", dealer) for dealer in ([self.after(self.dealer)] if self.dealer else first)
            ]
        if self.due != "turn":
            return []
        found: list[Action] = [("draw", seat)] if self.stock else []
        found += [("make", seat, cards) for cards in self.sets(self.hands[seat].known)]
        if not self.stock and (self.may_pass or len(found) == 0):
            found.append(("pass_turn", seat))
        return found

    def sets(self, hand: list[int]) -> list[list[int]]:
        """3.4: Return the sets of cards in a hand that make the count due."""
        chosen: list[tuple[list[int], int]] = [([], 1)]
        due = self.count + 1
        for heap in by_rank(hand):
            chosen = [
                (cards + heap[:number], counts)
                for cards, before in chosen
                for number in range(len(heap) + 1)
                for counts in [with_more(before, heap[0] & 15, number)]
                if counts & ((2 << due) - 1)
            ]
        return [cards for cards, counts in chosen if cards and counts >> due & 1]

    def pack(self) -> list[int]:
        return full_pack()

    def winners(self) -> list[int]:
        return self.won_by

    def copy(self) -> "CountTo20":
        twin = CountTo20(self.seats, self.target, may_pass=self.may_pass, play_on=self.play_on)
        self.copy_onto(twin)
        twin.dealer, twin.count, twin.passes = self.dealer, self.count, self.passes
        twin.deals, twin.dealt = self.deals, self.dealt[:]
        twin.stock, twin.won_by = self.stock, self.won_by
        twin.hands = [hand.copy() for hand in self.hands]
        return twin
