"""Checks of a record as a whole: its encoding, its tags, its layout; and the list in which faults
are collected."""

from __future__ import annotations

from collections.abc import Sized
from itertools import islice

from archive.core.diagnostics import Diagnostic, Severity
from archive.core.record import LINE_END, Record
from archive.notation.decoding import BOM, LARGEST_RECORD, MOST_EVENTS, NOT_UTF8, UTF16, byte_offset
from archive.notation.reading_faults import shown
from archive.notation.writer import write

MOST_DIAGNOSTICS = 500
MOST_BAD_BYTES = 8  # places; the last one says how many more there are


class Faults:
    """The faults of one record, by their place in its text."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str, Severity, str, str, str | None]] = []

    def add(
        self, at: int, code: str, expected: str, found: str, *,
        severity: Severity = "error", fix: str | None = None,
    ) -> None:  # fmt: skip
        """Add a fault at a place of the text."""
        self.found.append((at, code, severity, expected, found, fix))

    def diagnostics(self, record: Record) -> list[Diagnostic]:
        """Return the faults in the order of the text, with their places; of too many only the
        first."""
        self.found.sort(key=lambda fault: fault[0])
        told = [
            Diagnostic(code, severity, *record.place(at), byte_offset(record.text, at), expected,
                       found, fix)
            for at, code, severity, expected, found, fix in self.found[:MOST_DIAGNOSTICS]
        ]  # fmt: skip
        if len(self.found) > MOST_DIAGNOSTICS:
            told.append(told[-1]._replace(
                code="too-many-faults", expected=f"at most {MOST_DIAGNOSTICS} faults a record",
                found=f"{len(self.found) - MOST_DIAGNOSTICS} more", fix=None,
            ))  # fmt: skip
        return told


def is_text(data: bytes, text: str, faults: Faults) -> bool:
    """Return whether the bytes can be read as XXN at all; report how they are encoded."""
    if data.startswith(UTF16) or b"X\0X\0N" in data[:64]:
        faults.add(0, "utf-16", "UTF-8", "UTF-16")
        return False
    if len(data) > LARGEST_RECORD:
        faults.add(0, "large-record", f"at most {LARGEST_RECORD} bytes", "more")
        return False
    if data.startswith(BOM):
        faults.add(0, "byte-order-mark", "no byte order mark", "U+FEFF", severity="note")
    if "\r" in text:
        faults.add(text.index("\r"), "line-ends", "LF", "CR", severity="note")
    if _is_utf8(data):
        return True
    bad = NOT_UTF8.finditer(text)
    for match in islice(bad, MOST_BAD_BYTES):
        raw = match[0].encode("utf-8", "surrogateescape")
        faults.add(match.start(), "not-utf-8", "UTF-8", f"byte {raw[:8].hex(' ')}")
    if more := sum(1 for _ in bad):
        *last, found, fix = faults.found.pop()
        faults.found.append((*last, f"{found}, and at {more} more places", fix))  # type: ignore[arg-type]
    return True


def _is_utf8(data: bytes) -> bool:
    """Return whether no byte is broken: quicker to know than where one is."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def without_mark(text: str) -> str:
    """Return the text with a blank for a byte order mark at its start, so that offsets stay."""
    return " " + text[1:] if text.startswith("\ufeff") else text


def is_of_a_game(events: Sized, faults: Faults) -> bool:
    """Return whether a record is no longer than a game can have been: to judge more takes seconds,
    and only a machine writes so much."""
    if len(events) > MOST_EVENTS:
        faults.add(0, "large-record", f"at most {MOST_EVENTS} plays, lines and comments", "more")
    return len(events) <= MOST_EVENTS


def note_missing_tags(record: Record, meant: set[str], faults: Faults) -> None:
    """Report tags that a record must have and lacks. `meant` were there but unreadable, which is
    reported already."""
    version = record.tag("XXN")
    if version is None and "XXN" in meant:
        pass
    elif version is None or not record.tags or record.tags[0].name != "XXN":
        faults.add(0, "no-version", 'the record to begin with [XXN "1.0"]',
                   shown(record.text.strip()), severity="warning")  # fmt: skip
    elif version.partition(".")[0] != "1":
        faults.add(0, "unknown-version", "XXN 1", f"XXN {version}", severity="warning")
    if record.game is None and not meant & {"Game", "Rules"}:
        faults.add(0, "no-game", 'a tag such as [Game "twenty"]', "none")


def note_not_canonical(record: Record, faults: Faults) -> None:
    """Report where the record is not written as our writer writes it; empty lines may follow."""
    canonical, text = write(record), record.text.rstrip("\n") + "\n"
    if text == canonical:
        return
    pairs = enumerate(zip(text, canonical, strict=False))
    at = next((at for at, (sign, due) in pairs if sign != due), min(len(text), len(canonical)))
    line = record.place(at).line
    expected, found = (
        shown(lines[line - 1]) if line <= len(lines) else "the end"
        for lines in (LINE_END.split(canonical), LINE_END.split(text))
    )
    faults.add(at, "not-canonical", expected, found)
