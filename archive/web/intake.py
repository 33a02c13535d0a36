"""What somebody handed in: a file, pasted text, or the body itself."""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple

from flask import abort, request
from werkzeug.datastructures import FileStorage

from archive.importers import RANKS
from archive.service import Visibility


class Handed(NamedTuple):
    data: bytes
    filename: str | None


def from_form(text_field: str = "text", file_field: str = "file") -> Handed | None:
    """The file of a page's form, else the text pasted into it; None when there is neither.

    A form sends its text with CRLF whatever was pasted, so the line ends are made LF again: they
    are the browser's, not the record's. A file's bytes are never touched.
    """
    file = request.files.get(file_field)
    if file is not None and file.filename:
        return from_file(file)
    text = request.form.get(text_field, "").replace("\r\n", "\n")
    return Handed(text.encode("utf-8", "surrogatepass"), None) if text.strip() else None


def ranks_declared() -> str:
    """How cards are written in what was handed in, as its form says."""
    ranks = request.form.get("ranks", "")
    if ranks not in RANKS:
        abort(HTTPStatus.BAD_REQUEST, "There is no such way to write cards.")
    return ranks


def visibility_declared() -> Visibility:
    """Who may look at what was handed in, as its form says."""
    try:
        return Visibility(request.form.get("visibility") or Visibility.UNLISTED)
    except ValueError:
        abort(HTTPStatus.BAD_REQUEST, "“visibility” is private, unlisted or public.")


def from_file(file: FileStorage) -> Handed:
    return Handed(file.stream.read(), file.filename or None)
