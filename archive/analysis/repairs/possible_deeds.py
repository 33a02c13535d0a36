"""What a player may have done where an action was left out, likeliest first, and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import TypeAlias

from archive.analysis.event_spans import HandAccount
from archive.analysis.repairs.fault import name_of
from archive.core.cards import CARD, LARGEST
from archive.core.events import Deal, Draw, Event, Exchange, Held, Pass, Play, Stay
from archive.telling.speaker import card_name

MOST_CARDS = 4
"""The most cards of one play that is filled in from a hand with more left."""
MOST_WAYS = 60
"""The most ways to choose them."""
CHOICES = {"x-": "stands pat", "in": "stays in", "out": "drops out", "pass": "passes"}
"""What a player does without a card."""
Between: TypeAlias = tuple[int | None, int | None]
"""The plays before and after a place; None where there is none."""


def deeds(
    seat: int, account: HandAccount, between: Between, events: Sequence[Event]
) -> Iterator[str]:
    """Yield the possible actions of a player between two others, likeliest first: of the kind of
    the one before, of the one after, then any other that the record has."""
    kinds = set(map(type, events))
    near = [type(events[at]) for at in between if at is not None]
    of_kind = {
        Play: _plays(seat, account, between, events),
        Exchange: _exchanges(seat, account, events),
        Draw: _draws(seat, account),
        Stay: (f"p{seat} {word}" for word in ("in", "out")),
        Pass: iter([f"p{seat} pass"]),
    }
    for kind in dict.fromkeys([*near, *of_kind]):
        if kind is Play or kind in kinds:
            yield from of_kind.get(kind, ())


def _plays(
    seat: int, account: HandAccount, between: Between, events: Sequence[Event]
) -> Iterator[str]:
    """Yield plays from the rest of the hand, where all of it was written down, else of any card,
    where no tally tells which; first of as many cards as the plays beside it have."""
    left = account.unplayed
    plays = [event for event in events if isinstance(event, Play)]
    near = [events[at] for at in between if at is not None]
    many = dict.fromkeys(len(one.cards) for one in near if isinstance(one, Play)) or {1: None}
    usual = sorted({min(len(one.cards), MOST_CARDS) for one in plays})
    tallied = usual == [1] and any(one.tally is not None and one.number for one in plays)
    if not (tallied or account.listed):
        yield from (f"p{seat} {'?' * size}" for size in dict.fromkeys([*many, *usual]))
    for size in dict.fromkeys([*many, 1, len(left), *range(2, MOST_CARDS + 1)]):
        ways = list(islice(_ways(Counter(left), size), MOST_WAYS + 1)) if size else []
        if len(ways) <= MOST_WAYS:
            yield from (f"p{seat} {''.join(cards)}" for cards in ways)


def _exchanges(seat: int, account: HandAccount, events: Sequence[Event]) -> Iterator[str]:
    """Yield exchanges: of cards not played for those not held, none, or any number of them."""
    left, lacking = account.unplayed, [one.text for one in account.lacking]
    if lacking and len(lacking) <= len(left):
        for put in islice(combinations(left, len(lacking)), MOST_WAYS):
            yield f"p{seat} x{''.join(put)}>{''.join(lacking)}"
    yield f"p{seat} x-"
    yield from (f"p{seat} x{'?' * size}" for size in range(1, _largest_hand(events) + 1))


def _draws(seat: int, account: HandAccount) -> Iterator[str]:
    """Yield draws of cards that were played and not held, or of any card."""
    yield from (f"p{seat} d{card}" for card in dict.fromkeys(one.text for one in account.lacking))
    yield f"p{seat} d?"


def _ways(cards: Mapping[str, int], size: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways to take `size` of these cards, each at most as often as it is there."""
    if not size:
        yield ()
        return
    if sum(cards.values()) < size:
        return
    (first, many), *others = cards.items()
    for taken in range(min(many, size), -1, -1):
        for rest in _ways(dict(others), size - taken):
            yield (*[first] * taken, *rest)


def _largest_hand(events: Sequence[Event]) -> int:
    """Return the most cards that a line gives a player, or that one exchanges."""
    sizes = (
        len(one.cards) if isinstance(one, Held) else len(one.put)
        if isinstance(one, Exchange) else (isinstance(one, Deal) and one.cards) or 0
        for one in events
    )  # fmt: skip
    return min(LARGEST, max(sizes, default=0))


def with_play(number: int, text: str, players: Sequence[str]) -> str:
    """Return a play that is written in as a player says it; `text` has its player and the deed."""
    seat, _, deed = text.partition(" ")
    name = name_of(int(seat[1:]), players)
    if set(deed) == {"?"}:
        return f"with play {number} by {name}, whatever it was"
    if deed[0] in "xd" or deed in CHOICES:
        return f"with play {number}: {name} {CHOICES.get(deed) or _change_of_cards(deed)}"
    return f"with play {number}, {name}: {card_name(deed) if _is_card(deed) else deed}"


def _change_of_cards(deed: str) -> str:
    """Return an exchange or a draw as what a player does."""
    put, _, taken = deed[1:].partition(">")
    if deed[0] == "d":
        return f"draws {'a card' if put == '?' else 'the ' + card_name(put)}"
    if taken:
        return f"exchanges {put} for {taken}"
    return "exchanges a card" if len(put) == 1 else f"exchanges {len(put)} cards"


def quoted(text: str) -> str:
    """Return a deed as it is quoted."""
    return card_name(text) if _is_card(text) else f"“{text}”"


def _is_card(text: str) -> bool:
    return bool(CARD.fullmatch(text))
