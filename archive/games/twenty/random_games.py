"""Whole random games of Twenty for two, played and scored without any of the engine: a second
opinion on its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from archive.core.cards import CARDS, Card
from archive.core.events import DRAW, Bonus, Deal, End, Event, Play, Round, Score, Up
from archive.core.record import Record
from archive.generator.writing import Writing, written_down

SEATS = (2,)
VALUES = {**{str(pip): pip for pip in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
PACK = [CARDS[rank + suit] for rank in VALUES for suit in "cdhs"]
NAMES = ("Ada", "Ben")

Choose = Callable[[Random, list[Card], int, int], Card]
"""How a player plays: chooses a card from the hand, the tally and the number of tally cards."""


def at_random(rng: Random, hand: list[Card], tally: int, cards: int) -> Card:
    """Return any card of the hand."""
    return rng.choice(hand)


def sensible(rng: Random, hand: list[Card], tally: int, cards: int) -> Card:
    """Return a card that makes twenty if possible, else one that scores most, else one that keeps
    the tally low."""

    def worth(card: Card) -> int:
        after = tally + VALUES[card.rank]
        if after == 20:
            return 100
        if after > 20:
            return 2 * (after - 20)
        return (40 if cards >= 4 else 0) - (8 if after >= 10 else 0) - after // 4

    return max(hand, key=lambda card: (worth(card), rng.random()))


def play(
    rng: Random, seats: int, options: Mapping[str, str], rules: str,
    *, choose: Choose = sensible, suits: bool = True, hands: str = "all",
) -> Record:  # fmt: skip
    """Return a whole game of two rounds. `hands` are listed `all`, `none`, or `some` of them with
    unknown cards; without `suits` only the ranks are written down.

    When the players draw their hands, both at once or in turn, changes nothing that is written.
    """
    game = _Game(rng, choose, suits, hands)
    starter, other = 1, 2
    pack = _shuffled(rng)
    game.play_round(1, starter, pack)
    if options.get("hands") != "open":
        pack = _shuffled(rng)
    # the starter's cards lie first, so that open hands change sides with the starter
    game.play_round(2, other, pack)
    one, two = game.total[1], game.total[2]
    winners = DRAW if one == two else (1,) if one > two else (2,)
    return written_down(NAMES, "52", [*game.events, End(((1, one), (2, two)), winners)])


def _shuffled(rng: Random) -> list[Card]:
    pack = PACK.copy()
    rng.shuffle(pack)
    return pack


class _Game:
    """The record and the score so far."""

    def __init__(self, rng: Random, choose: Choose, suits: bool, hands: str) -> None:
        self.rng = rng
        self.choose = choose
        self.writing = Writing(suits, hands)
        self.events: list[Event] = []
        self.total = {1: 0, 2: 0}
        self.ply = 0
        self.turn = 0
        self.last_to_score = 0
        self.pile: list[int] = []
        self.worth = 0  # what the last tally of five cards or more scored

    def play_round(self, number: int, starter: int, pack: list[Card]) -> None:
        """Play one round."""
        up, stock = pack[:2], pack[2:]
        bonus = abs(VALUES[up[0].rank] - VALUES[up[1].rank]) or 10
        self.events += [Round(number, starter), Up(self.writing.cards(up), bonus)]
        self.turn = starter
        self.pile = []
        for deal in range(5):
            dealt = stock[10 * deal : 10 * deal + 10]
            held = {starter: dealt[:5], 3 - starter: dealt[5:]}
            self.events.append(Deal(deal + 1))
            for seat in (1, 2):
                self.events += self.writing.hand(self.rng, seat, held[seat])
            for _ in range(10):
                self._play_from(held[self.turn])
            if deal == 4:
                self.total[self.last_to_score] += bonus
                self.events.append(Bonus(self.last_to_score, bonus))
            self.events.append(Score(tuple(self.total.items())))

    def _play_from(self, hand: list[Card]) -> None:
        card = self.choose(self.rng, hand, sum(self.pile), len(self.pile))
        hand.remove(card)
        self.ply += 1
        self.pile.append(VALUES[card.rank])
        tally, points = sum(self.pile), 0
        if tally == 20:
            points = 10
        elif tally > 20:
            points = tally - 20
        elif len(self.pile) >= 5:
            self.worth = 15 if len(self.pile) == 5 else self.worth * 2
            points = self.worth
        if tally >= 20:
            self.pile = []
        if points:
            self.last_to_score = self.turn
            self.total[self.turn] += points
        shown = self.writing.cards([card])
        self.events.append(Play(self.ply, self.turn, shown, tally, points or None))
        self.turn = 3 - self.turn
