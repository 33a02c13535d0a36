"""A record as JSON and back, without loss: `from_json(to_json(record)) == record`.

The form follows the notation: tags by name, events in order, each an object with its `type`. What
somebody asserts about the game stands under `claims`. A key that would say nothing is left out, and
keys come in one order (docs/notation.md, docs/schema/record.schema.json).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from archive.core import events as said
from archive.core.cards import Card
from archive.core.diagnostics import Diagnostic
from archive.core.events import Event, Exchange, Play
from archive.core.record import LINE_END, Record, Tag, tag_order
from archive.notation.json_values import (
    BOOLEAN,
    CARD,
    NEEDED,
    SEAT,
    SUIT,
    Fault,
    Faults,
    Path,
    Value,
    array,
    atom,
    claim,
    is_object,
    json_text,
    maybe,
    needed,
    number,
    one_of,
    path_text,
    record_of,
    seat_of,
    short,
    text,
)  # fmt: skip
from archive.notation.parser import DEEPEST_VARIATION, SPACES
from archive.notation.validation import MOST_DIAGNOSTICS

COUNT = number(-999_999_999, 999_999_999)
PLY = number(0, 999_999)
TALLY = number(0, 999_999_999)
TAG_NAME = text("a name such as Event: letters, digits, _", r"[A-Za-z][A-Za-z0-9_]*")
TAG_VALUE = text("text on one line", r"[^\r\n]*")
MARK = text('"^", or "^" and a capital letter', r"\^[A-Z]?")
ARGUMENTS = text("text on one line, without { and ;", r"[^\r\n{;]*")
WORD = text("a word of small letters", r"[a-z][a-z-]*")
ANY_TEXT = text("text")
CARDS = array(CARD)
SOME_CARDS = array(CARD, least=1)
SEATS = array(SEAT)
WINNER = atom(
    '"draw", or a seat from "p1" to "p99"',
    lambda value: 0 if value == "draw" else seat_of(value),
    lambda seat: f"p{seat}" if seat else "draw",
)
MOVE = maybe("number", PLY), needed("seat", SEAT)
MARKED = maybe("mark", MARK, "")


def _pair(*fields: Any) -> tuple[Any, ...]:
    return fields


def _held(seat: int, packets: tuple[tuple[Card, ...], ...]) -> said.Held:
    """A hand is held in no order, and sorted here as it is when it is read from XXN."""
    order = [tuple(sorted(packet, key=lambda card: card.order)) for packet in packets]
    return said.Held(seat, tuple(order))


def _exchange(number: int | None, seat: int, put: Any, taken: Any, mark: str) -> Exchange:
    """Who puts nothing away takes nothing: standing pat."""
    return Exchange(number, seat, put, taken if put or taken else (), mark)


SHOWN = array(record_of(_pair, needed("seat", SEAT), needed("cards", SOME_CARDS)))
TOTALS = array(record_of(_pair, needed("seat", SEAT), needed("points", COUNT)))
PART = record_of(said.Part, needed("cards", SOME_CARDS), maybe("value", number(0, 999)))
KEPT = record_of(
    said.Kept, needed("seat", SEAT), needed("card", CARD), claim("points", number(-9999, 9999))
)


def _dump_events(events: Iterable[Event]) -> list[Any]:
    return [_dump_event(event) for event in events]


def _load_events(value: Any, path: Path, faults: Faults) -> Any:
    if path.count("events") > DEEPEST_VARIATION + 1:
        faults.add(path, f"variations at most {DEEPEST_VARIATION} deep", "one below")
        return ()
    if not isinstance(value, list | tuple):
        faults.add(path, "a list of events", short(value))
        return ()
    events = [_load_event(event, (*path, at), faults) for at, event in enumerate(value)]
    for at, event in enumerate(events[:-1]):
        if isinstance(event, said.Variation) and not event.closed:
            faults.add((*path, at, "closed"), "true: other events follow", "false")
            events[at] = said.Unread(json_text(value[at]))
    return tuple(events)


EVENTS = Value(_dump_events, _load_events)

FORMS: dict[str, tuple[type, Value]] = {
    name: (kind, record_of(make or kind, *slots, extra=("type",)))
    for name, kind, make, slots in (
        ("round", said.Round, None, (maybe("number", COUNT), claim("first", SEAT))),
        ("up", said.Up, None, (needed("cards", CARDS), claim("bonus", COUNT))),
        ("deal", said.Deal, None,
         (maybe("number", COUNT), maybe("dealer", SEAT), maybe("each", COUNT))),
        ("hand", said.Held, _held,
         (needed("seat", SEAT), needed("packets", array(CARDS, least=1)))),
        ("cut", said.Cut, None, (needed("drawn", SHOWN),)),
        ("trump", said.Trump, None, (maybe("seat", SEAT), maybe("suit", SUIT))),
        ("phase", said.Phase, None, (needed("word", one_of("exchange", "stay")),)),
        ("trick", said.Trick, None, (maybe("number", COUNT), claim("first", SEAT))),
        ("play", Play, None,
         (*MOVE, needed("cards", SOME_CARDS), claim("tally", TALLY), claim("points", COUNT), MARKED,
          maybe("parts", array(PART), ()))),
        ("exchange", Exchange, _exchange,
         (*MOVE, needed("put", CARDS), maybe("taken", SOME_CARDS), MARKED)),
        ("draw", said.Draw, None, (*MOVE, needed("card", CARD), MARKED)),
        ("stay", said.Stay, None, (*MOVE, needed("stays", BOOLEAN), MARKED)),
        ("pass", said.Pass, None, (*MOVE, MARKED)),
        ("show", said.Show, None, (needed("shown", SHOWN),)),
        ("keep", said.Keep, None, (needed("kept", array(KEPT)),)),
        ("out", said.Out, None, (needed("seats", SEATS),)),
        ("bonus", said.Bonus, None, (claim("seat", SEAT, NEEDED), claim("points", COUNT))),
        ("score", said.Score, None, (claim("score", TOTALS, ()),)),
        ("gap", said.Gap, None, (maybe("text", ARGUMENTS, ""),)),
        ("end", said.End, None, (claim("score", TOTALS, ()), claim("winners", array(WINNER), ()))),
        ("stop", said.Stop, None, (needed("sign", one_of("*", "+")),)),
        ("comment", said.Comment, None, (needed("text", ANY_TEXT),)),
        ("nag", said.Nag, None, (needed("value", number(0, 255)),)),
        ("variation", said.Variation, None,
         (needed("events", EVENTS), maybe("closed", BOOLEAN, blank=True))),
        ("line", said.TableLine, None, (needed("word", WORD), maybe("text", ARGUMENTS, ""))),
        ("unread", said.Unread, None, (needed("text", ANY_TEXT), maybe("seat", SEAT, 0))),
    )
}  # fmt: skip
TYPES = {kind: name for name, (kind, _) in FORMS.items()}


def to_json(record: Record) -> dict[str, Any]:
    """Return what a record says, as plain values: `json.dumps` takes them as they are."""
    tags: dict[str, str] = {}
    repeated = []
    for tag in sorted(record.tags, key=tag_order):
        if tag.name in tags:
            repeated.append({"name": tag.name, "value": tag.value})
        tags.setdefault(tag.name, tag.value)
    form: dict[str, Any] = {"tags": tags}
    if repeated:
        form["repeated_tags"] = repeated
    form["events"] = _dump_events(record.events)
    return form


def from_json(form: object, number: int = 1) -> Record:
    """Return the record that a JSON form says; `number` is its place in its file.

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
            events = _load_events(form["events"], (*path, "events"), faults)
            record.events = [*unfit, *events]
        else:
            record.events = unfit
        for key in ("tags", "events"):
            if key not in form:
                faults.add(path, f'the key "{key}"', "nothing of that name")
        if "$schema" in form:
            ANY_TEXT.load(form["$schema"], (*path, "$schema"), faults)
        for key in form:
            if key not in ("$schema", "tags", "repeated_tags", "events"):
                expected = "one of the keys tags, repeated_tags, events"
                faults.add((*path, str(key)), expected, short(key))
    found = faults.all[:MOST_DIAGNOSTICS]
    if more := len(faults.all) - len(found):
        most = f"at most {MOST_DIAGNOSTICS} faults"
        found.append(Fault(found[-1].path, most, f"{more} more", "too-many-faults"))
    return record, found


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


