"""Copies of tables, of which one can go on without the other, whether their classes are compiled or
not."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def twin_of(table: Kind) -> Kind:
    """Return a table with the same attributes; those that are `changing` are copied with it."""
    kind: Any = type(table)
    if hasattr(table, "__dict__"):
        twin = object.__new__(kind)
        twin.__dict__.update(table.__dict__)
    else:  # compiled, it has no such dictionary, and none is made without its `__init__`
        twin = kind(table.position)  # type: ignore[attr-defined]
        for name in _attributes(kind):
            setattr(twin, name, getattr(table, name))
    for name in _changing(kind):
        setattr(twin, name, getattr(table, name).copy())
    return twin  # type: ignore[no-any-return]


@cache
def _attributes(kind: Any) -> frozenset[str]:
    """Return the names of all attributes of a compiled class, as mypyc lists them."""
    listed = [vars(above).get("__mypyc_attrs__", ()) for above in kind.__mro__]
    return frozenset().union(*listed) - {"__dict__"}


@cache
def _changing(kind: Any) -> tuple[str, ...]:
    """Return the names of the changing attributes of a class and those above it."""
    return tuple(one for above in kind.__mro__ for one in vars(above).get("changing", ()))
