"""Twenty-Two, clause by clause; the numbers are those of its rulebook page, rulebook.md. 1.3, 1.4
and 4.5, the heights and values of cards, are in ranking.py."""

from archive.games.twenty_two.ranking import (
    MOST,
    Heights,
    beats,
    either,
    height,
    heights,
    highest,
    lacks,
    lowest,
    most_cards,
    one_rank,
    worth,
)
from archive.rules.card_choices import by_rank, subsets, subsets_by_rank
from archive.rules.hand import NO, PERHAPS, UNCOUNTED, YES, Hand
from archive.rules.pack import full_pack
from archive.rules.position import Action, Position

FIRST_HAND, OUT, ONE_PACK, PLAYERS_A_PACK, PACK = 7, 22, 6, 4, 52  # 2.2, 6.1, 1.1


class TwentyTwo(Position):
    """A game of Twenty-Two. Actions: `cut(cards)` for the seats in `drawing`, `deal(dealer)`,
    `hand(seat, cards)`, `put_away(seat, cards)`, `take(seat, cards)`, `lay(seat, cards)`, and
    `show(seat, cards)` for a last card that is not known, or for all where they are `shown`.
    A card or seat of 0 is unknown, and so are negative numbers. `takers` are the seats that may
    have won each trick, `taking` those that may win this one, with the `best` cards. `more` are
    points that a seat may have besides its total, `doubtful` seats that may be out by them, and
    `unseen` how many more cards may be kept. `left` is the number of cards of each player.
    """

    __slots__ = (
        "alive", "all_out", "before", "best", "dealer", "deals", "dealt", "doubtful", "drawing",
        "following", "hands", "kept", "last", "left", "meets", "more", "order", "packs", "returns",
        "shown", "size", "stock", "takers", "taking", "trick", "tricks", "unseen", "won_by",
    )  # fmt: skip

    def __init__(
        self, seats: int, *, rasmussen: bool = False, packs: int = 1, all_out: str = "shared",
        eliminated_cards: str = "stay-out",
    ) -> None:  # fmt: skip
        Position.__init__(self, seats)
        self.meets, self.packs, self.shown = rasmussen, packs, False
        self.all_out, self.returns = all_out, eliminated_cards == "return"
        self.alive = list(range(1, seats + 1))
        self.drawing, self.order, self.before = self.alive[:], self.alive[:], self.alive[:]
        self.doubtful: list[int] = []
        self.won_by: list[int] = []
        self.more = [0] * (seats + 1)
        self.kept: list[tuple[int, int]] = []
        self.hands = [Hand() for _ in range(seats + 1)]
        self.dealer = self.stock = self.deals = self.tricks = self.left = self.unseen = 0
        self.dealt: list[int] = []  # of this deal's pack
        self.following: list[int] = []  # by seat the next one clockwise of those dealt in
        self.size = FIRST_HAND
        self.trick: list[list[int]] = []
        self.taking: list[int] = []
        self.takers: list[list[int]] = []
        self.best: Heights = ([], [])
        self.last: dict[int, list[int]] = {}  # the possible last cards that were shown
        self.await_dealer()

    # -- the deal

    def cut(self, cards: list[int]) -> None:
        """2.1, 2.6: The highest card drawn deals; on a tie for highest, all draw again."""
        self.require_due("cut", 0, "2.6")
        able, _ = highest([[card] for card in cards])
        if len(able) == 1:
            self.drawing = [self.drawing[able[0]]]
        self.await_dealer()

    def deal(self, dealer: int) -> None:
        """2.3 to 2.5: The loser deals as many cards as the losing card is worth, or there are."""
        if self.due != "cut":
            self.require_due("deal", 0, "2.5")
        may = not (dealer and self.drawing) or dealer in self.drawing
        self.require(may, dealer, "wrong-dealer", "2.5")
        self.dealer, self.deals, self.tricks, self.dealt = dealer, self.deals + 1, 0, []
        self.trick, self.takers, self.last, self.before = [], [], {}, self.alive
        self.seat_players(self.alive)
        self.hands = [Hand() for _ in range(self.seats + 1)]
        self.give_out(self.due_size())
        if self.size and self.order:
            self.await_action("hand", self.order[0], max(0, self.size), fresh=True)
        else:
            self.await_action("")  # 2.4: the game goes no further

    def seat_players(self, seats: list[int]) -> None:
        """2.7: The players who are in the game get cards, from the dealer's left."""
        self.order = sorted(seats, key=lambda seat: (seat <= self.dealer, seat))
        self.following = [0] * (self.seats + 1)
        for at, seat in enumerate(self.order):
            self.following[self.order[at - 1]] = seat

    def due_size(self) -> int:
        """2.2 to 2.4: Return the number of cards due to each. Besides the cards known to be kept
        there are no more than all points together can be made of."""
        cards, players = PACK * self.packs - len(self.out_of_pack()), len(self.alive) or 1
        unseen = self.unseen + sum([seat in self.doubtful for seat, _ in self.kept])
        if unseen:
            points = (OUT - 1) * self.seats + MOST * (self.seats - len(self.alive))
            unseen = min(unseen, most_cards(points, self.packs) + cards - PACK * self.packs)
        each, certain = cards // players, (cards - unseen) // players
        if self.size <= certain:
            return self.size
        return each if each == certain and not self.doubtful else UNCOUNTED

    def give_out(self, size: int) -> None:
        """2.3: Set the number of cards dealt to each."""
        self.size = self.left = size
        left = PACK * self.packs - len(self.out_of_pack()) - size * len(self.order)
        self.stock = max(0, left) if size >= 0 and not self.doubtful else UNCOUNTED

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
        too_many = 0 <= self.stock < len(cards)
        self.require(not too_many, seat, "exchanged-too-many", "3.2")
        self.require(self.hands[seat].take_all(cards), seat, "card-not-held", "3.1")
        self.ply += 1
        self.stock -= self.stock if too_many else len(cards)
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
        hand, trick = self.hands[seat], self.trick
        held = hand.take(cards[0]) if len(cards) == 1 else hand.take_all(cards)
        if held != YES:
            self.require(held, seat, "card-not-held", "4.1")
        self.ply += 1
        run = heights(cards, hand)
        if not trick:
            cards = self.lead(seat, cards, run)
        elif len(cards) != len(trick[0]):
            self.require(NO, seat, "wrong-number-of-cards", "4.4")
        else:
            takes = self.meet(seat, cards, run) if self.meets else self.follow(seat, run)
            if takes == YES:  # 4.7, 8.3
                self.taking, self.best = [seat], run
            elif takes == PERHAPS:
                self.taking, self.best = self.taking + [seat], either(self.best, run)
        trick.append(cards)
        if len(trick) < len(self.order):
            self.turn = self.following[seat]
        else:
            self.end_trick()

    def lead(self, seat: int, cards: list[int], run: Heights) -> list[int]:
        """4.2: Lead cards of one rank, which one of them shows. 4.3: Keep one back."""
        if 0 <= self.left <= len(cards):
            self.require(NO, seat, "kept-no-card", "4.3")
        if len(cards) > 1:
            same = one_rank(cards)
            self.require(same, seat, "mixed-lead", "4.2")
            if same == PERHAPS:
                cards = [max([card & 15 for card in cards])] * len(cards)
                run = heights(cards, self.hands[seat])
        self.taking, self.best = [seat], run
        return cards

    def follow(self, seat: int, run: Heights) -> int:
        """4.6: Equal or beat the highest play, or play the lowest cards. Return whether it wins."""
        takes = beats(run, self.best)
        if takes == NO:
            self.require(lowest(run, self.hands[seat]), seat, "not-lowest", "4.6")
        elif takes == PERHAPS and lowest(run, self.hands[seat]) != YES:
            self.require(PERHAPS, seat, "unproved", "4.5")
        return takes

    def meet(self, seat: int, cards: list[int], run: Heights) -> int:
        """8.1, 8.2: Meet the lead, or play the lowest where none can. Return whether it wins."""
        met = beats(run, heights(self.trick[0]))
        if met == NO:
            self.require(lacks(cards, self.hands[seat], self.trick[0]), seat, "led-not-met", "8.1")
            self.require(lowest(run, self.hands[seat]), seat, "not-lowest", "8.2")
        elif met == PERHAPS and lowest(run, self.hands[seat]) != YES:
            self.require(PERHAPS, seat, "unproved", "8.1")
        takes, equal = beats(run, self.best), one_rank(cards)  # 8.3
        return equal if takes == YES or equal == NO else takes

    def end_trick(self) -> None:
        """4.7: The trick is won, and its winner leads the next."""
        self.tricks += 1
        self.takers.append(self.taking)
        self.left -= len(self.trick[0])
        self.trick = []
        self.await_trick(self.taking[0] if len(self.taking) == 1 else 0)

    # -- the last card

    def show(self, seat: int, cards: list[int]) -> None:
        """5.1: A last card is shown, one of these where it is disputed which."""
        self.require_due("show", seat, "5.1")
        self.require(self.hands[seat].holds(cards[0]), seat, "card-not-held", "5.1")
        self.last[seat] = cards
        self.await_trick(0)

    def score_hand(self) -> None:
        """5.2, 5.3: The highest card loses the hand, and counts for all who hold such a one."""
        last = [self.last.get(seat) or self.hands[seat].known[:1] or [0] for seat in self.order]
        able, certain = highest(last)
        if certain:
            self.lose([(self.order[at], last[at][0]) for at in able])
            return
        self.drawing, self.size = [], UNCOUNTED
        self.unseen += 0 if self.meets else len(able)
        for at in able:
            self.more[self.order[at]] += MOST
        self.eliminate()

    def lose(self, last: "list[tuple[int, int]]") -> None:
        """5.3: Enter the points of those who lost, with their cards. 5.4: These are kept."""
        self.drawing = [seat for seat, _ in last]
        for seat, card in last:
            self.size = worth(card)
            self.score(seat, self.size, "8.4" if self.meets else "5.3")
            if not self.meets:
                self.kept.append((seat, card))
        self.eliminate()

    def eliminate(self) -> None:
        """6.1: A player with 22 points is out."""
        before, totals = self.before, self.totals
        self.alive = [seat for seat in before if totals[seat] < OUT]
        self.doubtful = [seat for seat in self.alive if totals[seat] + self.more[seat] >= OUT]
        self.won_by = []
        if len(self.alive) > 1 or self.doubtful:
            self.await_dealer()
            return
        self.won_by = self.alive or before  # 6.2, 6.3
        if before and not self.alive and self.asks("all-out") and self.all_out == "lowest":  # 6.4
            least = min(totals[seat] for seat in before)
            self.won_by = [seat for seat in before if totals[seat] == least]
        self.await_action("")

    def await_dealer(self) -> None:
        """2.1, 2.5, 2.6: Await the deal of the one loser, or a draw for it."""
        draws = len(self.drawing) if len(self.drawing) > 1 else 0
        self.await_action("cut" if draws else "deal", 0, draws, fresh=draws > 0)

    def await_trick(self, leader: int) -> None:
        """5.1: Await a lead, or, when all are down to one card, the last cards."""
        if self.left > 1 or self.left <= UNCOUNTED // 2:
            self.await_action("lay", leader)
            return
        for seat in self.order:
            if seat not in self.last and (self.shown or not self.hands[seat].known):
                self.await_action("show", seat)
                return
        self.score_hand()

    def out_of_pack(self) -> list[int]:
        """5.4, 8.4: Return the cards that are kept as scores, and not dealt."""
        return [card for seat, card in self.kept if self.keeps(seat)]

    def keeps(self, seat: int) -> bool:
        """5.4, 5.5: Return whether what a seat has kept certainly stays out of the pack."""
        out = seat not in self.alive or seat in self.doubtful
        return not (out and self.asks("eliminated-cards") and self.returns)

    def legal(self) -> list[Action]:
        """Return every action that the rules allow now, each once."""
        seat, hand = self.turn, self.hands[self.turn].known
        if self.due == "deal":
            return [("deal", dealer) for dealer in self.drawing]
        if self.due == "put_away":
            most = min(len(hand), self.stock) if self.stock >= 0 else len(hand)
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
        best = heights(self.trick[0]) if self.meets else self.best
        sets = subsets_by_rank(hand, number)
        able = [cards for cards in sets if beats(heights(cards), best) == YES]
        ducks = not able if self.meets else beats(heights(low), best) == NO
        return able + [low] if ducks else able

    def pack(self) -> list[int]:
        """5.4: Return the packs without the cards that are kept as scores."""
        cards = full_pack(copies=self.packs)
        for card in self.out_of_pack():
            cards.remove(card)
        return cards

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return self.won_by

    def copy(self) -> "TwentyTwo":
        """Return an equal position that goes its own way."""
        twin = TwentyTwo(self.seats, rasmussen=self.meets, packs=self.packs, all_out=self.all_out)
        self.copy_onto(twin)
        twin.returns, twin.shown, twin.order = self.returns, self.shown, self.order
        twin.alive, twin.before, twin.doubtful = self.alive, self.before, self.doubtful
        twin.drawing, twin.won_by, twin.more = self.drawing, self.won_by, self.more[:]
        twin.hands = [hand.copy() for hand in self.hands]
        twin.dealer, twin.stock, twin.size = self.dealer, self.stock, self.size
        twin.left, twin.unseen, twin.kept = self.left, self.unseen, self.kept[:]
        twin.taking, twin.best, twin.trick = self.taking, self.best, self.trick[:]
        twin.takers, twin.last, twin.dealt = self.takers[:], self.last.copy(), self.dealt[:]
        twin.deals, twin.tricks, twin.following = self.deals, self.tricks, self.following
        return twin
