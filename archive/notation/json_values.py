"""Values of the JSON form, each written, read and described in one place: numbers, texts, seats,
cards.

Reading a value never raises: what does not fit is a fault with its path, and the caller goes on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from archive.core.cards import CARDS, SUITS

Path: TypeAlias = "tuple[str | int, ...]"
"""The keys and indices that lead to a value in a document."""
Schema: TypeAlias = "dict[str, Any]"
"""A JSON Schema."""

SEAT_TEXT = r"p[1-9][0-9]?"
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LONGEST_FOUND = 60
HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Half a sign, as `\\ud800` names one: no text has it alone. Those between stand for bytes that are
broken."""


class Fault(NamedTuple):
    """A value that does not fit: where, what was expected, what was found."""

    path: Path
    expected: str
    found: str
    code: str = "unreadable-value"
    fix: str | None = None


class Faults:
    """The faults so far. `grave` counts those for which the present event must be given up."""

    def __init__(self) -> None:
        self.all: list[Fault] = []
        self.grave = 0

    def add(self, path: Path, expected: str, found: str, *, fix: str | None = None) -> None:
        """Add a fault that makes the event unreadable."""
        self.all.append(Fault(path, expected, found, fix=fix))
        self.grave += 1


class Repeating(dict[str, Any]):
    """An object of a document, with the names that stood in it more than once. The first counts."""

    repeated: tuple[str, ...] = ()

    @classmethod
    def of(cls, pairs: list[tuple[str, Any]]) -> Repeating:
        """Return the object of some pairs."""
        found = cls(pairs)
        if len(found) < len(pairs):
            found.update(reversed(pairs))
            times = Counter(name for name, _ in pairs)
            found.repeated = tuple(name for name in found if times[name] > 1)
        return found


class Value(NamedTuple):
    """One kind of value: written to JSON, read from JSON with its path, and described."""

    dump: Callable[[Any], Any]
    load: Callable[[Any, Path, Faults], Any]
    schema: Schema


def path_text(path: Path) -> str:
    """Return a path as JSONPath writes it: `$.events[3].cards[0]`."""
    steps = (
        f"[{step}]"
        if isinstance(step, int)
        else f".{step}"
        if NAME.fullmatch(step)
        else f"[{json.dumps(step)}]"
        for step in path
    )
    return "$" + "".join(steps)


def _escaped(half: re.Match[str]) -> str:
    return f"\\u{ord(half[0]):04x}"


def json_text(value: object) -> str:
    """Return any value as one line of JSON; never raises."""
    try:
        return HALF.sub(_escaped, json.dumps(value, ensure_ascii=False, default=repr))
    except (RecursionError, ValueError, TypeError):
        return "(not to be written as JSON)"


def short(value: object) -> str:
    """Return enough of a value to recognise it."""
    text = json_text(value)
    return text if len(text) <= LONGEST_FOUND else text[: LONGEST_FOUND - 1] + "…"


def same(value: Any) -> Any:
    """Return the value itself."""
    return value


# -- values that stand for themselves


def atom(
    expected: str, take: Callable[[Any], Any | None], schema: Schema,
    dump: Callable[[Any], Any] = same,
) -> Value:  # fmt: skip
    """Return a value without parts; `take` returns None for what does not fit."""

    def load(value: Any, path: Path, faults: Faults) -> Any:
        taken = take(value)
        if taken is None:
            faults.add(path, expected, short(value))
        return taken

    return Value(dump, load, schema)


def number(least: int, most: int) -> Value:
    """Return a whole number from `least` to `most`; `8.0` is one, as everywhere in JSON, and `true`
    is none."""

    def take(value: Any) -> int | None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return value if fits else None

    schema = {"type": "integer", "minimum": least, "maximum": most}
    return atom(f"a whole number from {least} to {most}", take, schema)


def text(expected: str, pattern: str = "") -> Value:
    """Return a string, which a pattern matches whole where there is one."""
    written = re.compile(pattern or r"(?s:.*)")

    def take(value: Any) -> str | None:
        fits = isinstance(value, str) and written.fullmatch(value) and not HALF.search(value)
        return value if fits else None

    return atom(expected, take, matching(pattern) if pattern else {"type": "string"})


def matching(pattern: str) -> Schema:
    """Return the schema of a string that a pattern matches whole."""
    return {"type": "string", "pattern": f"^{pattern}$"}


def one_of(*words: str) -> Value:
    """Return a string that is one of some words."""
    expected = f"one of {', '.join(words)}"
    schema = {"type": "string", "enum": [*words]}
    return atom(expected, lambda value: value if value in words else None, schema)


def seat_of(value: Any) -> int | None:
    """Return the seat that a text names."""
    return int(value[1:]) if isinstance(value, str) and re.fullmatch(SEAT_TEXT, value) else None


def _load_card(value: Any, path: Path, faults: Faults) -> Any:
    card = CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        ten = isinstance(value, str) and value[:2] == "10" and "T" + value[2:] in CARDS
        faults.add(
            path,
            "the rank T for a ten" if ten else "a card such as “9h”: A 2-9 T J Q K ?, then c d h s",
            short(value),
            fix="T" + value[2:] if ten else None,
        )
    return card


BOOLEAN = atom(
    "true or false", lambda value: value if isinstance(value, bool) else None, {"type": "boolean"}
)
SEAT = atom("a seat from “p1” to “p99”", seat_of, matching(SEAT_TEXT), lambda seat: f"p{seat}")
CARD = Value(str, _load_card, matching("[A2-9TJQK?][cdhs]?"))
SUIT = one_of(*SUITS)


def is_object(value: Any, path: Path, faults: Faults) -> bool:
    """Return whether a value is an object; report it where it is none."""
    if not isinstance(value, Mapping):
        faults.add(path, "an object", short(value))
        return False
    for name in getattr(value, "repeated", ()):
        faults.add((*path, name), "each key once", f"{short(name)} again")
    return True
