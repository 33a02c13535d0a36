"""The text that is imported, and the places in it.

Letters may stand for figures where a sheet was photographed and read by a machine: `2O` and `l5` in
a cell of a table, or in brackets behind a card. They are read as what is meant.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from archive.core.diagnostics import Diagnostic, Severity
from archive.core.record import LINE_END

FIGURES = str.maketrans("OoIl", "0011")
CELL = re.compile(
    r"(?:(?<=[|;\t(=])|^)[ ]*+(?P<number>(?=[OoIl]*\d)[\dOoIl]{2,4})(?=[ ]*+(?:[|;\t)]|$))",
    re.MULTILINE,
)
"""A number alone between separators or in brackets, with a figure in it and perhaps letters."""
BETWEEN = re.compile(r"[|;\t()]")
INITIAL = re.compile(
    r"(?:(?<=[|;\t(])|^)[ ]*+[A-HJ-Za-hjkm-z]\d{1,2}[ ]*+(?=[|;\t)]|$)", re.MULTILINE
)
"""A player's initial with a card in a cell, as in `O8`: no number begins with 0. Another may be an
`I`."""
MOST_DIAGNOSTICS = 500
MOST_GAMES = 500
"""The most games that are read of one text."""
MORE_GAMES = f"at most {MOST_GAMES} games in one text; upload the rest by itself"
"""The text of the report `too-many-games`."""
LARGEST = 1 << 22
"""The most bytes that an importer looks at. No score sheet is as long."""
MARKED = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Byte order marks, and the encodings that they declare."""
PLAIN = (
    dict.fromkeys(map(ord, "\u00a0\u1680\u202f\u205f\u3000\u2060\ufeff"), " ")
    | dict.fromkeys(range(0x2000, 0x200C), " ")
    | dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), " ")
    | dict.fromkeys(map(ord, "\v\f\x85\u2028\u2029"), "\n")
    | dict.fromkeys(map(ord, "\u2010\u2011\u2212"), "-")
    | {wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
)
"""What editors and messengers put in place of blanks and line ends, the invisible marks
of direction, and letters of full width, by what they are read as."""
QUOTED = re.compile(r"^(?:[ \t]?>){1,8}(?=[ \t])", re.MULTILINE)
"""The signs of a quotation in a mail, read as blanks."""
BEFORE_LF = re.compile(r"(?<!\r)\r+(?=\n)")
"""All CR before a LF, looked for from the first of them alone: a run of CR may be long."""
NO_TEXT = re.compile("[\udc80-\udcff]+")
NOT_TEXT, LOOK_ALIKE = "not-text", "look-alike"
"""The codes of reports about bytes that are no text, and letters that are read as figures."""
OF_A_TEXT = frozenset({NOT_TEXT, LOOK_ALIKE})
"""The codes of what is reported of a whole text before any of it is read."""


