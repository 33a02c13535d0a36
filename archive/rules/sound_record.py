"""A record that is sound and canonical, read without tokens, events or places.

Most records are: every word in its place, every play allowed, every claim right. Only its verdict
is needed, so its words go straight to a position: a line's first word names its kind, a player's
action is looked up in a table made once for each game. Claims are checked by writing what the rules
give, and comparing.

It is recognised or it is not. `Unsure` means that it is not: an unknown word, a line that is not
where it is due or not written as our writer writes it, an objection, a wrong claim. The full
examination then reads it from the start, and finds what is the matter. Nothing may be accepted here
that it would not; what it would accept and this does not costs only time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from struct import Struct
from typing import Any, TypeAlias

from archive.notation.remembered_texts import Memory
from archive.rules.pack import RANKS, SUITS, read_cards, write_card
from archive.rules.position import Position

Deed: TypeAlias = "tuple[Callable[[Any, int, Any], None], Any, str]"
"""A player's action: a function that is called with position, seat and this argument, and how it is
written without claims."""
Line: TypeAlias = "Callable[[Any, str], None]"
"""The function that a table line calls, with the rest of the line."""

PLAYS = ["", *[f"{number}." for number in range(1, 2001)]]
"""The numbers of plays as they are written; a longer record is left to the full examination."""
PLACES = [0] * 128
"""The place of each card in a hand, high ranks first."""
for _rank in range(1, len(RANKS)):
    for _suit in range(5):
        PLACES[16 * _suit + _rank] = 8 * (len(RANKS) - _rank) + max(_suit, 1)


class Unsure(Exception):
    """The record is not known to be sound and canonical."""


def sure(holds: object) -> None:
    """Raise `Unsure` where something is not so."""
    if not holds:
        raise Unsure


class SoundRecord:
    """A record on its way through a position, line by line.

    `claimed` counts its claims by kind, all of them right; `played` are the parts of the hash of
    the play, to be joined with blanks; `dealings` are the uses of the pack so far, each a name and
    the number of cards seen.
    """

    def __init__(
        self, position: Any, lines: Mapping[str, Line], deeds: Mapping[str, Deed],
        ranks: int = 13, packs: int = 1,
    ) -> None:  # fmt: skip
        """Begin at `position`, the game before anything happened; it is played with `packs` packs
        of `ranks` ranks. `lines` has the function of each table line by its first word, `deeds` the
        players' actions."""
        self.position: Any = position
        self.lines = lines
        self.deeds = deeds
        self.packs = packs
        self.pack = 4 * ranks * packs
        self.deck = f"{4 * ranks}x{packs}" if packs > 1 else f"{4 * ranks}"
        self.totals = " ".join([f"p{seat}:%d" for seat in range(1, position.seats + 1)])
        self.said: Sequence[str] = ()  # all lines
        self.coming: Iterator[str] = iter(self.said)
        self.played: list[str] = []
        self.numbers = [""]  # of the plays, as written
        self.before = 0  # seats on the line before if that is one of plays, a bit each
        self.cycle = 0  # seats on the last line of `played`
        self.claimed: dict[str, int] = {}
        self.dealings: list[tuple[str, int]] = []
        self.seen: list[int] = []  # cards of this use of the pack
        self.ended = False

    # -- the walk

    def read(self, lines: Sequence[str]) -> None:
        """Read the lines after the tags. Raises Unsure.

        A line of plays has number, seat and action of each. It begins where a seat comes again, and
        nowhere else.
        """
        self.said = lines
        self.coming = coming = iter(lines)
        position, deeds, table_lines, played = self.position, self.deeds, self.lines, self.played
        objections, open_ = position.objections, position.open
        for line in coming:
            if "0" <= line < ":":
                words = line.split(" ")
                written = len(words)
                self.numbers += words[::3]
                del words[::3]
                seats, mask = SEATS[" ".join(words[::2])]
                before = self.before
                if (before and not before >> seats[0] & 1) or written != 3 * len(seats):
                    raise Unsure
                self.before, at = mask, 1
                for seat in seats:
                    act, what, words[at] = deeds[words[at]]
                    act(position, seat, what)
                    at += 2
                if not self.cycle or self.cycle >> seats[0] & 1:
                    self.cycle = mask
                    played.append("\n")
                    played += words
                else:
                    self.break_off(words, seats, mask)
            elif line[:1] == "p":
                self.before = 0
                seat_word, _, held = line.partition(": ")
                self.hand(seat_of(seat_word), held)
                self.apart(line)
            else:
                self.before = 0
                word, _, rest = line.partition(" ")
                table_lines[word](self, rest)
            if objections or open_:
                raise Unsure
        self.end()
        sure(played and not objections and not open_)
        sure(self.numbers == PLAYS[: len(self.numbers)])

    def break_off(self, words: list[str], seats: tuple[int, ...], mask: int) -> None:
        """Add to the hash of the play a line of plays that does not begin a line there: the hash
        leaves lines out, and begins one where a seat comes again."""
        cycle = self.cycle
        if cycle & mask:
            at = 0
            while not cycle >> seats[at] & 1:
                mask ^= 1 << seats[at]
                at += 1
            words.insert(2 * at, "\n")
        else:
            mask |= cycle
        self.cycle = mask
        self.played += words

    def apart(self, line: str) -> None:
        """Add to the hash of the play a line that is none of plays."""
        self.played += ("\n", line)
        self.cycle = 0

    def hand(self, seat: int, held: str) -> None:
        """Read a hand that is listed."""
        raise NotImplementedError

    def end(self) -> None:
        """Check what the record leaves open where it stops. Raises Unsure."""

    # -- common to many games

    def claim(self, kind: str, number: int = 1) -> None:
        """Count claims that are right."""
        self.claimed[kind] = self.claimed.get(kind, 0) + number

    def score_line(self, rest: str) -> None:
        """Read `@score p1:21 p2:16`, which names every total."""
        sure(rest == self.standing)
        self.claim("score", self.position.seats)

    def end_line(self, rest: str) -> None:
        """Read `@end p1:82 p2:110 win=p2`."""
        totals, _, winner = rest.rpartition("win=")
        sure(self.position.over and winner == self.winner and totals == f"{self.standing} ")
        self.claim("result", self.position.seats)
        self.claim("winner")
        self.close()

    def stop(self, rest: str) -> None:
        """Read `*` or `+`: nothing more is known."""
        sure(not rest)
        self.close()

    def close(self) -> None:
        """Check that nothing follows."""
        sure(not self.ended)
        self.ended = True

    @property
    def standing(self) -> str:
        """Return all totals as a record has them."""
        return self.totals % tuple(self.position.totals[1:])

    @property
    def winner(self) -> str:
        """Return the winner as a record has it; empty while the game goes on."""
        position: Position = self.position
        winners = position.winners() if position.over else []
        if len(winners) == position.seats:
            return "draw"
        return ",".join([f"p{seat}" for seat in winners])

    def use_up(self, name: str) -> None:
        """Count the cards seen since the pack was shuffled. Raises Unsure where it has fewer of a
        kind."""
        seen = self.seen
        if len(set(seen)) < len(seen) or min(seen, default=16) < 16:
            sure(fits(seen, self.packs))
        self.dealings.append((name, len(seen)))
        self.seen = []


