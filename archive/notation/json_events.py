"""The events of a record as JSON, each an object with its `type`, and how they are read back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from archive.core import events as said
from archive.core.cards import Card
from archive.core.events import Event, Exchange, Play
from archive.core.record import LINE_END
from archive.notation.json_objects import NEEDED, array, claim, maybe, needed, object_of
from archive.notation.json_values import (
    BOOLEAN,
    CARD,
    SEAT,
    SEAT_TEXT,
    SUIT,
    Fault,
    Faults,
    Path,
    Value,
    atom,
    is_object,
    json_text,
    matching,
    number,
    one_of,
    seat_of,
    short,
    text,
)
from archive.notation.parser import DEEPEST_VARIATION, SPACES

COUNT = number(-999_999_999, 999_999_999)
PLY = number(0, 999_999)
TALLY = number(0, 999_999_999)
MARK = text("“^”, or “^” and a capital letter", r"\^[A-Z]?")
ARGUMENTS = text("text on one line, without { and ;", r"[^\r\n{;]*")
WORD = text("a word of small letters", r"[a-z][a-z-]*")
ANY_TEXT = text("text")
CARDS = array(CARD)
SOME_CARDS = array(CARD, least=1)
SEATS = array(SEAT)
WINNER = atom(
    "“draw”, or a seat from “p1” to “p99”",
    lambda value: 0 if value == "draw" else seat_of(value),
    matching(f"(?:draw|{SEAT_TEXT})"),
    lambda seat: f"p{seat}" if seat else "draw",
)
MOVE = (
    maybe("number", PLY, about="Plays count from 1 through the record."),
    needed("seat", SEAT),
)
MARKED = maybe(
    "mark", MARK, "",
    "The writer knows that something is wrong: ^R a revoke, ^L a lead out of turn, ^ else.",
)  # fmt: skip


def _pair(*fields: Any) -> tuple[Any, ...]:
    return fields


def _held(seat: int, packets: tuple[tuple[Card, ...], ...]) -> said.Held:
    """Return a hand, sorted as it is when it is read from XXN, because a hand is held in no
    order."""
    order = [tuple(sorted(packet, key=lambda card: card.order)) for packet in packets]
    return said.Held(seat, tuple(order))


def _exchange(number: int | None, seat: int, put: Any, taken: Any, mark: str) -> Exchange:
    """Return an exchange; with no cards put away, none are taken: the player stands pat."""
    return Exchange(number, seat, put, taken if put or taken else (), mark)


SHOWN = array(object_of("Shown", _pair, needed("seat", SEAT), needed("cards", SOME_CARDS)))
TOTALS = array(object_of("Points", _pair, needed("seat", SEAT), needed("points", COUNT)))
PART = object_of(
    "Part", said.Part, needed("cards", SOME_CARDS),
    maybe("value", number(0, 999), about="The value announced for them."),
)  # fmt: skip
KEPT = object_of(
    "Kept", said.Kept,
    needed("seat", SEAT), needed("card", CARD), claim("points", number(-9999, 9999)),
)  # fmt: skip
SCORE = claim("score", TOTALS, (), "The standing, in the order written.")


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


EVENTS = Value(_dump_events, _load_events, {"type": "array", "items": {"$ref": "#/$defs/Event"}})

FORMS: dict[str, tuple[type, Value]] = {
    name: (kind, object_of(name.title(), make or kind, *slots, kind=name))
    for name, kind, make, slots in (
        ("round", said.Round, None,
         (maybe("number", COUNT), claim("first", SEAT, about="Who begins."))),
        ("up", said.Up, None,
         (needed("cards", CARDS, "The cards turned up."),
          claim("bonus", COUNT, about="The bonus they give."))),
        ("deal", said.Deal, None,
         (maybe("number", COUNT), maybe("dealer", SEAT),
          maybe("each", COUNT, about="Cards to each."))),
        ("hand", said.Held, _held,
         (needed("seat", SEAT),
          needed("packets", array(CARDS, least=1),
                 "The hand, in as many lists as it was dealt in."))),
        ("cut", said.Cut, None, (needed("drawn", SHOWN, "Cards drawn for the deal."),)),
        ("trump", said.Trump, None,
         (maybe("seat", SEAT, about="Who names it."), maybe("suit", SUIT))),
        ("phase", said.Phase, None,
         (needed("word", one_of("exchange", "stay"), "The phase that begins."),)),
        ("trick", said.Trick, None,
         (maybe("number", COUNT), claim("first", SEAT, about="Who leads."))),
        ("play", Play, None,
         (*MOVE, needed("cards", SOME_CARDS), claim("tally", TALLY), claim("points", COUNT), MARKED,
          maybe("parts", array(PART), (), "The same cards, by what was announced for them."))),
        ("exchange", Exchange, _exchange,
         (*MOVE, needed("put", CARDS, "The cards put away; none to stand pat."),
          maybe("taken", SOME_CARDS, about="Left out where they are not known."), MARKED)),
        ("draw", said.Draw, None, (*MOVE, needed("card", CARD), MARKED)),
        ("stay", said.Stay, None,
         (*MOVE, needed("stays", BOOLEAN, "Stays in this deal, or not."), MARKED)),
        ("pass", said.Pass, None, (*MOVE, MARKED)),
        ("show", said.Show, None, (needed("shown", SHOWN, "Cards shown at the end of a hand."),)),
        ("keep", said.Keep, None, (needed("kept", array(KEPT), "Kept to show a score."),)),
        ("out", said.Out, None, (needed("seats", SEATS, "Who is out of the game."),)),
        ("bonus", said.Bonus, None, (claim("seat", SEAT, NEEDED), claim("points", COUNT))),
        ("score", said.Score, None, (SCORE,)),
        ("gap", said.Gap, None, (maybe("text", ARGUMENTS, "", "Word for word."),)),
        ("end", said.End, None,
         (SCORE, claim("winners", array(WINNER), (), "Seats, or draw alone."))),
        ("stop", said.Stop, None,
         (needed("sign", one_of("*", "+"), "* no more is known, + to be continued."),)),
        ("comment", said.Comment, None, (needed("text", ANY_TEXT),)),
        ("nag", said.Nag, None,
         (needed("value", number(0, 255), "An annotation glyph; 1 is !."),)),
        ("variation", said.Variation, None,
         (needed("events", EVENTS, "In place of the play before."),
          maybe("closed", BOOLEAN, True, "False for one that runs to the end of the record."))),
        ("line", said.TableLine, None,
         (needed("word", WORD), maybe("text", ARGUMENTS, "", "Word for word."))),
        ("unread", said.Unread, None,
         (needed("text", ANY_TEXT, "Could not be read, and is kept."),
          maybe("seat", SEAT, 0, "Whose play it was meant to be."))),
    )
}  # fmt: skip
"""The type of each event, with its kind and its form."""
TYPES = {kind: name for name, (kind, _) in FORMS.items()}


def _dump_event(event: Event) -> dict[str, Any]:
    name = TYPES[type(event)]
    if isinstance(event, Exchange) and not event.taken:
        event = event._replace(taken=None)  # a player who stands pat takes nothing
    return {"type": name, **FORMS[name][1].dump(event)}


def _load_event(value: Any, path: Path, faults: Faults) -> Event:
    """Return one event; where it does not fit it is kept as unread text, and the events around it
    stay."""
    before = faults.grave
    event = _fitting(value, path, faults)
    if faults.grave == before and event is not None:
        if isinstance(event, said.Unread):
            expected = "a tag, a table line or a play such as `4. p2 9`"
            faults.all.append(Fault(path, expected, short(event.text), "unreadable"))
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
        faults.add(at, f"the key “type”, one of {', '.join(FORMS)}", found)
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
    """Report where announced parts and cards are not the same cards."""
    if not play.parts:
        return
    if tuple(card for part in play.parts for card in part.cards) != play.cards:
        faults.add((*path, "parts"), "the cards of the play, in their order", "other cards")
    elif len(play.parts) == 1 and play.parts[0].value is None:
        faults.add((*path, "parts"), "several parts, or a value", "one part without a value")


def _check_end(end: said.End, path: Path, faults: Faults) -> None:
    if 0 in end.winners and len(end.winners) > 1:
        faults.add((*path, "claims", "winners"), "winners or a draw", "winners and a draw")


def _check_variation(variation: said.Variation, path: Path, faults: Faults) -> None:
    """Report where a closed variation has an open one within it."""
    last = variation.events[-1] if variation.events else None
    if variation.closed and isinstance(last, said.Variation) and not last.closed:
        faults.add((*path, "events", len(variation.events) - 1, "closed"), "true", "false")


CHECKS: dict[str, Callable[[Any, Path, Faults], None]] = {
    "play": _check_play, "end": _check_end, "variation": _check_variation,
}  # fmt: skip
