"""Other cards: first what a hand and its plays imply about each other, then any for any."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from archive.analysis.event_spans import HandAccount, WrittenCard
from archive.analysis.repairs.fault import Fault
from archive.core.budgets import PAIRS, Steps
from archive.core.cards import CARD
from archive.core.events import ACTIONS, Held, Play, Up
from archive.core.phrase import value_in
from archive.notation.edits import Change, Edit
from archive.telling.speaker import card_name

OF_A_TRICK = frozenset(
    {"wrong-trick-winner", "wrong-leader", "not-followed", "not-trumped", "not-lowest"}
)
"""Findings about a trick that one other card in it may explain."""


def cards_from_the_hand(fault: Fault) -> Iterator[Change]:
    """Yield a card that was played and never held, for one that was held and never played; either
    way round, in the listing and in the play. Of equal cards it is unknown which is too many. Of a
    hand that is listed in part the cards that are named may be wrong, too."""
    for deal in sorted(fault.deals, key=lambda deal: deal.start):
        for account in fault.hands(deal).values():
            if not account.has_hand:
                continue
            unlisted = dict.fromkeys(one.text for one in account.lacking)
            unplayed = dict.fromkeys(one.text for one in account.left if one.text[0] != "?")
            for held in account.got:
                if held.text in unplayed:
                    yield from (_other(held, card) for card in unlisted)
            for played in account.gone:
                if played.text in unlisted:
                    yield from (_other(played, card) for card in unplayed)


def one_card_throughout(fault: Fault) -> Iterator[Change]:
    """Yield another card for one of which there are too many, wherever one of its players has it,
    in the hand and in what became of it; then in one place alone. It differs by its rank or by its
    suit. Nothing tells which player it is, so they take turns."""
    if fault.code != "too-many-of-a-card":
        return
    card = [value_in(fault.finding.expected, "card")]
    players = chain.from_iterable(fault.hands(deal).values() for deal in fault.deals)
    held = [places for one in players if (places := _places_of(card, one))]
    for other in fault.named:
        for places in held:
            if _by_one_sign(places[0].text, other):
                yield tuple(edit for place in places for edit in _other(place, other))
    for other in fault.named:
        for place in chain.from_iterable(held):
            if _by_one_sign(place.text, other):
                yield _other(place, other)


def card_due_throughout(fault: Fault) -> Iterator[Change]:
    """Yield the card that a hand should have, for one that it should not: in a hand with open hands
    wherever it stands, in one that cannot be where it came to the player."""
    finding = fault.finding
    if fault.code not in ("not-swapped", "impossible-hand"):
        return
    if finding.at is None or finding.seat is None:
        return
    due, found = (Counter(CARD.findall(text or "")) for text in (finding.expected, finding.found))
    lacking, strange = [*(due - found).elements()], [*(found - due).elements()]
    account = fault.hand(finding.at, finding.seat)
    if len(lacking) != 1 or len(strange) != 1:
        return
    places = _places_of(strange, account)
    if fault.code == "not-swapped":
        yield tuple(edit for place in places for edit in _other(place, lacking[0]))
    else:
        yield from (_other(place, lacking[0]) for place in places if place in account.got)


def cards_left_instead(fault: Fault) -> Iterator[Change]:
    """Yield a card that a player is said to have left in the end, where another is played, for any
    that the same player played in this deal, of a hand that was not listed."""
    for one in fault.verdict.findings:
        if one.code != "card-not-held" or one.at not in fault.where or one.seat is None:
            continue
        account = fault.hand(one.at, one.seat)
        left = dict.fromkeys(CARD.findall(value_in(one.expected, "cards", "")))
        for place in () if account.listed else reversed(account.gone):
            yield from (_other(place, card) for card in left if card not in ("?", place.text))


def cards_of_the_trick(fault: Fault) -> Iterator[Change]:
    """Yield another card by its rank or its suit, for each in the trick that was won by another
    player, or in which one did not follow."""
    acted, examination = fault.record.acted, fault.verdict.examination
    if fault.code not in OF_A_TRICK or fault.at is None or examination is None:
        return
    behind = bisect_right(acted, fault.at)
    for now in reversed(acted[max(0, behind - examination.table.seats - 1) : behind]):
        for place in fault.cards(now):
            near = (card for card in fault.named if _by_one_sign(place.text, card))
            yield from (_other(place, card) for card in near)


def own_cards_exchanged(fault: Fault) -> Iterator[Change]:
    """Yield a card of the play at fault exchanged with one of the player's in this deal."""
    at, events = fault.at, fault.events
    if at is None or not isinstance(play := events[at], Play):
        return
    deal = fault.deal(at)
    others = [i for i in deal if isinstance(one := events[i], Play) and one.seat == play.seat]
    for here in fault.cards(at):
        for i in sorted(others, key=lambda i: abs(i - at)):
            for there in fault.cards(i):
                if i != at and there.text != here.text:
                    yield _exchanged(here, there)


def _places_of(card: Sequence[str], account: HandAccount) -> list[WrittenCard]:
    """Return all places of a card in a hand and in what became of it, in the order of the text."""
    return sorted(one for one in (*account.got, *account.gone) if [one.text] == card)


def other_cards(fault: Fault, where: Sequence[int]) -> Iterator[Change]:
    """Yield any other card for each of the deals, first where the fault is and before it. A slip
    that spares the rank or the suit is likelier than one that does not."""
    places = list(_places(fault, where))
    for one_sign in (True, False):
        for place in places:
            unknown = place.text[0] == "?"
            for other in fault.named:
                near = unknown or _by_one_sign(place.text, other)
                if other != place.text and near is one_sign:
                    yield _other(place, other)


def two_cards_exchanged(fault: Fault, steps: Steps) -> Iterator[Change]:
    """Yield two cards in each other's place, one of them where the fault is or is proved."""
    places, near = list(_places(fault, fault.where)), frozenset(fault.about)
    for place in places:
        if place.at not in near:
            continue
        steps.take(len(places) // PAIRS)
        for other in places:
            same = other.text == place.text or other.offset == place.offset
            done = other.at in near and other.offset < place.offset
            if not (same or done or "?" in (other.text[0], place.text[0])):
                yield _exchanged(place, other)


def _places(fault: Fault, where: Sequence[int]) -> Iterator[WrittenCard]:
    """Yield every card: where the fault is, in plays before it, in hands, in later plays."""
    events, last = fault.events, max(fault.about, default=0)
    before = [at for at in where if at < last and type(events[at]) in ACTIONS]
    hands = [at for at in where if isinstance(events[at], Held | Up)]
    for at in dict.fromkeys(chain(fault.about, reversed(before), hands, where)):
        yield from fault.cards(at)


def _other(place: WrittenCard, card: str) -> Change:
    words = f"{card_name(card)} for {card_name(place.text)}"
    return (Edit(place.offset, place.text, card, words),)


def _exchanged(one: WrittenCard, other: WrittenCard) -> Change:
    words = f"{card_name(one.text)} and {card_name(other.text)} exchanged"
    first = Edit(one.offset, one.text, other.text, words)
    return tuple(sorted([first, Edit(other.offset, other.text, one.text, words)]))


def _by_one_sign(one: str, other: str) -> bool:
    """Return whether two cards differ by the rank or by the suit, and not by both."""
    return (other[0] == one[0]) != (other[1:] == one[1:])