REPEATED = array(record_of(Tag, needed("name", TAG_NAME), needed("value", TAG_VALUE)))


def _dump_event(event: Event) -> dict[str, Any]:
    name = TYPES[type(event)]
    if isinstance(event, Exchange) and not event.taken:
        event = event._replace(taken=None)  # who stands pat takes nothing
    return {"type": name, **FORMS[name][1].dump(event)}


def _load_event(value: Any, path: Path, faults: Faults) -> Event:
    """Return one event; kept as unread text where it does not fit, and the events around it
    stay."""
    before = faults.grave
    event = _fitting(value, path, faults)
    if faults.grave == before and event is not None:
        if isinstance(event, said.Unread):
            faults.all.append(Fault(path, "a tag, a table line or a play", short(event.text),
                                    "unreadable"))  # fmt: skip
        return event
    faults.grave = before
    return said.Unread(json_text(value))


def _fitting(value: Any, path: Path, faults: Faults) -> Event | None:
    if not is_object(value, path, faults):
        return None
    name = value.get("type")
    if not isinstance(name, str) or name not in FORMS:
        at = (*path, "type") if "type" in value else path
        found = short(name) if "type" in value else "nothing of that name"
        faults.add(at, f'the key "type", one of {", ".join(FORMS)}', found)
        return None
    event: Event | None = FORMS[name][1].load(value, path, faults)
    if (check := CHECKS.get(name)) and event is not None:
        check(event, path, faults)
    if isinstance(event, said.Comment) and event.text != (plain := _plain(event.text)):
        faults.all.append(Fault((*path, "text"), "LF line ends, no space around the text",
                                short(event.text), "plainer-text"))  # fmt: skip
        return said.Comment(plain)
    return event


def _plain(text: str) -> str:
    """Return a comment's text as the notation can hold it."""
    return LINE_END.sub("\n", text).strip(SPACES)


def _check_play(play: Play, path: Path, faults: Faults) -> None:
    """Announced parts and cards are the same cards."""
    if not play.parts:
        return
    if tuple(card for part in play.parts for card in part.cards) != play.cards:
        faults.add((*path, "parts"), "the cards of the play, in their order", "others")
    elif len(play.parts) == 1 and play.parts[0].value is None:
        faults.add((*path, "parts"), "several parts, or a value", "one part without a value")


def _check_end(end: said.End, path: Path, faults: Faults) -> None:
    if 0 in end.winners and len(end.winners) > 1:
        faults.add((*path, "claims", "winners"), "winners or a draw", "both")


def _check_variation(variation: said.Variation, path: Path, faults: Faults) -> None:
    """One that is closed closes all within it."""
    last = variation.events[-1] if variation.events else None
    if variation.closed and isinstance(last, said.Variation) and not last.closed:
        faults.add((*path, "events", len(variation.events) - 1, "closed"), "true", "false")


CHECKS: dict[str, Callable[[Any, Path, Faults], None]] = {
    "play": _check_play, "end": _check_end, "variation": _check_variation,
}  # fmt: skip
