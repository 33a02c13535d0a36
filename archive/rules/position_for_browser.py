"""A position as plain values, and read from them again: how a position is sent to a browser.

A position has all its state in its slots: numbers, words, hands, and collections of these. Written
plainly they are JSON. A browser reads them with this file and asks the same rules for the result of
a play (`tried`), so it keeps, as the rules do, to what MicroPython has as well.
"""

from typing import Any

from archive.rules.hand import Hand
from archive.rules.position import Action, Position

COLLECTIONS = {"tuple": tuple, "set": set, "frozenset": frozenset}
HAND = ("known", "unknown", "doubted", "gone")


def written(position: Position) -> "dict[str, Any]":
    """Return the state of a position, by the names of its slots."""
    names = [name for kind in type(position).__mro__ for name in slots(kind)]
    return {name: plain(getattr(position, name)) for name in names if hasattr(position, name)}


def slots(kind: type) -> "tuple[str, ...]":
    """Return the names of a class's own attributes; mypyc lists them under a name of its own."""
    own = vars(kind)
    names: tuple[str, ...] = own.get("__slots__") or own.get("__mypyc_attrs__", ())
    return names


def plain(value: Any) -> Any:
    """Return a value as JSON has it. Raises TypeError for one that no position keeps."""
    kind = type(value).__name__
    if kind == "list":
        return [plain(one) for one in value]
    if kind in COLLECTIONS:
        members = value if kind == "tuple" else sorted(value, key=repr)  # the same everywhere
        return {kind: [plain(one) for one in members]}
    if kind == "dict":
        return {kind: [[plain(key), plain(one)] for key, one in value.items()]}
    if isinstance(value, Hand):
        return {"hand": [plain(getattr(value, name)) for name in HAND]}
    if value is None or isinstance(value, (int, str)):
        return value
    raise TypeError(kind)


def read(kind: Any, values: "dict[str, Any]") -> Any:
    """Return a position of a kind, not compiled, from the values of `written`."""
    position = object.__new__(kind)
    for name in values:
        setattr(position, name, told(values[name]))
    return position


def told(value: Any) -> Any:
    """Return the value that `plain` wrote."""
    if isinstance(value, list):
        return [told(one) for one in value]
    if not isinstance(value, dict):
        return value
    name = next(iter(value))
    inner = [told(one) for one in value[name]]
    if name in COLLECTIONS:
        return COLLECTIONS[name](inner)
    if name == "dict":
        return dict(inner)
    hand = Hand()
    hand.known, hand.unknown, hand.doubted, hand.gone = inner
    return hand


def tried(position: Position, action: Action) -> "dict[str, Any]":
    """Return the result of an action: its scores as [seat, points, clause], the rules it breaks as
    [code, clause], all totals, and who acts next, 0 for no seat."""
    twin = position.copy()
    lines, objections = len(twin.ledger), len(twin.objections)
    twin.play(action)
    return {
        "scored": [list(line[1:]) for line in twin.ledger[lines:]],
        "broken": [list(line[2:]) for line in twin.objections[objections:]],
        "totals": twin.totals[1:],
        "turn": twin.turn,
        "over": twin.over,
    }


def standing(position: Any) -> "dict[str, Any]":
    """Return what a table shows of a position: all totals, who acts next and what the rules allow
    then, the number of cards in the trick or the pile, and the tally or count of the last play."""
    return {
        "totals": position.totals,
        "turn": position.turn,
        "over": position.over,
        "legal": [] if position.wanted else position.legal(),
        "laid": len(getattr(position, "trick", getattr(position, "pile", ()))),
        "made": getattr(position, "made", 0),
    }
