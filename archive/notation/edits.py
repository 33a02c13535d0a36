"""Edits of a record's text, which repairs are made of, and their composition.

A repair may have as many edits as a record has numbers: every search among them is a bisection.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from archive.core.record import Record
from archive.notation import read


class Edit(NamedTuple):
    """`old`, which stands at `offset` in the record's text, becomes `new`; offsets are those of the
    text before any edit. `what` is the change in words."""

    offset: int
    old: str
    new: str
    what: str


Change: TypeAlias = "tuple[Edit, ...]"
"""Edits that are one mistake: a sum and what was carried from it, two cards exchanged."""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits made. Raises ValueError where `old` does not stand, or where
    two edits touch."""
    parts, at = [], 0
    for edit in sorted(edits):
        if edit.offset < at or not text.startswith(edit.old, edit.offset):
            raise ValueError(f"{edit.old!r} is not at {edit.offset}")
        parts += [text[at : edit.offset], edit.new]
        at = edit.offset + len(edit.old)
    return "".join([*parts, text[at:]])


def edits_told(told: Iterable[Mapping[str, Any]], record: Record) -> list[Edit]:
    """Return the edits that a verdict tells, in a record. Raises IndexError where the record has no
    such line."""
    return [
        Edit(record.offset(one["line"], one["column"]), one["old"], one["new"], "") for one in told
    ]


class _Written:
    """The places where edits have written something: for each, in order, the start and the end in
    the text after them; and by how much the text after each has moved."""

    def __init__(self, made: Iterable[Edit]) -> None:
        self.edits = sorted(made)
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.moved = [0]
        for edit in self.edits:
            start = edit.offset + self.moved[-1]
            self.starts.append(start)
            self.ends.append(start + len(edit.new))
            self.moved.append(self.moved[-1] + len(edit.new) - len(edit.old))

    def before(self, edit: Edit) -> int:
        """Return the offset, in the text before these edits, of an edit of the text after them. An
        insertion where one of them deleted something stands before the deleted text."""
        behind = bisect_right(self.ends, edit.offset)
        if not edit.old:
            behind = min(behind, bisect_left(self.starts, edit.offset))
        return edit.offset - self.moved[behind]

    def touched(self, edit: Edit) -> bool:
        """Return whether an edit of the text after them changes what one of them wrote."""
        first = bisect_right(self.ends, edit.offset)
        last = bisect_left(self.starts, edit.offset + max(len(edit.old), 1))
        return first < last and bool(edit.old or self.starts[first] < edit.offset)


def touches(made: Sequence[Edit], new: Sequence[Edit]) -> bool:
    """Return whether an edit of the text after some edits changes what one of those wrote, or
    deleted."""
    return any(map(_Written(made).touched, new))


def edits_placed_before(made: Sequence[Edit], new: Sequence[Edit]) -> list[Edit]:
    """Return edits of the text as it is after some edits with the offsets of the text before those.
    The two must not touch: see `touches`."""
    written = _Written(made)
    return [edit._replace(offset=written.before(edit)) for edit in new]


def compose_edits(made: Sequence[Edit], new: Sequence[Edit]) -> list[Edit]:
    """Return edits of the text that do what some edits do and then others, whose offsets are those
    of the text after the first; one edit at each place. The two must not touch: see `touches`."""
    written = _Written(made)
    all_ = list(written.edits)
    put: dict[int, tuple[int, int, int]] = {}  # by place: which edit, its start, what leads in it
    for at, (start, edit) in enumerate(zip(written.starts, all_, strict=True)):
        if not edit.old:
            put.setdefault(edit.offset, (at, start, 0))
    for edit in sorted(new):
        offset = written.before(edit)
        if edit.old or offset not in put:
            if not edit.old:
                put[offset] = len(all_), -1, 0  # an insertion after it comes last
            all_.append(edit._replace(offset=offset))
            continue
        at, start, lead = put[offset]
        same = all_[at].new
        if start < edit.offset:
            all_[at] = all_[at]._replace(new=same + edit.new)
        else:  # before it, and after what was inserted there already
            all_[at] = all_[at]._replace(new=same[:lead] + edit.new + same[lead:])
            put[offset] = at, start, lead + len(edit.new)
    return sorted(all_)


def correct_edits(made: Sequence[Edit], new: Sequence[Edit]) -> list[Edit]:
    """Return edits that do some edits with the corrections that others, of the text after them,
    make to what they wrote; none where the others correct nothing of that. The first edits stay
    first."""
    written = _Written(made)
    whole, rest = list(written.edits), []
    for edit in sorted(new, reverse=True):  # from the end, so that the text before stays in place
        end = edit.offset + len(edit.old)
        at = bisect_right(written.starts, edit.offset) - 1
        if at < 0 or not edit.old or end > written.ends[at]:
            behind = bisect_left(written.starts, edit.offset)
            rest.append(edit._replace(offset=edit.offset - written.moved[behind]))
            continue
        start, (_, old, said, _) = written.starts[at], whole[at]
        said = said[: edit.offset - start] + edit.new + said[end - start :]
        whole[at] = whole[at]._replace(new=said, what=f"“{said}” for “{old}”")
    pairs = list(zip(written.edits, whole, strict=True))
    put_right = [new_ for one, new_ in pairs if new_ != one]
    as_it_was = [one for one, new_ in pairs if new_ == one]
    return [*put_right, *as_it_was, *reversed(rest)] if put_right else []


def read_edited(record: Record, edits: Sequence[Edit]) -> Record:
    """Return the record as it would be read with these edits; the record itself is left alone."""
    text = edited(record.text, edits)
    return read(text.encode("utf-8", "surrogateescape"), record.number)
