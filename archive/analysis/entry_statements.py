"""The content of a sheet's entry, fact by fact, so that two entries can be compared.

A sheet that says less contradicts no other: a card without its suit, a play without its tally, a
standing of one player only. Two entries differ only in what both of them say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from archive.core.bipartite import matching
from archive.core.cards import LARGEST, UNKNOWN, Card
from archive.core.events import (
    ACTIONS,
    Action,
    Bonus,
    Cut,
    Deal,
    Draw,
    End,
    Event,
    Exchange,
    Gap,
    Held,
    Keep,
    Out,
    Pass,
    Phase,
    Play,
    Round,
    Score,
    Show,
    Stay,
    TableLine,
    Trick,
    Trump,
    Unread,
    Up,
)

Fact: TypeAlias = int | str | tuple[int, ...] | None
Seats: TypeAlias = Mapping[int, int]
"""The seats of one sheet by those of another, for the same players."""

LINES: dict[type, str] = {
    Held: "hands", Score: "standings", Bonus: "bonuses", Up: "cards turned up", Trick: "tricks",
    Deal: "deals", Round: "rounds", End: "results", Show: "cards shown", Keep: "cards kept",
    Out: "players out", Phase: "headings", Trump: "trumps", Cut: "cuts", Gap: "gaps",
}  # fmt: skip
"""The names of lines that one sheet may have and the other leave out."""


SAID: Final = (
    "plays", "lines", "suits", "cards", "tallies", "points", "values", "worths", "numbers",
    "dealers", "bonuses", "standings", "winners", "seat", "suit", "stays", "text", "word",
    "who begins", "sizes of hands", "who named trumps",
)  # fmt: skip
"""What else one entry may have, and the other not."""

LEGIBLE: Final = "entries that can be read"
"""The name of entries that stand on one sheet and cannot be read on the other."""


class Statement(NamedTuple):
    """Facts by name and cards by where they belong; unstated ones are absent. `kind` is what only
    an entry of the same kind can agree with."""

    kind: type
    facts: dict[str, Fact]
    cards: dict[str, Sequence[Card]]


class Agreement(NamedTuple):
    """How one entry compares with another: whether nothing that both say differs, and what only the
    first and only the second has, as `suits`, `tallies`, `points`."""

    agrees: bool
    only_a: frozenset[str]
    only_b: frozenset[str]


FACTS: dict[type, dict[str, str]] = {
    Play: {"seat": "seat", "tallies": "tally", "points": "points"},
    Exchange: {"seat": "seat"}, Draw: {"seat": "seat"}, Pass: {"seat": "seat"},
    Held: {"seat": "seat"}, Stay: {"seat": "seat", "stays": "stays"},
    Bonus: {"seat": "seat", "points": "points"}, Unread: {"seat": "seat", "text": "text"},
    Round: {"numbers": "number", "who begins": "first"},
    Trick: {"numbers": "number", "who begins": "first"},
    Deal: {"numbers": "number", "dealers": "dealer", "sizes of hands": "cards"},
    Up: {"bonuses": "bonus"}, Trump: {"who named trumps": "seat", "suit": "suit"},
    Phase: {"word": "word"}, TableLine: {"word": "word", "text": "text"}, Gap: {"text": "text"},
}  # fmt: skip
"""The facts of each kind of event, with the field of each."""
PLAYERS: Final = frozenset({"seat", "who begins", "dealers", "who named trumps"})
"""Facts that are a seat."""
CARDS: dict[type, dict[str, str]] = {
    Play: {"cards": "cards"}, Held: {"cards": "cards"}, Up: {"cards": "cards"},
    Exchange: {"cards": "put", "cards taken": "taken"},
}  # fmt: skip
"""The cards of each kind of event, with the field of each."""


def statement_of(event: Event, seats: Seats) -> Statement:
    """Return the content of an event, with players by the seats of the other sheet."""
    kind, seat = type(event), partial(_seat, seats)
    facts: dict[str, Fact] = {}
    for name, field in FACTS.get(kind, {}).items():
        fact = getattr(event, field)
        facts[name] = (fact or None) and seat(fact) if name in PLAYERS else fact
    named = {name: getattr(event, field) for name, field in CARDS.get(kind, {}).items()}
    cards: dict[str, Sequence[Card]] = {name: run for name, run in named.items() if run is not None}
    match event:
        case Play():
            _announced(event, facts)
        case Draw():
            cards["cards"] = (event.card,)
        case Score() | End():
            facts |= {f"standings of p{seat(one)}": total for one, total in event.totals}
            if isinstance(event, End) and event.winners:
                facts["winners"] = tuple(sorted(map(seat, event.winners)))
        case Out():
            facts["seat"] = tuple(sorted(map(seat, event.seats)))
        case Cut(shown) | Show(shown):
            cards |= {f"cards of p{seat(one)}": run for one, run in shown}
        case Keep():
            cards |= {f"cards of p{seat(one.seat)}": (one.card,) for one in event.kept}
            facts |= {f"worths of p{seat(one.seat)}": one.points for one in event.kept}
            ranks = {one.card.rank for one in event.kept} - {UNKNOWN.rank}
            if len(ranks) == 1:  # all who lose a hand lose it with cards of one rank
                facts["cards kept"] = ranks.pop()
    return Statement(kind, {k: v for k, v in facts.items() if v is not None}, cards)


def _announced(play: Play, facts: dict[str, Fact]) -> None:
    """Add the announced values of a play's cards; equal cards are interchangeable."""
    by_rank: dict[str, list[int]] = {}
    for part in play.parts:
        if part.value is not None:
            ranks = "".join(sorted(card.rank for card in part.cards))
            by_rank.setdefault(ranks, []).append(part.value)
    facts |= {f"values of {ranks}": tuple(sorted(all_)) for ranks, all_ in by_rank.items()}


