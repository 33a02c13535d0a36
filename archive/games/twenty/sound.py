"""How a sound record of Twenty is written: which line calls which rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from archive.games.twenty.rules import HAND, PLAYS, Twenty
from archive.notation.interning import Memory
from archive.rules.sound_record import (
    CARDS,
    Deed,
    Line,
    SoundRecord,
    Unsure,
    cards_of,
    hand_of,
    run_of,
    seat_of,
    sure,
)

DEED = re.compile(r"([A2-9TJQK][cdhs]?)(?:=([1-9]\d?))?(?:/([1-9]\d{0,2}))?", re.ASCII)
START, BONUS, SCORE, PARTED = range(4)
"""What is written of a deal behind its plays, in order."""
UP = re.compile(r"([A2-9TJQKcdhs]{2,4})(?: bonus=([1-9]\d?))?", re.ASCII)


def lay(position: Twenty, seat: int, said: tuple[int, int | None, int | None]) -> None:
    """Lay a card, and hold what is said of tally and points against what it makes."""
    card, tally, points = said
    position.lay(seat, card)
    if (tally != position.made and tally is not None) or (
        points != position.earned and points is not None
    ):
        raise Unsure


def deed(text: str) -> Deed:
    """`9h=20/10`."""
    said = DEED.fullmatch(text)
    if said is None:
        raise Unsure
    card = CARDS[said[1]] if len(said[1]) == 2 else cards_of(said[1])[0]
    return lay, (card, said[2] and int(said[2]), said[3] and int(said[3])), said[1]


class SoundTwenty(SoundRecord):
    """A record of Twenty on its way through a position.

    Both hands are listed together, whenever the second is taken up; so it is played as if both
    were. What is seen and when is no matter of a record (2.5).
    """

    options: ClassVar[Mapping[str, str]] = {"replenish": "both"}

    def __init__(self, position: Twenty) -> None:
        super().__init__(position)
        self.position: Twenty = position
        self.deals = 0  # in this round
        self.hands: dict[int, list[int]] = {}
        self.stage = START

    def step_to(self, stage: int) -> None:
        """Go on to the next part of what is written of a deal."""
        sure(self.stage < stage)
        self.stage = stage

    def parting(self, rest: str) -> None:
        """An empty line, before the second round."""
        sure(self.position.round == 1 and self.position.plays == PLAYS)
        self.step_to(PARTED)

    def round_line(self, rest: str) -> None:
        """`@round n=1 first=p1`."""
        position = self.position
        number, _, first = rest.partition(" first=")
        sure(number == f"n={position.round + 1}" and position.round < 2)
        sure(self.stage == (PARTED if position.round else START))
        if position.round:
            self.use_up("round 1")
        self.deals, self.stage = 0, START
        position.begin_round(seat_of(first))

    def up_line(self, rest: str) -> None:
        """`@up 8h5d bonus=3`."""
        said = UP.fullmatch(rest)
        if said is None or self.position.due != "turn_up":
            raise Unsure
        cards = run_of(said[1])
        sure(len(cards) == 2)
        self.position.turn_up(cards)
        self.seen += cards
        if said[2]:
            sure(int(said[2]) == self.position.bonus)
            self.claim("up")
        self.apart(f"@up {said[1]}")

    def deal_line(self, rest: str) -> None:
        """`@deal n=1`."""
        self.deals += 1
        self.stage = START
        sure(rest == f"n={self.deals}" and self.position.due == "deal" and not self.hands)

    def hand(self, seat: int, held: str) -> None:
        """Both hands of a deal are dealt when the second is listed."""
        position, hands = self.position, self.hands
        cards = hands[seat] = hand_of(held)
        self.seen += cards
        if len(hands) == 2:
            first = position.turn
            sure(position.plays == 2 * HAND * (self.deals - 1))
            position.deal(first, hands[first])
            position.deal(3 - first, hands[3 - first])
            hands.clear()

    def bonus_line(self, rest: str) -> None:
        """`@bonus p2 /3`."""
        self.step_to(BONUS)
        sure(self.position.plays == PLAYS)
        sure(rest == f"p{self.position.scorer} /{self.position.bonus}")
        self.claim("bonus-to")
        self.claim("bonus")

    def score_line(self, rest: str) -> None:
        """`@score p1:21 p2:16`, behind a deal and its bonus."""
        self.step_to(SCORE)
        sure(self.position.plays == 2 * HAND * self.deals)
        super().score_line(rest)

    def end(self) -> None:
        """A hand counts as dealt once it is taken up."""
        position = self.position
        taken_up = position.plays - 2 * HAND * (self.deals - 1)
        sure(position.round and self.deals and not self.hands and self.stage != PARTED)
        sure(taken_up > 1 if position.due == "lay" else position.plays == 2 * HAND * self.deals)
        self.use_up(f"round {position.round}")
        said = "".join([line for line in self.said if "0" <= line < ":"])
        self.claim("tally", said.count("="))
        self.claim("points", said.count("/"))

    lines: ClassVar[Mapping[str, Line]] = {
        "": parting, "@round": round_line, "@up": up_line, "@deal": deal_line,
        "@bonus": bonus_line, "@score": score_line, "@end": SoundRecord.end_line,
        "*": SoundRecord.stop, "+": SoundRecord.stop,
    }  # fmt: skip
    deeds: ClassVar[Mapping[str, Deed]] = Memory(deed)
