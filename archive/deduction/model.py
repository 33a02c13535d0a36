"""One dealing as a deal model: what the record says about its cards, and what is still open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from archive.core.cards import CARDS, SUITS, UNKNOWN, Card, Pack, WrittenHand
from archive.rules.cards_denied import Denial
from archive.rules.faults_and_claims import CardsSeen, Dealing

FORMS = [
    frozenset(card for card in CARDS.values() if (card.rank != "?", bool(card.suit)) == named)
    for named in ((True, True), (True, False), (False, True))
]
"""The ways in which a card can be named: in full, by its rank, by its suit."""


class DealModel(NamedTuple):
    """One dealing as the record describes it: the pack, the hands by seat, cards that lie apart
    (turned up, kept), each with the event that shows it, and the denials about the hands."""

    name: str
    pack: Pack
    hands: Sequence[tuple[int, WrittenHand]]
    apart: Sequence[tuple[Card, int]]
    denials: Sequence[Denial]


def kinds_of(model: DealModel) -> tuple[list[Card], int]:
    """Return the kinds of cards that tell this record's cards apart, and how many of each the pack
    has; kinds are ranks alone where no suit was noted."""
    suited = has_suits(model)
    suits = SUITS if suited else ("",)
    kinds = [CARDS[rank + suit] for rank in model.pack.ranks for suit in suits]
    return kinds, model.pack.copies * (1 if suited else len(SUITS))


class Denied:
    """The denials that follow from a record's plays and choices, by event."""

    def __init__(self, denials: Sequence[Denial]) -> None:
        self.denials = denials
        self._by_event: dict[int, list[int]] = {}
        for number, one in enumerate(denials):
            for at in {one.at, one.listed} if one.first else {one.at}:
                self._by_event.setdefault(at, []).append(number)

    def of(self, hands: Sequence[tuple[int, WrittenHand]]) -> list[Denial]:
        """Return the denials about plays from these hands, and about what one of them began with. A
        missing play is taken to stand where another player's does."""
        plays = {(seat, at) for seat, hand in hands for at in hand.played_at}
        listed = {hand.at for _, hand in hands if hand.at >= 0}
        events = {at for _, at in plays} | listed
        numbers = {number for at in events for number in self._by_event.get(at, ())}
        found = (self.denials[number] for number in sorted(numbers))
        return [
            one for one in found
            if (one.seat, one.at) in plays or (one.first and one.listed in listed)
        ]  # fmt: skip


def open_model(dealing: Dealing, denied: Denied) -> DealModel | None:
    """Return a dealing as a model; None where nothing about it is open: every card was written down
    in full, or none in a way that another could contradict."""
    seen = dealing.listed
    if not isinstance(seen, CardsSeen) or not (denied.denials or _is_mixed(seen)):
        return None
    model = model_of(dealing, denied)
    return model if model and (model.denials or _is_mixed(seen)) else None


def model_of(dealing: Dealing, denied: Denied) -> DealModel | None:
    """Return a dealing as a model; None where the record shows no hand."""
    seen = dealing.listed
    if not isinstance(seen, CardsSeen) or not seen.hands:
        return None
    hands = [(seat, hand) for seat, _, hand in seen.hands]
    denials = denied.of(hands)
    apart = [(one.card, one.at) for one in seen.apart]
    return DealModel(dealing.name, dealing.pack, hands, apart, denials)


def _is_mixed(seen: CardsSeen) -> bool:
    """Return whether some cards are known in part and others in full: counting is not enough."""
    written = {one.card for one in seen.apart}
    for _, _, hand in seen.hands:
        written.update(hand.listed, hand.played)
    written.discard(UNKNOWN)
    return not any(form.issuperset(written) for form in FORMS)


def has_suits(model: DealModel) -> bool:
    """Return whether the record names any card of a dealing with its suit."""
    hands = (card for _, hand in model.hands for card in (*hand.listed, *hand.played))
    return any(card.suit for card in hands) or any(card.suit for card, _ in model.apart)
