"""Values of the JSON form, each read and written in one place: seats, cards, lists, objects.

Reading a value never raises: what does not fit is a fault with its path, and the caller goes on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from archive.core.cards import CARDS, SUITS

Path: TypeAlias = "tuple[str | int, ...]"
"""The keys and indices that lead to a value in a document."""

SEAT_TEXT = re.compile(r"p[1-9][0-9]?")
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
    """One kind of value: written to JSON, and read from JSON with its path."""

    dump: Callable[[Any], Any]
    load: Callable[[Any, Path, Faults], Any]


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
    expected: str, take: Callable[[Any], Any | None], dump: Callable[[Any], Any] = same
) -> Value:
    """Return a value without parts; `take` returns None for what does not fit."""

    def load(value: Any, path: Path, faults: Faults) -> Any:
        taken = take(value)
        if taken is None:
            faults.add(path, expected, short(value))
        return taken

    return Value(dump, load)


def number(least: int, most: int) -> Value:
    """Return a whole number from `least` to `most`; `8.0` is one, as everywhere in JSON, and `true`
    is none."""

    def take(value: Any) -> int | None:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return value if fits else None

    return atom(f"a whole number from {least} to {most}", take)


def text(expected: str, pattern: str = r"(?s:.*)") -> Value:
    """Return a string that a pattern matches whole."""
    written = re.compile(pattern)

    def take(value: Any) -> str | None:
        fits = isinstance(value, str) and written.fullmatch(value) and not HALF.search(value)
        return value if fits else None

    return atom(expected, take)


def one_of(*words: str) -> Value:
    """Return a string that is one of some words."""
    return text(f"one of {', '.join(words)}", "|".join(map(re.escape, words)))


def seat_of(value: Any) -> int | None:
    """Return the seat that a text names."""
    return int(value[1:]) if isinstance(value, str) and SEAT_TEXT.fullmatch(value) else None


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


BOOLEAN = atom("true or false", lambda value: value if isinstance(value, bool) else None)
SEAT = atom("a seat from “p1” to “p99”", seat_of, lambda seat: f"p{seat}")
CARD = Value(str, _load_card)
SUIT = one_of(*SUITS)


# -- lists and objects


def array(item: Value, least: int = 0) -> Value:
    """Return a list, which becomes a tuple."""
    expected = "a list" if not least else "a list that is not empty"

    def load(value: Any, path: Path, faults: Faults) -> Any:
        if not isinstance(value, list | tuple) or len(value) < least:
            faults.add(path, expected, short(value))
            return ()
        return tuple([item.load(one, (*path, at), faults) for at, one in enumerate(value)])

    return Value(lambda values: [item.dump(value) for value in values], load)


class Slot(NamedTuple):
    """A key of an object, in the order of the fields of the tuple it becomes. `blank` is the field
    for an object that lacks the key; `NEEDED` where it must not. A claim stands under `claims`."""

    key: str
    value: Value
    blank: Any
    claim: bool = False


NEEDED: Any = object()
CLAIMS = "claims"


def needed(key: str, value: Value) -> Slot:
    """Return a key that must be there."""
    return Slot(key, value, NEEDED)


def maybe(key: str, value: Value, blank: Any = None) -> Slot:
    """Return a key that may be left out, with its value then."""
    return Slot(key, value, blank)


def claim(key: str, value: Value, blank: Any = None) -> Slot:
    """Return a key that may be left out, and that claims what the rules can check."""
    return Slot(key, value, blank, claim=True)


def record_of(make: Callable[..., Any], *slots: Slot, extra: Sequence[str] = ()) -> Value:
    """Return an object whose keys are the fields of a tuple. `extra` keys are allowed and
    ignored."""
    plain = [slot for slot in slots if not slot.claim]
    claims = [slot for slot in slots if slot.claim]
    known = {slot.key for slot in plain} | set(extra) | ({CLAIMS} if claims else set())
    claimed = {slot.key for slot in claims}

    def dump(value: Any) -> dict[str, Any]:
        fields = dict(zip(slots, value, strict=True))
        found = _dumped(plain, fields)
        if stated := _dumped(claims, fields):
            found[CLAIMS] = stated
        return found

    def load(value: Any, path: Path, faults: Faults) -> Any:
        if not is_object(value, path, faults):
            return None
        _refuse_others(value, known, path, faults)
        stated = value.get(CLAIMS, {}) if claims else {}
        if is_object(stated, (*path, CLAIMS), faults):
            _refuse_others(stated, claimed, (*path, CLAIMS), faults)
        else:
            stated = {}
        before = faults.grave
        fields = [
            _load_slot(slot, stated, (*path, CLAIMS), faults)
            if slot.claim
            else _load_slot(slot, value, path, faults)
            for slot in slots
        ]
        return make(*fields) if faults.grave == before else None

    return Value(dump, load)


def is_object(value: Any, path: Path, faults: Faults) -> bool:
    """Return whether a value is an object; report it where it is none."""
    if not isinstance(value, Mapping):
        faults.add(path, "an object", short(value))
        return False
    for name in getattr(value, "repeated", ()):
        faults.add((*path, name), "each key once", f"{short(name)} again")
    return True


def _dumped(slots: Sequence[Slot], fields: Mapping[Slot, Any]) -> dict[str, Any]:
    return {
        slot.key: slot.value.dump(fields[slot])
        for slot in slots
        if slot.blank is NEEDED or fields[slot] != slot.blank
    }


def _load_slot(slot: Slot, holder: Mapping[str, Any], path: Path, faults: Faults) -> Any:
    if slot.key in holder:
        return slot.value.load(holder[slot.key], (*path, slot.key), faults)
    if slot.blank is NEEDED:
        faults.add(path, f"the key “{slot.key}”", "nothing of that name")
    return slot.blank


def _refuse_others(holder: Mapping[str, Any], known: set[str], path: Path, faults: Faults) -> None:
    for key in holder:
        if key not in known:
            among = ", ".join(sorted(known)) or "none"
            faults.add((*path, str(key)), f"one of the keys {among}", short(key))
