"""The lines of a sound record of Count to 20, each with the rule it calls."""

from __future__ import annotations

import re
from collections.abc import Mapping

from archive.games.count_to_20.counting import counts_of
from archive.games.count_to_20.rules import HAND, CountTo20
from archive.notation.remembered_texts import Memory
from archive.rules.sound_record import (
    Deed,
    Line,
    SoundRecord,
    Unsure,
    hand_of,
    run_of,
    seat_of,
    sure,
)

SET = re.compile(r"([A2-9TJQKcdhs:+\d]+)(?:=([1-9]\d?))?", re.ASCII)
PART = re.compile(r"([A2-9TJQKcdhs]+)(?::([1-9]\d?))?", re.ASCII)
ANNOUNCED = re.compile(r"([A2-9TJQKcdhs]+):")
SHOWN, SCORED = 1, 2
"""The parts of a hand after its turns, in order."""


def draw(position: CountTo20, seat: int, cards: list[int]) -> None:
    """Read `d5c`."""
    position.draw(seat)
    position.take(seat, cards)


def pass_turn(position: CountTo20, seat: int, _: None) -> None:
    """Read `pass`."""
    position.pass_turn(seat)


def call(position: CountTo20, seat: int, said: tuple[list[int], int]) -> None:
    """Read `4h2h=6`: cards, and the claimed count, bit n standing for n."""
    cards, made = said
    position.make(seat, cards)
    if made != position.made:
        raise Unsure


def announce(position: CountTo20, seat: int, said: tuple[list[int], int | None, int]) -> None:
    """Read `Kh:5+Ad=6`: cards, and their count by the announced values, which must be due."""
    cards, count, counts = said
    position.make(seat, cards)
    sure(counts & position.made and (count is None or 1 << count == position.made))


def deed(text: str) -> Deed:
    """Return a player's action."""
    if text[0] == "d":
        cards = run_of(text[1:])
        sure(len(cards) == 1)
        return draw, cards, text
    if text == "pass":
        return pass_turn, None, text
    said = SET.fullmatch(text)
    if said is None:
        raise Unsure
    count = int(said[2]) if said[2] else None
    if ":" in said[1] or "+" in said[1]:
        cards, counts = parts_of(said[1])
        return announce, (cards, count, counts), said[1]
    cards = run_of(said[1])
    if count is None:
        return CountTo20.make, cards, said[1]
    return call, (cards, 1 << count), said[1]


def parts_of(text: str) -> tuple[list[int], int]:
    """Return the cards of `Kh:5+Ad`, and their possible counts by the announced values, bit n
    standing for n. Raises Unsure where some of the cards cannot count that."""
    every: list[int] = []
    silent: list[int] = []
    announced = 0
    for part in text.split("+"):
        said = PART.fullmatch(part)
        if said is None:
            raise Unsure
        cards = run_of(said[1])
        every += cards
        if said[2] is None:
            silent += cards
        else:
            sure(counts_of(cards) >> int(said[2]) & 1)
            announced += int(said[2])
    return every, counts_of(silent) << announced


class SoundCountTo20(SoundRecord):
    """A record of Count to 20 on its way through a position."""

    def __init__(self, position: CountTo20) -> None:
        super().__init__(position, LINES, DEEDS)
        self.game: CountTo20 = position
        self.stage = SCORED

    def step_to(self, stage: int) -> None:
        """Go on to the next part of the lines after a hand."""
        sure(self.stage < stage and self.game.due in ("deal", ""))
        self.stage = stage

    def deal_line(self, rest: str) -> None:
        """Read `@deal n=1 dealer=p2 cards=7`."""
        position = self.game
        number, dealer, *cards = rest.split(" ")
        sure(number == f"n={position.deals + 1}" and dealer[:7] == "dealer=")
        sure(position.due == "deal")
        if cards:
            sure(cards == [f"cards={HAND}"])
            self.claim("hand-size")
        if position.deals:
            self.claim("dealer")
            self.finish_deal()
        self.stage = 0
        position.deal(seat_of(dealer[7:]))

    def finish_deal(self) -> None:
        """Count the cards seen in a deal."""
        self.seen = self.game.dealt
        self.use_up(f"deal {self.game.deals}")

    def hand(self, seat: int, held: str) -> None:
        """Read `p1: QdJcJh8c8d2c2h`."""
        self.game.hand(seat, hand_of(held))

    def show_line(self, rest: str) -> None:
        """Read `@show p1 QhJc p2 Qc`: the cards left in each hand."""
        self.step_to(SHOWN)
        words = rest.split(" ")
        seats = [seat_of(word) for word in words[::2]]
        sure(len(set(seats)) == len(seats) and len(words) == 2 * len(seats))
        for seat, cards in zip(seats, words[1::2], strict=True):
            sure(sorted(run_of(cards)) == sorted(self.game.hands[seat].known))

    def score_line(self, rest: str) -> None:
        """Read `@score p1:40 p2:35`, after a hand."""
        self.step_to(SCORED)
        super().score_line(rest)

    def end(self) -> None:
        """Finish the record."""
        sure(self.game.deals and self.game.due in ("turn", "deal", ""))
        self.finish_deal()
        said = " ".join([line for line in self.said if "0" <= line < ":"])
        announced = ANNOUNCED.findall(said)
        kings = sum(["K" in cards for cards in announced])
        self.claim("count", said.count("="))
        self.claim("king", kings)
        self.claim("pair", len(announced) - kings)


LINES: dict[str, Line] = {
    "@deal": SoundCountTo20.deal_line,
    "@show": SoundCountTo20.show_line,
    "@score": SoundCountTo20.score_line,
    "@end": SoundRecord.end_line,
    "*": SoundRecord.stop,
    "+": SoundRecord.stop,
}
DEEDS: Mapping[str, Deed] = Memory(deed)
