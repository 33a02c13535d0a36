"""A person's notes about a game, play by play, and their form in a record.

A note is about one ply: words, glyphs, arrows between cards or places, and other lines of play. In
a record these are comments, `$n` and variations after that play; arrows stand in a comment, as
`[%arrow p2:9s p1:Kh]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from archive.core.events import (
    ACTIONS,
    Comment,
    Event,
    Exchange,
    Nag,
    Play,
    Trump,
    Unread,
    Variation,
)
from archive.core.record import Record
from archive.core.text import kept_text
from archive.notation import plays
from archive.notation.insertion import with_events
from archive.notation.parser import read
from archive.notation.writer import text_from

PLACE: Final = r"(?:table|p[1-9]\d?|(?:p[1-9]\d?:)?(?:[A2-9TJQK][cdhs]?|[cdhs]))"
"""One end of an arrow: a card, `9s`; a card of a player, `p2:9s`; a player; the middle."""
ENDS: Final = re.compile(rf"{PLACE} {PLACE}")
ARROW: Final = re.compile(rf"\[%arrow ({PLACE}) ({PLACE})\]")
COMMAND: Final = re.compile(r"\[%[a-z]\w*(?: [^\[\]]*)?\]")
"""What a comment tells programs, and not readers: `[%eval -7.03]`, an arrow."""
WRITTEN: Final = (*ACTIONS, Trump, Comment, Nag, Variation)
"""The events that a variation of a note may have."""


class Arrow(NamedTuple):
    """An arrow from one card or place to another: `9s`, `p2:9s`, `p2`, `table`."""

    start: str
    end: str


class Note(NamedTuple):
    """The note on one ply; 0 is before the first. `variations` are XXN, each of the plays in place
    of this one, without its parentheses."""

    ply: int
    comment: str = ""
    glyphs: tuple[int, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    variations: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Return whether the note has no content."""
        return not (self.comment or self.glyphs or self.arrows or self.variations)


class Difference(NamedTuple):
    """The first play in which two records differ, as each has it; empty where one is at its end."""

    ply: int
    here: str
    there: str


class NoVariation(ValueError):
    """The text is no variation."""


def variation_of(text: str) -> Variation:
    """Return a text, without parentheses, as a variation. Raises NoVariation."""
    record = read(f"(\n{text}\n)\n".encode("utf-8", "surrogateescape"))
    match record.events:
        case [Variation(events, True) as found] if not record.tags and _played(events):
            return found
    raise NoVariation(text)


def _played(events: Sequence[Event]) -> bool:
    """Return whether these are plays, perhaps with notes on them."""
    return any(type(one) in ACTIONS for one in events) and all(
        type(one) in WRITTEN and (not isinstance(one, Variation) or _played(one.events))
        for one in events
    )


def text_of_variation(events: Iterable[Event]) -> str:
    """Return plays as the text of a note's variation."""
    return text_from([], events).strip()


def events_of(note: Note, by: str = "") -> list[Event]:
    """Return a note as events in a record, after its play; `by` is put before the words."""
    arrows = "".join(f"[%arrow {start} {end}]" for start, end in note.arrows)
    words = f"{by}: {note.comment}" if by and note.comment else note.comment
    comment = " ".join(filter(None, (arrows, words)))
    found: list[Event] = [Nag(value) for value in note.glyphs]
    if comment:
        found.append(Comment(comment))
    return [*found, *(variation_of(text) for text in note.variations if note.ply)]


def without_commands(comment: str) -> str:
    """Return a comment without what it tells programs alone."""
    return COMMAND.sub("", comment).strip()


def with_notes(record: Record, layers: Iterable[tuple[str, Sequence[Note]]]) -> bytes:
    """Return a record as XXN with notes in it, layer by layer; each has a name that is put before
    its words, or an empty one. Notes on plays that the record does not have are left out."""
    added: dict[int, list[Event]] = {}
    for by, notes in layers:
        for note in notes:
            if note.ply <= record.plies[-1]:
                added.setdefault(note.ply, []).extend(events_of(note, by))
    return with_events(record, added)


def with_lines(record: Record, notes: Iterable[Note]) -> Record:
    """Return a record with the variations of notes in place of its own."""
    lines = {one.ply: [variation_of(text) for text in one.variations] for one in notes}
    events: list[Event] = []
    for at, event in enumerate(record.events):
        if not isinstance(event, Variation):
            events.append(event)
        ply = record.plies[at + 1]
        if ply > record.plies[at]:
            events += lines.get(ply, [])
    return Record(record.tags, events)


