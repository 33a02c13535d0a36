"""What may have been meant: single changes that could put a record right, proposed from its first
divergence. Whether one does is found out by judging the record with it, never assumed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from archive.analysis.edits import Edit
from archive.analysis.readings import other_rules
from archive.cards import CARD, RANKS, SUITS
from archive.events import ACTIONS, Action, Deal, Held, Play, Round, Trump, Unread, Up
from archive.notation.lexer import TOKEN
from archive.notation.places import card_offset, offset_of, tag_offset
from archive.verdict import Finding, Verdict
from archive.verdict.findings import IMPOSSIBLE
from archive.verdict.words import SUITS as SUIT_NAMES
from archive.verdict.words import card_name

Change: TypeAlias = "tuple[Edit, ...]"
"""Edits that are one mistake: a sum and what was carried from it, two cards exchanged."""

VALUE = re.compile(r"draw|p\d+(?:,p\d+)*|-?\d+|[cdhs](?=\s|$)|[A2-9TJQK?][cdhs]?")
TAG_VALUE = re.compile(r'([^"\n]*)"[ \t]*\]')
OTHER_RULES = "the rules "
"""How a change begins to tell of itself that names other rules."""

STRUCK = frozenset(
    {"doubled-play", "not-now", "foreign-line", "passed", "after-the-end", "no-such-seat"}
)
"""What may be put right by taking the line or the play away."""

REACH = 12  # plays before a divergence that may have caused it


def changes(verdict: Verdict) -> Iterator[Change]:
    """Changes that may mend the first divergence of a verdict, the likeliest first; each once."""
    first = verdict.first_divergence
    if first is None:
        return
    finding = verdict.findings[first]
    seen: set[Change] = set()
    for change in _for(finding, verdict):
        key = tuple(edit._replace(what="") for edit in change)
        if key not in seen:
            seen.add(key)
            yield change


def _for(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    if finding.code.startswith("wrong-") and finding.found is not None:
        yield from _as_the_rules_say(finding, verdict)
    if finding.code in STRUCK:
        yield from _struck(finding, verdict)
    if finding.code == "missing-play":
        yield from _filled_in(finding, verdict)
    if finding.code in ("wrong-turn", "wrong-leader"):
        yield from _another_seat(finding, verdict)
    yield from _answered_otherwise(finding, verdict)
    yield from _more_or_fewer_cards(finding, verdict)
    yield from _other_trumps(finding, verdict)
    yield from _reordered(finding, verdict)
    near = _near(finding, verdict)
    yield from _other_cards(near, verdict)
    yield from _exchanged(near, verdict)
    yield from _any_cards(finding, verdict)


# -- rules


def rules_named_otherwise(verdict: Verdict) -> Iterator[Change]:
    """Other rules in the Rules tag, or named in one where the record has none: it may be right as
    people play who play by these. Not where somebody asked for rules; the record was not heard
    then."""
    record = verdict.record
    if verdict.asked is not None:
        return
    named = record.tag("Rules")
    offset = tag_offset(record.text, "Rules" if named is not None else "Game")
    tag = TAG_VALUE.match(record.text, offset)
    if tag is None:
        return
    for rules in other_rules(verdict):
        words = f"{OTHER_RULES}{rules} named"
        if named is None:
            yield (Edit(tag.end(), "", f'\n[Rules "{rules}"]', words),)
        else:
            yield (Edit(tag.start(1), tag[1], rules, words),)


# -- claims


def _as_the_rules_say(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """The claim as the rules give it, with every claim that was carried on from it."""
    group = [finding, *(one for one in verdict.findings if one.root is finding)]
    group.sort(key=lambda one: (one is not finding, one.at is None, one.offset))
    edits = [
        edit for one in group if one.code.startswith("wrong-") for edit in _value(one, verdict)
    ]
    if edits:
        yield tuple(dict.fromkeys(edits))
    if len(edits) > 1:
        yield from ((edit,) for edit in _value(finding, verdict))


def _value(finding: Finding, verdict: Verdict) -> Iterator[Edit]:
    text, due, found, offset = verdict.record.text, finding.expected, finding.found, finding.offset
    if finding.at is None and finding.seat:  # the Result tag names every seat
        offset = text.find(f"p{finding.seat}:{found}", offset) + len(f"p{finding.seat}:")
    written = VALUE.match(text, offset)
    if written and due and found and written[0] == found:
        yield Edit(offset, found, due, f"{due} for {found}")


# -- plays


def _token(verdict: Verdict, at: int) -> tuple[int, str]:
    """Where an event's text stands, and what it says."""
    offset = verdict.record.offsets[at]
    match = TOKEN.match(verdict.record.text, offset)
    return offset, match[0].strip() if match else ""


