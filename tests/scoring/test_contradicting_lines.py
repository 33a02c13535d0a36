"""Lines that contradict each other: without what any one of them says they do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archive.core.cards import CARDS, UNKNOWN, Card
from archive.core.events import Draw, Event, Exchange, Held, Keep, Play, Show, Up
from archive.core.record import Record
from archive.notation import read, write
from archive.scoring import Finding, verify

FIXTURES = Path(__file__).parents[2] / "fixtures"


def records_with(*codes: str) -> list[Path]:
    return [
        path
        for path in sorted(FIXTURES.glob("*/flawed/*.xxn"))
        if any(code in path.with_suffix(".findings").read_text() for code in codes)
    ]


def without(event: Event, gone: Callable[[Card], bool], seat: int = 0) -> Event | None:
    """The event with such cards not named, those of one seat if it is given; None where it would
    say nothing then."""

    def run(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(UNKNOWN if gone(card) else card for card in cards)

    if seat and getattr(event, "seat", seat) != seat:
        return event
    match event:
        case Held():
            return Held(event.seat, tuple(map(run, event.packets)))
        case Play():
            parts = tuple(part._replace(cards=run(part.cards)) for part in event.parts)
            return event._replace(cards=run(event.cards), parts=parts)
        case Draw():
            return event._replace(card=run((event.card,))[0])
        case Exchange():
            taken = None if event.taken is None else run(event.taken)
            return event._replace(put=run(event.put), taken=taken)
        case Show():
            shown = [(who, cards) for who, cards in event.shown if seat in (0, who)]
            return None if any(gone(card) for _, cards in shown for card in cards) else event
        case Keep():
            kept = [one for one in event.kept if seat in (0, one.seat)]
            return None if any(gone(one.card) for one in kept) else event
        case Up():
            return None if not seat and any(map(gone, event.cards)) else event
    return event


def event_at(record: Record, line: int, column: int) -> int:
    """The event in which a place is: the last that begins there or before."""
    places = [record.place(offset) for offset in record.offsets]
    return max(at for at, place in enumerate(places) if place <= (line, column))


def found_again(finding: Finding, record: Record, events: list[Event | None]) -> bool:
    less = Record(record.tags, [event for event in events if event is not None])
    found = verify(write(less).encode()).findings
    return (finding.code, finding.expected) in [(one.code, one.expected) for one in found]


@pytest.mark.parametrize(
    "path", records_with("no-deal-fits", "no-lawful-deal"), ids=lambda path: path.stem
)
def test_of_lines_that_no_deal_fits_none_can_be_spared(path: Path) -> None:
    """Each of them in turn names no card any more, and a deal fits all the others."""
    record = read(path.read_bytes())
    for finding in verify(path.read_bytes()).findings:
        if finding.code not in ("no-deal-fits", "no-lawful-deal"):
            continue
        assert len(finding.places) > 1
        for line, column, _ in finding.places:
            at = event_at(record, line, column)
            less = [
                without(event, lambda card: True) if number == at else event
                for number, event in enumerate(record.events)
            ]
            assert not found_again(finding, record, less), (line, column)


@pytest.mark.parametrize(
    "path", records_with("too-many-of-a-card"), ids=lambda path: f"{path.parts[-3]} {path.stem}"
)
def test_of_cards_seen_too_often_none_can_be_spared(path: Path) -> None:
    """Five jacks, a card drawn and shown elsewhere, one taken that was dealt: where any one player
    is not said to have had it, the pack has enough of it."""
    record = read(path.read_bytes())
    for finding in verify(path.read_bytes()).findings:
        if finding.code != "too-many-of-a-card" or finding.follows is not None:
            continue
        holds, _, name = (finding.expected or "").split()[:3]
        card = CARDS[name]
        assert len(finding.places) == int(holds) + 1
        for line, column, _ in finding.places:
            event = record.events[event_at(record, line, column)]
            seat = next((who for who, one in _owners(event) if _is(card, one)), 0)
            less = [without(one, lambda held, card=card: _is(card, held), seat)  # type: ignore[misc]
                    for one in record.events]  # fmt: skip
            assert not found_again(finding, record, less), (line, column)


def _is(kind: Card, card: Card) -> bool:
    return card.rank == kind.rank and kind.suit in ("", card.suit)


def _owners(event: Event) -> list[tuple[int, Card]]:
    """Whose each card of a line is that shows those of several."""
    match event:
        case Show():
            return [(seat, card) for seat, run in event.shown for card in run]
        case Keep():
            return [(one.seat, one.card) for one in event.kept]
        case Held() | Play():
            return [(event.seat, card) for card in event.cards]
        case Draw():
            return [(event.seat, event.card)]
        case Exchange():
            return [(event.seat, card) for card in event.put + (event.taken or ())]
    return []
