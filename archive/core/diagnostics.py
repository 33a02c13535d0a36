"""Faults that a reader reports about a text, each a value with its place."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "note"]


class Diagnostic(NamedTuple):
    """A fault of the writing itself.

    `line` and `column` count from 1 within the record, columns in characters; `byte` is the offset
    in the record's bytes. `fix` is text that would do, where there is an obvious one. `path` leads
    to the place in a JSON document, `$.events[3].cards[0]`, where the record came in as one.
    """

    code: str
    severity: Severity
    line: int
    column: int
    byte: int
    expected: str
    found: str
    fix: str | None = None
    path: str | None = None
