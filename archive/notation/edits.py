"""Edits of a record's text: what a repair is made of, and how it is shown as a patch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from typing import NamedTuple, TypeAlias

from archive.core.record import Record
from archive.notation import read

HUNK = re.compile(r"([-+])(\d+)")
PATCHED = re.compile(r"[^\n]*\n|[^\n]+")  # lines as `patch` sees them, whatever else parts lines


class Edit(NamedTuple):
    """`old`, which stands at `offset` in the record's text, becomes `new`; offsets are those of the
    text before any edit. `what` says what is changed, in words."""

    offset: int
    old: str
    new: str
    what: str


Change: TypeAlias = "tuple[Edit, ...]"
"""Edits that are one mistake: a sum and what was carried from it, two cards exchanged."""


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


def touch(made: Sequence[Edit], new: Sequence[Edit]) -> bool:
    """Whether an edit of the text as it is after some edits changes what one of those wrote in
    place of something else, or between."""
    spans, shift = [], 0
    for edit in sorted(made):
        start = edit.offset + shift
        spans.append((start, start + len(edit.new)))
        shift += len(edit.new) - len(edit.old)
    return any(
        edit.offset < end and edit.offset + max(len(edit.old), 1) > start
        for edit in new
        for start, end in spans
        if edit.old or edit.offset != start
    )


def composed(made: Sequence[Edit], new: Sequence[Edit]) -> list[Edit]:
    """Edits of the text that do what some edits do and then others, whose offsets are those of the
    text after the first; one edit at each place. The two must not touch: see `touch`."""
    spans, shift = [], 0
    for edit in sorted(made):
        spans.append((edit.offset + shift, edit))
        shift += len(edit.new) - len(edit.old)
    all_ = list(made)
    for edit in sorted(new):
        offset = edit.offset
        for start, other in spans:
            if start + len(other.new) <= edit.offset and (other.new or start < edit.offset):
                offset -= len(other.new) - len(other.old)
        same = next((one for one in all_ if one.offset == offset and not one.old), None)
        if same is None or edit.old:
            all_.append(edit._replace(offset=offset))
            continue
        first = next(start for start, other in spans if other is same) < edit.offset
        both = same.new + edit.new if first else edit.new + same.new
        all_[all_.index(same)] = same._replace(new=both)
    return sorted(all_)


def corrected(made: Sequence[Edit], new: Sequence[Edit]) -> list[Edit]:
    """Return edits that write at once what some edits write and others, of the text after them,
    put right in it; none where those put nothing right in what was written. The first edits stay
    first."""
    after, shift = [], 0
    for edit in sorted(made):
        after.append((edit.offset + shift, edit))
        shift += len(edit.new) - len(edit.old)
    whole, rest = dict(after), []
    for edit in sorted(new, reverse=True):  # from the end, so that what stands before stays there
        end = edit.offset + len(edit.old)
        start = next((at for at, one in after if at <= edit.offset < end <= at + len(one.new)), -1)
        if start < 0:
            moved = sum(len(one.new) - len(one.old) for at, one in after if at < edit.offset)
            rest.append(edit._replace(offset=edit.offset - moved))
            continue
        old, said = whole[start].old, whole[start].new
        said = said[: edit.offset - start] + edit.new + said[end - start :]
        whole[start] = whole[start]._replace(new=said, what=f"“{said}” for “{old}”")
    put_right = [whole[start] for start, one in after if whole[start] != one]
    as_it_was = [one for start, one in after if whole[start] == one]
    return [*put_right, *as_it_was, *reversed(rest)] if put_right else []


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
