"""JSON documents: bytes to records, each fault with its line and column, and records to text.

A document is one record, a list of records, or one record a line. Reading never raises.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NoReturn

from archive.core.diagnostics import Diagnostic
from archive.core.record import LINE_END, Record
from archive.notation.decoding import BOM, NOT_UTF8, text_of
from archive.notation.json_form import load_record, to_json
from archive.notation.json_values import Fault, Path, Repeating, path_text, short

PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
QUOTED = re.compile(r"'(.)'")
LARGEST_DOCUMENT = 32 << 20  # bytes; a document with a record a line has no such limit


class _Refused(ValueError):
    """A number that JSON does not have."""


def read_json(data: bytes, number: int = 1) -> list[Record]:
    """Return the records of a document, numbered from `number`. Never raises, and never comes back
    empty: a document that cannot be read is a record with nothing in it but a diagnostic."""
    if len(data) > LARGEST_DOCUMENT:
        fault = Fault((), f"at most {LARGEST_DOCUMENT} bytes", "more", "large-document")
        return [_unreadable(number, "", 0, fault)]
    text = text_of(data.removeprefix(BOM))
    if bad := NOT_UTF8.search(text):
        raw = bad[0].encode("utf-8", "surrogateescape")
        fault = Fault((), "UTF-8", f"byte {raw[:8].hex(' ')}", "not-utf-8")
        return [_unreadable(number, text, bad.start(), fault)]
    try:
        document = _loaded(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and (lines := list(_lines(text, number))):
            return lines
        return [_not_json(number, text, error)]
    except (RecursionError, ValueError) as error:
        return [_unreadable(number, text, 0, _not_loaded(error))]
    if not isinstance(document, list):
        return _records([(document, ())], number, text)
    if not document:
        return [
            _unreadable(
                number,
                text,
                0,
                Fault((), "a game in the form of JSON", "an empty list", "not-json"),
            )
        ]
    return _records([(form, (at,)) for at, form in enumerate(document)], number, text)


def read_json_line(line: bytes, number: int = 1, first_line: int = 1) -> Record:
    """Return the record of one line of a file that has one a line; places count in that file."""
    (record, *others) = read_json(line.rstrip(b"\r\n"), number)
    if others:
        record.diagnostics.append(
            Diagnostic("not-json", "error", 1, 1, 0, "one game on a line", f"{len(others) + 1}")
        )
    record.diagnostics = [
        found._replace(line=found.line + first_line - 1) for found in record.diagnostics
    ]
    return record


def write_json(record: Record) -> str:
    """Return a record as a JSON document for people: one tag, one event a line."""
    form = to_json(record)
    parts = []
    for key, value in form.items():
        opens, closes = "{}" if isinstance(value, dict) else "[]"
        items = (
            [f"{_text(name)}: {_text(one)}" for name, one in value.items()]
            if isinstance(value, dict)
            else [_text(one) for one in value]
        )
        inner = ",\n    ".join(items)
        body = f"{opens}\n    {inner}\n  {closes}" if items else opens + closes
        parts.append(f'  "{key}": {body}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_json_line(record: Record) -> str:
    """Return a record as one line of JSON, without its line end."""
    return _text(to_json(record))


def _text(value: Any) -> str:
    """Return JSON on one line. Letters stay as they are; what no screen shows, or what could steer
    a terminal, is written as an escape, and so is a lone surrogate."""
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


# -- reading


def _loaded(text: str) -> Any:
    return json.loads(text, object_pairs_hook=Repeating.of, parse_constant=_no_constant)


def _no_constant(name: str) -> NoReturn:
    raise _Refused(name)


def _not_loaded(error: RecursionError | ValueError) -> Fault:
    if isinstance(error, RecursionError):
        return Fault((), "a document less deep", "lists in lists without end", "not-json")
    found = short(str(error)) if isinstance(error, _Refused) else "one with thousands of digits"
    return Fault((), "numbers as JSON has them", found, "not-json")


def _lines(text: str, number: int) -> Iterator[Record]:
    """Yield the record of each line, a document of its own; nothing, unless there are several lines
    and the first is one."""
    lines = LINE_END.split(text)
    if sum(1 for line in lines if line.strip()) < 2:
        return  # read as a line it would come back here
    start = 0
    for at, line in enumerate(lines):
        if line.strip():
            record = read_json_line(line.encode(), number, at + 1)
            if start == 0 and not record.events and not record.tags:
                return
            yield record
            number += 1
            start = 1


def _records(forms: list[tuple[object, Path]], number: int, text: str) -> list[Record]:
    """Return the records of a document that was read; faults get their places all at once."""
    records, found = [], []
    for more, (form, path) in enumerate(forms):
        record, faults = load_record(form, number + more, path)
        records.append(record)
        found += [(record, path, fault) for fault in faults]
    if found:
        places = _places(text, {path for _, start, fault in found for path in (start, fault.path)})
        document = _Document(text)
        for record, start, fault in found:
            at = places.get(fault.path, places.get(start, 0))
            record.diagnostics.append(document.placed(fault, at))
    return records


def _not_json(number: int, text: str, error: json.JSONDecodeError) -> Record:
    found = text[error.pos : error.pos + 20].splitlines()
    words = error.msg[:1].lower() + QUOTED.sub(r"“\1”", error.msg[1:])
    fault = Fault((), f"JSON ({words})", short(found[0]) if found else "the end", "not-json")
    return _unreadable(number, text, error.pos, fault)


def _unreadable(number: int, text: str, offset: int, fault: Fault) -> Record:
    return Record(number=number, diagnostics=[_Document(text).placed(fault, offset)])


class _Document:
    """A text in which faults get their places, mostly one after the other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        self.at, self.byte = 0, 0

    def placed(self, fault: Fault, offset: int) -> Diagnostic:
        """Return a fault with its place."""
        line = bisect_right(self.starts, offset)
        column = offset - self.starts[line - 1] + 1
        if offset < self.at:
            self.at, self.byte = 0, 0
        self.byte += len(self.text[self.at : offset].encode("utf-8", "surrogateescape"))
        self.at = offset
        return Diagnostic(
            fault.code, "error", line, column, self.byte, fault.expected, fault.found, fault.fix,
            path_text(fault.path),
        )  # fmt: skip


def _places(text: str, wanted: set[Path]) -> dict[Path, int]:
    """Return where the values at these paths begin in a document that was read."""
    found: dict[Path, int] = {}
    path: list[str | int] = []
    lists: list[bool] = []
    key_next = False
    for match in PIECE.finditer(text):
        piece = match[0]
        if piece in "}]":
            lists.pop()
            path.pop()
            key_next = False
        elif piece == ",":
            if lists[-1]:
                path[-1] = int(path[-1]) + 1
            key_next = not lists[-1]
        elif piece == ":":
            continue
        elif key_next:
            path[-1] = json.loads(piece)
            key_next = False
        else:
            if (here := tuple(path)) in wanted:
                found[here] = match.start()
            if piece in "{[":
                lists.append(piece == "[")
                path.append(0 if piece == "[" else "")
                key_next = piece == "{"
    return found
