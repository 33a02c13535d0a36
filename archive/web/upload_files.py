"""Bytes on their way in: on disk from the start, so that memory stays flat however many there are.

They lie in a folder of the instance, in files without a name, which are gone with the request or
with the process, however that ends.
"""

from __future__ import annotations

import errno
import re
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Any, BinaryIO, Final, cast

from flask import Flask, Request, current_app
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import HTTPException

from archive.config import Settings

FOLDER: Final = "spool"
IN_MEMORY: Final = 1 << 19
PIECE: Final = 1 << 18
PASTED: Final = 16 << 20
"""The most that may come as a form's text: unlike a file, it is held in memory."""
_QUOTED: Final = re.compile(r';\s*filename="((?:[^"\\]|\\.)*)"', re.IGNORECASE | re.DOTALL)
_ESCAPED: Final = re.compile(r'\\(["\\])')
_ANY_DAY: Final = (1980, 1, 1, 0, 0, 0)


class InsufficientStorage(HTTPException):
    """The disk is full."""

    code = 507
    description = (
        "There is no room left on the archive's disk. Nothing of what was sent was kept; all that "
        "was here before is as it was. Try again later, or tell the archive's keeper."
    )


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A file for bytes on their way in."""

    def write(self, data: Any) -> int:
        with room():
            return super().write(data)

    def seek(self, *where: int) -> int:
        with room():  # what is in a buffer is written now
            return super().seek(*where)


@contextmanager
def room() -> Iterator[None]:
    """Answer with 507 when there is none."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise InsufficientStorage from error
        raise


class SpoolingRequest(Request):
    """A request whose files go to the instance's folder and not to the system's."""

    def _get_file_stream(self, *_said: Any, **_more: Any) -> IO[bytes]:
        return cast(IO[bytes], spool())


def spool() -> BinaryIO:
    """Return an empty file for bytes on their way in."""
    return cast(BinaryIO, Spool(max_size=IN_MEMORY, dir=current_app.config["SPOOL"]))


def add_spooling(app: Flask, settings: Settings) -> None:
    """Have the app's requests spooled."""
    folder = Path(settings.instance) / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    app.config["SPOOL"] = folder
    app.config["MAX_FORM_MEMORY_SIZE"] = min(settings.max_upload, PASTED)
    app.request_class = SpoolingRequest


def body_of(request: Request) -> BinaryIO:
    """Return the body of a request, as it came."""
    file = spool()
    while piece := request.stream.read(PIECE):
        file.write(piece)
    file.seek(0)
    return file


def name_of(file: FileStorage) -> str | None:
    """Return the name that a file came by. Only quotation marks and backslashes are ever written
    with a backslash before them (RFC 9110); any other stands for itself, as browsers send it,
    though the framework leaves it out."""
    said = _QUOTED.search(file.headers.get("Content-Disposition", ""))
    if said is None:
        return file.filename or None
    return _ESCAPED.sub(r"\1", said[1]).replace("%22", '"') or None


def together(files: Sequence[FileStorage]) -> BinaryIO:
    """Return several files as one: a zip in which each stands byte for byte as it came, unpacked.
    The same files in the same order are the same bytes."""
    packed, seen = spool(), Counter[str]()
    with room(), zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as made:
        for file in files:
            name = (name_of(file) or "?").encode("utf-8", "replace").decode()
            seen[name] += 1
            if seen[name] > 1:
                name = f"{seen[name]}-{name}"
            with made.open(zipfile.ZipInfo(name, _ANY_DAY), "w", force_zip64=True) as into:
                copyfileobj(file.stream, into, PIECE)
    packed.seek(0)
    return packed
