"""A second opinion on whole records of Zwanzig ab: where do they first go wrong, and how?

As plain as can be, for records in which everything is written down. It shares nothing with the
engine, and stops at the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Mapping

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
    Trick,
    Trump,
)
from archive.core.record import Record

ORDER = "789TJQKA"


class Wrong(Exception):  # what it finds, not how it fails
    """What is wrong first, and at which event of the record."""

    def __init__(self, code: str, at: int) -> None:
        super().__init__(code, at)
        self.code = code
        self.at = at


def first_wrong(record: Record, rules: str, options: Mapping[str, str]) -> tuple[str, int] | None:
    """The code and the event's index of the first mistake; None where there is none."""
    try:
        _Referee(rules, options).watch(record.events)
    except Wrong as wrong:
        return wrong.code, wrong.at
    return None


class _Referee:
    def __init__(self, rules: str, options: Mapping[str, str]) -> None:
        self.down = "twenty-down" in rules
        self.options = options
        self.sweep = int(options.get("sweep", "10" if self.down else "5"))
        self.scores = {1: 20, 2: 20, 3: 20, 4: 20}
        self.number = self.dealer = 0
        self.reached = self.late = self.over = False
        self.at = 0

    def check(self, right: bool, code: str) -> None:
        if not right:
            raise Wrong(code, self.at)

    def watch(self, events: list[Event]) -> None:
        deal: list[tuple[int, Event]] = []
        for at, event in enumerate(events):
            self.at = at
            if isinstance(event, Deal | End) or (isinstance(event, Score) and not deal):
                self.finish(deal)
                deal, self.at = [], at
            if isinstance(event, Score):
                self.finish(deal)
                deal, self.at = [], at
                self.standing(event)
            elif isinstance(event, End):
                self.end(event)
            elif type(event).__name__ != "Stop":
                deal.append((at, event))
        self.finish(deal)

    def standing(self, event: Score) -> None:
        self.check(not self.over or dict(event.totals) == self.scores, "wrong-score")
        self.check(dict(event.totals) == self.scores, "wrong-score")

    def end(self, event: End) -> None:
        if not self.over:
            return  # what is claimed of a game that is not over is not judged
        self.check(dict(event.totals) == self.scores, "wrong-result")
        lowest = min(self.scores.values())
        self.check(self.scores[event.winners[0]] == lowest, "wrong-winner")

    def finish(self, deal: list[tuple[int, Event]]) -> None:
        """Watch one deal, from its first line to what stands before its score."""
        if not deal:
            return
        self.at, opening = deal[0]
        self.check(not self.over, "after-the-end")
        assert isinstance(opening, Deal)
        self.number += 1
        self.check(opening.number == self.number, "misnumbered-line")
        due = left_of(self.dealer) if self.dealer else opening.dealer or 0
        self.check(opening.dealer == due, "wrong-dealer")
        self.dealer = due
        self.check(opening.cards == 5, "wrong-hand-size")
        if self.number == 9:
            self.late = not self.reached or self.options.get("late-if-tied") != "no"
        self.play_deal(deal[1:])
        lowest = min(self.scores.values())
        if lowest <= 0:
            self.reached = True
            self.over = list(self.scores.values()).count(lowest) == 1

    def play_deal(self, rest: list[tuple[int, Event]]) -> None:  # noqa: C901  # as it happens
        maker = left_of(self.dealer)
        order = [maker, left_of(maker), left_of(left_of(maker)), self.dealer]
        seen: set[str] = set()
        hands: dict[int, list[str]] = {}
        firsts: dict[int, list[str]] = {}
        trump = ""
        exchange = order.copy()
        asked = order[1:]
        staying = order.copy()
        trick: list[tuple[int, str]] = []
        won: list[int] = []
        leader = maker
        for at, event in rest:
            self.at = at
            if isinstance(event, Held):
                cards = [card.text for card in event.cards]
                self.check(not seen.intersection(cards), "too-many-of-a-card")
                seen.update(cards)
                hands[event.seat] = cards
                firsts[event.seat] = [card.text for card in event.packets[0]]
            elif isinstance(event, Trump):
                self.check(event.seat == maker, "wrong-trump-maker")
                trump = event.suit or ""
                self.check(not self.late or trump == "h", "wrong-trump")
                if self.options.get("trump") == "held" and not self.late:
                    self.check(any(card[1] == trump for card in firsts[maker]), "wrong-trump")
            elif isinstance(event, Exchange):
                self.check(bool(exchange) and event.seat == exchange[0], "wrong-turn")
                exchange.pop(0)
                taken = [card.text for card in event.taken or ()]
                self.check(not seen.intersection(taken), "too-many-of-a-card")
                seen.update(taken)
                self.exchange(event, hands[event.seat])
            elif isinstance(event, Stay) and event.seat == maker and not event.stays:
                self.check(False, "may-not-drop-out")
            elif isinstance(event, Stay) and event.seat == maker and len(asked) == 3:
                pass  # need not be said
            elif isinstance(event, Stay):
                self.check(bool(asked) and event.seat == asked[0], "wrong-turn")
                asked.pop(0)
                if not event.stays:
                    may = not (self.down or self.late or trump == "d")
                    self.check(may, "may-not-drop-out")
                    staying.remove(event.seat)
            elif isinstance(event, Trick):
                self.check(len(trick) == 0 and len(won) < 5, "not-now")
                self.check(event.number == len(won) + 1, "misnumbered-line")
                self.check(event.first == leader, "wrong-trick-winner" if won else "wrong-leader")
            elif isinstance(event, Play):
                self.check(len(staying) > 1, "not-now")
                if not trick:
                    self.check(event.seat == leader, "wrong-leader")
                else:
                    due = left_of(trick[-1][0])
                    while due not in staying:
                        due = left_of(due)
                    self.check(event.seat == due, "wrong-turn")
                card = event.cards[0].text
                self.check(card in hands[event.seat], "card-not-held")
                hands[event.seat].remove(card)
                if trick:
                    self.answer(card, trick[0][1], trump, hands[event.seat])
                trick.append((event.seat, card))
                if len(trick) == len(staying):
                    leader = winner(trick, trump)
                    won.append(leader)
                    trick = []
            else:
                assert isinstance(event, Phase)
        self.check(len(won) == 5 or staying == [maker], "short-deal")
        self.score(maker, staying, won, 2 if trump == "h" else 1)

    def exchange(self, event: Exchange, hand: list[str]) -> None:
        put = [card.text for card in event.put]
        taken = [card.text for card in event.taken or ()]
        self.check(len(put) <= 3, "exchanged-too-many")
        if self.options.get("exchange") == "0-or-3":
            self.check(len(put) in (0, 3), "wrong-number-of-cards")
        self.check(len(put) == len(taken), "uneven-exchange")
        for card in put:
            self.check(card in hand, "card-not-held")
            hand.remove(card)
        hand += taken

    def answer(self, card: str, led: str, trump: str, hand: list[str]) -> None:
        suits = {held[1] for held in hand}
        if card[1] != led[1]:
            self.check(led[1] not in suits, "not-followed")
            self.check(card[1] == trump or trump not in suits, "not-trumped")

    def score(self, maker: int, staying: list[int], won: list[int], times: int) -> None:
        if staying == [maker]:
            self.scores[maker] -= 5 * times
            return
        for seat in staying:
            tricks = won.count(seat)
            self.scores[seat] += times * (
                5 if tricks == 0 else -self.sweep if tricks == 5 else -tricks
            )


def winner(trick: list[tuple[int, str]], trump: str) -> int:
    led = trick[0][1][1]
    return max(
        trick,
        key=lambda one: (one[1][1] == trump, one[1][1] == led, ORDER.find(one[1][0])),
    )[0]


def left_of(seat: int) -> int:
    return seat % 4 + 1
