"""What somebody uploaded: a file, pasted text, or the body itself."""

from __future__ import annotations

import io
from http import HTTPStatus
from typing import BinaryIO, NamedTuple

from flask import abort, current_app, request
from werkzeug.datastructures import FileStorage

from archive.importers import RANKS
from archive.services import Visibility
from archive.web.language import _
from archive.web.upload_files import name_of, together


class Handed(NamedTuple):
    """An open file, and the name it came by."""

    file: BinaryIO
    filename: str | None

    @property
    def data(self) -> bytes:
        """Return its bytes, for what is judged while somebody waits: as many as that may be and one
        more, which shows that there are too many."""
        self.file.seek(0)
        return self.file.read(current_app.config["MAX_CHECK"] + 1)


def from_form(
    text_field: str = "text", file_field: str = "file", *, several: bool = False
) -> Handed | None:
    """Return the file of a page's form, else the text pasted into it; None when there is neither.

    `several` files are one upload, a zip of them; else the first of them is meant. A form sends its
    text with CRLF whatever was pasted, so the line ends are made LF again: they are the browser's,
    not the record's. A file's bytes are never touched.
    """
    if found := from_files(file_field, several=several):
        return found
    text = request.form.get(text_field, "").replace("\r\n", "\n")
    if not text.strip():
        return None
    return Handed(io.BytesIO(text.encode("utf-8", "surrogatepass")), None)


def from_files(field: str = "file", *, several: bool) -> Handed | None:
    """Return the files of a form; None where none was chosen."""
    files = [file for file in request.files.getlist(field) if file.filename]
    if len(files) < 2 or not several:
        return from_file(files[0]) if files else None
    return Handed(together(files), f"{len(files)} files.zip")


def ranks_declared() -> str:
    """Return how cards are written in what was uploaded, as its form says."""
    ranks = request.form.get("ranks", "")
    if ranks not in RANKS:
        abort(HTTPStatus.BAD_REQUEST, _("There is no such way to write cards."))
    return ranks


def visibility_declared() -> Visibility:
    """Return who may look at what was uploaded, as its form says."""
    try:
        return Visibility(request.form.get("visibility") or Visibility.UNLISTED)
    except ValueError:
        abort(HTTPStatus.BAD_REQUEST, _("“visibility” is private, unlisted or public."))


def from_file(file: FileStorage) -> Handed:
    return Handed(file.stream, name_of(file))  # type: ignore[arg-type]
