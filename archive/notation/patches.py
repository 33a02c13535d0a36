"""Edits of a record's text as a patch: a unified diff made from the known edits, so that nothing is
searched for in unchanged lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.core.record import Record
from archive.notation.edits import Edit, edited

LINE = re.compile(r"[^\n]*\n|[^\n]+")  # lines as `patch` sees them, whatever else separates lines
AROUND = 1
"""Unchanged lines shown before and after a change."""


class _Change(NamedTuple):
    """Adjacent lines that change: from which to which, counted from 0, and the new lines."""

    start: int
    stop: int
    new: list[str]


def patch(record: Record, edits: Sequence[Edit], name: str = "record", line: int = 1) -> str:
    """Return the edits as a unified diff that `patch` takes: `name` is the file, `line` where the
    record begins in it. Raises ValueError where the edits cannot be made."""
    lines = LINE.findall(record.text)
    told: list[str] = []
    moved = 0
    for hunk in _hunks(_changes(record.text, lines, edits)):
        start = max(0, hunk[0].start - AROUND)
        stop = min(len(lines), hunk[-1].stop + AROUND)
        body, at = [], start
        for change in hunk:
            body += [f" {one}" for one in lines[at : change.start]]
            body += [f"-{one}" for one in lines[change.start : change.stop]]
            body += [f"+{one}" for one in change.new]
            at = change.stop
        body += [f" {one}" for one in lines[at:stop]]
        more = sum(len(change.new) - (change.stop - change.start) for change in hunk)
        before = _range(start + line - 1, stop - start)
        after = _range(start + moved + line - 1, stop - start + more)
        moved += more
        told += [f"@@ -{before} +{after} @@\n", *body]
    head = [f"--- {name}\n", f"+++ {name}\n"] if told else []
    return "".join(
        one if one.endswith("\n") else f"{one}\n\\ No newline at end of file\n"
        for one in (*head, *told)
    )


def _changes(text: str, lines: Sequence[str], edits: Sequence[Edit]) -> Iterator[_Change]:
    """Yield the lines that edits change, none of which are next to each other."""
    starts, at = [], 0
    for one in lines:
        starts.append(at)
        at += len(one)
    starts.append(at)
    last = max(0, len(lines) - 1)
    waiting: _Change | None = None
    for start, stop, made in _groups(edits, starts, last):
        first, end = starts[start], starts[min(stop, len(lines))]
        there = [edit._replace(offset=edit.offset - first) for edit in made]
        change = _shortest(start, lines[start:stop], LINE.findall(edited(text[first:end], there)))
        if waiting is not None and waiting.stop == change.start:
            change = _Change(waiting.start, change.stop, waiting.new + change.new)
        elif waiting is not None:
            yield waiting
        waiting = change if change.start < change.stop or change.new else None
    if waiting is not None:
        yield waiting


def _groups(
    edits: Sequence[Edit], starts: Sequence[int], last: int
) -> Iterator[tuple[int, int, list[Edit]]]:
    """Yield the edits that share a line, with the lines in which they begin and end."""
    made: list[Edit] = []
    first = stop = 0
    for edit in sorted(edits):
        start = min(bisect_right(starts, edit.offset) - 1, last)
        if made and start >= stop:
            yield first, stop, made
            made = []
        if not made:
            first, stop = start, 0
        made.append(edit)
        end = min(bisect_right(starts, edit.offset + len(edit.old)) - 1, last)
        stop = max(stop, end + 1)
    if made:
        yield first, stop, made


def _shortest(start: int, old: Sequence[str], new: list[str]) -> _Change:
    """Return a change without the unchanged lines at its ends."""
    most, head, tail = min(len(old), len(new)), 0, 0
    while head < most and old[head] == new[head]:
        head += 1
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return _Change(start + head, start + len(old) - tail, new[head : len(new) - tail])


def _hunks(changes: Iterator[_Change]) -> Iterator[list[_Change]]:
    """Yield the changes whose surrounding lines meet, together."""
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.start - hunk[-1].stop > 2 * AROUND:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _range(start: int, length: int) -> str:
    """Return a range of lines as the head of a hunk writes it; an empty one names the line
    before."""
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"
