"""From bytes to text: where the records of a file begin, and the text of their bytes.

Nothing is lost here. Every byte of a file lies in exactly one slice, and a byte that is no UTF-8
becomes a lone surrogate, so that the text still gives the very same bytes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

LARGEST_RECORD = 1 << 20  # bytes; a longer one is reported and not read
MOST_EVENTS = 40_000  # plays, lines and comments; with more a record is reported and not judged
LONGEST_PIECE = 1 << 16
BOM = b"\xef\xbb\xbf"
UTF16 = (b"\xff\xfe", b"\xfe\xff")
OPENING = b'[XXN "'
UNDECIDED = 1 + len(BOM) + len(OPENING)
NOT_UTF8 = re.compile("[\udc80-\udcff]+")
LINE_ENDS = re.compile(rb"\r{0,2}\n|\r")
AFTER_CR = re.compile(rb'(?<=\r)(?=(?:\xef\xbb\xbf)?\[XXN ")')


class Slice(NamedTuple):
    """One record's bytes within a file: `data[start:end]`. Number and first line count from 1."""

    number: int
    start: int
    end: int
    line: int


def stream(file: BinaryIO) -> Iterator[tuple[Slice, bytes]]:
    """Return the records of an open file, each with its bytes, as `split` cuts them.

    Holds one record at a time, whatever the file's size. A record that is too long to be read is
    cut just beyond the limit.
    """
    number, line, start, end = 1, 1, 0, 0
    lines, held, kept = 0, bytearray(), False
    for piece, opens in _pieces(file):
        if opens and kept:
            yield Slice(number, start, end, line), bytes(held)
            number, line, start = number + 1, line + lines, end
            lines, held, kept = 0, bytearray(), False
        end += len(piece)
        lines += len(LINE_ENDS.findall(piece)) if b"\r" in piece else piece.endswith(b"\n")
        kept = kept or opens or not piece.isspace()
        if len(held) <= LARGEST_RECORD:
            held += piece
    yield Slice(number, start, end, line), bytes(held)


def _pieces(file: BinaryIO) -> Iterator[tuple[bytes, bool]]:
    """Yield the file in lines, a long line in several pieces, and whether a record opens with each.

    A piece may hold several lines that end with CR alone.
    """
    fresh = True  # whether the next piece begins a line
    held = b""  # read, but not yet recognised
    more = b"\n"
    while more:
        more = file.readline(LONGEST_PIECE)
        line = held + more
        ends = _decided(line) if more else len(line)
        line, held = line[:ends], line[ends:]
        for piece in AFTER_CR.split(line) if b"\r" in line else (line,):
            if piece:
                # a mark within a file: two files were put into one
                yield piece, fresh and piece.removeprefix(BOM).startswith(OPENING)
                fresh = piece.endswith((b"\n", b"\r"))


def _decided(line: bytes) -> int:
    """Return how much of a line, as far as it is read, does not depend on what follows: without a
    CR that may belong to a line end, or the beginning of an opening after one."""
    last = line.rfind(b"\r", max(0, len(line) - UNDECIDED))
    if line.endswith(b"\n") or last < 0:
        return len(line)
    return last - 1 if line[last - 1 : last] == b"\r" else last


def text_of(data: bytes) -> str:
    """Return the bytes as text, a byte that is no UTF-8 kept as a lone surrogate."""
    return data.decode("utf-8", "surrogateescape")


def byte_offset(text: str, offset: int) -> int:
    """Return where a character of `text_of(data)` begins in `data`."""
    return len(text[:offset].encode("utf-8", "surrogateescape"))
