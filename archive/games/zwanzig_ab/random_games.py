"""Whole random games of Zwanzig ab and Twenty down, played by the plainest code that will do.

A second opinion: it shares no rule with the engine. It deals, lets all players choose among the
allowed actions, scores, and writes the whole game down with every possible claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from archive.core.cards import CARDS, Card
from archive.core.events import (
    Deal,
    End,
    Event,
    Exchange,
    Held,
    Phase,
    Play,
    Score,
    Stay,
    Stop,
    Trick,
    Trump,
)
from archive.core.record import Record
from archive.generator.writing import written_down

SEATS = (4,)
NAMES = ("Anna", "Bernd", "Clara", "Dirk")
ORDER = "789TJQKA"
PACK = [rank + suit for rank in ORDER for suit in "cdhs"]
MOST_DEALS = 40
"""The most deals of a game, which need not end by itself."""
TRIES = 20


def play(rng: Random, seats: int, options: Mapping[str, str], rules: str) -> Record:
    """Return a whole game. `seats` is always 4, `rules` is `zwanzig-ab/pagat@1` or
    `zwanzig-ab/twenty-down@1`."""
    return _Game(rng, options, rules).record()


class _Game:
    """One game being played. `scores` are by seat; `ply` counts what the players did."""

    def __init__(self, rng: Random, options: Mapping[str, str], rules: str) -> None:
        self.rng = rng
        self.down = rules.startswith("zwanzig-ab/twenty-down")
        self.options = options
        self.sweep = int(options.get("sweep", "10" if self.down else "5"))
        self.scores = {1: 20, 2: 20, 3: 20, 4: 20}
        self.reached = False  # a player has stood at zero or below
        self.late = False  # the rules have changed
        self.ply = 0
        self.events: list[Event] = []
        # this table's temper: how readily cards are exchanged, hands thrown in, hearts named
        self.eager, self.timid, self.fond = rng.random(), rng.random() ** 2, rng.random() ** 3
        self.clever = rng.random() < 0.5
        self.tries = TRIES if rng.random() < 0.1 else 1

    def record(self) -> Record:
        """Return the record of a whole game."""
        dealer = self.rng.randint(1, 4)
        winner = 0
        for number in range(1, MOST_DEALS + 1):
            if number == 9:
                self.late = not self.reached or self.options.get("late-if-tied") != "no"
            self.best_of_several(number, dealer)
            self.events.append(Score(tuple(self.scores.items())))
            lowest = min(self.scores.values())
            self.reached = self.reached or lowest <= 0
            alone = [seat for seat, score in self.scores.items() if score == lowest]
            if lowest <= 0 and len(alone) == 1:
                winner = alone[0]
                break
            dealer = left_of(dealer)
        if winner:
            self.events.append(End(tuple(self.scores.items()), (winner,)))
        else:
            self.events.append(Stop("*"))
        return written_down(NAMES, "32", self.events)

    def best_of_several(self, number: int, dealer: int) -> None:
        """Play a deal, at some tables several times, and keep the one that brings two players down
        together: games that go on because of a tie would be too rare."""
        scores, ply, events = self.scores, self.ply, self.events
        kept: list[tuple[int, dict[int, int], int, list[Event]]] = []
        for _ in range(self.tries):
            self.scores, self.ply, self.events = scores.copy(), ply, []
            self.one_deal(number, dealer)
            lowest, other, *_ = sorted(self.scores.values())
            over = lowest <= 0 and lowest < other
            kept.append((other + 100 * over, self.scores, self.ply, self.events))
        _, self.scores, self.ply, happened = min(kept, key=lambda one: one[0])
        self.events = events + happened

    def one_deal(self, number: int, dealer: int) -> None:
        """Play a deal: two cards, trumps, three cards, exchange, staying in, five tricks,
        scores."""
        stock = self.rng.sample(PACK, 32)
        maker = left_of(dealer)
        order = [maker, left_of(maker), left_of(left_of(maker)), dealer]
        first = {seat: [stock.pop(), stock.pop()] for seat in order}
        trump = self.name_trump(first[maker])
        then = {seat: [stock.pop(), stock.pop(), stock.pop()] for seat in order}
        hands = {seat: first[seat] + then[seat] for seat in order}
        self.events.append(Deal(number, dealer, 5))
        for seat in order:
            self.events.append(Held(seat, (as_held(first[seat]), as_held(then[seat]))))
        self.events.append(Trump(maker, trump))
        self.exchange(order, hands, stock)
        staying = self.stay(order, trump)
        if staying == [maker]:
            self.scores[maker] -= 10 if trump == "h" else 5
            return
        won = self.tricks(staying, hands, trump)
        for seat in staying:
            points = -won[seat]
            if won[seat] == 5:
                points = -self.sweep
            if won[seat] == 0:
                points = 5
            if trump == "h":
                points *= 2
            self.scores[seat] += points

    def name_trump(self, held: list[str]) -> str:
        """Return the suit that is named."""
        if self.late:
            return "h"
        if self.options.get("trump") == "held":
            return self.rng.choice(held)[1]
        if self.rng.random() < self.fond:
            return "h"
        if self.rng.random() < 0.5:
            return self.rng.choice(held)[1]
        return self.rng.choice("cdhs")

    def exchange(self, order: list[int], hands: dict[int, list[str]], stock: list[str]) -> None:
        """Exchange cards, in order."""
        self.events.append(Phase("exchange"))
        for seat in order:
            if self.options.get("exchange") == "0-or-3":
                count = 3 if self.rng.random() < self.eager else 0
            elif self.rng.random() < self.eager:
                count = self.rng.randint(1, 3)
            else:
                count = self.rng.choice((0, 0, 1, 2, 3))
            put = self.rng.sample(hands[seat], count)
            taken = [stock.pop() for _ in put]
            hands[seat] = [card for card in hands[seat] if card not in put] + taken
            self.ply += 1
            self.events.append(Exchange(self.ply, seat, as_held(put), as_held(taken)))

    def stay(self, order: list[int], trump: str) -> list[int]:
        """Return who stays in, from the trump maker on. Where all must, that is not always
        written."""
        must = self.down or self.late or trump == "d"
        if self.down or (must and self.rng.random() < 0.7):
            return order
        self.events.append(Phase("stay"))
        staying = order[:1]
        for seat in order[1:]:
            stays = must or self.rng.random() >= self.timid
            self.ply += 1
            self.events.append(Stay(self.ply, seat, stays))
            if stays:
                staying.append(seat)
        return staying

    def tricks(self, staying: list[int], hands: dict[int, list[str]], trump: str) -> dict[int, int]:
        """Play five tricks; return how many each has won."""
        won = dict.fromkeys(staying, 0)
        leader = staying[0]
        for number in range(1, 6):
            self.events.append(Trick(number, leader))
            turn = staying.index(leader)
            led = ""
            best = ("", 0)
            for seat in staying[turn:] + staying[:turn]:
                card = self.choose(hands[seat], led, trump)
                hands[seat].remove(card)
                led = led or card[1]
                if not best[0] or beats(card, best[0], trump):
                    best = (card, seat)
                self.ply += 1
                self.events.append(Play(self.ply, seat, (CARDS[card],)))
            leader = best[1]
            won[leader] += 1
        return won

    def choose(self, hand: list[str], led: str, trump: str) -> str:
        """Return the card that is played."""
        allowed = [card for card in hand if card[1] == led]
        if led and not allowed:
            allowed = [card for card in hand if card[1] == trump]
        allowed = allowed or hand
        if self.clever and self.rng.random() < 0.8:  # high cards first: makes for sweeps
            return max(allowed, key=lambda card: (card[1] == trump, ORDER.index(card[0])))
        return self.rng.choice(allowed)


def left_of(seat: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat < 4 else 1


def beats(card: str, other: str, trump: str) -> bool:
    """Return whether a card takes the trick from the one that would have won it so far."""
    if card[1] == other[1]:
        return ORDER.index(card[0]) > ORDER.index(other[0])
    return card[1] == trump


def as_held(run: list[str]) -> tuple[Card, ...]:
    """Return cards in the order in which a record lists a hand."""
    return tuple(sorted((CARDS[card] for card in run), key=lambda card: card.order))