def _struck(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    if finding.at is not None:
        offset, text = _token(verdict, finding.at)
        if text:
            yield (Edit(offset, text, "", f"without “{text}”"),)


def _filled_in(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """A play that was left out, with every card it may have been, behind the play before it."""
    at, number = finding.at, (finding.expected or "").rstrip(".")
    if at is None or not number.isdigit() or verdict.examination is None:
        return
    events = verdict.record.events
    before = max((i for i in range(at) if type(events[i]) in ACTIONS), default=None)
    if before is None:
        return
    offset, text = _token(verdict, before)
    for seat in range(1, verdict.examination.table.seats + 1):
        for card in _named(verdict):
            play = f" {number}. p{seat} {card}"
            words = f"with play {number}, p{seat} {card_name(card)}"
            yield (Edit(offset + len(text), "", play, words),)


def _another_seat(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    at = finding.at
    if at is None or finding.expected is None:
        return
    offset, text = _token(verdict, at)
    seat = re.search(r"p[1-9]\d?(?=\s)", text)
    if seat and seat[0] != finding.expected:
        words = f"{finding.expected} for {seat[0]}"
        yield (Edit(offset + seat.start(), seat[0], finding.expected, words),)


def _answered_otherwise(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """`in` for `out`, a claim that does not belong there taken away."""
    if finding.at is None:
        return
    offset, text = _token(verdict, finding.at)
    answer = re.search(r"(?<= )(?:in|out)$", text)
    if answer:
        other = "out" if answer[0] == "in" else "in"
        words = f"“{other}” for “{answer[0]}”"
        yield (Edit(offset + answer.start(), answer[0], other, words),)
    claim = re.search(r"[=/]-?\d.*$", text)
    if finding.code == "foreign-claim" and claim:
        yield (Edit(offset + claim.start(), claim[0], "", f"without “{claim[0]}”"),)


# -- cards


def _near(finding: Finding, verdict: Verdict) -> list[int]:
    """The events whose cards may be to blame: what the finding is about and what proves it, the
    plays before it, and the hands of the same deal."""
    record, events = verdict.record, verdict.record.events
    starts = {record.offsets[i]: i for i in range(len(record.offsets))}
    about = [finding, *(one for one in verdict.findings if one.root is finding)]
    found = [one.at for one in about if one.at is not None]
    for one in about:
        for place in one.places:
            offset = record.offset(place.line, place.column)
            found.append(max((i for o, i in starts.items() if o <= offset), default=0))
    if not found:
        return []
    last = found[0]
    begun = max((i for i in range(last) if isinstance(events[i], Deal | Round)), default=0)
    held = [i for i in range(begun, last) if isinstance(events[i], Held | Up)]
    plays = [i for i in range(begun, last) if type(events[i]) in ACTIONS][-REACH:]
    return list(dict.fromkeys([*found, *reversed(plays), *held]))


def _named(verdict: Verdict) -> list[str]:
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


def _cards_in(at: int, verdict: Verdict) -> Iterator[tuple[int, str]]:
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
        _, text = _token(verdict, at)
        deed = re.search(r"[xd]?(?:[A2-9TJQK?][cdhs]?>?)+$|(?<=@up )\S+", text)
        if deed:
            for match in CARD.finditer(text, deed.start(), deed.end()):
                yield offset + match.start(), match[0]


def _other_cards(near: Iterable[int], verdict: Verdict) -> Iterator[Change]:
    """Another rank for one that is written, or another suit."""
    named = _named(verdict)
    for at in near:
        for offset, card in _cards_in(at, verdict):
            for other in named:
                one_sign = (other[0] == card[0]) != (other[1:] == card[1:])
                if one_sign or (card[0] == "?" and other != card):
                    words = f"{card_name(other)} for {card_name(card)}"
                    yield (Edit(offset, card, other, words),)


def _any_cards(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Any other card in the places that prove what the census found."""
    if finding.code not in IMPOSSIBLE:
        return
    record = verdict.record
    for place in finding.places:
        offset = record.offset(place.line, place.column)
        written = re.compile(CARD).match(record.text, offset)
        for other in _named(verdict) if written else ():
            if written and other != written[0]:
                words = f"{card_name(other)} for {card_name(written[0])}"
                yield (Edit(offset, written[0], other, words),)


def _more_or_fewer_cards(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """A card more where there are too few, one fewer where there are too many."""
    if finding.code not in ("wrong-number-of-cards", "uneven-exchange") or finding.at is None:
        return
    written = list(_cards_in(finding.at, verdict))
    for offset, card in written:
        yield (Edit(offset, card, "", f"without the {card_name(card)}"),)
    if written:
        end = written[-1][0] + len(written[-1][1])
        for card in _named(verdict):
            yield (Edit(end, "", card, f"with a further {card_name(card)}"),)


def _other_trumps(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Another suit for trumps, in the deal of the finding."""
    at, events = finding.at, verdict.record.events
    before = range(at if at is not None else 0, -1, -1)
    named = next((i for i in before if isinstance(events[i], Trump | Deal)), None)
    if named is None or not isinstance(events[named], Trump):
        return
    offset, text = _token(verdict, named)
    suit = re.search(r"(?<= )[cdhs]$", text)
    for other in SUITS if suit else "":
        if suit and other != suit[0]:
            words = f"{SUIT_NAMES[other]} for {SUIT_NAMES[suit[0]]} as trumps"
            yield (Edit(offset + suit.start(), suit[0], other, words),)


def _exchanged(near: list[int], verdict: Verdict) -> Iterator[Change]:
    """Two cards written in each other's place."""
    places = [place for at in near for place in _cards_in(at, verdict)]
    for index, (offset, card) in enumerate(places):
        for other_offset, other in places[index + 1 :]:
            if other != card and other_offset != offset and "?" not in (card[0], other[0]):
                words = f"{card_name(card)} and {card_name(other)} exchanged"
                yield tuple(
                    sorted(
                        [
                            Edit(offset, card, other, words),
                            Edit(other_offset, other, card, words),
                        ]
                    )
                )


def _reordered(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Two plays, one after the other or with one between them, written in each other's place; their
    numbers stay."""
    at, events = finding.at, verdict.record.events
    if at is None or type(events[at]) not in ACTIONS:
        return
    plays = [i for i in range(max(0, at - 4), min(len(events), at + 5))
             if type(events[i]) in ACTIONS]  # fmt: skip
    for one, other in [*pairwise(plays), *zip(plays, plays[2:], strict=False)]:
        (offset, text), (other_offset, other_text) = (_deed(i, verdict) for i in (one, other))
        if text and other_text and text != other_text:
            words = f"“{text}” and “{other_text}” in the other order"
            yield (
                Edit(offset, text, other_text, words),
                Edit(other_offset, other_text, text, words),
            )


def _deed(at: int, verdict: Verdict) -> tuple[int, str]:
    """Where a play stands behind its number, and what it says."""
    offset, text = _token(verdict, at)
    number = re.match(r"\d+\.\s*", text)
    start = number.end() if number else 0
    return offset + start, text[start:]
