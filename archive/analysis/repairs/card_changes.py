"""Other cards than are written: first what a hand and its plays imply about each other, then any
card in the deals of a fault."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from archive.analysis.event_spans import (
    EventSpans,
    accounts,
    cards_in,
    deal_around,
    events_about,
    named_cards,
)
from archive.core.budgets import PAIRS, Steps
from archive.core.events import ACTIONS, Held, Up
from archive.notation.edits import Change, Edit
from archive.scoring import Finding, Verdict
from archive.scoring.card_words import card_name


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
    """Yield another card for one of which there are too many, wherever the same player has it: in
    the hand and in what became of it. It differs by its rank or by its suit."""
    card = (finding.expected or "").split(" ")[2:3]
    deals = dict.fromkeys(deal_around(at, verdict) for at in events_about(finding, verdict))
    for account in chain.from_iterable(accounts(deal, verdict).values() for deal in deals):
        places = sorted(one for one in (*account.got, *account.gone) if [one.text] == card)
        for other in named_cards(verdict) if len(places) > 1 else ():
            if _by_one_sign(places[0].text, other):
                yield tuple(edit for place in places for edit in _other(place, other))


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
            words = f"{card_name(place.text)} and {card_name(other.text)} exchanged"
            yield tuple(
                sorted(
                    [
                        Edit(place.offset, place.text, other.text, words),
                        Edit(other.offset, other.text, place.text, words),
                    ]
                )
            )


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


def _by_one_sign(one: str, other: str) -> bool:
    """Return whether two cards differ by the rank or by the suit, and not by both."""
    return (other[0] == one[0]) != (other[1:] == one[1:])
