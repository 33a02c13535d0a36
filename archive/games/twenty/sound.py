"""The lines of a sound record of Twenty, each with the rule it calls."""

from __future__ import annotations

import re
from collections.abc import Mapping

from archive.games.twenty.rules import HAND, PLAYS, Twenty
from archive.notation.remembered_texts import Memory
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
"""The parts of a deal after its plays, in order."""
UP = re.compile(r"([A2-9TJQKcdhs]{2,4})(?: bonus=([1-9]\d?))?", re.ASCII)


def lay(position: Twenty, seat: int, said: tuple[int, int | None, int | None]) -> None:
    """Lay a card, and compare the claimed tally and points with what it makes."""
    card, tally, points = said
    position.lay(seat, card)
    if (tally != position.made and tally is not None) or (
        points != position.earned and points is not None
    ):
        raise Unsure


def deed(text: str) -> Deed:
    """Return the action of `9h=20/10`."""
    said = DEED.fullmatch(text)
    if said is None:
        raise Unsure
    card = CARDS[said[1]] if len(said[1]) == 2 else cards_of(said[1])[0]
    return lay, (card, said[2] and int(said[2]), said[3] and int(said[3])), said[1]


class SoundTwenty(SoundRecord):
    """A record of Twenty on its way through a position.

    Both hands are listed together, whenever the second is taken up; so it is played as if both
    were. A record does not show what is seen when (2.5).
    """

    def __init__(self, position: Twenty) -> None:
        super().__init__(position, LINES, DEEDS)
        self.game: Twenty = position
        self.deals = 0  # in this round
        self.hands: dict[int, list[int]] = {}
        self.stage = START

    def step_to(self, stage: int) -> None:
        """Go on to the next part of a deal's lines."""
        sure(self.stage < stage)
        self.stage = stage

    def parting(self, rest: str) -> None:
        """Read an empty line, before the second round."""
        sure(self.game.round == 1 and self.game.plays == PLAYS)
        self.step_to(PARTED)

    def round_line(self, rest: str) -> None:
        """Read `@round n=1 first=p1`."""
        position = self.game
        number, _, first = rest.partition(" first=")
        sure(number == f"n={position.round + 1}" and position.round < 2)
        sure(self.stage == (PARTED if position.round else START))
        if position.round:
            self.use_up("round 1")
        self.deals, self.stage = 0, START
        position.begin_round(seat_of(first))

    def up_line(self, rest: str) -> None:
        """Read `@up 8h5d bonus=3`."""
        said = UP.fullmatch(rest)
        if said is None or self.game.due != "turn_up":
            raise Unsure
        cards = run_of(said[1])
        sure(len(cards) == 2)
        self.game.turn_up(cards)
        self.seen += cards
        if said[2]:
            sure(int(said[2]) == self.game.bonus)
            self.claim("up")
        self.apart(f"@up {said[1]}")

    def deal_line(self, rest: str) -> None:
        """Read `@deal n=1`."""
        self.deals += 1
        self.stage = START
        sure(rest == f"n={self.deals}" and self.game.due == "deal" and not self.hands)

    def hand(self, seat: int, held: str) -> None:
        """Read a hand; both hands of a deal are dealt when the second is listed."""
        position, hands = self.game, self.hands
        cards = hands[seat] = hand_of(held)
        self.seen += cards
        if len(hands) == 2:
            first = position.turn
            sure(position.plays == 2 * HAND * (self.deals - 1))
            position.deal(first, hands[first])
            position.deal(3 - first, hands[3 - first])
            hands.clear()

    def bonus_line(self, rest: str) -> None:
        """Read `@bonus p2 /3`."""
        self.step_to(BONUS)
        sure(self.game.plays == PLAYS)
        sure(rest == f"p{self.game.scorer} /{self.game.bonus}")
        self.claim("bonus-to")
        self.claim("bonus")

    def score_line(self, rest: str) -> None:
        """Read `@score p1:21 p2:16`, after a deal and its bonus."""
        self.step_to(SCORE)
        sure(self.game.plays == 2 * HAND * self.deals)
        super().score_line(rest)

    def end(self) -> None:
        """Finish the record; a hand counts as dealt once it is taken up."""
        position = self.game
        taken_up = position.plays - 2 * HAND * (self.deals - 1)
        sure(position.round and self.deals and not self.hands and self.stage != PARTED)
        sure(taken_up > 1 if position.due == "lay" else position.plays == 2 * HAND * self.deals)
        self.use_up(f"round {position.round}")
        said = "".join([line for line in self.said if "0" <= line < ":"])
        self.claim("tally", said.count("="))
        self.claim("points", said.count("/"))


LINES: dict[str, Line] = {
    "": SoundTwenty.parting,
    "@round": SoundTwenty.round_line,
    "@up": SoundTwenty.up_line,
    "@deal": SoundTwenty.deal_line,
    "@bonus": SoundTwenty.bonus_line,
    "@score": SoundTwenty.score_line,
    "@end": SoundRecord.end_line,
    "*": SoundRecord.stop,
    "+": SoundRecord.stop,
}
DEEDS: Mapping[str, Deed] = Memory(deed)
