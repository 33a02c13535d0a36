"""A second opinion on whole records of Count to 20: where do they first go wrong, and how?

As plain as can be, for records in which everything is written down. It shares nothing with the
engine, and stops at the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archive.core.cards import Card
from archive.core.events import DRAW, Deal, Draw, End, Event, Held, Pass, Play, Score, Show
from archive.core.record import Record

VALUES = {**{str(pip): pip for pip in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10}
PENALTIES = {"K": 20, "Q": 10, "J": 10, "T": 10}


class Wrong(Exception):  # what it finds, not how it fails
    """What is wrong first, and at which event of the record."""


def first_wrong(record: Record, rules: str, options: Mapping[str, str]) -> tuple[str, int] | None:
    """The code and the event's index of the first mistake; None where there is none."""
    try:
        _Referee(len(record.players), options).watch(record.events)
    except Wrong as wrong:
        return wrong.args[0], wrong.args[1]
    return None


class _Referee:
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.seats = seats
        self.target = int(options.get("target", 100 if seats == 2 else 200))
        self.may_pass = options.get("empty-stock") == "may-pass"
        self.play_on = options.get("tie") == "play-on"
        self.total = dict.fromkeys(range(1, seats + 1), 0)
        self.at = self.ply = self.number = self.dealer = 0
        self.turn = self.count = self.passes = self.stock = 0
        self.seen: set[str] = set()
        self.playing = self.over = self.ended = False
        self.hands: dict[int, list[str]] = {}

    def check(self, right: bool, code: str) -> None:
        if not right:
            raise Wrong(code, self.at)

    def watch(self, events: list[Event]) -> None:
        for at, event in enumerate(events):
            self.at = at
            if isinstance(event, Play | Draw | Pass):
                self.check(event.number != self.ply, "doubled-play")
                self.check(event.number == self.ply + 1, "missing-play")
                self.ply += 1
                self.check(not self.over, "after-the-end")
                self.check(self.playing, "wrong-turn")
                self.check(event.seat == self.turn, "wrong-turn")
                getattr(self, f"see_{type(event).__name__.lower()}")(event)
                self.turn = self.turn % self.seats + 1
                stuck = self.passes == self.seats
                self.playing = all(self.hands.values()) and self.count < 20 and not stuck
            else:
                getattr(self, f"see_{type(event).__name__.lower()}")(event)

    def see_deal(self, event: Deal) -> None:
        self.check(not self.over, "after-the-end")
        self.check(not self.playing, "short-deal")
        self.number += 1
        self.check(event.number == self.number, "misnumbered-line")
        due = self.dealer % self.seats + 1 if self.dealer else event.dealer or 0
        self.check(event.dealer == due, "wrong-dealer")
        self.check(event.cards == 7, "wrong-hand-size")
        self.dealer = due
        self.turn = due % self.seats + 1
        self.count = self.passes = 0
        self.stock = 52 - 7 * self.seats
        self.hands, self.seen = {}, set()
        self.playing = True

    def see_held(self, event: Held) -> None:
        cards = [card.text for card in event.cards]
        self.check(event.seat not in self.hands, "dealt-early")
        self.check(len(cards) == 7, "wrong-number-of-cards")
        self.hands[event.seat] = []
        self.take(event.seat, cards)

    def take(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.check(card not in self.seen, "too-many-of-a-card")
            self.seen.add(card)
        self.hands[seat] += cards

    def take_out(self, cards: Sequence[Card], seat: int) -> None:
        for card in cards:
            self.check(card.text in self.hands[seat], "card-not-held")
            self.hands[seat].remove(card.text)

    def see_play(self, event: Play) -> None:
        self.check(event.points is None, "foreign-claim")
        self.take_out(event.cards, self.turn)
        self.count += 1
        self.check(event.tally in (None, self.count), "wrong-count")
        parts = [(part.cards, part.value) for part in event.parts]
        for cards, said in parts:
            if said is not None:
                king = cards[0].rank == "K"
                self.check(said in sums(cards), "wrong-king" if king else "wrong-pair")
        fits = sums(event.cards)
        if parts:
            fits = {0}
            for cards, said in parts:
                able = sums(cards) if said is None else {said}
                fits = {one + more for one in fits for more in able}
        self.check(self.count in fits, "count-not-made")
        self.passes = 0

    def see_draw(self, event: Draw) -> None:
        self.check(self.stock > 0, "empty-stock")
        self.stock -= 1
        self.take(self.turn, [event.card.text])
        self.passes = 0

    def see_pass(self, event: Pass) -> None:
        self.check(self.stock == 0, "passed")
        if not self.may_pass:
            able = {0}
            for rank in {card[0] for card in self.hands[self.turn]}:
                same = [card for card in self.hands[self.turn] if card[0] == rank]
                ways = set().union(*(sums_of(rank, number) for number in range(len(same) + 1)))
                able = {one + more for one in able for more in ways}
            self.check(self.count + 1 not in able, "could-make-count")
        self.passes += 1

    def see_show(self, event: Show) -> None:
        self.check(not self.playing, "short-deal")
        for seat, run in event.shown:
            self.check(len(run) == len(self.hands[seat]), "wrong-number-of-cards")
            self.take_out(run, seat)
            self.hands[seat] = [card.text for card in run]

    def see_score(self, event: Score) -> None:
        self.check(not self.playing, "short-deal")
        for seat, hand in self.hands.items():
            self.total[seat] += sum(PENALTIES.get(card[0], 5) for card in hand)
        self.hands = {}
        self.check(dict(event.totals) == self.total, "wrong-score")
        totals = list(self.total.values())
        tied = totals.count(min(totals)) > 1
        self.over = max(totals) >= self.target and not (tied and self.play_on)

    def see_end(self, event: End) -> None:
        self.check(not self.ended, "not-now")
        self.check(self.over, "early-end")
        self.ended = True
        self.check(dict(event.totals) == self.total, "wrong-result")
        best = min(self.total.values())
        winners = tuple([seat for seat in self.total if self.total[seat] == best])
        all_ = len(winners) == self.seats
        self.check(event.winners == (DRAW if all_ else winners), "wrong-winner")


def sums(cards: Sequence[Card]) -> set[int]:
    """What a set of cards can count."""
    found = {0}
    for rank in {card.rank for card in cards}:
        ways = sums_of(rank, sum(card.rank == rank for card in cards))
        found = {one + more for one in found for more in ways}
    return found


def sums_of(rank: str, number: int) -> set[int]:
    """What so many cards of a rank can count."""
    if rank == "K":
        return set(range(number, 20 * number + 1))
    if rank in "TJQ":
        return {10 * (number - pairs) for pairs in range(number // 2 + 1)}
    return {VALUES[rank] * number}
