"""Lists and objects of the JSON form, put together from the values in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from archive.notation.json_values import Faults, Path, Schema, Value, is_object, short


def array(item: Value, least: int = 0) -> Value:
    """Return a list, which becomes a tuple."""
    expected = "a list" if not least else "a list that is not empty"

    def load(value: Any, path: Path, faults: Faults) -> Any:
        if not isinstance(value, list | tuple) or len(value) < least:
            faults.add(path, expected, short(value))
            return ()
        return tuple([item.load(one, (*path, at), faults) for at, one in enumerate(value)])

    bounds = {"minItems": least} if least else {}
    schema = {"type": "array", **bounds, "items": item.schema}
    return Value(lambda values: [item.dump(value) for value in values], load, schema)


class Slot(NamedTuple):
    """A key of an object, in the order of the fields of the tuple it becomes. `blank` is the field
    for an object that lacks the key; `NEEDED` where it must not. A claim stands under `claims`.
    `about` is the meaning of the key, where its name does not say it."""

    key: str
    value: Value
    blank: Any
    about: str
    claim: bool = False


NEEDED: Any = object()
CLAIMS = "claims"


def needed(key: str, value: Value, about: str = "") -> Slot:
    """Return a key that must be there."""
    return Slot(key, value, NEEDED, about)


def maybe(key: str, value: Value, blank: Any = None, about: str = "") -> Slot:
    """Return a key that may be left out, with its value then."""
    return Slot(key, value, blank, about)


def claim(key: str, value: Value, blank: Any = None, about: str = "") -> Slot:
    """Return a key that may be left out, and that claims what the rules can check."""
    return Slot(key, value, blank, about, claim=True)


def object_of(title: str, make: Callable[..., Any], *slots: Slot, kind: str = "") -> Value:
    """Return an object whose keys are the fields of a tuple. `title` names its schema. The `type`
    of an object that is an event is its `kind`, which is the caller's to read and to write."""
    plain = [slot for slot in slots if not slot.claim]
    claims = [slot for slot in slots if slot.claim]
    schema = _schema(f"{title}Event" if kind else title, kind, plain)
    if claims:
        schema["properties"][CLAIMS] = _schema(f"{title}{CLAIMS.title()}", "", claims)
        schema["required"] += [CLAIMS] if any(slot.blank is NEEDED for slot in claims) else []
    known = set(schema["properties"])
    claimed = {slot.key for slot in claims}

    def dump(value: Any) -> dict[str, Any]:
        fields = dict(zip([slot.key for slot in slots], value, strict=True))
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

    return Value(dump, load, schema)


def _schema(title: str, kind: str, slots: Sequence[Slot]) -> Schema:
    """Return the schema of an object with these keys and no others."""
    keys: dict[str, Schema] = {"type": {"type": "string", "enum": [kind]}} if kind else {}
    for slot in slots:
        about = {"description": slot.about} if slot.about else {}
        keys[slot.key] = {**about, **slot.value.schema}
    must = [slot.key for slot in slots if slot.blank is NEEDED]
    return {
        "title": title,
        "type": "object",
        "properties": keys,
        "required": ["type", *must] if kind else must,
        "additionalProperties": False,
    }


def _dumped(slots: Sequence[Slot], fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        slot.key: slot.value.dump(fields[slot.key])
        for slot in slots
        if slot.blank is NEEDED or fields[slot.key] != slot.blank
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
