"""Edits of a record's text: what a repair is made of, and how it is shown as a patch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from typing import NamedTuple

from archive.notation import read
from archive.record import Record

HUNK = re.compile(r"([-+])(\d+)")
PATCHED = re.compile(r"[^\n]*\n|[^\n]+")  # lines as `patch` sees them, whatever else parts lines


class Edit(NamedTuple):
    """`old`, which stands at `offset` in the record's text, becomes `new`; offsets are those of the
    text before any edit. `what` says what is changed, in words."""

    offset: int
    old: str
    new: str
    what: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made. Raises ValueError where `old` does not stand, or where two
    edits touch."""
    parts, at = [], 0
    for edit in sorted(edits):
        if edit.offset < at or not text.startswith(edit.old, edit.offset):
            raise ValueError(f"{edit.old!r} is not at {edit.offset}")
        parts += [text[at : edit.offset], edit.new]
        at = edit.offset + len(edit.old)
    return "".join([*parts, text[at:]])


def reread(record: Record, edits: Sequence[Edit]) -> Record:
    """The record as it would be read with these edits; the record itself is left alone."""
    text = edited(record.text, edits)
    return read(text.encode("utf-8", "surrogateescape"), record.number)


def patch(record: Record, edits: Sequence[Edit], name: str = "record", line: int = 1) -> str:
    """The edits as a unified diff that `patch` takes: `name` is the file, `line` where the record
    begins in it."""
    before = PATCHED.findall(record.text)
    after = PATCHED.findall(edited(record.text, edits))
    lines = [HUNK.sub(lambda hunk: f"{hunk[1]}{int(hunk[2]) + line - 1}", one)
             if one.startswith("@@") else one
             for one in unified_diff(before, after, name, name, n=1)]  # fmt: skip
    return "".join(
        one if one.endswith("\n") else f"{one}\n\\ No newline at end of file\n" for one in lines
    )
