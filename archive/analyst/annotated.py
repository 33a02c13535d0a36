"""A copy of a record with the analyst's marks and lines in it, and such a copy without them."""

from __future__ import annotations

import re
from typing import Final

from archive.analyst.annotations import Annotations, Move, PlyWeighed
from archive.analyst.glyphs import GLYPHS, GOOD
from archive.core.cards import UNKNOWN
from archive.core.cards import cards as cards_named
from archive.core.events import (
    ACTIONS,
    ANNOTATIONS,
    Action,
    Comment,
    Draw,
    Event,
    Exchange,
    Nag,
    Pass,
    Play,
    Stay,
    Trump,
    Variation,
)
from archive.core.record import Record
from archive.scoring.line_in_address import BETWEEN

WEIGHED: Final = ACTIONS | {Trump}
"""The events that can have annotations."""
VERSIONS: Final = "[%analyst {} {}]"
"""The versions of the analyst and of the engine, before everything else."""
MARGIN: Final = "[%eval {:+.2f}]"
"""By how much the first player is expected to win, after the play."""
TOTAL: Final = "[%eval p{}:{:.2f} {}]"
"""A player's expected total at the end of the deal, and how the play was weighed."""

OWN: Final = re.compile(
    r"(?:\[%(?:analyst|eval|loss|hindsight|better|line) [^\[\]]*\] ?|(?:(?:un)?lucky|[!?]{1,2}) ?)+"
)
"""A comment of the analyst."""
MARKED: Final = "[%loss "
"""What stands in the comment of a play that has a mark before it, or a line after it."""


def annotated(record: Record, said: Annotations) -> Record:
    """Return a copy of a record with the annotations of each play after it, and after the
    comments that stand there; the versions of analyst and engine stand first. An annotation that
    stands there already in the same words is not repeated."""
    versions = Comment(VERSIONS.format(said.analyst, said.engine))
    events: list[Event] = [versions] if said.plies and versions not in record.events[:1] else []
    expected = dict(said.expected)
    weighed = {one.ply: one for one in said.plies}
    named = {one.ply: one for one in said.trumps}
    at = 0
    while at < len(record.events):
        event = record.events[at]
        at += 1
        events.append(event)
        if type(event) not in WEIGHED:
            continue
        ply = record.plies[at]  # with it, where it is one
        own: list[Event] = []
        while at < len(record.events) and type(record.events[at]) in ANNOTATIONS:
            own.append(record.events[at])
            at += 1
        events += own
        ours: list[Event] = []
        if isinstance(event, Trump):
            if ply + 1 in named:
                ours = _said_of_trumps(named[ply + 1])
        elif ply in weighed:
            ours = _said(weighed[ply], expected.get(ply))
        events += [one for one in ours if one not in own]
    return Record(record.tags, events)


def without_annotations(record: Record) -> Record:
    """Return a record without what the analyst wrote into a copy of it: its comments, with the mark
    before each and the line after it."""
    events: list[Event] = []
    marked = False
    for event in record.events:
        if isinstance(event, Comment) and event.text[:2] == "[%" and OWN.fullmatch(event.text):
            marked = MARKED in event.text
            if marked and events and isinstance(events[-1], Nag):
                events.pop()
            continue
        if not (marked and isinstance(event, Variation)):
            events.append(event)
        marked = False
    return Record(record.tags, events)


def _said_of_trumps(one: PlyWeighed) -> list[Event]:
    """Return the annotations of named trumps. Only a comment can stand after them."""
    words = [] if one.total is None else [TOTAL.format(one.seat, one.total, one.how)]
    words += _lost(one)
    if one.glyph:
        words.append(GLYPHS[one.glyph])
    if one.glyph not in (0, GOOD):
        words.append(f"[%better {one.best}]")
        words.append(f"[%line {BETWEEN.join(move.card for move in one.line)}]")
    return [Comment(" ".join(words))] * bool(words)


def _lost(one: PlyWeighed) -> list[str]:
    """Return the remarks on a play: what it gave away, and luck."""
    if not (one.glyph or one.luck):
        return []
    words = [f"[%loss {one.fair:.2f} {one.error:.2f}]"]
    if one.hindsight is not None:
        words.append(f"[%hindsight {one.hindsight:g}]")
    return words + [one.luck] * bool(one.luck)


def _said(one: PlyWeighed, margin: float | None) -> list[Event]:
    """Return the annotations of a play as events of a record."""
    words = [] if margin is None else [MARGIN.format(margin)]
    if one.total is not None:
        words.append(TOTAL.format(one.seat, one.total, one.how))
    words += _lost(one)
    found: list[Event] = [Nag(one.glyph)] * bool(one.glyph)
    if words:
        found.append(Comment(" ".join(words)))
    if one.line:
        found.append(
            Variation(tuple(_done(one.ply + at, move) for at, move in enumerate(one.line)))
        )
    return found


def _done(number: int, move: Move) -> Action:
    """Return a move of a line as an event. It does not say which cards come from the pack."""
    match move.card:
        case "d":
            return Draw(number, move.seat, UNKNOWN)
        case "pass":
            return Pass(number, move.seat)
        case "in" | "out":
            return Stay(number, move.seat, move.card == "in")
        case "x-":
            return Exchange(number, move.seat, (), ())
    cards = cards_named(move.card.removeprefix("x"))
    if move.card.startswith("x"):
        return Exchange(number, move.seat, cards, (UNKNOWN,) * len(cards))
    return Play(number, move.seat, cards, move.tally or None, move.points or None)