def notes_in(record: Record, apart_from: Record | None = None) -> list[Note]:
    """Return the notes in a record, without those that another record has in the same words on the
    same play."""
    known = [] if apart_from is None else _written(apart_from)
    notes: dict[int, Note] = {}
    for ply, event in _written(record):
        if (ply, event) in known:
            known.remove((ply, event))
            continue
        note = notes.get(ply, Note(ply))
        match event:
            case Comment(text):
                words = ARROW.sub("", text).strip()
                note = note._replace(
                    arrows=(*note.arrows, *(Arrow(*ends) for ends in ARROW.findall(text))),
                    comment="\n\n".join(filter(None, (note.comment, words))),
                )
            case Nag(value):
                note = note._replace(glyphs=(*note.glyphs, value))
            case Variation(events):
                note = note._replace(variations=(*note.variations, text_of_variation(events)))
        notes[ply] = note
    return [note for _, note in sorted(notes.items())]


def joined(first: Note, second: Note) -> Note:
    """Return two notes on a ply as one, the first above the second. What the second repeats, with
    or without a name before it (`Anna: …`), is left out."""
    said = first.comment.split("\n\n")
    more = [
        words for words in second.comment.split("\n\n")
        if words not in said and words.partition(": ")[2] not in said
    ] if first.comment else [second.comment]  # fmt: skip
    return Note(
        second.ply,
        "\n\n".join(filter(None, (first.comment, *more))),
        tuple(dict.fromkeys((*first.glyphs, *second.glyphs))),
        tuple(dict.fromkeys((*first.arrows, *second.arrows))),
        tuple(dict.fromkeys((*first.variations, *second.variations))),
    )


def _written(record: Record) -> list[tuple[int, Event]]:
    """Return the annotations of a game, each with the ply it stands after."""
    return [
        (record.plies[at], event)
        for at, event in enumerate(record.events)
        if isinstance(event, Comment | Nag | Variation)
    ]


def said_of(note: Note, say: Callable[[str], str]) -> Note:
    """Return a note with its texts as `say` changes them."""
    said = tuple(map(say, note.variations))
    return note._replace(comment=say(note.comment), variations=said)


def without_notes(record: Record) -> Record:
    """Return a record without the notes on its plays."""
    told = (one for one in record.events if not isinstance(one, Comment | Nag | Variation))
    return Record(record.tags, told)


def difference(record: Record, other: Record) -> Difference | None:
    """Return the place where the plays of two records first differ, None where they are the same:
    only actions count, whatever is claimed about them."""
    here, there = _acts(record), _acts(other)
    for at in range(max(len(here), len(there))):
        one, two = (acts[at] if at < len(acts) else None for acts in (here, there))
        if one is None or two is None or _deed(one) != _deed(two):
            return Difference(at + 1, _said(one), _said(two))
    return None


def _acts(record: Record) -> list[Event]:
    return [
        event for event in record.events
        if type(event) in ACTIONS or (isinstance(event, Unread) and event.seat)
    ]  # fmt: skip


def _deed(event: Event) -> tuple[Any, ...]:
    match event:
        case Play(_, seat, cards):
            return (Play, seat, cards)
        case Exchange(_, seat, put, taken):
            return (Exchange, seat, put, taken)
        case Unread():
            return event
    return (type(event), *event[1:-1])


def _said(event: Event | None) -> str:
    if event is None:
        return ""
    return event.text if isinstance(event, Unread) else plays.write(event)  # type: ignore[arg-type]


def as_json(notes: Iterable[Note]) -> list[dict[str, Any]]:
    """Return notes as they are kept: each with its content."""
    return [
        {name: value for name, value in one._asdict().items() if value or name == "ply"}
        for one in notes
    ]


def of_json(said: Iterable[Mapping[str, Any]]) -> list[Note]:
    """Return notes from what was kept, as text, which what came from a file once was not."""
    return [
        Note(
            one["ply"], kept_text(one.get("comment", "")), tuple(one.get("glyphs", ())),
            tuple(Arrow(*arrow) for arrow in one.get("arrows", ())),
            tuple(map(kept_text, one.get("variations", ()))),
        )
        for one in said
    ]  # fmt: skip
