"""Cards and hands as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from archive.core.cards import UNKNOWN, Card, WrittenHand
from archive.core.events import (
    Action,
    Deal,
    Draw,
    End,
    Event,
    Exchange,
    Gap,
    Play,
    Round,
    Show,
    Unread,
)
from archive.rules.listed_or_played import certainly_left
from archive.web.language import _, marked
from archive.web.words import card_words

LIES = {
    "played": marked("played"), "just": marked("just played"), "laid": marked("just played"),
    "inferred": marked("known from later plays"), "new": marked("just taken"),
    "may": marked("allowed here"), "better": marked("would have been better"),
    "perhaps": marked("perhaps played"),
}  # fmt: skip
"""The words for each state of a card."""


class Worth(NamedTuple):
    """The worth of playing a card: in a word or two, where there is little room, and whether no
    possible play is better."""

    words: str
    short: str
    best: bool


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card and its state: `held`, `played` (earlier), `just` (by this play), `laid` (by this
    play, the place in the hand), `new` (taken by this action), `inferred` (held, and known only
    from later lines), `perhaps` (still held, or the card that was played, which is uncertain),
    `may` (held, and allowed in place of the card just played), `better` (held, and better than it).

    `foreign` marks a card that was played although the hand as listed does not hold it.
    """

    rank: str
    suit: str
    lies: str = "held"
    foreign: bool = False
    by: int = 0
    worth: Worth | None = None
    """The worth of playing it, where that is known."""

    @property
    def name(self) -> str:
        """Return the card as it is written."""
        return card_words(self.rank, self.suit)

    @property
    def words(self) -> str:
        """Return the words for a listener."""
        told = [self.name]
        if self.lies in LIES:
            told.append(_(LIES[self.lies]))
        if self.foreign:
            told.append(_("not in the hand as listed"))
        if self.worth:
            told.append(self.worth.words)
        return ", ".join(told)


def shown(run: Iterable[Card], lies: str = "held") -> list[CardShown]:
    """Return cards as they are drawn, all in one state."""
    return [CardShown(card.rank, card.suit, lies) for card in run]


def in_slots(hand: WrittenHand, just: bool) -> list[CardShown]:
    """Return the listed cards in their order, each played one dimmed where it lies; `just` is
    whether the last one was played by the ply shown.

    A play takes the slot that names it, else one that may be it, else one not written down, which
    then shows what was played. What fits nowhere is laid beside the hand and marked. So is an
    uncertain card, without a mark; every card that it can have been is held perhaps.
    """
    slots: list[CardShown | None] = [None] * len(hand.listed)
    beside: list[CardShown] = []
    last = len(hand.played) - 1
    for done, (index, card) in enumerate(_told_first(hand.played)):
        lies = "just" if just and index == last else "played"
        others = card is UNKNOWN and slots.count(None) > len(hand.played) - done
        slot = _slot_for(card, hand.listed, slots, others=others)
        if slot is None:
            beside.append(CardShown(card.rank, card.suit, lies, foreign=card is not UNKNOWN))
        else:
            told = hand.listed[slot] if card is UNKNOWN else card
            several = card is UNKNOWN and hand.played.count(UNKNOWN) > 1  # which came last?
            slots[slot] = CardShown(told.rank, told.suit, "played" if several else lies)
    untold = any(not one.foreign for one in beside)
    held = [
        taken or CardShown(card.rank, card.suit, "perhaps" if untold else "held")
        for taken, card in zip(slots, hand.listed, strict=True)
    ]
    return held + beside


def _told_first(played: Sequence[Card]) -> list[tuple[int, Card]]:
    """Return plays with their numbers, those that name no card after all others."""
    return sorted(enumerate(played), key=lambda play: play[1] is UNKNOWN)


def _slot_for(
    card: Card, listed: Sequence[Card], taken: Sequence[CardShown | None], *, others: bool
) -> int | None:
    """Return the slot from which a card was played; `others` is whether it may come from several
    slots as far as is known."""
    free = [slot for slot, found in enumerate(taken) if found is None]
    if others:
        free = [slot for slot in free if listed[slot] is UNKNOWN]
    for fits in (lambda c: c is card, lambda c: c is not UNKNOWN and c.could_be(card),
                 lambda c: c is UNKNOWN):  # fmt: skip
        for slot in free:
            if fits(listed[slot]):
                return slot
    return None


