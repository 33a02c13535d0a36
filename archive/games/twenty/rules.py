"""Twenty, clause by clause; the numbers are those of its rulebook page, twenty.md."""

from archive.rules.hand import YES, Hand
from archive.rules.pack import full_pack
from archive.rules.position import Action, Position

ROUNDS, PLAYS, HAND, AIM, BONUS, EXACT, FIVE = 2, 50, 5, 20, 10, 10, 15
VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""2.1: What cards count, by rank: an ace 1, pips their number, court cards 10."""


def reward(tally: int, cards: int) -> tuple[int, str]:
    """4.1 to 4.4: Return points and clause of a tally that scores, made with so many cards."""
    if tally == AIM:
        return EXACT, "4.1"
    if tally > AIM:
        return tally - AIM, "4.2"
    return FIVE << (cards - 5), "4.3" if cards == 5 else "4.4"


class Twenty(Position):
    """A game of Twenty. Actions: `begin_round(first)`, `turn_up(cards)`, `deal(seat, cards)` and
    `lay(seat, card)`. `made` and `earned` are the tally that the last card made and its points."""

    __slots__ = ("at_once", "bonus", "earned", "first_up", "hands", "hands_dealt", "made",
                 "pile", "plays", "repeats", "round", "same_hands", "scorer", "starter",
                 "tally")  # fmt: skip

    def __init__(self, hands: str = "hidden", replenish: str = "own-turn") -> None:
        Position.__init__(self, 2)
        self.same_hands, self.at_once = hands == "open", replenish == "both"
        self.round = self.starter = self.plays = self.scorer = self.bonus = 0
        self.tally = self.made = self.earned = 0
        self.repeats = False  # whether this round's cards are those of the round before
        self.pile: list[int] = []
        self.hands, self.first_up = [Hand(), Hand(), Hand()], [0]
        self.hands_dealt: list[list[list[int]]] = [[], [], []]  # by seat
        self.await_action("begin_round")

    # -- what happens

    def begin_round(self, first: int) -> None:
        """1.2: Who did not begin the first round begins the second."""
        self.require_due("begin_round", 0, "1.1")
        self.require(first != self.starter, first, "wrong-starter", "1.2")
        self.round, self.starter, self.plays, self.scorer = self.round + 1, first, 0, 0
        self.repeats = self.same_hands and self.round == ROUNDS  # 7.1
        self.pile, self.tally = [], 0  # 4.6
        self.hands = [Hand(), Hand(), Hand()]
        self.await_action("turn_up", 0, 0 if self.repeats else 2, not self.repeats)

    def turn_up(self, cards: list[int]) -> None:
        """2.2: The bonus is the difference of the two cards turned up, or ten. 7.1: With open hands
        they are the same in both rounds."""
        self.require_due("turn_up", 0, "2.2")
        self.require(len(cards) == 2, 0, "wrong-number-of-cards", "2.2")
        same = not self.repeats or sorted(cards) == sorted(self.first_up)
        self.require(same, 0, "not-swapped", "7.1")
        self.first_up = cards
        self.bonus = abs(VALUES[cards[0] & 15] - VALUES[cards[1] & 15]) or BONUS
        self.await_card(self.starter)

    def deal(self, seat: int, cards: list[int]) -> None:
        """2.3, 2.4: Five cards, and five more when they are used up. 7.1: With open hands the
        second round's are those that the other player had in the first."""
        self.require_due("deal", seat, "2.4")
        self.require(len(cards) == HAND, seat, "wrong-number-of-cards", "2.3")
        self.require(not self.hands[seat], seat, "dealt-early", "2.4")
        if self.repeats:
            same = sorted(cards) == sorted(self.hand_repeated(seat))
            self.require(same, seat, "not-swapped", "7.1")
        self.hands_dealt[seat].append(cards)
        self.hands[seat] = Hand(cards)
        self.await_card(3 - seat if self.at_once else seat)

    def lay(self, seat: int, card: int) -> None:
        """3.1 to 3.3: By turns, a card from one's own hand is added to the tally."""
        if seat != self.turn or self.due != "lay":
            self.require_due("lay", seat, "3.1")
        held = self.hands[seat].take(card)
        if held != YES:
            self.require(held, seat, "card-not-held", "3.2")
        self.ply += 1
        self.plays += 1
        self.pile.append(card)
        self.tally = self.made = tally = self.tally + VALUES[card & 15]
        self.earned = 0  # 4.7
        if tally >= AIM or len(self.pile) >= 5:
            self.scorer = seat
            self.earned, clause = reward(tally, len(self.pile))
            self.score(seat, self.earned, clause)
        if tally >= AIM:
            self.pile, self.tally = [], 0  # 4.5
        if self.plays < PLAYS:
            self.await_card(3 - seat)
        else:
            self.end_round()

    # -- what follows

    def await_card(self, seat: int) -> None:
        """2.4, 2.5: Await the next card, or before that a hand for a player who has none."""
        hand = self.hands[seat]
        if hand.known or hand.unknown:
            self.due, self.turn, self.wanted = "lay", seat, 0
        else:
            self.await_action("deal", seat, 0 if self.repeats else HAND)

    def end_round(self) -> None:
        """3.4, 5.1: The last to score any points in the round takes its bonus."""
        self.score(self.scorer, self.bonus, "5.1")
        self.await_action("begin_round" if self.round < ROUNDS else "")

    # -- what can be asked

    def hand_repeated(self, seat: int) -> list[int]:
        """7.1: Return the hand that the other player held at this point of the first round."""
        return self.hands_dealt[3 - seat][self.plays // (2 * HAND)]

    def legal(self) -> list[Action]:
        seat = self.turn
        if self.due == "begin_round":
            return [("begin_round", first) for first in (1, 2) if first != self.starter]
        if self.due == "lay":
            one_of_each = {card & 15: card for card in self.hands[seat].known}
            return [("lay", seat, one_of_each[rank]) for rank in sorted(one_of_each)]
        if self.repeats and self.due == "turn_up":
            return [("turn_up", self.first_up)]
        if self.repeats and self.due == "deal":
            return [("deal", seat, self.hand_repeated(seat))]
        return []

    def pack(self) -> list[int]:
        return full_pack()

    def winners(self) -> list[int]:
        """1.3: More points win; both, where they are level."""
        return [seat for seat in (1, 2) if self.over and self.totals[seat] == max(self.totals)]

    def copy(self) -> "Twenty":
        twin = Twenty()
        self.copy_onto(twin)
        twin.same_hands, twin.at_once, twin.repeats = self.same_hands, self.at_once, self.repeats
        twin.round, twin.starter, twin.plays = self.round, self.starter, self.plays
        twin.pile, twin.tally, twin.made = self.pile[:], self.tally, self.made
        twin.earned, twin.scorer, twin.bonus = self.earned, self.scorer, self.bonus
        twin.first_up = self.first_up
        twin.hands = [hand.copy() for hand in self.hands]
        twin.hands_dealt = [hands[:] for hands in self.hands_dealt]
        return twin
