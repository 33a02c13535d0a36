"""The values that a game's rules give to the judge: faults, claims, and cards seen.

All of them are plain; the words for them are made where they are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, overload

from archive.core.cards import CARDS, NAMED, UNKNOWN, Card, Pack, WrittenHand
from archive.core.diagnostics import Severity
from archive.core.events import DRAW
from archive.core.phrase import Phrase

POINTS = frozenset({"points", "bonus", "score", "result", "worth"})
"""The kinds of claims that are about points on a player's account."""

BEGINS_LATE = Phrase("a later deal")
"""What is found where a record begins in the middle of its game."""

ONE_SEAT = frozenset({"bonus-to", "leader", "trick-winner", "dealer", "trump-maker"})
"""The kinds of claims whose value is a seat."""

SEVERAL_SEATS = frozenset({"winner", "elimination", "loser"})
"""The kinds of claims whose value is a set of seats, packed by `packed_seats`."""


class Fault(NamedTuple):
    """A broken rule, or something that the record does not show (severity `note`).

    `part` names the part of the event it is about (`cards`, `seat`, `bonus` …), so that its place
    can be found to the column. `at` is the event's index and `ply` its number where it is not the
    one now happening; what proves it then is the event now happening. `shown` are the events that
    prove it where it takes several: without any of them it would be none. `expected` and `found`
    are short texts.
    """

    code: str
    severity: Severity
    clause: str
    seat: int | None
    expected: str
    found: str
    part: str
    at: int | None = None
    ply: int | None = None
    shown: tuple[int, ...] = ()


class Claim(NamedTuple):
    """One claim of the record, and its value by the rules.

    `claimed` is None where the record says nothing, `computed` where the rules cannot say. Both are
    numbers; a seat, or several (`packed_seats`), where the kind is about seats; text where it is
    about a card. `part` names the part of the event that claims it.
    """

    kind: str
    seat: int | None
    claimed: int | str | None
    computed: int | str | None
    clause: str
    part: str

    @property
    def difference(self) -> int:
        """Return computed minus claimed, for a claim about a number."""
        computed, claimed = self.computed, self.claimed
        return computed - claimed if isinstance(computed, int) and isinstance(claimed, int) else 0

    def in_words(self, seats: int) -> tuple[str, str]:
        """Return computed and claimed as short texts: a number, a card, or seats where it is about
        them. A win shared by all of `seats` is a draw."""
        return self._word(self.computed, seats), self._word(self.claimed, seats)

    def _word(self, value: int | str | None, seats: int) -> str:
        if self.kind in ONE_SEAT and value:
            return f"p{value}"
        if self.kind in SEVERAL_SEATS and isinstance(value, int):
            if self.kind == "winner" and value == packed_seats(range(1, seats + 1)):
                return Phrase("draw")
            return ",".join(f"p{seat}" for seat in unpacked_seats(value)) or Phrase("nobody")
        return value if isinstance(value, str) else str(value)


class CardSeen(NamedTuple):
    """A card that one dealing of the pack must have had: the event that shows it, and its hand
    (seat, number of the hand), if any."""

    card: Card
    at: int
    seat: int | None
    hand: int | None


class CardsSeen(Sequence[CardSeen]):
    """The cards one dealing must have had, as `cards`; and where each was seen, worked out only
    when needed, because to find that nothing is wrong it is enough to count the cards.

    `hands` are the hands behind them (seat, number, hand), `apart` the cards that lie elsewhere.
    Ask before the table goes on: the answer is that of the moment of asking.
    """

    __slots__ = ("_seen", "_spell_out", "apart", "cards", "hands")

    def __init__(
        self, cards: list[Card], spell_out: Callable[[], list[CardSeen]],
        hands: Sequence[tuple[int, int, WrittenHand]] = (), apart: Sequence[CardSeen] = (),
    ) -> None:  # fmt: skip
        """Take the cards; `spell_out` returns where they were seen, in the same order."""
        self.hands = hands
        self.apart = apart
        self.cards = cards
        self._spell_out = spell_out
        self._seen: list[CardSeen] | None = None

    @overload
    def __getitem__(self, index: int) -> CardSeen: ...
    @overload
    def __getitem__(self, index: slice) -> list[CardSeen]: ...
    def __getitem__(self, index: int | slice) -> CardSeen | list[CardSeen]:
        if self._seen is None:
            self._seen = self._spell_out()
        return self._seen[index]

    def __iter__(self) -> Iterator[CardSeen]:
        return iter(self[:])

    def __len__(self) -> int:
        return len(self.cards)

    def without_hands(self) -> CardsSeen:
        """Return the same cards without their owners: they can be counted, but nothing else follows
        from where they were seen."""
        return CardsSeen(self.cards, self._spell_out)

    def __radd__(self, before: list[CardSeen]) -> CardsSeen:
        cards = [one.card for one in before] + self.cards
        return CardsSeen(cards, lambda: [*before, *self], self.hands, [*before, *self.apart])


