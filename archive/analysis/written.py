"""What a record's text says at one event: where its words and its cards stand, so that one of them
can be changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.cards import CARD, CARDS, RANKS, SUITS, Card
from archive.events import (
    ACTIONS,
    Action,
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
from archive.notation.places import card_offset, offset_of
from archive.verdict import Finding, Verdict


class Written(NamedTuple):
    """A card, where it stands in the text, and the event it stands in; an offset of -1 is a place
    that is not looked for."""

    offset: int
    text: str
    at: int


class Account(NamedTuple):
    """The cards that a player got in one deal, and those that went from the hand, as written.
    `listed` is False where the hand or one of the cards was not named: then nothing can be told
    from what is left."""

    got: list[Written]
    gone: list[Written]
    listed: bool

    @property
    def left(self) -> list[Written]:
        """What was got and never seen to go."""
        return _beyond(self.got, self.gone)

    @property
    def lacking(self) -> list[Written]:
        """What went from the hand and was never in it."""
        return _beyond(self.gone, self.got)


def _beyond(some: Sequence[Written], others: Sequence[Written]) -> list[Written]:
    """Those of some cards that none of the others accounts for."""
    rest = list(others)
    beyond = []
    for one in some:
        same = next((other for other in rest if other.text == one.text), None) or next(
            (other for other in rest if CARDS[other.text].could_be(CARDS[one.text])), None
        )
        if same is None:
            beyond.append(one)
        else:
            rest.remove(same)
    return beyond


def token(verdict: Verdict, at: int) -> tuple[int, str]:
    """Where an event's text stands, and what it says."""
    offset = verdict.record.offsets[at]
    match = TOKEN.match(verdict.record.text, offset)
    return offset, match[0].strip() if match else ""


def deed(verdict: Verdict, at: int) -> tuple[int, str]:
    """Where a play stands behind its number, and what it says."""
    offset, text = token(verdict, at)
    number = re.match(r"\d+\.\s*", text)
    start = number.end() if number else 0
    return offset + start, text[start:]


def cards_in(at: int, verdict: Verdict) -> Iterator[tuple[int, str]]:
    """Every card an event names: where it stands, and how it is written."""
    record, event = verdict.record, verdict.record.events[at]
    if isinstance(event, Unread | Deal | Round):
        return
    offset = record.offsets[at]
    if isinstance(event, Held | Play):
        nth: dict[str, int] = {}
        start = offset_of(record.text, offset, "cards")
        run = re.compile(r"[^\s{;=/]*").match(record.text, start)
        for card in CARD.findall(run[0]) if run else ():
            yield card_offset(record.text, offset, card, nth.get(card, 0)), card
            nth[card] = nth.get(card, 0) + 1
        return
    if isinstance(event, Action | Up):
        _, text = token(verdict, at)
        found = re.search(r"[xd]?(?:[A2-9TJQK?][cdhs]?>?)+$|(?<=@up )\S+", text)
        if found:
            for match in CARD.finditer(text, found.start(), found.end()):
                yield offset + match.start(), match[0]
    elif isinstance(event, Show | Keep):
        _, text = token(verdict, at)
        for run_ in re.finditer(rf"(?<=p\d )(?:{CARD.pattern})+", text):
            for match in CARD.finditer(text, *run_.span()):
                yield offset + match.start(), match[0]


def named_cards(verdict: Verdict) -> list[str]:
    """The cards a change may bring in: with suits where the record names them."""
    suited = any(
        card.suit
        for event in verdict.record.events
        if isinstance(event, Play | Held)
        for card in event.cards
    )
    counts = verdict.counts
    ranks = counts[0].dealing.pack.ranks if counts else RANKS
    return [rank + suit for rank in ranks for suit in (SUITS if suited else ("",))]


def about(finding: Finding, verdict: Verdict) -> list[int]:
    """The events that a finding and all that follows from it are about, and those that prove
    it."""
    record = verdict.record
    starts = {offset: at for at, offset in enumerate(record.offsets)}
    found = []
    for one in (finding, *(one for one in verdict.findings if one.root is finding)):
        if one.at is not None:
            found.append(one.at)
        for place in one.places:
            offset = record.offset(place.line, place.column)
            found.append(max((at for start, at in starts.items() if start <= offset), default=0))
    return list(dict.fromkeys(found))


def deal_around(at: int, verdict: Verdict) -> range:
    """The events of the deal to which an event belongs, its own line and that of a round right
    before it among them."""
    events = verdict.record.events
    first = max((i for i in range(at + 1) if isinstance(events[i], Deal | Round)), default=0)
    last = next((i for i in range(at + 1, len(events)) if isinstance(events[i], Deal | Round)),
                len(events))  # fmt: skip
    return range(first, last)


def actions_in(where: range, verdict: Verdict) -> list[int]:
    return [at for at in where if type(verdict.record.events[at]) in ACTIONS]


def accounts(where: range, verdict: Verdict) -> dict[int, Account]:
    """What each player got and what went, in one deal."""
    got: dict[int, list[Written]] = {}
    gone: dict[int, list[Written]] = {}
    held: set[int] = set()
    for at in where:
        event = verdict.record.events[at]
        if not isinstance(event, Held | Play | Exchange | Draw | Show | Keep):
            continue
        written = [Written(*one, at) for one in cards_in(at, verdict)]
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
        seat: Account(
            got.get(seat, []), gone.get(seat, []),
            seat in held and not any("?" in one.text for one in got.get(seat, [])),
        )
        for seat in got.keys() | gone.keys()
    }  # fmt: skip


def _next(run: Sequence[Card], written: list[Written]) -> list[Written]:
    taken = written[: len(run)]
    del written[: len(run)]
    return taken


def deals_of(found: Sequence[int], verdict: Verdict) -> list[int]:
    """The events of every deal in which some events stand, in order."""
    deals = {deal_around(at, verdict) for at in found}
    return sorted({at for deal in deals for at in deal})
