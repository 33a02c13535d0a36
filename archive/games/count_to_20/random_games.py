"""Whole random games of Count to 20 for two to four, played and scored without any of the engine: a
second opinion on its rules, as plain as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from archive.core.cards import CARDS, Card
from archive.core.events import (  # fmt: skip
    DRAW,
    Deal,
    Draw,
    End,
    Event,
    Part,
    Pass,
    Play,
    Score,
    Show,
)
from archive.core.record import Record
from archive.generator.writing import Writing, written_down

SEATS = (2, 3, 4)
PACK = [CARDS[rank + suit] for rank in "A23456789TJQK" for suit in "cdhs"]
VALUES = {**{str(pip): pip for pip in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10}
PENALTIES = {"K": 20, "Q": 10, "J": 10, "T": 10}
NAMES = ("Ada", "Ben", "Cleo", "Dov")

STYLES = {"eager": 0.95, "fitful": 0.6, "slow": 0.25, "hoarding": 0.04}
"""The probability that a player who can make the count makes it, instead of drawing."""


def play(
    rng: Random, seats: int, options: Mapping[str, str], rules: str,
    *, suits: bool = True, hands: str = "all", style: str = "",
) -> Record:  # fmt: skip
    """Return a whole game. `hands` are listed `all`, `none`, or `some` of them with unknown cards;
    without `suits` only the ranks are written down. `style` is how all play; without it each player
    has one of their own."""
    game = _Game(rng, seats, options, suits, hands, style)
    dealer = rng.randint(1, seats)
    number = 1
    while not game.over():
        game.play_hand(number, dealer)
        dealer = dealer % seats + 1
        number += 1
    best = min(game.total.values())
    winners = tuple([seat for seat in game.total if game.total[seat] == best])
    end = End(tuple(game.total.items()), DRAW if len(winners) == seats else winners)
    return written_down(NAMES[:seats], "52", [*game.events, end])


class _Game:
    """The record and the score so far."""

    def __init__(
        self, rng: Random, seats: int, options: Mapping[str, str], suits: bool, hands: str,
        style: str,
    ) -> None:  # fmt: skip
        self.rng = rng
        self.seats = seats
        self.target = int(options.get("target", 100 if seats == 2 else 200))
        self.may_pass = options.get("empty-stock") == "may-pass"
        self.play_on = options.get("tie") == "play-on"
        self.writing = Writing(suits, hands)
        everybody = style or rng.choice([*STYLES, "", "", ""])
        self.styles = {
            seat: STYLES[everybody or rng.choice(list(STYLES))] for seat in range(1, seats + 1)
        }
        self.events: list[Event] = []
        self.total = dict.fromkeys(range(1, seats + 1), 0)
        self.ply = 0

    def over(self) -> bool:
        """Return whether the game is over."""
        totals = list(self.total.values())
        tied = totals.count(min(totals)) > 1
        return max(totals) >= self.target and not (tied and self.play_on)

    def play_hand(self, number: int, dealer: int) -> None:
        """Play one hand."""
        stock = PACK.copy()
        self.rng.shuffle(stock)
        held: dict[int, list[Card]] = {}
        self.events.append(Deal(number, dealer, 7))
        for step in range(1, self.seats + 1):
            seat = (dealer - 1 + step) % self.seats + 1
            held[seat], stock = stock[:7], stock[7:]
            self.events += self.writing.hand(self.rng, seat, held[seat])
        turn, made, passes = dealer % self.seats + 1, 0, 0
        while made < 20 and all(held.values()) and passes < self.seats:
            self.ply += 1
            chosen = self._choose(held[turn], made + 1, turn, stock)
            passes = passes + 1 if chosen is None and not stock else 0
            if chosen is not None:
                made += 1
                self._write_set(turn, chosen, made)
                for cards, _ in chosen:
                    for card in cards:
                        held[turn].remove(card)
            elif stock:
                card = stock.pop(0)
                held[turn].append(card)
                self.events.append(Draw(self.ply, turn, self.writing.cards([card])[0]))
            else:
                self.events.append(Pass(self.ply, turn))
            turn = turn % self.seats + 1
        self._settle(held)

    def _choose(
        self, hand: list[Card], due: int, turn: int, stock: list[Card]
    ) -> list[tuple[list[Card], int]] | None:
        """Return the cards to make the count with, each piece with its value; None to draw or, with
        no stock left, to pass."""
        found = _find_set(self.rng, hand, due)
        if found is None:
            return None
        must = not stock and not self.may_pass
        # a player who may draw or pass does so now and then, by their style
        return found if must or self.rng.random() < self.styles[turn] else None

    def _write_set(self, seat: int, chosen: Sequence[tuple[list[Card], int]], made: int) -> None:
        announced = self.rng.random() < 0.4
        parts = []
        if announced:
            for cards, value in chosen:
                special = cards[0].rank == "K" or len(cards) == 2
                said = value if special and self.rng.random() < 0.8 else None
                parts.append(Part(self.writing.cards(cards), said))
        every = [card for cards, _ in chosen for card in cards]
        told = all(part.value is None for part in parts)
        shown = self.writing.cards(every)
        self.events.append(
            Play(self.ply, seat, shown, made, None, "", () if told else tuple(parts))
        )

    def _settle(self, held: dict[int, list[Card]]) -> None:
        for seat in held:
            self.total[seat] += sum(PENALTIES.get(card.rank, 5) for card in held[seat])
        left = [(seat, self._sorted(held[seat])) for seat in self.total if held[seat]]
        self.events.append(Show(tuple(left)))
        self.events.append(Score(tuple(self.total.items())))

    def _sorted(self, run: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(sorted(self.writing.cards(run), key=lambda card: card.order))


def _find_set(rng: Random, hand: list[Card], due: int) -> list[tuple[list[Card], int]] | None:
    """Return pieces of the hand that together make the count due: single cards, pairs that count
    10, kings with their value. None when there are none."""
    pieces = _in_pieces(rng, hand) if rng.random() < 0.5 else [[card] for card in hand]
    found = _pick(rng, pieces, due)
    return found if found is not None else _pick(rng, [[card] for card in hand], due)


def _in_pieces(rng: Random, hand: list[Card]) -> list[list[Card]]:
    """Return the hand with its tens, jacks and queens in pairs that are to count 10."""
    pieces = [[card] for card in hand if card.rank not in "TJQ"]
    for rank in "TJQ":
        same = [card for card in hand if card.rank == rank]
        pieces += [same[at : at + 2] for at in range(0, len(same), 2)]
    return pieces


def _pick(rng: Random, pieces: list[list[Card]], due: int) -> list[tuple[list[Card], int]] | None:
    pieces = pieces.copy()
    rng.shuffle(pieces)
    keen = rng.choice([0.3, 0.6, 0.9])  # how many cards a player likes to get rid of
    # reach[at] has the counts that the pieces from `at` on can make
    reach = [[sum_ == 0 for sum_ in range(due + 1)]]
    for piece in reversed(pieces):
        rest = reach[0]
        new = rest.copy()
        for sum_ in range(due + 1):
            for value in _values(piece, due - sum_):
                new[sum_ + value] = new[sum_ + value] or rest[sum_]
        reach.insert(0, new)
    if not reach[0][due]:
        return None
    chosen = []
    for at, piece in enumerate(pieces):
        ways = [value for value in _values(piece, due) if reach[at + 1][due - value]]
        if ways and (rng.random() < keen or not reach[at + 1][due]):
            value = rng.choice(ways)
            chosen.append((piece, value))
            due -= value
    return chosen


def _values(piece: list[Card], most: int) -> list[int]:
    """Return the possible values of a piece, up to `most`."""
    if piece[0].rank == "K":
        return list(range(1, most + 1))
    value = VALUES[piece[0].rank]
    return [value] if value <= most else []
