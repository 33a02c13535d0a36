"""The lines of a sound record of Zwanzig ab or Twenty down, each with the rule it calls."""

from __future__ import annotations

from collections.abc import Mapping

from archive.games.zwanzig_ab.rules import LEFT, SEATS, ZwanzigAb
from archive.notation.remembered_texts import Memory
from archive.rules.pack import ACE, HEARTS
from archive.rules.sound_record import CARDS, Deed, Line, SoundRecord, hand_of, seat_of, sure
from archive.rules.sound_tricks import SoundTricks, deed_at_exchange

FIRST, HAND = 2, 5
"""Cards dealt before trumps are named, and in all."""
RANKS = 8
PACK = {text: card for text, card in CARDS.items() if card & 15 == ACE or card & 15 > 6}
PACKED = frozenset(PACK.values())
PACKETS = Memory(hand_of, most=8192)  # there are 5456 of two cards and three
SUIT = {"c": 1, "d": 2, "h": 3, "s": 4}
DEALING, NAMING, EXCHANGING, STAYING = range(4)


def deed(text: str) -> Deed:
    """Return a player's action."""
    if text in PACK:
        return ZwanzigAb.lay, PACK[text], text
    if text in ("in", "out"):
        return ZwanzigAb.stay, text == "in", text
    return deed_at_exchange(text)


class SoundZwanzigAb(SoundTricks):
    """A record of Zwanzig ab or Twenty down on its way through a position."""

    def __init__(self, position: ZwanzigAb) -> None:
        super().__init__(position, LINES, DEEDS, RANKS)
        self.game: ZwanzigAb = position
        self.rest: dict[int, list[int]] = {}  # the cards dealt to each after trumps are named
        self.stage = DEALING
        self.scored = True  # the standing after this deal is written

    def step_to(self, stage: int) -> None:
        """Go on to the next part of a deal."""
        sure(self.stage < stage)
        self.stage = stage

    # -- a deal

    def deal_line(self, rest: str) -> None:
        """Read `@deal n=1 dealer=p1 cards=5`."""
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
        self.stage, self.lined, self.scored = DEALING, -1, False
        position.deal(seat_of(dealer[7:]))

    def finish_deal(self) -> None:
        """Count the cards seen in a deal."""
        position = self.game
        seen = position.dealt
        sure(len(set(seen)) == len(seen) and PACKED.issuperset(seen))
        self.dealings.append((f"deal {position.deals}", len(seen)))
        self.count_leads()

    def hand(self, seat: int, held: str) -> None:
        """Read `p1: AhKh+Th9s7d`, or all five in one."""
        position = self.game
        first, apart, rest = held.partition("+")
        cards = PACKETS[first]
        if apart:
            more = PACKETS[rest]
        else:
            sure(not position.held)
            cards, more = cards[:FIRST], cards[FIRST:]
        sure(seat not in self.rest and position.due == "hand")
        self.rest[seat] = more
        position.hand(seat, cards)
        if position.late and len(self.rest) == len(SEATS):
            self.deal_rest()

    def deal_rest(self) -> None:
        """Deal three more cards each, once trumps are known."""
        for seat, cards in self.rest.items():
            self.game.hand(seat, cards)
        self.rest = {}

    def trump_line(self, rest: str) -> None:
        """Read `@trump p1 h`. In a late deal it names nothing new."""
        position = self.game
        self.step_to(NAMING)
        seat_word, _, suit = rest.partition(" ")
        seat, trump = seat_of(seat_word), SUIT[suit]
        sure(seat == position.turn == position.maker)
        if position.late:
            sure(position.due == "put_away" and trump == HEARTS)
        else:
            position.name_trump(seat, trump)
            self.deal_rest()
        self.claim("trump-maker")
        self.apart(f"@trump {rest}")

    def exchange_line(self, rest: str) -> None:
        """Read `@exchange`."""
        self.step_to(EXCHANGING)
        position = self.game
        sure(not rest and position.due == "put_away" and position.turn == position.maker)

    def stay_line(self, rest: str) -> None:
        """Read `@stay`. Where all must stay in, it may be written all the same, and changes
        nothing."""
        self.step_to(STAYING)
        position = self.game
        first = LEFT[position.maker]
        sure(not rest and not position.down)
        if position.due == "stay":
            sure(position.turn == first)
            return
        sure(position.due == "lay" and not position.tricks and not position.trick)
        seats = (first, LEFT[first], position.dealer)
        words = next(self.coming, "").split(" ")
        self.numbers += words[::3]
        del words[::3]
        sure(words == [word for seat in seats for word in (f"p{seat}", "in")])
        position.ply += len(seats)
        self.before = mask = sum([1 << seat for seat in seats])
        self.break_off(words, seats, mask)

    def score_line(self, rest: str) -> None:
        """Read `@score p1:16 p2:19 p3:20 p4:20`, after a deal."""
        sure(self.game.due in ("deal", "") and not self.scored)
        self.scored = True
        super().score_line(rest)

    def end(self) -> None:
        """Finish the record."""
        sure(self.game.deals and not self.rest)
        sure(self.game.due in ("put_away", "stay", "lay", "deal", ""))
        self.finish_deal()
        self.claim_tricks()


LINES: dict[str, Line] = {
    "@deal": SoundZwanzigAb.deal_line,
    "@trump": SoundZwanzigAb.trump_line,
    "@exchange": SoundZwanzigAb.exchange_line,
    "@stay": SoundZwanzigAb.stay_line,
    "@trick": SoundTricks.trick_line,
    "@score": SoundZwanzigAb.score_line,
    "@end": SoundRecord.end_line,
    "*": SoundRecord.stop,
    "+": SoundRecord.stop,
}
DEEDS: Mapping[str, Deed] = Memory(deed)
