"""Whole random games of Twenty-Two, played by the plainest code that will do.

It shares nothing with the rules engine, not even the order of ranks, so that it can be the engine's
referee: a record from here has every claim that a record of this game can have, and all are right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from archive.core.cards import CARDS, Card
from archive.core.events import (
    DRAW,
    Cut,
    Deal,
    End,
    Event,
    Exchange,
    Held,
    Keep,
    Kept,
    Out,
    Phase,
    Play,
    Score,
    Show,
    Trick,
)
from archive.core.record import Record
from archive.generator.writing import written_down

LOW_TO_HIGH = "23456789TJQKA"
NAMES = ("Ana", "Björk", "Cem", "Dora", "Emil", "Freya", "Goran", "Hana", "Ivo", "Jutta")
SEATS = (3, 4, 2, 5, 6, 7, 8, 9, 10)


def play(rng: Random, seats: int, options: Mapping[str, str], rules: str) -> Record:
    """Return a whole legal game with `seats` players, chosen at random, by one rule set and its
    options.

    `rules` is `twenty-two/rasmussen@1`; `options` may leave out defaults. The same state of `rng`
    gives the same game.
    """
    game = _Game(rng, seats, options, rules)
    game.play()
    names = [*NAMES, *(f"Player {seat}" for seat in range(len(NAMES) + 1, seats + 1))]
    deck = "52" if game.packs == 1 else f"52x{game.packs}"
    return written_down(names[:seats], deck, game.events)


class _Game:
    """One game being played; all players see everything, and none plays well."""

    def __init__(self, rng: Random, seats: int, options: Mapping[str, str], rules: str) -> None:
        self.rng = rng
        self.seats = list(range(1, seats + 1))
        self.options = options
        self.keeping = "north-american" in rules
        usual = 1 if seats <= 6 else -(-seats // 4)
        self.packs = int(options.get("packs", usual))
        self.events: list[Event] = []
        self.ply = 0
        self.total = dict.fromkeys(self.seats, 0)
        self.kept: dict[int, list[Card]] = {seat: [] for seat in self.seats}
        self.alive = self.seats.copy()
        self.winners: list[int] = []
        self.boldness = {seat: rng.random() for seat in self.seats}

    # -- the game

    def play(self) -> None:
        """Play the game."""
        dealer = self.cut(self.seats)
        size = 7
        hand = 0
        while not self.winners:
            hand += 1
            losers, worth = self.hand(hand, dealer, size)
            before = self.alive
            self.alive = [seat for seat in self.alive if self.total[seat] < 22]
            gone = [seat for seat in before if seat not in self.alive]
            if gone:
                self.events.append(Out(tuple(gone)))
            if len(self.alive) == 1:
                self.winners = self.alive
            elif not self.alive:
                self.winners = before
                if self.options.get("all-out") == "lowest":
                    least = min(self.total[seat] for seat in before)
                    self.winners = [seat for seat in before if self.total[seat] == least]
            else:
                dealer = losers[0] if len(losers) == 1 else self.cut(losers)
                size = worth
        win = DRAW if self.winners == self.seats else tuple(self.winners)
        self.events.append(End(tuple(self.total.items()), win))

    def shuffled(self) -> list[Card]:
        """Return all packs but the cards that players keep to show their scores."""
        pack = [CARDS[rank + suit] for rank in LOW_TO_HIGH for suit in "cdhs"] * self.packs
        if self.keeping:
            for seat, kept in self.kept.items():
                if seat in self.alive or self.options.get("eliminated-cards") != "return":
                    for card in kept:
                        pack.remove(card)
        self.rng.shuffle(pack)
        return pack

    def cut(self, seats: Sequence[int]) -> int:
        """Return who draws the highest card; all draw again on a tie for highest."""
        while True:
            pack = self.shuffled()
            drawn = {seat: pack.pop() for seat in seats}
            self.events.append(Cut(tuple((seat, (card,)) for seat, card in drawn.items())))
            highest = max(map(_height, drawn.values()))
            best = [seat for seat, card in drawn.items() if _height(card) == highest]
            if len(best) == 1:
                return best[0]

    def around(self, first: int) -> list[int]:
        """Return the players still in, clockwise from the one at a seat or the next to its left."""
        after = [seat for seat in self.alive if seat >= first]
        return after + [seat for seat in self.alive if seat < first]

    def hand(self, number: int, dealer: int, size: int) -> tuple[list[int], int]:
        """Play one hand from deal to score; return who lost it, and what the losing card is
        worth."""
        pack = self.shuffled()
        size = min(size, len(pack) // len(self.alive))
        self.events.append(Deal(number, dealer, size))
        order = self.around(dealer + 1)
        hands = {seat: [pack.pop() for _ in range(size)] for seat in order}
        for seat in order:
            held = sorted(hands[seat], key=lambda card: card.order)
            self.events.append(Held(seat, (tuple(held),)))
        self.events.append(Phase("exchange"))
        for seat in order:
            self.exchange(seat, hands[seat], pack)
        leader, trick = order[0], 0
        while len(hands[leader]) > 1:
            trick += 1
            self.events.append(Trick(trick, leader))
            leader = self.trick(leader, hands)
        return self.show(order, hands)

    def exchange(self, seat: int, hand: list[Card], pack: list[Card]) -> None:
        """Exchange some cards of a hand."""
        most = min(len(hand), len(pack))
        count = self.rng.choice([0, self.rng.randint(0, most), most])
        put = self.rng.sample(hand, count)
        taken = [pack.pop() for _ in range(count)]
        for card in put:
            hand.remove(card)
        hand.extend(taken)
        self.ply += 1
        self.events.append(Exchange(self.ply, seat, tuple(put), tuple(taken)))

    # -- tricks

    def trick(self, leader: int, hands: dict[int, list[Card]]) -> int:
        """Play one trick; return who wins it."""
        led: list[Card] = []
        best: list[Card] = []
        winner = leader
        for seat in self.around(leader):
            cards = self.follow(seat, hands[seat], led, best) if led else self.lead(hands[seat])
            for card in cards:
                hands[seat].remove(card)
            self.ply += 1
            self.events.append(Play(self.ply, seat, tuple(cards)))
            if not led:
                led = best = cards
            elif self.wins(cards, best):
                best, winner = cards, seat
        return winner

    def lead(self, hand: list[Card]) -> list[Card]:
        """Return one card or several of a rank, so that at least one is kept."""
        rank = self.rng.choice(hand).rank
        same = [card for card in hand if card.rank == rank]
        most = min(len(same), len(hand) - 1)
        return self.rng.sample(same, self.rng.choice([1, most, self.rng.randint(1, most)]))

    def follow(self, seat: int, hand: list[Card], led: list[Card], best: list[Card]) -> list[Card]:
        """Return the cards with which a seat follows."""
        count = len(led)
        against = best if self.keeping else led
        able = [list(run) for run in combinations(hand, count) if _matches(run, against)]
        if able and (not self.keeping or self.rng.random() < self.boldness[seat]):
            return self.rng.choice(able)
        mixed = self.rng.sample(hand, len(hand))  # ties among the lowest may be broken in any way
        return sorted(mixed, key=_height)[:count]

    def wins(self, cards: list[Card], best: list[Card]) -> bool:
        """Return whether cards win over the best so far."""
        equal_ranks = len({card.rank for card in cards}) == 1
        return _matches(cards, best) and (self.keeping or equal_ranks)

    # -- score

    def show(self, order: list[int], hands: dict[int, list[Card]]) -> tuple[list[int], int]:
        """Show the last cards; return who lost, and the value of the losing card."""
        last = {seat: hands[seat][0] for seat in order}
        self.events.append(Show(tuple((seat, (card,)) for seat, card in last.items())))
        highest = max(map(_height, last.values()))
        losers = [seat for seat in order if _height(last[seat]) == highest]
        worth = _worth(last[losers[0]])
        for seat in losers:
            self.total[seat] += worth
            self.kept[seat].append(last[seat])
        if self.keeping:
            self.events.append(Keep(tuple(Kept(seat, last[seat], worth) for seat in losers)))
        self.events.append(Score(tuple(self.total.items())))
        return losers, worth


def _height(card: Card) -> int:
    return LOW_TO_HIGH.index(card.rank)


def _worth(card: Card) -> int:
    return 11 if card.rank == "A" else 10 if card.rank in "TJQK" else int(card.rank)


def _matches(cards: Sequence[Card], others: Sequence[Card]) -> bool:
    """Return whether cards equal or beat as many others one by one."""
    pairs = zip(sorted(map(_height, cards)), sorted(map(_height, others)), strict=True)
    return all(one >= other for one, other in pairs)
