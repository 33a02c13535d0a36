"""A record's text without its remarks, found without reading it event by event.

People put comments and glyphs between plays, leave numbers out, and end lines where they like.
Where nothing else is unusual, words and line ends are moved about; whether the words are plays is
found out by what reads the plain text. The same comes of it as of reading and writing.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from archive.notation.decoding import MOST_EVENTS

WORD: Final = re.compile(r"\{[^\\{}\n]*\}|[^ \t{]+|\{")
"""A comment, a word, or the beginning of what is neither."""
REMARKS: Final = re.compile(r"[{$]")
UNNUMBERED: Final = re.compile(r"^p\d\d? ", re.MULTILINE)
ONE_A_LINE: Final = re.compile(r"^\d+\. \S+ \S+\n\d+\. ", re.MULTILINE)
GLYPH: Final = re.compile(r"\$(\d{1,3})", re.ASCII)
HIGHEST_GLYPH: Final = 255
LONGEST: Final = 3 * MOST_EVENTS
"""The characters of the longest text that has no more events than are judged: the shortest remark
has three."""


class Form(NamedTuple):
    """A record in canonical form, and the same without remarks, its plays numbered."""

    canonical: bytes
    plain: bytes


def without_remarks(data: bytes) -> Form | None:
    """Return a record in canonical form, with its remarks and without; None where it holds anything
    that is not found here for certain, or where nothing seems to stand between its plays. What is
    no remark is taken as it is: it need not be XXN."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    head, apart, body = text.partition("\n\n")
    there = REMARKS.search(body) or UNNUMBERED.search(body) or ONE_A_LINE.search(body)
    if not apart or not there or len(text) > LONGEST:
        return None
    walk = _Walk()
    if not all(map(walk.line, body.split("\n"))) or walk.numbered not in (0, walk.plays):
        return None
    return Form(_whole(head, walk.canonical), _whole(head, walk.plain))


def _whole(head: str, lines: _Lines) -> bytes:
    lines.end_cycle()
    return "\n".join([head, "", *lines.written, ""]).encode()


class _Lines:
    """Lines as the writer lays them out: a line of plays ends where a seat comes again."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.cycle: list[str] = []
        self.seats: set[str] = set()

    def end_cycle(self) -> None:
        """End the line of plays."""
        if self.cycle:
            self.written.append(" ".join(self.cycle))
            self.cycle, self.seats = [], set()

    def apart(self, line: str) -> None:
        """Write a line of its own; a round begins after an empty one."""
        self.end_cycle()
        if line[:6] == "@round" and self.written:
            self.written.append("")
        self.written.append(line)

    def play(self, seat: str, play: str) -> None:
        """Write a play."""
        if seat in self.seats:
            self.end_cycle()
        self.seats.add(seat)
        self.cycle.append(play)


class _Walk:
    """A walk through the lines of a text. Each method returns whether it knows what it sees."""

    def __init__(self) -> None:
        self.canonical, self.plain = _Lines(), _Lines()
        self.plays = self.numbered = 0

    def line(self, line: str) -> bool:
        """Go through a line: a table line or a hand takes all of it but its remarks."""
        if line[:1] in ("@", "*", "+") or ":" in line[:4]:
            said, brace, rest = line.partition("{")
            self.canonical.apart(said.rstrip(" \t"))
            self.plain.apart(said.rstrip(" \t"))
            line = brace + rest
        words = WORD.findall(line)
        at, end = 0, len(words)
        while at < end:
            word = words[at]
            at += 1
            if word[0] in "{$":
                if not self.remark(word):
                    return False
                continue
            number = ""
            if word[-1] == ".":
                self.numbered += 1
                number = word
                word = words[at] if at < end else ""
                at += 1
            if at == end or word[:1] != "p" or words[at][0] in "{$":
                return False
            self.play(number, word, words[at])
            at += 1
        return True

    def remark(self, word: str) -> bool:
        """Take a comment or a glyph."""
        lines = self.canonical
        if word[0] == "$":
            glyph = GLYPH.fullmatch(word)
            if glyph is None or int(glyph[1]) > HIGHEST_GLYPH:
                return False
            (lines.cycle or lines.written).append(f"${int(glyph[1])}")
            return True
        text = word[1:-1].strip(" \t")
        if not text.isprintable() or not text or text[:4] == "[XXN":
            return False
        lines.apart(f"{{{text}}}")
        return True

    def play(self, number: str, seat: str, deed: str) -> None:
        """Take a play."""
        self.plays += 1
        said = f"{seat} {deed}"
        self.canonical.play(seat, f"{number} {said}" if number else said)
        self.plain.play(seat, f"{number or f'{self.plays}.'} {said}")