def figures_in(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the place of each number that has letters in place of figures, the number as it is
    written, and with figures. It is as long with these."""
    if not BETWEEN.search(text) or INITIAL.search(text):
        return
    for found in CELL.finditer(text):
        written = found["number"]
        if not written.isdecimal():
            yield found.start("number"), written, written.translate(FIGURES)


def with_figures(text: str) -> str:
    """Return a text of the same length with figures in these numbers."""
    pieces, end = [], 0
    for at, written, meant in figures_in(text):
        pieces += [text[end:at], meant]
        end = at + len(written)
    return "".join([*pieces, text[end:]])


class Spot(NamedTuple):
    """A place in the uploaded text: its line and column, from 1, and the cell of a spreadsheet."""

    line: int
    column: int
    cell: str | None = None


def decoded(data: bytes, encoding: str = "") -> tuple[str, str]:
    """Return a text and the encoding that it was read in: the one given, else the one that its byte
    order mark declares, and UTF-8 where neither can be. Bytes that are none in it become lone
    surrogates."""
    chosen = encoding or MARKED.get(_mark(data), "utf-8")
    try:
        return data.decode(chosen, "surrogateescape"), chosen
    except (LookupError, UnicodeError):
        return data.decode("utf-8", "surrogateescape"), "utf-8"


def _mark(data: bytes) -> bytes:
    return next((mark for mark in MARKED if data.startswith(mark)), b"")


class Source:
    """Bytes as text, with a growing list of what was not understood while they are read.

    `text` has LF line ends, `raw` the original ones; both are equally long. A byte that is no text
    in the encoding becomes a lone surrogate and is reported: it can be neither guessed nor lost.
    So is a number with letters that look like figures, which `text` has as it is meant.
    """

    def __init__(self, data: bytes, encoding: str = "") -> None:
        self.raw, self.encoding = decoded(data, encoding)
        mark = _mark(data)
        # one kind of line end, and still every character in its place
        self.text = BEFORE_LF.sub(blank, self.raw)
        self.text = plain(self.text.replace("\r", "\n"))
        self.text = QUOTED.sub(blank, self.text)
        self.skipped = len(mark) if self.encoding in MARKED.values() else 0
        self.found: list[tuple[int, str, Severity, str, str, str | None]] = []
        for match in NO_TEXT.finditer(self.text):
            raw = match[0].encode("utf-8", "surrogateescape")
            self.report(match.start(), NOT_TEXT, f"{self.encoding.upper()}, or another encoding"
                        " declared", f"byte {raw[:8].hex(' ')}")  # fmt: skip
        for at, written, meant in figures_in(self.text):
            self.report(at, LOOK_ALIKE, f"{meant}, the number that is meant by this spelling",
                        written, severity="note")  # fmt: skip
        self.text = with_figures(self.text)

    def report(
        self, at: int, code: str, expected: str, found: str, *,
        severity: Severity = "error", fix: str | None = None,
    ) -> None:  # fmt: skip
        """Note something at a character that was not understood."""
        self.found.append((at, code, severity, expected, short(found), fix))

    def noted(self) -> int:
        """Return how much has been noted so far."""
        return len(self.found)

    def forget_since(self, noted: int) -> None:
        """Remove what has been noted since, because the text is read again."""
        del self.found[noted:]

    def forget(self, at: int, code: str) -> None:
        """Remove what was noted by a code on the line of a character, because it has been
        understood."""
        line = self.place(at)[0]
        self.found = [one for one in self.found if one[1] != code or self.place(one[0])[0] != line]

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in LINE_END.finditer(self.raw))]

    def place(self, at: int) -> tuple[int, int]:
        """Return the line and column of a character, from 1."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the character at a line and column, from 1."""
        return self._starts[line - 1] + column - 1

    def spot(self, at: int) -> Spot:
        """Return the place of a character."""
        return Spot(*self.place(at))

    @property
    def last_line(self) -> int:
        """Return the number of its last line that is not blank."""
        return self.place(len(self.raw.rstrip()))[0]

    def line_of(self, spot: Spot) -> str:
        """Return the line of a place."""
        start = self._starts[spot.line - 1]
        end = self._starts[spot.line] if spot.line < len(self._starts) else len(self.raw)
        return self.raw[start:end].rstrip("\r\n")

    def inside(self, at: int, offset: int) -> int:
        """Return the place of a character at this offset from the beginning of a cell."""
        return at + offset

    def diagnostics(self) -> list[Diagnostic]:
        """Return what was not understood, in the order of the text; at most 500 of it."""
        first = sorted(self.found, key=lambda one: one[0])[: MOST_DIAGNOSTICS + 1]
        return at_most_500([self._diagnostic(*one) for one in first], len(self.found))

    def _diagnostic(
        self, at: int, code: str, severity: Severity, expected: str, found: str, fix: str | None
    ) -> Diagnostic:
        line, column, cell = self.spot(at)
        byte = self.byte(at)
        return Diagnostic(code, severity, line, column, byte, expected, found, fix, cell)

    def byte(self, at: int) -> int:
        """Return the position of the byte at which a character begins in the uploaded bytes."""
        encoding = {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(self.encoding, self.encoding)
        before = self.raw[:at]
        text = NO_TEXT.sub("", before)  # what is left out was a byte each, and not all can write it
        return self.skipped + len(text.encode(encoding, "replace")) + len(before) - len(text)


def at_most_500(found: list[Diagnostic], total: int) -> list[Diagnostic]:
    """Return at most 500 of them; the last one says how many more there are."""
    if total <= MOST_DIAGNOSTICS:
        return found
    kept = found[:MOST_DIAGNOSTICS]
    more = kept[-1]._replace(
        code="too-many-faults", expected=f"at most {MOST_DIAGNOSTICS} faults",
        found=f"{total - MOST_DIAGNOSTICS} more", fix=None,
    )  # fmt: skip
    return [*kept, more]


def plain(text: str) -> str:
    """Return a text of the same length, with unusual blanks, line ends and letters made plain
    ones."""
    return text if text.isascii() and "\v" not in text and "\f" not in text else (
        text.translate(PLAIN)
    )  # fmt: skip


def blank(found: re.Match[str]) -> str:
    """Return blanks in place of what was found, so that all behind it keeps its place."""
    return " " * len(found[0])


def short(text: str) -> str:
    """Return a text on one line, cut to a readable length."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79] + "…"
