"""The lines of a sound record of Twenty-Two, each with the rule it calls."""

from __future__ import annotations

from collections.abc import Mapping

from archive.games.twenty_two.ranking import worth
from archive.games.twenty_two.rules import TwentyTwo
from archive.notation.remembered_texts import Memory
from archive.rules.pack import write_card
from archive.rules.sound_record import Deed, Line, SoundRecord, hand_of, run_of, seat_of, sure
from archive.rules.sound_tricks import SoundTricks, deed_at_exchange

RANKS = 13
DEALT, SHOWN, KEPT, SCORED, OUT = range(5)
"""The parts of a hand after its tricks, in order."""


def deed(text: str) -> Deed:
    """Return a player's action."""
    if text[0] != "x":
        return TwentyTwo.lay, run_of(text), text
    return deed_at_exchange(text)


class SoundTwentyTwo(SoundTricks):
    """A record of Twenty-Two, of either way to play it, on its way through a position."""

    def __init__(self, position: TwentyTwo) -> None:
        super().__init__(position, LINES, DEEDS, RANKS, position.packs)
        self.game: TwentyTwo = position
        self.stage = OUT
        self.exchanging = False  # the line of the exchange is written

    def step_to(self, stage: int) -> None:
        """Go on to the next part of the lines after a hand."""
        sure(self.stage < stage and self.game.due in ("cut", "deal", ""))
        sure(self.stage >= SHOWN or stage == SHOWN)
        self.stage = stage

    def cut_line(self, rest: str) -> None:
        """Read `@cut p1 9s p2 As`: all who draw, in their order."""
        position = self.game
        words = rest.split(" ")
        cards = [run_of(word) for word in words[1::2]]
        sure(position.due == "cut" and self.stage >= SHOWN)
        sure(words[::2] == [f"p{seat}" for seat in position.drawing])
        sure(all(len(run) == 1 for run in cards) and len(words) == 2 * len(cards))
        self.finish_deal()
        drawn = [card for run in cards for card in run]
        self.seen = position.out_of_pack() + drawn
        self.use_up("the draw for the deal")
        position.cut(drawn)

    def deal_line(self, rest: str) -> None:
        """Read `@deal n=1 dealer=p2 cards=7`."""
        position = self.game
        number, dealer, *cards = rest.split(" ")
        sure(number == f"n={position.deals + 1}" and dealer[:7] == "dealer=")
        sure(position.due == "deal" and self.stage >= SHOWN)
        self.finish_deal()
        self.seen = position.out_of_pack()
        position.deal(seat_of(dealer[7:]))
        sure(position.due == "hand")
        if cards:
            sure(cards == [f"cards={position.size}"])
            self.claim("hand-size")
        self.claim("dealer")
        self.stage, self.lined, self.exchanging = DEALT, -1, False

    def finish_deal(self) -> None:
        """Count the cards seen in a deal."""
        position = self.game
        if self.stage == DEALT or (position.deals and position.dealt):
            self.seen += position.dealt
            position.dealt = []
            self.use_up(f"deal {position.deals}")
            self.count_leads()

    def hand(self, seat: int, held: str) -> None:
        """Read `p1: JcJh8c4d4s2hAs`."""
        self.game.hand(seat, hand_of(held))

    def exchange_line(self, rest: str) -> None:
        """Read `@exchange`."""
        position = self.game
        sure(not rest and not self.exchanging)
        sure(position.due == "put_away" and position.turn == position.order[0])
        self.exchanging = True

    def show_line(self, rest: str) -> None:
        """Read `@show p3 Tc p1 As`: the last cards of all."""
        self.step_to(SHOWN)
        position = self.game
        sure(rest == " ".join([self.last_card(seat) for seat in position.order]))

    def last_card(self, seat: int) -> str:
        """Return a seat and its last card, as `@show` has them."""
        return f"p{seat} {write_card(self.game.hands[seat].known[0])}"

    def keep_line(self, rest: str) -> None:
        """Read `@keep p1 As=11`: the cards of those who have lost."""
        self.step_to(KEPT)
        position = self.game
        losers = position.drawing
        sure(not position.meets)
        said = [f"{self.last_card(seat)}={worth(position.hands[seat].known[0])}" for seat in losers]
        sure(rest == " ".join(said))
        self.claim("loser")
        self.claim("kept-card", len(losers))
        self.claim("worth", len(losers))

    def score_line(self, rest: str) -> None:
        """Read `@score p1:11 p2:0 p3:0`, after a hand."""
        self.step_to(SCORED)
        super().score_line(rest)

    def out_line(self, rest: str) -> None:
        """Read `@out p3`: all who are out since this hand."""
        self.step_to(OUT)
        position = self.game
        gone = sorted(set(position.order) - set(position.alive))
        sure(gone and rest == " ".join([f"p{seat}" for seat in gone]))
        self.claim("elimination")

    def end(self) -> None:
        """Finish the record."""
        position = self.game
        sure(position.deals and position.due not in ("hand", "take"))
        sure(self.stage >= SHOWN or position.due in ("put_away", "lay"))
        sure(position.due or position.won_by)
        self.finish_deal()
        self.claim_tricks()


LINES: dict[str, Line] = {
    "@cut": SoundTwentyTwo.cut_line,
    "@deal": SoundTwentyTwo.deal_line,
    "@exchange": SoundTwentyTwo.exchange_line,
    "@trick": SoundTricks.trick_line,
    "@show": SoundTwentyTwo.show_line,
    "@keep": SoundTwentyTwo.keep_line,
    "@score": SoundTwentyTwo.score_line,
    "@out": SoundTwentyTwo.out_line,
    "@end": SoundRecord.end_line,
    "*": SoundRecord.stop,
    "+": SoundRecord.stop,
}
DEEDS: Mapping[str, Deed] = Memory(deed)
