"""Twenty, clause by clause; the numbers are those of its rulebook page, rulebook.md."""

from archive.rules.hand import PERHAPS, YES, Hand, same_cards
from archive.rules.position import Action, Position

ROUNDS, PLAYS, HAND, AIM, BONUS, EXACT, FIVE, FIVE_TALLY = 2, 50, 5, 20, 10, 10, 5, 15
VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)  # 2.1: the values of cards, by rank


def reward(tally: int, cards: int) -> tuple[int, str]:
    """4.1 to 4.4: Return points and clause of a tally that scores, made with `cards` cards."""
    if tally >= AIM:
        return (EXACT, "4.1") if tally == AIM else (tally - AIM, "4.2")
    return FIVE_TALLY << (cards - FIVE), "4.3" if cards == FIVE else "4.4"


def bonus_of(cards: list[int]) -> int:
    """2.2: Return the difference of the two cards turned up, 10 if none; 0 if it is unknown."""
    values = [VALUES[card & 15] for card in cards]
    return (abs(values[0] - values[1]) or BONUS) if len(cards) == 2 and all(values) else 0


class Twenty(Position):
    """A game of Twenty. Actions: `begin_round(first)`, `turn_up(cards)`, `deal(seat, cards)`,
    `lay(seat, card)`. Negative numbers are unknown, and so is a bonus of 0 or a `starter` of 0."""

    __slots__ = ("at_once", "bonus", "earned", "hands", "hands_dealt", "made", "mover", "pile",
        "plays", "repeats", "round", "same_hands", "scorer", "starter", "tally", "up")  # fmt: skip

    def __init__(self, hands: str = "hidden", replenish: str = "own-turn") -> None:
        Position.__init__(self, 2)
        self.same_hands, self.at_once, self.repeats = hands == "open", replenish == "both", False
        self.round = self.starter = self.mover = self.plays = self.scorer = self.bonus = 0
        self.tally = self.made = self.earned = 0  # the last card's tally and points
        self.pile: list[int] = []
        self.hands = [Hand(), Hand(), Hand()]
        self.up: list[list[int]] = []  # by round
        self.hands_dealt: list[list[list[list[int]]]] = []  # by round and seat
        self.await_action("begin_round")

    def begin_round(self, first: int) -> None:
        """1.2: The player who did not begin the first round begins the second."""
        self.require_due("begin_round", 0, "1.1")
        self.require(not first or first != self.starter, first, "wrong-starter", "1.2")
        self.starter = self.mover = first or (self.starter and 3 - self.starter)
        self.round, self.plays, self.scorer, self.bonus = self.round + 1, 0, 0, 0
        self.pile, self.tally, self.hands = [], 0, [Hand(), Hand(), Hand()]  # 4.6
        self.up, self.hands_dealt = self.up + [[]], self.hands_dealt + [[[], [], []]]
        self.repeats = self.same_hands and self.round == ROUNDS  # 7.1
        self.await_action("turn_up", 0, 0 if self.repeats else 2, not self.repeats)

    def turn_up(self, cards: list[int]) -> None:
        """2.2: Two cards give the bonus. 7.1: With open hands they are the same in both rounds."""
        self.require(self.plays <= 0 and not self.up[-1], 0, "not-now", "2.2")
        self.require(len(cards) == 2, 0, "wrong-number-of-cards", "2.2")
        same = same_cards(self.up[0], cards) if self.repeats and self.up[0] else YES
        self.require(same, 0, "not-swapped", "7.1")
        self.up[-1], self.bonus = cards, bonus_of(cards)
        self.await_card(self.mover)

    def deal(self, seat: int, cards: list[int]) -> None:
        """2.3 to 2.5: Five cards, five more when they are used up. 7.1: Open hands are swapped."""
        self.require(len(cards) == HAND, seat, "wrong-number-of-cards", "2.3")
        self.require(self.hands[seat].empty, seat, "dealt-early", "2.4")
        same = same_cards(self.hand_repeated(seat), cards) if self.repeats else YES
        self.require(same, seat, "not-swapped", "7.1")
        self.hands_dealt[-1][seat].append(cards)
        self.hands[seat] = Hand(cards)
        self.await_card(3 - seat if self.at_once and not self.hands[3 - seat] else self.mover)

    def lay(self, seat: int, card: int) -> None:
        """3.1 to 3.3, 4.7: By turns, a card from one's own hand is added to the tally."""
        if seat != self.turn or self.due != "lay":
            self.require_due("lay", seat, "3.1")
        hand = self.hands[seat]
        value = VALUES[card & 15] or hand.alike(VALUES)
        held = hand.take(card)
        if held != YES:
            self.require(held, seat, "card-not-held", "3.2")
        self.pile.append(card)
        self.tally = self.made = tally = self.tally + value
        self.ply, self.plays, self.earned, self.mover = self.ply + 1, self.plays + 1, 0, 3 - seat
        if tally >= AIM or len(self.pile) >= FIVE or tally < 0:
            self.settle(seat, value)
        if self.plays != PLAYS:
            self.await_card(self.mover)
        else:
            self.end_round()

    def settle(self, seat: int, value: int) -> None:
        """4.1 to 4.5: Score the tally made. If unknown, so is who scored, noted once a pile."""
        self.scorer = seat if self.made >= 0 else 0
        if self.scorer:
            self.earned, clause = reward(self.made, len(self.pile))
            self.score(seat, self.earned, clause)
        else:
            self.require(YES if self.made < value else PERHAPS, seat, "unknown-card", "3.3")
            self.lose_totals()
        if self.made >= AIM:
            self.pile, self.tally = [], 0

    def await_card(self, seat: int) -> None:
        """2.4: Await the next card, or before that a hand for a player who has none."""
        hand = self.hands[seat]
        if (hand.known and not hand.gone) or hand or not seat:
            self.due, self.turn, self.wanted = "lay", seat, 0
        else:
            self.await_action("deal", seat, 0 if self.repeats else HAND)

    def end_round(self) -> None:
        """3.4, 5.1, 5.2: The last to score any points in the round takes its bonus."""
        self.require(YES if self.bonus or not self.scorer else PERHAPS, 0, "unknown-bonus", "5.2")
        if self.bonus and self.scorer:
            self.score(self.scorer, self.bonus, "5.1")
        else:
            self.lose_totals()
        self.await_action("begin_round" if self.round < ROUNDS else "")

    def hand_repeated(self, seat: int) -> list[int]:
        """7.1: Return the hand that the other player held at this point of the first round."""
        number, hands = len(self.hands_dealt[-1][seat]), self.hands_dealt[0][3 - seat]
        return hands[number] if number < len(hands) else [0] * HAND

    def legal(self) -> list[Action]:
        """Return every action that the rules allow now, each once."""
        if self.due == "begin_round":
            return [("begin_round", first) for first in (1, 2) if first != self.starter]
        if self.due == "lay":
            one_of_each = {card & 15: card for card in self.hands[self.turn].known}
            return [("lay", self.turn, one_of_each[rank]) for rank in sorted(one_of_each)]
        if self.repeats and self.due == "turn_up":
            return [("turn_up", self.up[0])]
        swapped = self.repeats and self.due == "deal"
        return [("deal", self.turn, self.hand_repeated(self.turn))] if swapped else []

    def winners(self) -> list[int]:
        """1.3: More points win; both, where they are level."""
        return [seat for seat in (1, 2) if self.over and self.totals[seat] == max(self.totals)]

    def copy(self) -> "Twenty":
        """Return an equal position that goes its own way."""
        twin = Twenty()
        self.copy_onto(twin)
        twin.same_hands, twin.at_once, twin.repeats = self.same_hands, self.at_once, self.repeats
        twin.round, twin.starter, twin.mover = self.round, self.starter, self.mover
        twin.plays, twin.scorer, twin.bonus = self.plays, self.scorer, self.bonus
        twin.tally, twin.made, twin.earned = self.tally, self.made, self.earned
        twin.hands, twin.pile, twin.up = [h.copy() for h in self.hands], self.pile[:], self.up[:]
        twin.hands_dealt = [[hands[:] for hands in dealt] for dealt in self.hands_dealt]
        return twin
