"""Zwanzig ab and Twenty down, clause by clause; the numbers are those of their rulebook page,
rulebook.md. 2.1 and 6.6, the ranks and who takes a trick, are in trick_takers.py."""

from typing import Any

from archive.games.zwanzig_ab.trick_takers import ONE, PACK, takers
from archive.rules.card_choices import subsets
from archive.rules.hand import NO, PERHAPS, UNCOUNTED, YES, Hand, opposite
from archive.rules.pack import DIAMONDS, HEARTS
from archive.rules.position import Action, Position

START, TRICKS, LATE, MOST = 20, 5, 8, 3
"""1.2, 6.7, 3.3, 4.2: Points at the start, tricks of a deal, deals before the rules change, and the
most cards exchanged."""
LOST, ALONE = 5, 5
"""7.3, 7.5: Points for no trick, and for staying in alone."""
SUITS = (1, 2, 3, 4)
SEATS = (1, 2, 3, 4)
LEFT = [0, 2, 3, 4, 1]
"""1.1: The next seat clockwise, by seat; no seat is 0, as is an unknown one."""
ROUND = ([1, 2, 3, 4], [1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3])
"""All four seats clockwise, beginning with each; the entry 0 is for an unknown one."""
MAY: "list[tuple[int, str, str]]" = []
"""The refusals of a card that certainly may be laid."""


def refusals(holds_suit: Any, suit: int, led: int, trump: int) -> list[tuple[int, str, str]]:
    """6.3 to 6.5: Return the rules that a card of `suit` breaks, or may break, when it is laid to
    the suit `led`: for each whether it is kept, its code and its clause. `holds_suit` returns
    whether the player holds a suit. Empty where the card certainly may be laid."""
    if not (suit and led):
        return [(PERHAPS, "not-followed", "6.3")]
    if suit == led:
        return MAY
    follows = holds_suit(led)
    if follows == YES:
        return [(NO, "not-followed", "6.3")]
    trumps = NO if trump in (suit, led) else holds_suit(trump) if trump else PERHAPS
    if follows == trumps == NO:
        return MAY  # 6.5
    found = [(opposite(follows), "not-followed", "6.3"), (opposite(trumps), "not-trumped", "6.4")]
    return [one for one in found if one[0] != YES]