def _seat(seats: Seats, seat: int) -> int:
    return seats.get(seat, seat)


def agreement_of(a: Statement, b: Statement) -> Agreement:
    """Return how two entries compare."""
    if a.kind is not b.kind:
        return _half_read(a, b)
    agrees = all(b.facts.get(name, fact) == fact for name, fact in a.facts.items())
    only_a = {_plain(name) for name in a.facts.keys() - b.facts.keys()}
    only_b = {_plain(name) for name in b.facts.keys() - a.facts.keys()}
    for name in {*a.cards, *b.cards}:
        one, other = a.cards.get(name), b.cards.get(name)
        if one is None or other is None:
            (only_a if other is None else only_b).add(_plain(name))
            continue
        agrees &= may_be_the_same(one, other)
        only_a |= _more(one, other)
        only_b |= _more(other, one)
    return Agreement(agrees, frozenset(only_a), frozenset(only_b))


def _half_read(a: Statement, b: Statement) -> Agreement:
    """Return how an unreadable entry compares: it may have had all that stands in its place on the
    other sheet, unless another player did it."""
    if Unread not in (a.kind, b.kind):
        return Agreement(False, frozenset(), frozenset())
    seats = {a.facts.get("seat"), b.facts.get("seat")} - {None}
    only = frozenset({LEGIBLE})
    return Agreement(len(seats) < 2, only if b.kind is Unread else frozenset(),
                only if a.kind is Unread else frozenset())  # fmt: skip


def _plain(name: str) -> str:
    return name.partition(" of p")[0] if " of p" in name else name.partition(" of ")[0]


def _more(one: Sequence[Card], other: Sequence[Card]) -> set[str]:
    """Return what is stated about some cards and not about others, in all."""
    more = set()
    if sum(bool(card.suit) for card in one) > sum(bool(card.suit) for card in other):
        more.add("suits")
    if sum(card.rank != "?" for card in one) > sum(card.rank != "?" for card in other):
        more.add("cards")
    return more


def may_be_the_same(one: Sequence[Card], other: Sequence[Card]) -> bool:
    """Return whether two runs may name the same cards, in any order. For more cards than a hand can
    have, only those named alike are the same."""
    if len(one) != len(other):
        return False
    if all(card.could_be(another) for card, another in zip(one, other, strict=True)):
        return True
    if len(one) > LARGEST:
        return Counter(one) == Counter(other)
    places = {
        card: [at for at, another in enumerate(other) if card.could_be(another)]
        for card in set(one)
    }
    return matching({index: places[card] for index, card in enumerate(one)}) is not None


def is_deed(event: Event) -> bool:
    """Return whether an event is a player's action in turn, by which sheets are aligned."""
    return type(event) in ACTIONS or (isinstance(event, Unread) and bool(event.seat))


def seat_of(event: Event) -> int:
    """Return the player of an event; 0 where it has none."""
    return event.seat if isinstance(event, Action | Unread) else 0
