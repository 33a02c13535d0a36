"""What somebody handed in: a file, pasted text, or the body itself."""

from __future__ import annotations

from typing import NamedTuple

from flask import request
from werkzeug.datastructures import FileStorage


class Handed(NamedTuple):
    data: bytes
    filename: str | None


def from_form() -> Handed | None:
    """The file of a page's form, else the text pasted into it; None when there is neither.

    A form sends its text with CRLF whatever was pasted, so the line ends are made LF again: they
    are the browser's, not the record's. A file's bytes are never touched.
    """
    file = request.files.get("file")
    if file is not None and file.filename:
        return from_file(file)
    text = request.form.get("text", "").replace("\r\n", "\n")
    return Handed(text.encode("utf-8", "surrogatepass"), None) if text.strip() else None


def from_file(file: FileStorage) -> Handed:
    return Handed(file.stream.read(), file.filename or None)