class ZwanzigAb(Position):
    """A game of Zwanzig ab. Actions: `deal(dealer)`, `hand(seat, cards)` (two cards, later three),
    `name_trump(seat, suit)`, `put_away(seat, cards)`, `take(seat, cards)`, `stay(seat, stays)` and
    `lay(seat, card)`. In Twenty down no player is asked to stay (9.2).

    A seat, suit, card or trump of 0 is unknown, and so are negative numbers; `takers` has the seats
    that may have won each trick, `waiting` those who are still to be asked.
    """

    __slots__ = (
        "after", "dealer", "deals", "dealt", "down", "exchange", "hands", "held", "late",
        "late_if_tied", "maker", "reached", "size", "staying", "sweep", "takers", "trick", "tricks",
        "trump", "waiting", "winner",
    )  # fmt: skip

    def __init__(
        self, sweep: int = 5, late_if_tied: bool = True, *, down: bool = False,
        held: bool = False, exchange: str = "up-to-3",
    ) -> None:  # fmt: skip
        Position.__init__(self, 4, START)  # 1.2
        self.sweep, self.late_if_tied, self.down = sweep, late_if_tied, down
        self.held, self.exchange = held, exchange
        self.deals = self.dealer = self.maker = self.trump = self.winner = self.tricks = 0
        self.reached = self.late = NO
        self.size = TRICKS
        self.hands = [Hand() for _ in range(5)]
        self.dealt: list[int] = []  # of this deal's pack
        self.staying, self.after = ROUND[0], LEFT  # who plays, and by seat who of them is next
        self.waiting: list[int] = []
        self.trick: list[tuple[int, int]] = []
        self.takers: list[tuple[int, ...]] = []
        self.await_action("deal")

    # -- the deal

    def deal(self, dealer: int) -> None:
        """1.3: The deal goes round. 3.3: After eight deals hearts are trumps."""
        self.require_due("deal", 0, "1.4")
        passes = not (self.dealer and dealer) or dealer == LEFT[self.dealer]
        self.require(passes, dealer, "wrong-dealer", "1.3")
        self.dealer, self.maker, self.deals = dealer, LEFT[dealer], self.deals + 1
        self.hands, self.dealt = [Hand() for _ in range(5)], []
        self.staying, self.after, self.waiting = ROUND[0], LEFT, ROUND[self.maker]
        self.takers, self.tricks, self.trick = [], 0, []
        self.late = self.rules_change()
        self.trump = HEARTS if self.late == YES else 0
        self.await_action("hand", self.maker, 2, fresh=True)

    def rules_change(self) -> int:
        """3.3, 3.4: Return whether the rules have changed: decided once, after eight deals."""
        if self.deals <= LATE:
            return PERHAPS if self.deals < 0 else NO
        nobody_down = opposite(self.reached)
        late = nobody_down != YES and self.asks("late-if-tied") and self.late_if_tied
        return YES if late else nobody_down

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
        elif first and self.late != YES:
            self.await_action("name_trump", self.maker)
        elif first:
            self.await_action("hand", self.maker, 3)
        else:
            self.await_action("put_away", self.maker)

    def name_trump(self, seat: int, suit: int) -> None:
        """3.1, 3.2: The trump maker names any suit. 9.4: With `trump=held`, one of a card held."""
        self.require_due("name_trump", seat, "3.1")
        changed = suit not in (0, HEARTS) and self.late == YES
        self.require(opposite(changed), seat, "wrong-trump", "3.3")
        self.require(self.may_name(suit, self.hands[seat]), seat, "wrong-trump", "9.4")
        self.trump = suit
        self.await_action("hand", self.maker, 3)

    def unnamed(self) -> "ZwanzigAb":
        """Return a position as it was when its trumps were about to be named, two cards a hand."""
        twin: ZwanzigAb = self.copy()
        twin.hands = [Hand(hand.known[:2]) for hand in self.hands]
        twin.dealt = [card for hand in twin.hands for card in hand.known]
        twin.trump = 0
        twin.await_action("name_trump", self.maker)
        return twin

    def may_name(self, suit: int, first: Hand) -> int:
        """9.4: With `trump=held`, return whether the first cards have a suit to be named."""
        holds = first.holds_suit(suit) if suit and self.late == NO else YES
        return holds if holds != YES and self.asks("trump") and self.held else YES

    # -- exchange, staying in

    def put_away(self, seat: int, cards: list[int]) -> None:
        """4.1 to 4.3: Once each, up to three cards. 9.5: With `exchange=0-or-3`, none or three."""
        self.require_due("put_away", seat, "4.1")
        count = len(cards)
        self.require(count <= MOST, seat, "exchanged-too-many", "4.2")
        if 0 < count < MOST and self.asks("exchange") and self.exchange == "0-or-3":
            self.require(NO, seat, "wrong-number-of-cards", "9.5")
        if cards:
            self.require(self.hands[seat].take_all(cards), seat, "card-not-held", "4.3")
        self.ply += 1
        self.waiting = [one for one in self.waiting if one != seat]
        if cards:
            self.await_action("take", seat, count)
        else:
            self.await_exchange()

    def take(self, seat: int, cards: list[int]) -> None:
        """4.3: As many new cards from those not dealt yet."""
        self.require(len(cards) == self.wanted, seat, "uneven-exchange", "4.3")
        self.require_due("take", seat, "4.3")
        self.hands[seat].add(cards)
        self.dealt += cards
        self.await_exchange()

    def await_exchange(self) -> None:
        """4.1: Go round to the dealer; then players choose to stay in (5.1), or the trump maker
        leads (6.1)."""
        if self.waiting:
            self.await_action("put_away", self.waiting[0])
        elif self.may_drop_out != NO:
            self.waiting = ROUND[self.maker][1:]
            self.await_action("stay", self.waiting[0])
        else:
            self.await_action("lay", self.maker)

    def stay(self, seat: int, stays: int) -> None:
        """5.1: All but the trump maker choose, beginning with the player opposite the dealer."""
        self.require_due("stay", seat, "5.1")
        self.ply += 1
        if stays == NO:
            may = NO if seat == self.maker else self.may_drop_out
            self.require(may, seat, "may-not-drop-out", self.clause_to_stay(seat))
            self.drop_out(seat)
        self.waiting = [one for one in self.waiting if one != seat]
        if self.waiting:
            self.await_action("stay", self.waiting[0])
        else:
            self.begin_tricks()

    def drop_out(self, seat: int) -> None:
        """6.2: Those who have dropped out are passed over."""
        self.staying = [one for one in self.staying if one != seat]
        self.after = [self.after[seat] if to == seat else to for to in self.after]

    def begin_tricks(self) -> None:
        """6.1: The trump maker leads. 5.5, 7.5: Where all others dropped out, no card is played."""
        if self.staying == [self.maker]:
            self.score_points(self.maker, -ALONE, "7.5")
            self.end_deal()
        else:
            self.await_action("lay", self.maker)

    # -- tricks

    def lay(self, seat: int, card: int) -> None:
        """6.2: All who have stayed in play a card from their hand, in turn."""
        if seat != self.turn or self.due != "lay":
            self.require_due("lay", seat, "6.2")
        held = self.hands[seat].take(card)
        if held != YES:
            self.require(held, seat, "card-not-held", "6.2")
        self.ply += 1
        suit, trick = card >> 4, self.trick
        if trick and (suit != trick[0][1] >> 4 or not suit):
            self.renounce(seat, suit, trick[0][1] >> 4)
        trick.append((seat, card))
        if len(trick) < len(self.staying):
            self.turn = self.after[seat]
        else:
            self.end_trick()

    def renounce(self, seat: int, suit: int, led: int) -> None:
        """6.3: Follow suit. 6.4: Else play a trump. 6.5: Else any card."""
        for holds, code, clause in refusals(self.hands[seat].holds_suit, suit, led, self.trump):
            self.require(holds, seat, code, clause)

    def end_trick(self) -> None:
        """6.6: The highest trump wins the trick, else the highest card of the suit led. 6.1: The
        winner leads the next. 6.7: A deal has five."""
        self.takers.append(takers(self.trick, self.trump))
        self.tricks, self.trick = self.tricks + 1, []
        if self.tricks < self.size:
            taker = self.takers[-1]
            self.turn = taker[0] if len(taker) == 1 else 0
        else:
            self.end_tricks()

    def end_tricks(self) -> None:
        """7.1 to 7.4: Points by tricks, for those who stayed in."""
        disputed = [seat for taker in self.takers if len(taker) > 1 for seat in taker]
        for seat in self.staying:
            won = self.takers.count(ONE[seat])
            if not self.trump or self.tricks < self.size or seat in disputed:
                self.totals[seat] = UNCOUNTED
            elif won == 0:
                self.score_points(seat, LOST, "7.3")
            elif won == self.size and self.asks("sweep"):
                self.score_points(seat, -self.sweep, "9.3" if self.down else "7.2")
            else:
                self.score_points(seat, -won, "7.1")
        self.end_deal()

    # -- scores and the end

    def score_points(self, seat: int, points: int, clause: str) -> None:
        """7.6: If hearts are trumps, points count double."""
        if not self.trump:
            self.totals[seat] = UNCOUNTED
            return
        self.score(seat, points, clause)
        if self.trump == HEARTS:
            self.score(seat, points, "7.6")

    def end_deal(self) -> None:
        """8.1, 8.2: One player alone lowest, at zero or below, wins. 8.3: Else there is another
        deal, however many there were."""
        known = [total for total in self.totals[1:] if total > UNCOUNTED // 2]
        lowest = min(known, default=1)
        if self.deals <= LATE and lowest <= 0:  # 3.3
            self.reached = YES
        elif self.deals <= LATE and self.reached != YES and len(known) < 4:
            self.reached = PERHAPS
        if lowest <= 0 and len(known) == 4 and known.count(lowest) == 1:
            self.winner = self.totals.index(lowest, 1)
            self.await_action("")
        else:
            self.await_action("deal")

    # -- queries

    @property
    def may_drop_out(self) -> int:
        """5.3, 5.4, 9.2: Return whether players may drop out of this deal."""
        if self.down or self.trump == DIAMONDS:
            return NO
        return opposite(self.late) if self.trump else PERHAPS

    def clause_to_stay(self, seat: int) -> str:
        """Return the clause by which a player has to stay in, if any does."""
        if self.down:
            return "9.2"
        if seat == self.maker:
            return "5.2"
        return "5.3" if self.trump == DIAMONDS else "5.4"

    def legal(self) -> list[Action]:
        """Return every action that the rules allow now, each once."""
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
        """Return the pack."""
        return PACK[:]

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return [self.winner] if self.over else []

    def copy(self) -> "ZwanzigAb":
        """Return an equal position that goes its own way."""
        twin = ZwanzigAb(self.sweep, self.late_if_tied, down=self.down, held=self.held,
                         exchange=self.exchange)  # fmt: skip
        self.copy_onto(twin)
        twin.deals, twin.dealer, twin.maker = self.deals, self.dealer, self.maker
        twin.trump, twin.winner, twin.tricks = self.trump, self.winner, self.tricks
        twin.reached, twin.late, twin.size = self.reached, self.late, self.size
        twin.hands = [hand.copy() for hand in self.hands]
        twin.dealt, twin.trick, twin.takers = self.dealt[:], self.trick[:], self.takers[:]
        twin.staying, twin.after, twin.waiting = self.staying, self.after, self.waiting
        return twin
