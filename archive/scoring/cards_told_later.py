"""Cards that were not named where they were played, but that later plays show.

Five plays of Twenty are the hand. Where the hand was listed and all but one of its plays are named,
the one that is not named is the card that is left over, and everything that depends on it can be
judged. The record itself stays as it is; only the rules get the missing card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from archive.core.cards import CARDS, Card, WrittenHand, text_of
from archive.core.events import Event, Play, Unread, Up
from archive.core.record import Record
from archive.notation.text_offsets import offset_of
from archive.rules.faults_and_claims import CardsSeen
from archive.rules.listed_or_played import slots_of
from archive.rules.table import Table
from archive.scoring.card_count import ply_of
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Spot

UNNAMED = frozenset(card for card in CARDS.values() if card.rank == "?")


class InferredCard(NamedTuple):
    """A card known from later plays: the index of the play that does not name it, the card, and the
    index of the last play that was needed to know it."""

    at: int
    card: Card
    proof: int


def names_every_card(record: Record) -> bool:
    """Return whether no play of a record leaves open which card it was; asked of every record, and
    most do not."""
    events = record.events
    played = chain.from_iterable([event.cards for event in events if type(event) is Play])
    return UNNAMED.isdisjoint(played) and not any(
        event.seat > 0 for event in events if type(event) is Unread
    )


def told_later(record: Record, table: Table) -> list[InferredCard]:
    """Return the cards that a record does not name and later plays show; `table` is the one to
    which it happened."""
    found = {
        told.at: told
        for seat, hand in _hands(table)
        for told in _told_by(hand)
        if told.at >= 0 and _is_unnamed_play(record.events[told.at], seat)
    }
    return [found[at] for at in sorted(found)]


def filled_in(record: Record, told: list[InferredCard]) -> Record:
    """Return the record with those cards named, for the rules to run on; its text is that of the
    original."""
    if not told:
        return record
    events: list[Event] = list(record.events)
    for one in told:
        play = events[one.at]
        if isinstance(play, Play):
            events[one.at] = play._replace(cards=(one.card,))
        elif isinstance(play, Unread):
            events[one.at] = Play(None, play.seat, (one.card,))
    return record.with_events(events)


def listed_as_played(record: Record, due: Mapping[int, tuple[Card, ...]]) -> Record:
    """Return the record with the cards that its plays leave, in place of those that lines beside
    them list; its text is that of the original."""
    events: list[Event] = list(record.events)
    for at, cards in due.items():
        event = events[at]
        if isinstance(event, Up):
            events[at] = event._replace(cards=cards)
    return record.with_events(events)


def contradicted_by_plays(
    record: Record,
    due: Mapping[int, tuple[Card, ...]],
    findings: Iterable[Draft],
    clause: str,
) -> list[Draft]:
    """Return the errors of lines that list other cards than the plays leave; other errors of them,
    or of a later line that repeats them, follow."""
    found = []
    for at, cards in due.items():
        event = record.events[at]
        listed = event.cards if isinstance(event, Up) else ()
        wrong = Draft(
            "not-turned-up", "error", at, offset_of(record.text, record.offsets[at], "cards"),
            ply_of(record, at), clause, None, text_of(cards), text_of(listed),
            places=tuple(_place(record, one) for one in _played(record, at, listed, cards)),
        )  # fmt: skip
        for other in findings:
            again = other.code == "not-swapped" and other.found == wrong.found
            if other.severity == "error" and other.follows is None and (other.at == at or again):
                other.follows = wrong
        found.append(wrong)
    return found


def _played(record: Record, at: int, listed: Sequence[Card], left: Sequence[Card]) -> Iterator[int]:
    """Yield the first play, after a line or before it, of each card that it lists and the plays do
    not leave."""
    for card in (Counter(listed) - Counter(left)) if all(one.suit for one in left) else ():
        for index in (*range(at, len(record.events)), *range(at)):
            event = record.events[index]
            if isinstance(event, Play) and card in event.cards:
                yield index
                break


def note_of(told: InferredCard, record: Record, clause: str) -> Draft:
    """Return a note about a card that was not named and is known all the same, with its proof."""
    play = record.events[told.at]
    proof = _place(record, told.proof)
    return Draft(
        "told-later", "note", told.at, offset_of(record.text, record.offsets[told.at], "cards"),
        ply_of(record, told.at), clause, getattr(play, "seat", None), told.card.text, "?",
        places=(proof,),
    )  # fmt: skip


def _place(record: Record, at: int) -> Spot:
    return Spot(*record.place(record.offsets[at]), ply_of(record, at))


def _unnamed(event: Event) -> bool:
    """Return whether it is a play that names no card, or whose card cannot be read."""
    if type(event) is Play:  # as most are
        return not UNNAMED.isdisjoint(event.cards)
    return type(event) is Unread and event.seat > 0


def _is_unnamed_play(event: Event, seat: int) -> bool:
    """Return whether it is this seat's own play that names no card; not one that shows that others
    were left out before it."""
    return _unnamed(event) and getattr(event, "seat", 0) == seat


def _hands(table: Table) -> Iterator[tuple[int, WrittenHand]]:
    for dealing in table.dealings():
        if isinstance(dealing.listed, CardsSeen):
            yield from ((seat, hand) for seat, _, hand in dealing.listed.hands)


def _told_by(hand: WrittenHand) -> Iterator[InferredCard]:
    """Yield the unnamed cards of a hand that was played to its end: they are what is left over.
    Where the plays can be matched to the hand in several ways, only what all of these have in
    common is known: after `As` was played from `A As`, the other card is an ace of unknown suit."""
    if not hand.known or hand.foreign or len(hand.played) != len(hand.listed):
        return
    for index, (card, at) in enumerate(zip(hand.played, hand.played_at, strict=True)):
        if card.rank != "?":
            continue
        may = [hand.listed[slot] for slot in slots_of(hand, index)]
        ranks, suits = {held.rank for held in may}, {held.suit for held in may}
        if len(ranks) == 1:
            suit = suits.pop() if len(suits) == 1 else ""
            yield InferredCard(at, CARDS[ranks.pop() + (suit or card.suit)], max(hand.played_at))
