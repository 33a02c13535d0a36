"""Zwanzig ab and Twenty down, clause by clause; the numbers are those of their rulebook page,
rulebook.md."""

from archive.rules.hand import NO, YES, Hand, without
from archive.rules.pack import DIAMONDS, HEARTS, full_pack
from archive.rules.position import Action, Position
from archive.rules.sets import subsets

START, TRICKS, LATE, MOST = 20, 5, 8, 3
LOST, ALONE = 5, 5
SUITS = (1, 2, 3, 4)
SEATS = (1, 2, 3, 4)
LEFT = (0, 2, 3, 4, 1)
"""1.1: By seat the next one clockwise."""
HEIGHTS = (0, 14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""2.1: By rank how high a card is within its suit, the ace as the highest."""


class ZwanzigAb(Position):
    """A game of Zwanzig ab. Actions: `deal(dealer)`, `hand(seat, cards)` (two cards, later three),
    `name_trump(seat, suit)`, `put_away(seat, cards)`, `take(seat, cards)`, `stay(seat, stays)` and
    `lay(seat, card)`. In Twenty down nobody is asked to stay."""

    __slots__ = (
        "after", "best", "dealer", "deals", "dealt", "down", "exchange", "hands", "held", "late",
        "late_if_tied", "maker", "reached", "staying", "sweep", "taker", "trick", "tricks", "trump",
        "winner", "won",
    )  # fmt: skip

    def __init__(
        self, sweep: int = 5, late_if_tied: bool = True, *, down: bool = False,
        held: bool = False, exchange: str = "up-to-3",
    ) -> None:  # fmt: skip
        Position.__init__(self, 4, START)  # 1.2
        self.sweep, self.late_if_tied, self.down = sweep, late_if_tied, down
        self.held, self.exchange = held, exchange
        self.deals = self.dealer = self.maker = self.trump = self.winner = self.tricks = 0
        self.reached = self.late = False
        self.taker = self.best = 0  # who wins the trick so far, with which card
        self.hands = [Hand() for _ in range(5)]
        self.dealt: list[int] = []  # of this deal's pack
        self.staying, self.after = [*SEATS], [*LEFT]  # the seats, and by seat the next of them
        self.trick: list[tuple[int, int]] = []
        self.won = [0, 0, 0, 0, 0]
        self.await_action("deal")

    # -- the deal

    def deal(self, dealer: int) -> None:
        """1.3: The deal goes round. 3.3: After eight deals hearts are trumps."""
        self.require_due("deal", 0, "1.4")
        passes = not self.dealer or dealer == LEFT[self.dealer]
        self.require(passes, dealer, "wrong-dealer", "1.3")
        self.dealer, self.maker, self.deals = dealer, LEFT[dealer], self.deals + 1
        self.hands, self.dealt = [Hand() for _ in range(5)], []
        self.staying, self.after = [*SEATS], [*LEFT]
        self.won, self.tricks, self.trick = [0, 0, 0, 0, 0], 0, []
        if self.deals == LATE + 1:
            self.late = self.late_if_tied or not self.reached  # 3.4: decided once
        self.trump = HEARTS if self.late else 0
        self.await_action("hand", self.maker, 2, fresh=True)

    def hand(self, seat: int, cards: list[int]) -> None:
        """2.2: Two cards each before trumps are named, and three more then."""
        if seat != self.turn or self.due != "hand":
            self.require_due("hand", seat, "2.2")
        hand = self.hands[seat]
        first = not hand.known and not hand.unknown
        number = 2 if first else 3
        if len(cards) != number:
            self.require(NO, seat, "wrong-number-of-cards", "2.2")
        hand.add(cards)
        self.dealt += cards
        if seat != self.dealer:
            self.await_action("hand", LEFT[seat], number)
        elif first and not self.late:
            self.await_action("name_trump", self.maker)
        elif first:
            self.await_action("hand", self.maker, 3)
        else:
            self.await_action("put_away", self.maker)

    def name_trump(self, seat: int, suit: int) -> None:
        """3.1, 3.2: The trump maker names any suit. 9.4: With `trump=held`, one of a card held."""
        self.require_due("name_trump", seat, "3.1")
        self.require(not self.late or suit == HEARTS, seat, "wrong-trump", "3.3")
        if self.held and not self.late:
            self.require(self.hands[seat].holds_suit(suit), seat, "wrong-trump", "9.4")
        self.trump = suit
        self.await_action("hand", self.maker, 3)

    # -- exchange, staying in

    def put_away(self, seat: int, cards: list[int]) -> None:
        """4.1 to 4.3: Once each, up to three cards. 9.5: With `exchange=0-or-3`, none or three."""
        self.require_due("put_away", seat, "4.1")
        count = len(cards)
        self.require(count <= MOST, seat, "exchanged-too-many", "4.2")
        if self.exchange == "0-or-3":
            self.require(count in (0, MOST), seat, "wrong-number-of-cards", "9.5")
        self.require(self.hands[seat].take_all(cards), seat, "card-not-held", "4.3")
        self.ply += 1
        if cards:
            self.await_action("take", seat, count)
        else:
            self.exchanged(seat)

    def take(self, seat: int, cards: list[int]) -> None:
        """4.3: As many new cards from those not dealt yet."""
        self.require(len(cards) == self.wanted, seat, "uneven-exchange", "4.3")
        self.require_due("take", seat, "4.3")
        self.hands[seat].add(cards)
        self.dealt += cards
        self.exchanged(seat)

    def exchanged(self, seat: int) -> None:
        """4.1: Go round to the dealer; then players choose to stay in (5.1), or the trump maker
        leads (6.1)."""
        if seat != self.dealer:
            self.await_action("put_away", LEFT[seat])
        elif self.may_drop_out:
            self.await_action("stay", LEFT[self.maker])
        else:
            self.await_action("lay", self.maker)

    def stay(self, seat: int, stays: bool) -> None:
        """5.1: All but the trump maker choose, beginning with the player opposite the dealer."""
        self.require_due("stay", seat, "5.1")
        self.require(stays or seat != self.maker, seat, "may-not-drop-out", "5.2")
        self.require(stays or self.may_drop_out, seat, "may-not-drop-out", "5.3")
        self.ply += 1
        if not stays:
            self.staying.remove(seat)
            self.after = [self.after[seat] if to == seat else to for to in self.after]
        if seat != self.dealer:
            self.await_action("stay", LEFT[seat])
        elif self.staying == [self.maker]:
            self.score(self.maker, -ALONE * self.times, "7.5")
            self.end_deal()
        else:
            self.await_action("lay", self.maker)  # 6.1

    # -- tricks

    def lay(self, seat: int, card: int) -> None:
        """6.2: All who have stayed in play a card from their hand, in turn. 6.6: The highest trump
        wins, else the highest card of the suit led."""
        if seat != self.turn or self.due != "lay":
            self.require_due("lay", seat, "6.2")
        held = self.hands[seat].take(card)
        if held != YES:
            self.require(held, seat, "card-not-held", "6.2")
        self.ply += 1
        suit, trick, best = card >> 4, self.trick, self.best
        if trick and suit != trick[0][1] >> 4:
            self.renounce(seat, suit, trick[0][1] >> 4)
        if not trick:
            self.taker, self.best = seat, card
        elif suit != best >> 4:
            if suit == self.trump:
                self.taker, self.best = seat, card
        elif HEIGHTS[card & 15] > HEIGHTS[best & 15]:
            self.taker, self.best = seat, card
        trick.append((seat, card))
        if len(trick) < len(self.staying):
            self.turn = self.after[seat]
        else:
            self.end_trick()

    def renounce(self, seat: int, suit: int, led: int) -> None:
        """6.3: Follow suit. 6.4: Else play a trump. 6.5: Else any card."""
        hand = self.hands[seat]
        held = hand.holds_suit(led)
        if held != NO:
            self.require(without(held), seat, "not-followed", "6.3")
        if suit != self.trump:
            held = hand.holds_suit(self.trump)
            if held != NO:
                self.require(without(held), seat, "not-trumped", "6.4")

    def end_trick(self) -> None:
        """6.1: Who has won the trick leads the next."""
        self.won[self.taker] += 1
        self.tricks, self.trick = self.tricks + 1, []
        if self.tricks < TRICKS:
            self.turn = self.taker
        else:
            self.score_tricks()
            self.end_deal()

    # -- scores and the end

    def score_tricks(self) -> None:
        """7.1 to 7.4: Points by tricks, for those who stayed in."""
        for seat in self.staying:
            won = self.won[seat]
            if won == 0:
                self.score(seat, LOST * self.times, "7.3")
            elif won == TRICKS:
                self.score(seat, -self.sweep * self.times, "7.2")
            else:
                self.score(seat, -won * self.times, "7.1")

    def end_deal(self) -> None:
        """8.1, 8.2: One player alone lowest, at zero or below, wins; else there is another deal."""
        lowest = min(self.totals[1:])
        self.reached = self.reached or lowest <= 0
        if lowest <= 0 and self.totals[1:].count(lowest) == 1:
            self.winner = self.totals.index(lowest, 1)
            self.await_action("")
        else:
            self.await_action("deal")

    # -- what can be asked

    @property
    def times(self) -> int:
        """7.6: Return 2 if hearts are trumps, else 1."""
        return 2 if self.trump == HEARTS else 1

    @property
    def may_drop_out(self) -> bool:
        """5.3, 5.4, 9.2: Return whether players may drop out of this deal."""
        return not (self.down or self.late or self.trump == DIAMONDS)

    def legal(self) -> list[Action]:
        seat, hand = self.turn, self.hands[self.turn].known
        if self.due == "deal":
            return [("deal", LEFT[self.dealer])] if self.dealer else [("deal", s) for s in SEATS]
        if self.due == "name_trump":
            held = {card >> 4 for card in hand} if self.held else SUITS
            return [("name_trump", seat, suit) for suit in SUITS if suit in held]
        if self.due == "put_away":
            numbers = (0, MOST) if self.exchange == "0-or-3" else range(MOST + 1)
            return [("put_away", seat, put) for n in numbers for put in subsets(hand, n)]
        if self.due == "stay":
            return [("stay", seat, True), ("stay", seat, False)]
        if self.due == "lay":
            return [("lay", seat, card) for card in self.allowed(hand)]
        return []

    def allowed(self, hand: list[int]) -> list[int]:
        """6.3 to 6.5: Return the cards of a hand that may be laid now."""
        led = self.trick[0][1] >> 4 if self.trick else 0
        following = [card for card in hand if card >> 4 == led]
        trumps = [card for card in hand if card >> 4 == self.trump]
        return following or (trumps if led else []) or hand[:]

    def pack(self) -> list[int]:
        return full_pack("A789TJQK")

    def winners(self) -> list[int]:
        return [self.winner] if self.over else []

    def copy(self) -> "ZwanzigAb":
        twin = ZwanzigAb(self.sweep, self.late_if_tied, down=self.down, held=self.held,
                         exchange=self.exchange)  # fmt: skip
        self.copy_onto(twin)
        twin.deals, twin.dealer, twin.maker = self.deals, self.dealer, self.maker
        twin.trump, twin.winner, twin.tricks = self.trump, self.winner, self.tricks
        twin.reached, twin.late = self.reached, self.late
        twin.hands = [hand.copy() for hand in self.hands]
        twin.dealt, twin.taker, twin.best = self.dealt[:], self.taker, self.best
        twin.staying, twin.after = self.staying[:], self.after
        twin.trick, twin.won = self.trick[:], self.won[:]
        return twin