def fits(seen: list[int], copies: int) -> bool:
    """Return whether `copies` packs of 52 have these cards, some of which may lack a suit."""
    ranks, suits = [0] * 16, [0] * 8
    for card in seen:
        ranks[card & 15] += 1
        suits[card >> 4] += 1
    one_suit = [card for card in seen if card > 15]
    return (
        max(ranks) <= 4 * copies
        and max(suits[1:]) <= 13 * copies
        and max(Counter(one_suit).values(), default=0) <= copies
    )


def seats_of(text: str) -> tuple[tuple[int, ...], int]:
    """Return the seats of a line of plays, and the same as bits. Raises Unsure where one stands
    there twice."""
    seats = tuple([seat_of(word) for word in text.split(" ")])
    sure(len(set(seats)) == len(seats))
    return seats, sum([1 << seat for seat in seats])


SEATS = Memory(seats_of)


@lru_cache(maxsize=256)
def seat_of(text: str) -> int:
    """Return the seat that is written `p2`. Raises Unsure."""
    number = text[1:]
    sure(text[:1] == "p" and number.isdecimal() and number.isascii() and len(number) < 3)
    sure(number[0] != "0")
    return int(number)


def hand_of(text: str) -> list[int]:
    """Return the cards of a hand or packet, high ones first as our writer lists them. Raises
    Unsure."""
    cards = run_of(text)
    if sorted(cards, key=place_of) != cards:
        raise Unsure
    return cards


def run_of(text: str) -> list[int]:
    """Return the cards of a run. Raises Unsure."""
    try:
        return list(map(card_at, unpack[len(text)](text.encode())))
    except (LookupError, ValueError):
        return cards_of(text)


def cards_of(text: str) -> list[int]:
    """Return the cards of a run whose ranks are all known, suits written or not. Raises Unsure."""
    try:
        cards = read_cards(text)
    except (LookupError, ValueError):
        raise Unsure from None
    sure(cards and all(card & 15 for card in cards))
    sure("".join(map(write_card, cards)) == text)
    return cards


CARDS = {
    RANKS[rank] + SUITS[suit]: 16 * suit + rank
    for suit in range(1, len(SUITS))
    for rank in range(1, len(RANKS))
}
"""Cards with their suits, by how they are written."""
_PAIR = Struct("H")
card_at = {_PAIR.unpack(text.encode())[0]: card for text, card in CARDS.items()}.__getitem__
unpack = {2 * cards: Struct(f"{cards}H").unpack for cards in range(1, 100)}
"""Functions that cut a run of cards with suits into two bytes each, by its length: quicker than
looking for the cards."""
place_of = PLACES.__getitem__
