"""A record as JSON and back, without loss: `from_json(to_json(record)) == record`.

The form follows the notation: tags by name, events in order, each an object with its `type`. Claims
about the game stand under `claims`. A key without content is left out, and keys come in one order
(docs/notation.md, docs/schema/record.schema.json).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archive.core import events as said
from archive.core.diagnostics import Diagnostic
from archive.core.events import Event
from archive.core.record import Record, Tag, tag_order
from archive.notation.json_events import ANY_TEXT, EVENTS
from archive.notation.json_objects import array, needed, object_of
from archive.notation.json_values import (
    Fault,
    Faults,
    Path,
    Schema,
    is_object,
    json_text,
    path_text,
    short,
    text,
)
from archive.notation.parser import read
from archive.notation.validation import MOST_DIAGNOSTICS
from archive.notation.writer import write

TAG_NAME = text("a name such as Event: letters, digits, _", r"[A-Za-z][A-Za-z0-9_]*")
TAG_VALUE = text("text on one line", r"[^\r\n]*")
REPEATED = array(object_of("Tag", Tag, needed("name", TAG_NAME), needed("value", TAG_VALUE)))
PARTS: Mapping[str, Schema] = {
    "$schema": {"description": "Where this schema is, for editors.", **ANY_TEXT.schema},
    "tags": {
        "description": "Game, Rules, P1, P2, Result and others, each on one line.",
        "type": "object",
        "propertyNames": TAG_NAME.schema,
        "additionalProperties": TAG_VALUE.schema,
    },
    "repeated_tags": {
        "description": "Tags that stand there once more. The first one counts.",
        **REPEATED.schema,
    },
    "events": EVENTS.schema,
}
"""The schema of each part of a record."""


def to_json(record: Record) -> dict[str, Any]:
    """Return a record as plain values: `json.dumps` takes them as they are."""
    tags: dict[str, str] = {}
    repeated = []
    for tag in sorted(record.tags, key=tag_order):
        if tag.name in tags:
            repeated.append({"name": tag.name, "value": tag.value})
        tags.setdefault(tag.name, tag.value)
    form: dict[str, Any] = {"tags": tags}
    if repeated:
        form["repeated_tags"] = repeated
    form["events"] = EVENTS.dump(record.events)
    return form


def from_json(form: object, number: int = 1) -> Record:
    """Return the record in a JSON form; `number` is its place in its file.

    Never raises. What does not fit stands in `diagnostics` with its path, and an event that does
    not fit is kept as `Unread`, in its own JSON.
    """
    record, faults = load_record(form, number)
    record.diagnostics = [
        Diagnostic(fault.code, "error", 1, 1, 0, *fault[1:3], fault.fix, path_text(fault.path))
        for fault in faults
    ]
    return record


def load_record(form: object, number: int = 1, path: Path = ()) -> tuple[Record, list[Fault]]:
    """Return a record from its form, which stands at `path` in a document, and what did not fit."""
    faults = Faults()
    record = Record(number=number)
    if is_object(form, path, faults):
        assert isinstance(form, Mapping)
        record.tags, unfit = _tags(form, path, faults)
        if "events" in form:
            events = EVENTS.load(form["events"], (*path, "events"), faults)
            record.events = [*unfit, *events]
        else:
            record.events = unfit
        _take_seats_read(record, (*path, "events"), len(unfit), faults)
        for key in ("tags", "events"):
            if key not in form:
                faults.add(path, f"the key “{key}”", "nothing of that name")
        if "$schema" in form:
            ANY_TEXT.load(form["$schema"], (*path, "$schema"), faults)
        for key in form:
            if key not in PARTS:
                expected = "one of the keys tags, repeated_tags, events"
                faults.add((*path, str(key)), expected, short(key))
    found = faults.all[:MOST_DIAGNOSTICS]
    if more := len(faults.all) - len(found):
        most = f"at most {MOST_DIAGNOSTICS} faults"
        found.append(Fault(found[-1].path, most, f"{more} more", "too-many-faults"))
    return record, found


def _take_seats_read(record: Record, path: Path, before: int, faults: Faults) -> None:
    """Give unread text the seat that is read in it; another that was said is a fault. `before` is
    the number of events that are not in the list at `path`."""
    if not any(isinstance(event, said.Unread) for event in record.events):
        return
    read_again = read(write(record).encode("utf-8", "surrogateescape")).events
    for at, (event, meant) in enumerate(zip(record.events, read_again, strict=False)):
        if not isinstance(event, said.Unread) or not isinstance(meant, said.Unread):
            continue
        if event.text == meant.text and event.seat != meant.seat:
            due = f"“p{meant.seat}”" if meant.seat else "none"
            found = f"“p{event.seat}”" if event.seat else "none"
            faults.add((*path, at - before, "seat"), f"the seat in the text: {due}", found)
            record.events[at] = meant


def _tags(form: Mapping[str, Any], at: Path, faults: Faults) -> tuple[list[Tag], list[Event]]:
    """Return the tags, and those that do not fit as unread text: nothing is lost."""
    found: list[Tag] = []
    unfit: list[Event] = []
    tags = form.get("tags", {})
    if is_object(tags, (*at, "tags"), faults):
        for name, value in tags.items():
            path = (*at, "tags", str(name))
            before = faults.grave
            tag = Tag(TAG_NAME.load(name, path, faults), TAG_VALUE.load(value, path, faults))
            if faults.grave == before:
                found.append(tag)
            else:
                unfit.append(said.Unread(json_text({name: value})))
    more = REPEATED.load(form.get("repeated_tags", []), (*at, "repeated_tags"), faults)
    for tag in more:
        if tag is not None and tag.name == "XXN":  # written out it would open a record
            unfit.append(said.Unread(json_text({tag.name: tag.value})))
        elif tag is not None:
            found.append(tag)
    return found, unfit
