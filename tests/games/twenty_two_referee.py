"""A second opinion on whole records of Twenty-Two: where do they first go wrong, and how?

As plain as can be, for records in which everything is written down. It shares nothing with the
engine, and stops at the first thing that is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from archive.core.cards import Card
from archive.core.events import (
    DRAW,
    Cut,
    Deal,
    End,
    Event,
    Exchange,
    Held,
    Keep,
    Out,
    Pass,
    Phase,
    Play,
    Score,
    Show,
    Trick,
)
from archive.core.record import Record

ORDER = "23456789TJQKA"


class Wrong(Exception):  # what it finds, not how it fails
    """What is wrong first, and at which event of the record."""


def first_wrong(record: Record, rules: str, options: Mapping[str, str]) -> tuple[str, int] | None:
    """The code and the event's index of the first mistake; None where there is none."""
    try:
        _Referee(len(record.players), rules, options).watch(record.events)
    except Wrong as wrong:
        return wrong.args[0], wrong.args[1]
    return None


class _Referee:
    """`due` is what the rules let happen next; `order` are those dealt in, the leader first."""

    def __init__(self, seats: int, rules: str, options: Mapping[str, str]) -> None:
        self.keeping = "north-american" in rules
        self.options = options
        self.packs = int(options.get("packs", 1 if seats <= 6 else -(-seats // 4)))
        self.seats = list(range(1, seats + 1))
        self.alive = self.seats.copy()
        self.total = dict.fromkeys(self.seats, 0)
        self.kept: list[tuple[int, str]] = []
        self.at = self.ply = self.number = self.dealer = 0
        self.size = 7
        self.losers = self.seats.copy()
        self.winners: list[int] = []
        self.due = "deal"
        self.order: list[int] = []
        self.hands: dict[int, list[Card]] = {}
        self.seen: Counter[str] = Counter()
        self.trick: list[tuple[int, Sequence[Card]]] = []

    def check(self, right: bool, code: str) -> None:
        if not right:
            raise Wrong(code, self.at)

    def watch(self, events: list[Event]) -> None:
        for at, event in enumerate(events):
            self.at = at
            see = getattr(self, f"see_{type(event).__name__.lower()}", None)
            self.check(see is not None, "foreign-line")
            assert see
            if isinstance(event, Exchange | Play):
                self.check(event.number != self.ply, "doubled-play")
                self.check(event.number == self.ply + 1, "missing-play")
                self.ply += 1
                self.check(event.seat in self.seats, "no-such-seat")
            see(event)

    # -- deal and exchange

    def see_cut(self, event: Cut) -> None:
        self.check(self.due == "deal", "not-now")
        drawn = {seat: height(run[0]) for seat, run in event.drawn}
        self.check(set(drawn) == set(self.losers), "wrong-turn")
        best = [seat for seat in drawn if drawn[seat] == max(drawn.values())]
        self.losers = best if len(best) == 1 else self.losers

    def see_deal(self, event: Deal) -> None:
        self.check(self.due == "deal", "not-now")
        self.number += 1
        self.check(event.number == self.number, "misnumbered-line")
        if len(self.losers) == 1:
            self.check(event.dealer == self.losers[0], "wrong-dealer")
        self.dealer = event.dealer or 0
        out = [] if self.options.get("eliminated-cards") != "return" else self.gone()
        self.away = Counter(card for seat, card in self.kept if seat not in out)
        self.stock = 52 * self.packs - sum(self.away.values())
        size = min(self.size, self.stock // len(self.alive))
        self.check(event.cards == size, "wrong-hand-size")
        self.stock -= size * len(self.alive)
        later = [seat for seat in self.alive if seat > self.dealer]
        self.order = later + [seat for seat in self.alive if seat <= self.dealer]
        self.hands, self.seen, self.size = {}, Counter(), size
        self.due = "hands"

    def gone(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.alive]

    def new(self, cards: Sequence[Card]) -> None:
        self.seen.update(card.text for card in cards)
        enough = all(self.seen[one] <= self.packs - self.away[one] for one in self.seen)
        self.check(enough, "too-many-of-a-card")

    def see_held(self, event: Held) -> None:
        self.check(self.due == "hands" and event.seat not in self.hands, "dealt-early")
        self.check(event.seat in self.order, "dealt-in")
        self.check(len(event.cards) == self.size, "wrong-number-of-cards")
        self.new(event.cards)
        self.hands[event.seat] = list(event.cards)

    def see_phase(self, event: Phase) -> None:
        self.check(event.word == "exchange", "foreign-line")
        self.check(self.due == "hands" and len(self.hands) == len(self.order), "not-now")
        self.due = "exchange"
        self.waiting = self.order.copy()

    def see_exchange(self, event: Exchange) -> None:
        self.check(self.due == "exchange" and bool(self.waiting), "not-now")
        self.check(event.seat == self.waiting.pop(0), "wrong-turn")
        self.take_out(event.seat, event.put)
        taken = event.taken or ()
        self.check(len(event.put) == len(taken), "uneven-exchange")
        self.stock -= len(taken)
        self.check(self.stock >= 0, "exchanged-too-many")
        self.new(taken)
        self.hands[event.seat] += taken
        if not self.waiting:
            self.due, self.trick, self.tricks, self.leader = "trick", [], 0, self.order[0]

    def take_out(self, seat: int, cards: Sequence[Card]) -> None:
        for card in cards:
            self.check(card in self.hands[seat], "card-not-held")
            self.hands[seat].remove(card)

    # -- tricks

    def see_trick(self, event: Trick) -> None:
        self.check(self.due == "trick" and not self.trick, "not-now")
        self.check(event.number == self.tricks + 1, "misnumbered-line")
        code = "wrong-trick-winner" if self.tricks else "wrong-leader"
        self.check(event.first == self.leader, code)

    def see_play(self, event: Play) -> None:
        self.check(self.due == "trick" and self.most() > 1, "not-now")
        self.check(event.tally is None, "foreign-claim")
        turn = self.leader
        if self.trick:
            at = self.order.index(self.trick[-1][0]) + 1
            turn = self.order[at % len(self.order)]
        self.check(event.seat == turn, "wrong-turn")
        hand = self.hands[turn].copy()
        count = len(self.trick[0][1]) if self.trick else len(event.cards)
        self.check(len(event.cards) == count, "wrong-number-of-cards")
        self.take_out(turn, event.cards)
        if not self.trick:
            self.check(len({card.rank for card in event.cards}) == 1, "mixed-lead")
            self.check(len(event.cards) < len(hand), "kept-no-card")
        else:
            self.answer(event.cards, hand)
        self.trick.append((turn, event.cards))
        if len(self.trick) == len(self.order):
            self.leader, self.trick, self.tricks = self.best()[0], [], self.tricks + 1

    def see_pass(self, event: Pass) -> None:
        self.check(False, "passed")

    def most(self) -> int:
        return max(map(len, self.hands.values()))

    def answer(self, cards: Sequence[Card], hand: list[Card]) -> None:
        lowest = sorted(map(height, hand))[: len(cards)]
        ducks = sorted(map(height, cards)) == lowest
        if self.keeping:
            self.check(ducks or matches(cards, self.best()[1]), "not-lowest")
            return
        led = self.trick[0][1]
        able = any(matches(run, led) for run in combinations(hand, len(led)))
        self.check(not able or matches(cards, led), "led-not-met")
        self.check(able or ducks, "not-lowest")

    def best(self) -> tuple[int, Sequence[Card]]:
        seat, best = self.trick[0]
        for other, cards in self.trick[1:]:
            equal = len({card.rank for card in cards}) == 1
            if matches(cards, best) and (self.keeping or equal):
                seat, best = other, cards
        return seat, best

    # -- scores

    def see_show(self, event: Show) -> None:
        self.check(self.due == "trick" and not self.trick and self.most() == 1, "not-now")
        last = {}
        for seat, run in event.shown:
            self.take_out(seat, run)
            last[seat] = run[0]
        highest = max(map(height, last.values()))
        self.losers = [seat for seat in self.order if height(last[seat]) == highest]
        self.last = {seat: last[seat] for seat in self.losers}
        rank = last[self.losers[0]].rank
        self.worth = self.size = 11 if rank == "A" else 10 if rank in "TJQK" else int(rank)
        for seat in self.losers:
            self.total[seat] += self.worth
        if self.keeping:
            self.kept += [(seat, card.text) for seat, card in self.last.items()]
        before = self.alive
        self.alive = [seat for seat in before if self.total[seat] < 22]
        self.out = [seat for seat in before if seat not in self.alive]
        self.due = "deal"
        if len(self.alive) <= 1:
            self.due = "end"
            self.winners = self.alive or before
            if not self.alive and self.options.get("all-out") == "lowest":
                least = min(self.total[seat] for seat in before)
                self.winners = [seat for seat in before if self.total[seat] == least]

    def see_keep(self, event: Keep) -> None:
        self.check(self.keeping, "foreign-line")
        for one in event.kept:
            self.check(one.seat in self.losers, "wrong-loser")
            self.check(one.card == self.last[one.seat], "wrong-kept-card")
            self.check(one.points == self.worth, "wrong-worth")

    def see_score(self, event: Score) -> None:
        self.check(dict(event.totals) == self.total, "wrong-score")

    def see_out(self, event: Out) -> None:
        self.check(set(event.seats) <= set(self.gone()), "wrong-elimination")

    def see_end(self, event: End) -> None:
        self.check(self.due == "end", "not-now" if self.due == "over" else "early-end")
        self.due = "over"
        self.check(dict(event.totals) == self.total, "wrong-result")
        win = DRAW if self.winners == self.seats else tuple(self.winners)
        self.check(event.winners == win, "wrong-winner")


def height(card: Card) -> int:
    return ORDER.index(card.rank)


def matches(cards: Sequence[Card], others: Sequence[Card]) -> bool:
    """Whether cards equal or beat as many others one by one."""
    pairs: Any = zip(sorted(map(height, cards)), sorted(map(height, others)), strict=True)
    return all(one >= other for one, other in pairs)