class Dealing(NamedTuple):
    """One use of the pack, from shuffle to shuffle. `listed` are the hands as the record lists
    them; `played` the same with every hand that its own plays contradict replaced by those plays.
    Both have the cards that are `out` of the pack since an earlier deal, by `out_clause`."""

    name: str
    pack: Pack
    clause: str
    listed: Sequence[CardSeen]
    played: Sequence[CardSeen]
    out: Sequence[CardSeen] = ()
    out_clause: str = ""


class CardTimes(NamedTuple):
    """How often a card was seen, where, and how many of it the pack has."""

    card: Card
    seen: list[CardSeen]
    pack: int


class Count(NamedTuple):
    """The card count of one dealing. `missing` are the cards missing against a surplus, where as
    many cards were seen as the pack has."""

    dealing: Dealing
    surplus: list[CardTimes]
    missing: list[CardTimes]


def cards_too_many(dealing: Dealing) -> int:
    """Return how many cards, or ranks or suits, were seen more often than the pack has them. Where
    they are is not asked here: that takes ten times as long as the plays do."""
    seen, holds = dealing.listed, _held_by(dealing.pack)
    cards = seen.cards if isinstance(seen, CardsSeen) else [one.card for one in seen]
    different = set(cards)
    if len(different) == len(cards) and every_card(dealing.pack).issuperset(different):
        return 0  # every one another card of the pack
    kinds: Counter[Card] = Counter(cards)
    if NAMED.issuperset(kinds):  # as most are: then no rank and no suit is over by more than they
        return sum([times - holds[card] for card, times in kinds.items() if times > holds[card]])
    for card, times in [*kinds.items()]:
        if card.suit and card.rank != "?":
            kinds[CARDS[card.rank]] += times
            kinds[CARDS["?" + card.suit]] += times
        # a rank alone or a suit alone has been counted as what it is
    over: Counter[tuple[bool, bool]] = Counter()  # one card too many may be a rank and a suit too
    for card, times in kinds.items():
        if times > holds[card] and card is not UNKNOWN:
            over[card.rank == "?", not card.suit] += times - holds[card]
    return max(over.values(), default=0)


@cache
def every_card(pack: Pack) -> frozenset[Card]:
    """Return the cards of a pack, each once."""
    return frozenset(card for card in NAMED if card.rank in pack.ranks)


@cache
def _held_by(pack: Pack) -> Mapping[Card, int]:
    """Return how many cards of a pack a record may mean by each card."""
    return {card: pack.holds(card) for card in CARDS.values()}


def packed_seats(seats: Iterable[int]) -> int:
    """Return seats as one number, so that a set of them can be claimed: bit n for seat n."""
    packed = 0
    for seat in seats:
        packed |= 1 << seat
    return packed


def unpacked_seats(packed: int) -> list[int]:
    """Return the seats that `packed_seats` packed, in order."""
    return [seat for seat in range(packed.bit_length()) if packed >> seat & 1]


def winners_claimed(winners: Sequence[int], seats: int) -> int | None:
    """Return the claim of `win=`, packed; a draw is won by all. None where it claims nothing."""
    if tuple(winners) == DRAW:
        return packed_seats(range(1, seats + 1))
    return packed_seats(winners) if winners else None
