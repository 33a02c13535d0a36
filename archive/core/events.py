"""The events of a record: one kind of value for each kind of line or play that can stand in it.

Events are plain values without a place, so that two records that say the same are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from archive.core.cards import Card

Totals: TypeAlias = "tuple[tuple[int, int], ...]"
"""Points by seat, in the order written: `((1, 82), (2, 110))`."""


Shown: TypeAlias = "tuple[tuple[int, tuple[Card, ...]], ...]"
"""Cards by seat, in the order written."""


class Round(NamedTuple):
    """`@round n=2 first=p2`: a round begins."""

    number: int | None
    first: int | None


class Up(NamedTuple):
    """`@up 39 bonus=6`: the cards turned up, and the bonus they are said to give."""

    cards: tuple[Card, ...]
    bonus: int | None


class Deal(NamedTuple):
    """`@deal n=3 dealer=p1 cards=11`: cards are dealt, so many to each. The hands follow, one
    `Held` each."""

    number: int | None
    dealer: int | None = None
    cards: int | None = None


class Held(NamedTuple):
    """`p1: QJJ43`: a hand as listed, in packets where it was dealt in several."""

    seat: int
    packets: tuple[tuple[Card, ...], ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards of all packets in order."""
        packets = self.packets
        return packets[0] if len(packets) == 1 else tuple([c for run in packets for c in run])


class Part(NamedTuple):
    """Some of the cards of a play, with the value announced for them: `K:2`, `QsQh:10`, `4c`."""

    cards: tuple[Card, ...]
    value: int | None


class Play(NamedTuple):
    """`12. p2 9=20/10`: cards played, with the tally or count and the points claimed for it.

    `mark` is the writer's own sign that something is wrong here: `^`, `^R`, `^L`. `parts` has the
    cards by what was announced, `Ad+2h+K:2=5`; it is empty where nothing was.
    """

    number: int | None
    seat: int
    cards: tuple[Card, ...]
    tally: int | None = None
    points: int | None = None
    mark: str = ""
    parts: tuple[Part, ...] = ()


class Exchange(NamedTuple):
    """`x9s7d>??`: cards put away, and those taken for them. `x-` stands pat; `taken` is None where
    it is not written down."""

    number: int | None
    seat: int
    put: tuple[Card, ...]
    taken: tuple[Card, ...] | None
    mark: str = ""


class Draw(NamedTuple):
    """`d5c`: a card drawn from the stock."""

    number: int | None
    seat: int
    card: Card
    mark: str = ""


class Stay(NamedTuple):
    """`in` or `out`: whether a player stays in the play of this deal."""

    number: int | None
    seat: int
    stays: bool
    mark: str = ""


class Pass(NamedTuple):
    """`pass`: a turn without a play."""

    number: int | None
    seat: int
    mark: str = ""


class Cut(NamedTuple):
    """`@cut p1 7 p2 9`: cards drawn for the deal."""

    drawn: Shown


class Trump(NamedTuple):
    """`@trump p1 h`: a suit named as trumps, and by whom."""

    seat: int | None
    suit: str | None


class Phase(NamedTuple):
    """`@exchange` or `@stay`: the exchange, or the choice to stay in, begins."""

    word: str


class Trick(NamedTuple):
    """`@trick n=1 first=p1`: a trick begins, and who is said to lead to it."""

    number: int | None
    first: int | None = None


class Show(NamedTuple):
    """`@show p1 As p2 Q`: cards shown at the end of a hand."""

    shown: Shown


class Keep(NamedTuple):
    """`@keep p1 As=11`: cards kept to show a score, with what they are said to be worth."""

    kept: tuple[Kept, ...]


class Kept(NamedTuple):
    """Cards that one player kept to show a score, with what they are said to be worth."""

    seat: int
    card: Card
    points: int | None


class Out(NamedTuple):
    """`@out p3`: players are out of the game."""

    seats: tuple[int, ...]


class Bonus(NamedTuple):
    """`@bonus p2 /6`: a bonus is said to go to a seat."""

    seat: int
    points: int | None


class Score(NamedTuple):
    """`@score p1:21 p2:16`: the standing as the record has it."""

    totals: Totals


class Gap(NamedTuple):
    """`@gap`: a stretch of the game was not written down."""

    text: str


class End(NamedTuple):
    """`@end p1:82 p2:110 win=p2`: how the game is said to have ended. `winners` is empty where
    nothing is said, and `DRAW` for a draw."""

    totals: Totals
    winners: tuple[int, ...]


DRAW = (0,)
"""The winners of a draw: no seat."""


class Stop(NamedTuple):
    """`*` (no more is known) or `+` (to be continued)."""

    sign: str


class Comment(NamedTuple):
    """A comment: `{…}`, or `;` or `%` to the end of a line."""

    text: str


class Nag(NamedTuple):
    """`$1` to `$255`: a numbered annotation glyph, `!` being `$1`."""

    value: int


class Variation(NamedTuple):
    """`( … )`: another line of play in place of the play before it. One that is not `closed` runs
    to the end of the record."""

    events: tuple[Event, ...]
    closed: bool = True


class TableLine(NamedTuple):
    """A table line whose word is unknown, or that lacks what it is about; kept word for word."""

    word: str
    text: str


class Unread(NamedTuple):
    """Text that could not be used. It is reported, and kept. `seat` is the player whose play it was
    meant to be, 0 when it is no play: a play was made even where its card is unknown."""

    text: str
    seat: int = 0


Action: TypeAlias = Play | Exchange | Draw | Stay | Pass
Event: TypeAlias = (
    Action | Round | Deal | Held | Up | Cut | Trump | Phase | Trick | Show | Keep | Out
    | Bonus | Score | Gap | End | Stop | Comment | Nag | Variation | TableLine | Unread
)  # fmt: skip

ACTIONS = frozenset({Play, Exchange, Draw, Stay, Pass})
"""What players do in turn; each is a ply."""


def numbers_of(events: Iterable[Event]) -> list[int | None]:
    """Return the numbers of all actions among some events, None for one without a number."""
    return [event.number for event in events if type(event) in ACTIONS]  # type: ignore[union-attr]


ANNOTATIONS = frozenset({Comment, Nag, Variation, Stop, Unread})
"""What is written about the game and does not happen in it."""
