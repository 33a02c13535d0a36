"""Other cards than are written: first what a hand and its plays imply about each other, then any
card in the deals of a fault."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from archive.analysis.event_spans import (
    EventSpans,
    HandAccount,
    accounts,
    cards_in,
    deal_around,
    deals_of,
    events_about,
    named_cards,
)
from archive.core.budgets import PAIRS, Steps
from archive.core.cards import CARD
from archive.core.events import ACTIONS, Held, Play, Up
from archive.notation.edits import Change, Edit
from archive.scoring import Finding, Verdict
from archive.telling.speaker import card_name

OF_A_TRICK = frozenset(
    {"wrong-trick-winner", "wrong-leader", "not-followed", "not-trumped", "not-lowest"}
)
"""Findings about a trick that one other card in it may explain."""


def cards_from_the_hand(where: Iterable[int], verdict: Verdict) -> Iterator[Change]:
    """Yield a card that was played and never held, for one that was held and never played; either
    way round, in the listing and in the play."""
    seen = set[range]()
    for at in where:
        deal = deal_around(at, verdict)
        if deal in seen:
            continue
        seen.add(deal)
        for account in accounts(deal, verdict).values():
            left, lacking = account.left, account.lacking
            if not account.listed:
                continue
            unlisted = dict.fromkeys(one.text for one in lacking)
            unplayed = dict.fromkeys(one.text for one in left)
            for held in _alike(left, account.got):
                yield from (_other(held, card) for card in unlisted)
            for played in _alike(lacking, account.gone):
                yield from (_other(played, card) for card in unplayed)


def one_card_throughout(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield another card for one of which there are too many, wherever one of its players has it,
    in the hand and in what became of it; then in one place alone. It differs by its rank or by its
    suit. Nothing tells which player it is, so they take turns."""
    card = (finding.expected or "").split(" ")[2:3]
    deals = dict.fromkeys(deal_around(at, verdict) for at in events_about(finding, verdict))
    players = chain.from_iterable(accounts(deal, verdict).values() for deal in deals)
    held = [places for one in players if (places := _places_of(card, one))]
    for other in named_cards(verdict):
        for places in held:
            if _by_one_sign(places[0].text, other):
                yield tuple(edit for place in places for edit in _other(place, other))
    for other in named_cards(verdict):
        for place in chain.from_iterable(held):
            if _by_one_sign(place.text, other):
                yield _other(place, other)


