"""A proof by counting that no deal fits: more cards of some kinds than the pack has.

Every card that a hand must have held is an item, with the cards of the pack that it may be. If so
many items are left to so few cards that they cannot all be served (Hall), no deal fits, whatever
else is asked of it. This is found by matching, at once, where a search would try every way to put
fifteen cards into twelve places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from archive.core.bipartite import matching
from archive.core.budgets import PAIRS, Steps
from archive.core.cards import Card, WrittenHand
from archive.rules.cards_denied import Denial


class Limit(NamedTuple):
    """The cards that one event, or all events of a hand together, leave to an item."""

    events: frozenset[int]
    cards: frozenset[Card]


Item: TypeAlias = tuple[Limit, ...]
"""What is known about a card of the pack that a player must have held."""


def items_of(
    hands: Iterable[tuple[int, WrittenHand]], apart: Iterable[tuple[Card, int]],
    denials: Sequence[Denial], kinds: Sequence[Card],
) -> list[Item]:  # fmt: skip
    """Return the items of one dealing. Each is in every deal that fits; whether each listed card is
    in its hand too is not asked here."""
    items: list[Item] = [(_fitting(card, at, kinds),) for card, at in apart]
    for seat, hand in hands:
        own = [one for one in denials if one.seat == seat and one.limit == 1]
        items += _items_of_hand(hand, [one for one in own if one.at in hand.played_at], kinds)
    return items


def _items_of_hand(
    hand: WrittenHand, denials: Sequence[Denial], kinds: Sequence[Card]
) -> Iterator[Item]:
    """Yield an item for each card played and each kept to the end; for each listed card instead
    where none of them was left open."""
    excluded = [
        (
            one.at,
            Limit(frozenset({one.at}), frozenset(k for k in kinds if one.denied(k) is not True)),
        )
        for one in denials
    ]
    listing = frozenset(kind for kind in kinds if any(kind.could_be(c) for c in hand.listed))
    listed = Limit(frozenset({hand.at, *(at for at, _ in hand.drawn)}), listing)
    for card, at in zip(hand.played, hand.played_at, strict=True):
        kept_then = [
            limit for then, limit in excluded if then < at and not _drawn_since(hand, then)
        ]
        yield _fitting(card, at, kinds), listed, *kept_then
    kept = [limit for then, limit in excluded if not _drawn_since(hand, then)]
    for _ in range(len(hand.listed) - len(hand.played)):
        yield listed, *kept


def _drawn_since(hand: WrittenHand, then: int) -> bool:
    return any(at > then for at, _ in hand.drawn)


def _fitting(written: Card, at: int, kinds: Sequence[Card]) -> Limit:
    return Limit(frozenset({at}), frozenset(kind for kind in kinds if kind.could_be(written)))


def crowded(
    items: Sequence[Item], kinds: Sequence[Card], of_a_kind: int, steps: Steps
) -> list[int]:
    """Return a minimal set of events that leaves more items than cards; empty when every item can
    be served. Raises `Spent` when the steps run out."""
    each = len(items) * len(kinds) // PAIRS
    steps.take(each)
    if _served(items, None, kinds, of_a_kind):
        return []
    events = sorted({at for item in items for limit in item for at in limit.events})
    needed = set(events)
    for at in events:
        steps.take(each)
        needed.discard(at)
        if _served(items, needed, kinds, of_a_kind):
            needed.add(at)
    return sorted(at for at in needed if at >= 0)


def _served(
    items: Sequence[Item], believed: set[int] | None, kinds: Sequence[Card], of_a_kind: int
) -> bool:
    """Return whether every item can have a card of its own if only the events in `believed` are
    trusted, each card as often as the pack has it."""
    choices = [_cards_left(item, believed, kinds) for item in items]
    slots = {kind: range(of_a_kind * n, of_a_kind * (n + 1)) for n, kind in enumerate(kinds)}
    order = sorted(range(len(items)), key=lambda item: len(choices[item]))
    fits = {item: [slot for kind in choices[item] for slot in slots[kind]] for item in order}
    return matching(fits) is not None


def _cards_left(item: Item, believed: set[int] | None, kinds: Sequence[Card]) -> list[Card]:
    limits = [limit.cards for limit in item if believed is None or limit.events <= believed]
    return [kind for kind in kinds if all(kind in cards for cards in limits)]
