"""Receiving an upload, a file, pasted text or the body itself, from a page or from a program; and
who may steer it where the uploader has not signed in.

The bytes are on disk from the start, so that memory stays flat however many there are: in a folder
of the instance, in files without a name, which are gone with the request or with the process.
"""

from __future__ import annotations

import errno
import io
import re
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from shutil import copyfileobj
from typing import IO, Any, BinaryIO, Final, NamedTuple, cast

from flask import Flask, Request, abort, current_app, request, session
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import HTTPException, UnprocessableEntity

from archive import logs
from archive.config import Settings
from archive.core.network_addresses import network
from archive.importers import RANKS
from archive.services import DiskFull, Receipt, UploadView, Visibility
from archive.services.permissions import Permission, may
from archive.services.uploads import Key
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import archive
from archive.web.text_received import is_text


class Handed(NamedTuple):
    """An open file, and its name."""

    file: BinaryIO
    filename: str | None

    @property
    def data(self) -> bytes:
        """Return its bytes, for a check that a reader waits for: as many as are allowed and one
        more, which shows that there are too many."""
        self.file.seek(0)
        return self.file.read(current_app.config["MAX_CHECK"] + 1)

    @property
    def text(self) -> str:
        """Return it as the text that a page's box can hold, to be sent again; empty where it is
        too long for one, or not all of it is text."""
        data = self.data
        try:
            said = data.decode("utf-8-sig") if len(data) <= LONGEST_IN_A_BOX else ""
        except UnicodeDecodeError:
            return ""
        return said if is_text(said) else ""


LONGEST_IN_A_BOX: Final = 200_000
"""The most bytes of a file that is shown in the box of a page."""


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
    return Handed(as_one_file(files), f"{len(files)} files.zip")


def ranks_declared() -> str:
    """Return how cards are written in the upload, as its form says."""
    ranks = request.form.get("ranks", "")
    if ranks not in RANKS:
        abort(HTTPStatus.BAD_REQUEST, _("There is no such way to write cards."))
    return ranks


def visibility_declared() -> Visibility:
    """Return the visibility of the upload, as its form says."""
    try:
        return Visibility(request.form.get("visibility") or Visibility.UNLISTED)
    except ValueError:
        abort(HTTPStatus.BAD_REQUEST, _("“visibility” is private, unlisted or public."))


def from_file(file: FileStorage) -> Handed:
    """Return an uploaded file."""
    return Handed(file.stream, name_of(file))  # type: ignore[arg-type]


HANDED_IN: Final = "handed_in"
MOST_REMEMBERED: Final = 20
LONGEST_KEY: Final = 255


def take(
    handed: Handed, *, source: str, visibility: Visibility, ranks: str, key: str | None = None
) -> Receipt:
    """Keep an upload and have it judged."""
    asking = require(Permission.UPLOAD)
    if asking.account_id is None and visibility is Visibility.PRIVATE:
        raise UnprocessableEntity(
            _("What is private is for its owner alone: sign in first, or upload it as unlisted.")
        )
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isprintable()):
        raise UnprocessableEntity(
            _("An Idempotency-Key has 1 to %(most)s characters.", most=LONGEST_KEY)
        )
    if not handed.file.seek(0, io.SEEK_END):
        raise UnprocessableEntity(_("The file is empty."))
    whose = "" if asking.account_id else network(request.remote_addr or "")
    try:
        receipt = archive().uploads.hand_in(
            handed.file,
            filename=handed.filename,
            source=source,
            visibility=visibility,
            ranks=ranks,
            owner_id=asking.account_id,
            trace=logs.request_id(),
            key=None if key is None else Key(key, whose),
        )
    except DiskFull as full:
        raise InsufficientStorage from full
    if not receipt.new:
        archive().uploads.read_again(receipt.upload_id)  # today's importers may read more of it
    if source == "page" and asking.account_id is None and receipt.new:
        session[HANDED_IN] = [receipt.upload_id, *session.get(HANDED_IN, [])][:MOST_REMEMBERED]
    return receipt


def may_steer(upload: UploadView) -> bool:
    """Return whether the reader may cancel and resume this upload: its owner; for one without an
    owner the browser that uploaded it, and moderators."""
    if may(who(), Permission.CHANGE, upload):
        return True
    return upload.owner_id is None and upload.id in session.get(HANDED_IN, [])


FOLDER: Final = "spool"
IN_MEMORY: Final = 1 << 19
PIECE: Final = 1 << 18
PASTED: Final = 16 << 20
"""The largest text of a form: unlike a file, it is held in memory."""
_QUOTED: Final = re.compile(r';\s*filename="((?:[^"\\]|\\.)*)"', re.IGNORECASE | re.DOTALL)
_ESCAPED: Final = re.compile(r'\\(["\\])')
_ANY_DAY: Final = (1980, 1, 1, 0, 0, 0)


class InsufficientStorage(HTTPException):
    """The disk is full."""

    code = 507
    description = (
        "There is no room left on the archive’s disk. Nothing of what was sent was kept; all that "
        "was here before is as it was. Try again later, or tell the archive’s keeper."
    )


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A file for bytes on their way in."""

    def write(self, data: Any) -> int:
        """Write some bytes; answer 507 where there is no room."""
        with require_room():
            return super().write(data)

    def seek(self, *where: int) -> int:
        """Move to a position; answer 507 where there is no room."""
        with require_room():  # this writes what is buffered
            return super().seek(*where)


@contextmanager
def require_room() -> Iterator[None]:
    """Answer with 507 where the disk is full in this block."""
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
    """Let the app's requests use that folder."""
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
    """Return the name of a file. Only quotation marks and backslashes are ever written with a
    backslash before them (RFC 9110); any other stands for itself, as browsers send it, though the
    framework leaves it out."""
    said = _QUOTED.search(file.headers.get("Content-Disposition", ""))
    if said is None:
        return file.filename or None
    return _ESCAPED.sub(r"\1", said[1]).replace("%22", '"') or None


def as_one_file(files: Sequence[FileStorage]) -> BinaryIO:
    """Return several files as one: a zip in which each stands byte for byte as it came, unpacked.
    The same files in the same order are the same bytes."""
    packed, seen = spool(), Counter[str]()
    with require_room(), zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as made:
        for file in files:
            name = (name_of(file) or "?").encode("utf-8", "replace").decode()
            seen[name] += 1
            if seen[name] > 1:
                name = f"{seen[name]}-{name}"
            with made.open(zipfile.ZipInfo(name, _ANY_DAY), "w", force_zip64=True) as into:
                copyfileobj(file.stream, into, PIECE)
    packed.seek(0)
    return packed
