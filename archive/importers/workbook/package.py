"""The files packed in a spreadsheet, and one sentence where they cannot be had."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator

MOST_UNPACKED = 16 << 20
"""The most bytes that are unpacked of one spreadsheet, all parts together."""
PIECE = 1 << 16
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The beginning of files of older programs, and of spreadsheets with a password."""
PDF = b"%PDF-"
SAVE = "Save it as .xlsx or CSV and upload that."
AS_TEXT = "Save it as text (.txt) and upload that."
DAMAGED = "This spreadsheet (.xlsx) is damaged: {what}. Save it again in the program it is from."

_BROKEN = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError, EOFError, OSError,
    ValueError, KeyError, IndexError, struct.error, RuntimeError, OverflowError,
)  # fmt: skip
"""The errors of unpacking where the bytes are not what they should be."""


class Unreadable(Exception):
    """The error raised for a spreadsheet that cannot be read; its text is a sentence that says
    why."""


def claims_to_be(data: bytes, filename: str | None) -> bool:
    """Return whether the bytes are meant to be a spreadsheet, or are another document of an office
    program, by their content or their name."""
    name = (filename or "").lower()
    if data.startswith((OLE, PDF)):
        return True
    if data.startswith(b"PK"):
        within = data[: 1 << 16] + data[-(1 << 16) :]
        return (
            b"xl/workbook" in within
            or b"word/document" in within
            or b"opendocument." in data[:256]
            or name.endswith((".xlsx", ".xlsm", ".ods"))
        )
    return name.endswith((".xlsx", ".xlsm")) and not _is_text(data)


def _is_text(data: bytes) -> bool:
    return b"\0" not in data[:1024]


class Package:
    """The parts of a spreadsheet by name. Raises `Unreadable` where there are none."""

    def __init__(self, data: bytes) -> None:
        self.left = MOST_UNPACKED
        if data.startswith(OLE):
            if "EncryptedPackage".encode("utf-16-le") in data:
                raise Unreadable("This spreadsheet is protected by a password. Save it without one "
                                 "and upload that.")  # fmt: skip
            raise Unreadable(f"This is a file of an older program (.xls or the like). {SAVE}")
        if b"opendocument.spreadsheet" in data[:256]:
            raise Unreadable(f"This is an OpenDocument spreadsheet (.ods). {SAVE}")
        if data.startswith(PDF):
            raise Unreadable(f"This is a PDF. {AS_TEXT}")
        if b"opendocument." in data[:256]:
            raise Unreadable(f"This is an OpenDocument file (.odt or the like). {AS_TEXT}")
        if not data.startswith(b"PK"):
            raise Unreadable("This is no spreadsheet, though its name ends like one’s.")
        try:
            self.packed = zipfile.ZipFile(io.BytesIO(data))
            self.names = set(self.packed.namelist())
            if "word/document.xml" in self.names:
                raise Unreadable(f"This is a document of a word processor (.docx). {AS_TEXT}")
        except _BROKEN as error:
            raise Unreadable(DAMAGED.format(what="its end is missing")) from error

    def has(self, name: str) -> bool:
        """Return whether the spreadsheet has a part of this name."""
        return name in self.names

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a part in pieces, up to the limit of bytes for all parts together."""
        if name not in self.names:
            raise Unreadable(DAMAGED.format(what=f"{name} is missing from it"))
        try:
            with self.packed.open(name) as part:
                while piece := part.read(PIECE):
                    self.left -= len(piece)
                    if self.left < 0:
                        raise Unreadable(
                            f"There is more in this spreadsheet than {MOST_UNPACKED >> 20} MB "
                            "unpacked. Upload only the sheets with the games."
                        )
                    yield piece
        except _BROKEN as error:
            if getattr(error, "args", ("",))[:1] and "password" in str(error):
                what = "it is packed with a password"
            else:
                what = f"{name} cannot be unpacked"
            raise Unreadable(DAMAGED.format(what=what)) from error
