"""Twenty-Two, clause by clause; the numbers are those of its rulebook page, rulebook.md."""

from archive.rules.hand import NO, PERHAPS, YES, Hand
from archive.rules.pack import ACE, TEN, full_pack
from archive.rules.position import Action, Position
from archive.rules.sets import by_rank, subsets, subsets_by_rank

FIRST_HAND, OUT, ONE_PACK, PLAYERS_A_PACK, PACK = 7, 22, 6, 4, 52
HEIGHTS = (0, 14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
"""1.3: By rank how high a card is, the ace as the highest."""


def height(card: int) -> int:
    """1.3: Return how high `card` is."""
    return HEIGHTS[card & 15]


def worth(card: int) -> int:
    """1.4: Return what `card` counts as a score."""
    rank = card & 15
    return 11 if rank == ACE else min(rank, TEN)


def beats(cards: list[int], others: list[int]) -> bool:
    """4.5: Return whether `cards` equal or beat as many others, the highest against the highest."""
    if len(cards) == 1:
        return HEIGHTS[cards[0] & 15] >= HEIGHTS[others[0] & 15]
    pairs = zip(sorted(map(height, cards)), sorted(map(height, others)))  # noqa: B905 - MicroPython
    return all(one >= other for one, other in pairs)


class TwentyTwo(Position):
    """A game of Twenty-Two. Actions: `cut(cards)` for the seats in `drawing`, `deal(dealer)`,
    `hand(seat, cards)`, `put_away(seat, cards)`, `take(seat, cards)`, `lay(seat, cards)`, and
    `show(seat, cards)` for a last card that is not known."""

    __slots__ = (
        "alive", "all_out", "best", "dealer", "deals", "dealt", "drawing", "following", "hands",
        "kept", "meets", "order", "packs", "returns", "size", "stock", "taker", "trick", "tricks",
        "won_by",
    )  # fmt: skip

    def __init__(
        self, seats: int, *, rasmussen: bool = False, packs: int = 0, all_out: str = "shared",
        eliminated_cards: str = "stay-out",
    ) -> None:  # fmt: skip
        Position.__init__(self, seats)
        usual = 1 if seats <= ONE_PACK else -(-seats // PLAYERS_A_PACK)
        self.meets, self.packs = rasmussen, packs or usual  # 1.1, 1.2
        self.all_out, self.returns = all_out, eliminated_cards == "return"
        self.alive = list(range(1, seats + 1))
        self.drawing, self.order = self.alive[:], self.alive[:]
        self.won_by: list[int] = []
        self.kept: list[tuple[int, int]] = []
        self.hands = [Hand() for _ in range(seats + 1)]
        self.dealer = self.stock = self.taker = self.deals = self.tricks = 0
        self.dealt: list[int] = []  # of this deal's pack
        self.following: list[int] = []  # by seat the next one clockwise of those dealt in
        self.size = FIRST_HAND
        self.trick: list[list[int]] = []
        self.best: list[int] = []
        self.await_dealer()

    # -- the deal

    def cut(self, cards: list[int]) -> None:
        """2.1, 2.6: The highest card drawn deals; on a tie for highest, all draw again."""
        self.require_due("cut", 0, "2.6")
        highest = max(map(height, cards))
        if [height(card) for card in cards].count(highest) == 1:
            heights = [height(card) for card in cards]
            self.drawing = [self.drawing[heights.index(highest)]]
        self.await_dealer()

    def deal(self, dealer: int) -> None:
        """2.5: The loser deals. 2.3, 2.4: As many cards as the losing card is worth, or as there
        are for everybody."""
        if self.due != "cut":
            self.require_due("deal", 0, "2.5")
        self.require(dealer in self.drawing, dealer, "wrong-dealer", "2.5")
        self.dealer, self.deals, self.tricks, self.dealt = dealer, self.deals + 1, 0, []
        left = [seat for seat in self.alive if seat > dealer]
        self.order = left + [seat for seat in self.alive if seat <= dealer]  # 2.7
        self.following = [0] * (self.seats + 1)
        for at, seat in enumerate(self.order):
            self.following[self.order[at - 1]] = seat
        self.stock = PACK * self.packs - len(self.out_of_pack())
        self.size = min(self.size, self.stock // len(self.order))
        self.stock -= self.size * len(self.order)
        self.hands = [Hand() for _ in range(self.seats + 1)]
        if self.size:
            self.await_action("hand", self.order[0], self.size, fresh=True)
        else:
            self.await_action("")  # 2.4: the game goes no further

    def hand(self, seat: int, cards: list[int]) -> None:
        """2.2, 2.3: The same number of cards for all who are in the game."""
        self.require_due("hand", seat, "2.7")
        self.require(len(cards) == self.size, seat, "wrong-number-of-cards", "2.3")
        self.hands[seat] = Hand(cards)
        self.dealt += cards
        if seat != self.order[-1]:
            self.await_action("hand", self.following[seat], self.size)
        else:
            self.await_action("put_away", self.order[0])

    # -- the exchange

    def put_away(self, seat: int, cards: list[int]) -> None:
        """3.1, 3.2: Once each, any number of cards, as far as the pack has others."""
        self.require_due("put_away", seat, "3.1")
        self.require(len(cards) <= self.stock, seat, "exchanged-too-many", "3.2")
        self.require(self.hands[seat].take_all(cards), seat, "card-not-held", "3.1")
        self.ply += 1
        self.stock -= len(cards)
        if cards:
            self.await_action("take", seat, len(cards))
        else:
            self.exchanged(seat)

    def take(self, seat: int, cards: list[int]) -> None:
        """3.2: As many cards from the pack."""
        self.require(len(cards) == self.wanted, seat, "uneven-exchange", "3.2")
        self.require_due("take", seat, "3.2")
        self.hands[seat].add(cards)
        self.dealt += cards
        self.exchanged(seat)

    def exchanged(self, seat: int) -> None:
        """4.1: After the last exchange the player to the dealer's left leads."""
        if seat != self.order[-1]:
            self.await_action("put_away", self.following[seat])
        else:
            self.await_trick(self.order[0])

    # -- tricks

    def lay(self, seat: int, cards: list[int]) -> None:
        """4.1 to 4.7: Lead, or play as many cards as were led."""
        if seat != self.turn or self.due != "lay":
            self.require_due("lay", seat, "4.1")
        hand = self.hands[seat]
        held = hand.take(cards[0]) if len(cards) == 1 else hand.take_all(cards)
        if held != YES:
            self.require(held, seat, "card-not-held", "4.1")
        self.ply += 1
        if not self.trick:
            self.taker, self.best = seat, cards
            if not one_rank(cards):
                self.require(NO, seat, "mixed-lead", "4.2")
            if not hand.known and not hand.unknown:
                self.require(NO, seat, "kept-no-card", "4.3")
        elif self.follow(seat, cards, hand):
            self.taker, self.best = seat, cards  # 4.7, 8.3
        self.trick.append(cards)
        if len(self.trick) < len(self.order):
            self.turn = self.following[seat]
        else:
            self.tricks += 1
            self.await_trick(self.taker)

    def follow(self, seat: int, cards: list[int], kept: Hand) -> bool:
        """4.6: Equal or beat the highest play, or play the lowest cards. 8.1, 8.2: In Rasmussen's
        way, meet the lead where that can be done. Return whether the trick would be theirs."""
        led = self.trick[0]
        if len(cards) != len(led):
            self.require(NO, seat, "wrong-number-of-cards", "4.4")
        if not self.meets:
            wins = beats(cards, self.best)
            if not wins:
                low = lowest(cards, kept)
                if low != YES:
                    self.require(low, seat, "not-lowest", "4.6")
            return wins
        if beats(cards, led):
            return one_rank(cards) and beats(cards, self.best)
        self.require(self.lacks(cards, kept, led), seat, "led-not-met", "8.1")
        self.require(lowest(cards, kept), seat, "not-lowest", "8.2")
        return False

    def lacks(self, cards: list[int], kept: Hand, led: list[int]) -> int:
        """8.1: Return whether too few cards were held of the rank led or higher."""
        due, able = HEIGHTS[led[0] & 15], 0
        for card in cards + kept.known:
            able += HEIGHTS[card & 15] >= due
        if able >= len(led):
            return NO
        return PERHAPS if able + kept.unknown >= len(led) else YES

    # -- the last card

    def show(self, seat: int, cards: list[int]) -> None:
        """5.1: A last card is shown."""
        self.require_due("show", seat, "5.1")
        self.require(self.hands[seat].holds_all(cards), seat, "card-not-held", "5.1")
        self.hands[seat] = Hand(cards)
        self.await_trick(self.order[0])

    def score_hand(self) -> None:
        """5.2, 5.3: The highest card loses the hand, and counts for all who hold such a one."""
        last = {seat: card for seat in self.order for card in self.hands[seat].known[:1]}
        highest = max([height(card) for card in last.values()] or [0])
        self.drawing = [seat for seat in last if height(last[seat]) == highest] or self.drawing
        for seat in self.drawing:
            self.size = worth(last[seat])
            self.score(seat, self.size, "5.3")
            if not self.meets:
                self.kept.append((seat, last[seat]))  # 5.4
        before = self.alive
        self.alive = [seat for seat in before if self.totals[seat] < OUT]  # 6.1
        if len(self.alive) > 1:
            self.await_dealer()
            return
        self.won_by = self.alive or before  # 6.2, 6.3
        if not self.alive and self.all_out == "lowest":  # 6.4
            least = min(self.totals[seat] for seat in before)
            self.won_by = [seat for seat in before if self.totals[seat] == least]
        self.await_action("")

    # -- what follows

    def await_dealer(self) -> None:
        """2.1, 2.5, 2.6: Await the deal of the one loser, or a draw for it."""
        if len(self.drawing) == 1:
            self.await_action("deal")
        else:
            self.await_action("cut", 0, len(self.drawing), fresh=True)

    def await_trick(self, leader: int) -> None:
        """5.1: Await a lead, or, when all are down to one card, the last cards."""
        self.trick, self.best = [], []
        if len(self.hands[leader]) > 1:
            self.await_action("lay", leader)
            return
        for seat in self.order:
            if self.hands[seat].unknown:
                self.await_action("show", seat)
                return
        self.score_hand()

    def out_of_pack(self) -> list[int]:
        """5.4, 5.5, 8.4: Return the cards that are kept as scores, and not dealt."""
        return [card for seat, card in self.kept if seat in self.alive or not self.returns]

    # -- what can be asked

    def legal(self) -> list[Action]:
        seat, hand = self.turn, self.hands[self.turn].known
        if self.due == "deal":
            return [("deal", dealer) for dealer in self.drawing]
        if self.due == "put_away":
            most = min(len(hand), self.stock)
            return [("put_away", seat, put) for n in range(most + 1) for put in subsets(hand, n)]
        if self.due == "lay":
            return [("lay", seat, cards) for cards in self.allowed(hand)]
        return []

    def allowed(self, hand: list[int]) -> list[list[int]]:
        """4.2, 4.3, 4.6, 8.1, 8.2: Return the sets of cards that may be laid now."""
        if not self.trick:
            most = len(hand) - 1
            return [heap[:n] for heap in by_rank(hand) for n in range(1, min(len(heap), most) + 1)]
        number = len(self.trick[0])
        low = sorted(hand, key=height)[:number]
        best = self.trick[0] if self.meets else self.best
        able = [cards for cards in subsets_by_rank(hand, number) if beats(cards, best)]
        ducks = not able if self.meets else not beats(low, best)
        return [*able, low] if ducks else able

    def pack(self) -> list[int]:
        """5.4: Return the packs without the cards that are kept as scores."""
        cards = full_pack(copies=self.packs)
        for card in self.out_of_pack():
            cards.remove(card)
        return cards

    def winners(self) -> list[int]:
        return self.won_by

    def copy(self) -> "TwentyTwo":
        twin = TwentyTwo(self.seats, rasmussen=self.meets, packs=self.packs, all_out=self.all_out)
        self.copy_onto(twin)
        twin.returns, twin.alive, twin.drawing = self.returns, self.alive, self.drawing
        twin.order, twin.won_by, twin.kept = self.order, self.won_by, self.kept[:]
        twin.hands = [hand.copy() for hand in self.hands]
        twin.dealer, twin.stock, twin.size = self.dealer, self.stock, self.size
        twin.taker, twin.best, twin.trick = self.taker, self.best, self.trick[:]
        twin.deals, twin.tricks, twin.following = self.deals, self.tricks, self.following
        twin.dealt = self.dealt[:]
        return twin


def one_rank(cards: list[int]) -> bool:
    """4.2: Return whether all of these cards are of one rank."""
    return len(cards) == 1 or all(card & 15 == cards[0] & 15 for card in cards)


def lowest(cards: list[int], kept: Hand) -> int:
    """4.6: Return whether no card that was kept is lower than one that was played."""
    top = max(map(height, cards)) if len(cards) > 1 else HEIGHTS[cards[0] & 15]
    for card in kept.known:
        if HEIGHTS[card & 15] < top:
            return NO
    return PERHAPS if kept.unknown and top > 2 else YES
