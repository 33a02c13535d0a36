"""The text of an event in a record: the places of its words and cards, so that one of them can be
changed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.core.cards import CARD, CARDS, RANKS, SUITS, Card
from archive.core.events import (
    ACTIONS,
    Action,
    Cut,
    Deal,
    Draw,
    Exchange,
    Held,
    Keep,
    Play,
    Round,
    Show,
    Unread,
    Up,
)
from archive.notation.lexer import TOKEN
from archive.notation.text_offsets import offset_of
from archive.scoring import Finding, Verdict


class EventSpans(NamedTuple):
    """A card, its place in the text, and its event; an offset of -1 is a place that is not looked
    for."""

    offset: int
    text: str
    at: int


class HandAccount(NamedTuple):
    """The cards that a player got in one deal, and those that left the hand, as written. `listed`
    is False where the hand or one of the cards was not named: then nothing follows from what is
    left."""

    got: list[EventSpans]
    gone: list[EventSpans]
    listed: bool

    @property
    def left(self) -> list[EventSpans]:
        """Return the cards that were got and never left."""
        return _beyond(self.got, self.gone)

    @property
    def lacking(self) -> list[EventSpans]:
        """Return the cards that left the hand and were never in it."""
        return _beyond(self.gone, self.got)


def _beyond(some: Sequence[EventSpans], others: Sequence[EventSpans]) -> list[EventSpans]:
    """Return those of some cards that none of the others accounts for."""
    rest: defaultdict[str, deque[int]] = defaultdict(deque)  # by what is written, in order
    for number, other in enumerate(others):
        rest[other.text].append(number)
    beyond = []
    for one in some:
        same = one.text
        if not rest.get(same):
            like = [
                (left[0], text) for text, left in rest.items()
                if left and CARDS[text].could_be(CARDS[one.text])
            ]  # fmt: skip
            same = min(like)[1] if like else ""
        if same:
            rest[same].popleft()
        else:
            beyond.append(one)
    return beyond


def token_span(verdict: Verdict, at: int) -> tuple[int, str]:
    """Return the place of an event's text, and the text."""
    offset = verdict.record.offsets[at]
    match = TOKEN.match(verdict.record.text, offset)
    return offset, match[0].strip() if match else ""


def deed_span(verdict: Verdict, at: int) -> tuple[int, str]:
    """Return the place of a play's text after its number, and the text."""
    offset, text = token_span(verdict, at)
    number = re.match(r"\d+\.\s*", text)
    start = number.end() if number else 0
    return offset + start, text[start:]


def cards_in(at: int, verdict: Verdict) -> Iterator[tuple[int, str]]:
    """Yield every card an event names: its place, and how it is written."""
    record, event = verdict.record, verdict.record.events[at]
    if isinstance(event, Unread | Deal | Round):
        return
    offset = record.offsets[at]
    if isinstance(event, Held | Play):
        start = offset_of(record.text, offset, "cards")
        run = re.compile(r"[^\s{;=/]*").match(record.text, start)
        for match in CARD.finditer(record.text, *run.span()) if run else ():
            yield match.start(), match[0]
        return
    if isinstance(event, Action | Up):
        _, text = token_span(verdict, at)
        found = re.search(r"[xd]?(?:[A2-9TJQK?][cdhs]?>?)+$|(?<=@up )\S+", text)
        if found:
            for match in CARD.finditer(text, found.start(), found.end()):
                yield offset + match.start(), match[0]
    elif isinstance(event, Cut | Show | Keep):
        _, text = token_span(verdict, at)
        for run_ in re.finditer(rf"(?<=p\d )(?:{CARD.pattern})+", text):
            for match in CARD.finditer(text, *run_.span()):
                yield offset + match.start(), match[0]


def named_cards(verdict: Verdict) -> list[str]:
    """Return the cards that a change may bring in: with suits where the record names them."""
    suited = any(
        card.suit
        for event in verdict.record.events
        if isinstance(event, Play | Held)
        for card in event.cards
    )
    counts = verdict.counts
    ranks = counts[0].dealing.pack.ranks if counts else RANKS
    return [rank + suit for rank in ranks for suit in (SUITS if suited else ("",))]


def events_about(finding: Finding, verdict: Verdict) -> list[int]:
    """Return the events that a finding and all that follows from it are about, and those that prove
    it."""
    record = verdict.record
    found = []
    for one in (finding, *(one for one in verdict.findings if one.root is finding)):
        if one.at is not None:
            found.append(one.at)
        for place in one.places:
            offset = record.offset(place.line, place.column)
            found.append(max(0, bisect_right(record.offsets, offset) - 1))
    return list(dict.fromkeys(found))


def deal_around(at: int, verdict: Verdict) -> range:
    """Return the events of the deal to which an event belongs, with its own line and that of a
    round right before it."""
    openings = verdict.record.openings
    number = bisect_right(openings, at)
    first = openings[number - 1] if number else 0
    return range(first, openings[number] if number < len(openings) else len(verdict.record.events))


def actions_in(where: range, verdict: Verdict) -> list[int]:
    """Return those of the events that are plays, passes or exchanges."""
    return [at for at in where if type(verdict.record.events[at]) in ACTIONS]


def accounts(where: range, verdict: Verdict) -> dict[int, HandAccount]:
    """Return the cards that each player got and that left, in one deal."""
    got: dict[int, list[EventSpans]] = {}
    gone: dict[int, list[EventSpans]] = {}
    held: set[int] = set()
    for at in where:
        event = verdict.record.events[at]
        if not isinstance(event, Held | Play | Exchange | Draw | Show | Keep):
            continue
        written = [EventSpans(*one, at) for one in cards_in(at, verdict)]
        if isinstance(event, Show | Keep):
            shown = (
                event.shown
                if isinstance(event, Show)
                else [(one.seat, (one.card,)) for one in event.kept]
            )
            for seat, run in shown:
                gone.setdefault(seat, []).extend(_next(run, written))
            continue
        if isinstance(event, Held):
            held.add(event.seat)
        put = len(event.put) if isinstance(event, Exchange) else 0
        into = got if isinstance(event, Held | Draw) else gone
        into.setdefault(event.seat, []).extend(written[:put] if put else written)
        if isinstance(event, Exchange) and put:
            got.setdefault(event.seat, []).extend(written[put:])
    return {
        seat: HandAccount(
            got.get(seat, []), gone.get(seat, []),
            seat in held and not any("?" in one.text for one in got.get(seat, [])),
        )
        for seat in got.keys() | gone.keys()
    }  # fmt: skip


def _next(run: Sequence[Card], written: list[EventSpans]) -> list[EventSpans]:
    taken = written[: len(run)]
    del written[: len(run)]
    return taken


def deals_of(found: Sequence[int], verdict: Verdict) -> list[int]:
    """Return the events of all deals that have these events, in order."""
    deals = {deal_around(at, verdict) for at in found}
    return sorted({at for deal in deals for at in deal})
