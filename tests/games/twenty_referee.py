"""A second opinion on whole records of Twenty: where do they first go wrong, and how?

As plain as can be, for records in which every hand is listed and every card named. It shares
nothing with the engine, and stops at the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archive.core.events import DRAW, Bonus, Deal, End, Event, Held, Play, Round, Score, Up
from archive.core.record import Record

VALUES = {**{str(pip): pip for pip in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


class Wrong(Exception):  # what it finds, not how it fails
    """What is wrong first, and at which event of the record."""


def first_wrong(record: Record, rules: str, options: Mapping[str, str]) -> tuple[str, int] | None:
    """The code and the event's index of the first mistake; None where there is none."""
    try:
        _Referee(options.get("hands") == "open").watch(record.events)
    except Wrong as wrong:
        return wrong.args[0], wrong.args[1]
    return None


class _Referee:
    def __init__(self, open_hands: bool) -> None:
        self.open = open_hands
        self.at = 0
        self.total = {1: 0, 2: 0}
        self.rounds = self.deals = self.ply = 0
        self.starter = self.turn = self.last = self.worth = self.bonus = 0
        self.left = 0  # plays still due in the round
        self.taken = True  # the round's bonus
        self.ended = False
        self.pile: list[int] = []
        self.hands: dict[int, list[str]] = {1: [], 2: []}
        self.seen: set[str] = set()
        self.first: dict[Any, list[str]] = {}  # round one, for open hands

    def check(self, right: bool, code: str) -> None:
        if not right:
            raise Wrong(code, self.at)

    def watch(self, events: list[Event]) -> None:
        for at, event in enumerate(events):
            self.at = at
            see = getattr(self, f"see_{type(event).__name__.lower()}", None)
            self.check(see is not None, "foreign-line")
            assert see
            see(event)

    def settle(self) -> None:
        """A round is over: the bonus is scored, said or not."""
        if not self.taken and not self.left:
            self.total[self.last] += self.bonus
            self.taken = True

    def see_round(self, event: Round) -> None:
        self.settle()
        self.check(not self.left and self.rounds < 2, "not-now")
        self.rounds += 1
        self.check(event.number == self.rounds, "misnumbered-line")
        if self.rounds == 2:
            self.check(event.first == 3 - self.starter, "wrong-starter")
        self.starter = self.turn = event.first or 0
        self.left, self.deals, self.pile, self.taken, self.seen = 50, 0, [], False, set()

    def see_up(self, event: Up) -> None:
        self.check(self.left == 50 and not self.seen, "not-now")
        cards = [card.text for card in event.cards]
        if self.open and self.rounds == 2:
            self.check(sorted(cards) == sorted(self.first["up"]), "not-swapped")
        self.new(cards)
        self.first["up"] = cards
        one, two = (VALUES[card[0]] for card in cards)
        self.bonus = abs(one - two) or 10
        self.check(event.bonus in (None, self.bonus), "wrong-up")

    def see_deal(self, event: Deal) -> None:
        fresh = all(len(hand) in (0, 5) for hand in self.hands.values())
        self.check(self.left > 0 and fresh, "not-now")
        self.deals += 1
        self.check(event.number == self.deals, "misnumbered-line")

    def see_held(self, event: Held) -> None:
        self.check(not self.hands[event.seat], "dealt-early")
        cards = [card.text for card in event.cards]
        self.check(len(cards) == 5, "wrong-number-of-cards")
        deal = (50 - self.left) // 10
        if self.open and self.rounds == 2:
            before = self.first[deal, 3 - event.seat]
            self.check(sorted(cards) == sorted(before), "not-swapped")
        self.new(cards)
        if self.rounds == 1:
            self.first[deal, event.seat] = cards
        self.hands[event.seat] = cards.copy()

    def new(self, cards: list[str]) -> None:
        self.check(len(set(cards)) == len(cards), "too-many-of-a-card")
        self.check(not self.seen & set(cards), "too-many-of-a-card")
        self.seen |= set(cards)

    def see_play(self, event: Play) -> None:
        self.check(event.number != self.ply, "doubled-play")
        self.check(event.number == self.ply + 1, "missing-play")
        self.ply += 1
        self.check(self.left > 0, "not-now")
        self.check(event.seat == self.turn, "wrong-turn")
        self.check(event.cards[0].text in self.hands[self.turn], "card-not-held")
        self.hands[self.turn].remove(event.cards[0].text)
        self.left -= 1
        self.pile.append(VALUES[event.cards[0].rank])
        tally, points = sum(self.pile), 0
        self.check(event.tally in (None, tally), "wrong-tally")
        if tally == 20:
            points = 10
        elif tally > 20:
            points = tally - 20
        elif len(self.pile) >= 5:
            self.worth = 15 if len(self.pile) == 5 else self.worth * 2
            points = self.worth
        self.check(event.points in (None, points), "wrong-points")
        if tally >= 20:
            self.pile = []
        if points:
            self.last = self.turn
            self.total[self.turn] += points
        self.turn = 3 - self.turn

    def see_pass(self, event: Event) -> None:
        self.check(False, "passed")

    def see_bonus(self, event: Bonus) -> None:
        self.check(not self.left and not self.taken, "not-now")
        self.check(event.seat == self.last, "wrong-bonus-to")
        self.check(event.points == self.bonus, "wrong-bonus")
        self.settle()

    def see_score(self, event: Score) -> None:
        self.check(self.left % 10 == 0, "missing-play")
        self.settle()
        self.check(dict(event.totals) == self.total, "wrong-score")

    def see_end(self, event: End) -> None:
        self.settle()
        self.check(not self.ended, "not-now")
        self.ended = True
        self.check(self.rounds == 2 and not self.left, "short-round")
        self.check(dict(event.totals) == self.total, "wrong-result")
        one, two = self.total[1], self.total[2]
        self.check(event.winners == (DRAW if one == two else (1,) if one > two else (2,)),
                   "wrong-winner")  # fmt: skip
