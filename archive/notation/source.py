"""From bytes to text: where a file's records begin, and what their bytes say.

Nothing is lost here. Every byte of a file lies in exactly one slice, and a byte that is no UTF-8
becomes a lone surrogate, so that the text still gives the very same bytes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from archive.notation.lexer import RECORD

BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
NOT_UTF8 = re.compile("[\udc80-\udcff]+")
LINE_ENDS = re.compile(rb"\r*\n|\r")


class Slice(NamedTuple):
    """One record's bytes within a file: `data[start:end]`. Number and first line count from 1."""

    number: int
    start: int
    end: int
    line: int


def split(data: bytes) -> Iterator[Slice]:
    """The records of a file, in order. The slices cover every byte.

    A record opens where `[XXN "` stands at a line's start, whatever stands before it. Text before
    the first such line is a record of its own, unless it is only white space.
    """
    starts = [match.start() for match in RECORD.finditer(data)]
    if not starts or data[: starts[0]].strip():
        starts.insert(0, 0)
    starts[0] = 0
    line = 1
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(data)], strict=True), 1):
        yield Slice(number, start, end, line)
        line += sum(1 for _ in LINE_ENDS.finditer(data, start, end))


def text_of(data: bytes) -> str:
    """The bytes as text, a byte that is no UTF-8 kept as a lone surrogate."""
    return data.decode("utf-8", "surrogateescape")


def byte_offset(text: str, offset: int) -> int:
    """Where a character of `text_of(data)` begins in `data`."""
    return len(text[:offset].encode("utf-8", "surrogateescape"))