def still_held(
    hand: WrittenHand, later: Sequence[Card] = (), new: Sequence[Card] = ()
) -> list[CardShown]:
    """Return the rest of a hand, sorted. `later` are cards of it that are known from later plays,
    `new` those just taken. For a hand that its own plays contradict, only the number of cards is
    known; for one from which an uncertain card was played, the cards it may have been are
    marked."""
    if hand.foreign:
        return shown([UNKNOWN] * max(0, len(hand)))
    known = [card for card in certainly_left(hand) if card is not UNKNOWN]
    unknown = max(0, len(hand) - len(known))
    later = later[:unknown]
    cards = shown(known) + shown(later, "inferred")
    for card in new:
        taken = CardShown(card.rank, card.suit)
        if taken in cards:
            cards[cards.index(taken)] = replace(taken, lies="new")
    perhaps = _perhaps(hand, [*known, *later]) if unknown > len(later) else []
    cards += shown(perhaps, "perhaps")
    return by_rank(cards + shown([UNKNOWN] * (0 if perhaps else unknown - len(later))))


def _perhaps(hand: WrittenHand, held: Sequence[Card]) -> list[Card]:
    """Return the cards of a hand that may have been played, where an uncertain card was played;
    none where the hand is not listed in full. `held` are those that certainly were not."""
    if UNKNOWN not in hand.played or UNKNOWN in hand.listed:
        return []
    left = list(hand.listed)
    for card in (*held, *(card for card in hand.played if card is not UNKNOWN)):
        if card not in left:
            return []  # named in part here and in full there
        left.remove(card)
    return left


_ORDER = {rank: at for at, rank in enumerate("AKQJT98765432")}


Order: TypeAlias = Callable[[Sequence[CardShown]], list[CardShown]]
"""A function that sorts a hand as a game's players do."""


def by_rank(cards: Sequence[CardShown]) -> list[CardShown]:
    """Return a hand in the order of ranks, for games without suits: high cards first."""
    return sorted(
        cards,
        key=lambda card: (
            card.rank == "?" and not card.suit, _ORDER.get(card.rank, 99), card.suit,
        ),
    )  # fmt: skip


def by_suit(cards: Sequence[CardShown], trump: str | None) -> list[CardShown]:
    """Return a hand in the order for games with suits: trumps first, red and black by turns after
    them."""
    order = {suit: at for at, suit in enumerate("shcd") if suit != trump}
    return sorted(
        cards,
        key=lambda card: (
            card.rank == "?" and not card.suit,
            card.suit != trump,
            order.get(card.suit, 9),
            _ORDER.get(card.rank, 99),
        ),
    )


def places_left(
    held: Sequence[CardShown], gone: Iterable[CardShown], order: Order
) -> list[tuple[int, CardShown]]:
    """Return cards that have left a hand, each with its former place among those held."""
    told = [
        replace(card, lies="laid") if card.lies == "just" else card
        for card in gone
        if card.rank != "?"
    ]
    whole = order([*held, *told])
    return [(at, card) for at, card in enumerate(whole) if any(card is one for one in told)]


LONGEST_DEAL = 1000
"""The most events of a deal that are searched for later plays of a hand."""


def known_later(events: Sequence[Event], at: int, seat: int, hand: WrittenHand) -> list[Card]:
    """Return cards that a seat must hold after the event `at`, from what it plays and shows later
    in the same deal, and that its listed hand does not name. Cards that could have come to the hand
    in between are not counted, so it is a conclusion and no guess."""
    if hand.foreign:
        return []
    left = certainly_left(hand)
    unknown = left.count(UNKNOWN)
    if not unknown:
        return []
    named = [card for card in left if card is not UNKNOWN]
    drawn: list[Card] = []
    found: list[Card] = []
    for card in _leaving(events, at, seat, drawn):
        if any(other.could_be(card) for other in drawn):
            continue
        same = next((one for one in (card, *named) if one in named and one.could_be(card)), None)
        if same is not None:
            named.remove(same)
        elif card.rank != "?":
            found.append(card)
    return found if len(found) <= unknown else []


def _leaving(events: Sequence[Event], at: int, seat: int, drawn: list[Card]) -> Iterable[Card]:
    """Yield the cards that leave a hand after an event of the record, as long as all cards that
    come to it are known, which are put into `drawn`."""
    last: int | None = None
    for event in events[at + 1 : at + 1 + LONGEST_DEAL]:
        if isinstance(event, Deal | Round | Gap | End | Unread):
            return
        if isinstance(event, Action):
            if last is not None and event.number not in (None, last + 1):
                return  # actions were left out, and may have brought cards
            last = event.number
        if isinstance(event, Show):
            yield from (card for shower, run in event.shown if shower == seat for card in run)
        elif isinstance(event, Play) and event.seat == seat:
            yield from event.cards
        elif isinstance(event, Exchange) and event.seat == seat:
            yield from event.put
            if event.taken is None or UNKNOWN in event.taken:
                return
            drawn += event.taken
        elif isinstance(event, Draw) and event.seat == seat:
            if event.card is UNKNOWN:
                return
            drawn.append(event.card)