def card_due_throughout(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the card that a hand should have, for one that it should not: in a hand with open hands
    wherever it stands, in one that cannot be where it came to the player."""
    if finding.code not in ("not-swapped", "impossible-hand"):
        return
    if finding.at is None or finding.seat is None:
        return
    due, found = (Counter(CARD.findall(text or "")) for text in (finding.expected, finding.found))
    lacking, strange = [*(due - found).elements()], [*(found - due).elements()]
    account = accounts(deal_around(finding.at, verdict), verdict).get(finding.seat)
    if account is None or len(lacking) != 1 or len(strange) != 1:
        return
    places = _places_of(strange, account)
    if finding.code == "not-swapped":
        yield tuple(edit for place in places for edit in _other(place, lacking[0]))
    else:
        yield from (_other(place, lacking[0]) for place in places if place in account.got)


def cards_left_instead(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield a card that a player is said to have left in the end, where another is played, for any
    that the same player played in this deal, of a hand that was not listed."""
    where = deals_of(events_about(finding, verdict), verdict)
    for one in verdict.findings:
        if one.code != "card-not-held" or one.at not in where or one.seat is None:
            continue
        account = accounts(deal_around(one.at, verdict), verdict).get(one.seat)
        if account is None or account.listed:
            continue
        left = dict.fromkeys(CARD.findall((one.expected or "").removeprefix("one of ")))
        for place in reversed(account.gone):
            yield from (_other(place, card) for card in left if card not in ("?", place.text))


def cards_of_the_trick(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield another card by its rank or its suit, for each in the trick that was won by another
    player, or in which one did not follow."""
    at, record = finding.at, verdict.record
    if finding.code not in OF_A_TRICK or at is None or verdict.examination is None:
        return
    behind = bisect_right(record.acted, at)
    seats = verdict.examination.table.seats
    for now in reversed(record.acted[max(0, behind - seats - 1) : behind]):
        for place in (EventSpans(*one, now) for one in cards_in(now, verdict)):
            near = (card for card in named_cards(verdict) if _by_one_sign(place.text, card))
            yield from (_other(place, card) for card in near)


def own_cards_exchanged(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield a card of the play at fault and one of another play by the same player in this deal,
    each in the other's place."""
    at, events = finding.at, verdict.record.events
    if at is None or not isinstance(play := events[at], Play):
        return
    deal = deal_around(at, verdict)
    others = [i for i in deal if isinstance(one := events[i], Play) and one.seat == play.seat]
    for here in (EventSpans(*one, at) for one in cards_in(at, verdict)):
        for i in sorted(others, key=lambda i: abs(i - at)):
            for there in (EventSpans(*one, i) for one in cards_in(i, verdict)):
                if i != at and there.text != here.text:
                    yield _exchanged(here, there)


def _places_of(card: Sequence[str], account: HandAccount) -> list[EventSpans]:
    """Return all places of a card in a hand and in what became of it, in the order of the text."""
    return sorted(one for one in (*account.got, *account.gone) if [one.text] == card)


def _alike(some: Sequence[EventSpans], among: Sequence[EventSpans]) -> list[EventSpans]:
    """Yield cards with all the places that are written alike: of two equal ones it is unknown which
    is too many."""
    texts = {one.text for one in some}
    return [one for one in among if one.text in texts]


def other_cards(found: Sequence[int], where: Sequence[int], verdict: Verdict) -> Iterator[Change]:
    """Yield any other card for each of the deals, first where the fault is and before it. A slip
    that spares the rank or the suit is likelier than one that does not."""
    named = named_cards(verdict)
    places = list(_places(found, where, verdict))
    for one_sign in (True, False):
        for place in places:
            unknown = place.text[0] == "?"
            for other in named:
                near = unknown or _by_one_sign(place.text, other)
                if other != place.text and near is one_sign:
                    yield _other(place, other)


def two_cards_exchanged(
    found: Sequence[int], where: Sequence[int], verdict: Verdict, steps: Steps
) -> Iterator[Change]:
    """Yield two cards written in each other's place, one of them where the fault is or is
    proved."""
    places, near = list(_places(found, where, verdict)), frozenset(found)
    for place in places:
        if place.at not in near:
            continue
        steps.take(len(places) // PAIRS)
        for other in places:
            same = other.text == place.text or other.offset == place.offset
            if (
                same
                or "?" in (other.text[0], place.text[0])
                or (other.at in near and other.offset < place.offset)
            ):
                continue
            yield _exchanged(place, other)


def _places(found: Sequence[int], where: Sequence[int], verdict: Verdict) -> Iterator[EventSpans]:
    """Yield every card of the deals: where the fault is, then the plays before it and the hands,
    then the plays after it."""
    events, last = verdict.record.events, max(found, default=0)
    before = [at for at in where if at < last and type(events[at]) in ACTIONS]
    hands = [at for at in where if isinstance(events[at], Held | Up)]
    for at in dict.fromkeys(chain(found, reversed(before), hands, where)):
        yield from (EventSpans(*one, at) for one in cards_in(at, verdict))


def _other(place: EventSpans, card: str) -> Change:
    words = f"{card_name(card)} for {card_name(place.text)}"
    return (Edit(place.offset, place.text, card, words),)


def _exchanged(one: EventSpans, other: EventSpans) -> Change:
    words = f"{card_name(one.text)} and {card_name(other.text)} exchanged"
    first = Edit(one.offset, one.text, other.text, words)
    return tuple(sorted([first, Edit(other.offset, other.text, one.text, words)]))


def _by_one_sign(one: str, other: str) -> bool:
    """Return whether two cards differ by the rank or by the suit, and not by both."""
    return (other[0] == one[0]) != (other[1:] == one[1:])
