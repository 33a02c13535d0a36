"""Packed files: the texts in a zip or a gzip file, one at a time and never all at once.

The packer of a file decides what stands in it, so none of its figures is trusted: a file that grows
beyond its stated size, that lies over another, or that would grow without end is refused before or
while it is unpacked. Nothing is ever written to a folder, so a name can lead nowhere.

This reads the directory of a zip itself: Python's own reader holds all of it, however long, and
gives up on the whole for one name that is no UTF-8.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from archive.core.errors import TwentiesError

PIECE: Final = 1 << 18
FREE_OF_RATIO: Final = 8 << 20
"""Bytes that may come out however small the packed file is: many similar short records pack
well."""

_END, _END64, _LOCATOR = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07"
_ENTRY, _LOCAL = b"PK\x01\x02", b"PK\x03\x04"
_END_SIZE, _ENTRY_SIZE, _LOCAL_SIZE = 22, 46, 30
_LONGEST_COMMENT = (1 << 16) - 1
_ZIP64 = 0xFFFFFFFF
_GZIP = b"\x1f\x8b\x08"
_OFFICE_PARTS: Final = {"xl/workbook.xml", "word/document.xml"}
_OPEN_DOCUMENT: Final = b"mimetypeapplication/vnd.oasis.opendocument."
_OFFICE_WITHIN: Final = 256
_TAR_AT = 257
_NESTED: Final = (
    (_LOCAL, "zip"), (_GZIP[:2], "gzip"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07", "rar"),
    (b"\xfd7zXZ\x00", "xz"), (b"BZh", "bzip2"), (b"\x28\xb5\x2f\xfd", "zstd"),
)  # fmt: skip
_METHODS: Final = {1: "shrink", 6: "implode", 9: "deflate64", 12: "bzip2", 14: "lzma", 93: "zstd",
                   95: "xz", 98: "ppmd", 99: "AES"}  # fmt: skip


class Limits(NamedTuple):
    """Limits on what may come out of one packed file."""

    members: int
    unpacked: int
    ratio: int


class PackedFileRefused(TwentiesError):
    """A packed file that is refused as a whole; the text says why."""


EMPTY: Final = "This zip is empty: there is no file in it."


class Damaged(TwentiesError):
    """A file in it that cannot be unpacked; the text says why."""


class Member(NamedTuple):
    """A file in a zip."""

    number: int
    """Its place in the zip's directory, from 1; folders do not count."""
    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    """Both sizes are those of the directory."""
    offset: int


def kind(file: BinaryIO) -> str | None:
    """Return `zip` or `gzip`; None for a file that is not packed, or only as office documents
    are."""
    file.seek(0)
    head = file.read(4)
    first = file.read(_OFFICE_WITHIN)
    if head.startswith(_GZIP):
        return "gzip"
    if head not in (_LOCAL, _END):
        return None
    try:
        names = {member.name for member in _directory(file, 5000)}
    except PackedFileRefused:
        return "zip"
    office = _OFFICE_PARTS & names or (_OPEN_DOCUMENT in first and "mimetype" in names)
    return None if office else "zip"


def members(file: BinaryIO, limits: Limits) -> list[Member]:
    """Return the files in a zip; raises PackedFileRefused where they are too many or too large."""
    found = [*_directory(file, limits.members)]
    length = file.seek(0, 2)
    packed = sum(member.packed for member in found)
    _hold(sum(member.size for member in found), packed, limits)
    if packed > length:
        raise PackedFileRefused("The files in this zip lie over each other. None was unpacked.")
    return found


def unpack(file: BinaryIO, member: Member) -> Iterator[bytes]:
    """Yield a file's bytes in pieces; raises Damaged, at the latest after the last of them."""
    if member.flags & 1 or member.method == 99:
        raise Damaged("It is encrypted, and so could not be read.")
    if member.method not in (0, 8):
        how = _METHODS.get(member.method, f"method {member.method}")
        raise Damaged(f"It is packed in a way that is not unpacked here ({how}).")
    file.seek(member.offset)
    local = file.read(_LOCAL_SIZE)
    if len(local) < _LOCAL_SIZE or not local.startswith(_LOCAL):
        raise Damaged("It is not where the zip says it is.")
    names, extras = struct.unpack("<HH", local[26:30])
    file.seek(names + extras, 1)
    pieces = _read(file, member.packed)
    size, crc = 0, 0
    try:
        for piece in pieces if member.method == 0 else _inflate(pieces, -zlib.MAX_WBITS):
            size += len(piece)
            if size > member.size:
                raise Damaged("More comes out of it than the zip says.")
            crc = zlib.crc32(piece, crc)
            yield piece
    except zlib.error:
        raise Damaged("It is damaged: what is packed in it makes no sense.") from None
    if size != member.size or crc != member.crc:
        raise Damaged("It is damaged: what comes out is not what was packed.")


def gunzip(file: BinaryIO, limits: Limits) -> Iterator[bytes]:
    """Yield the text in a gzip file, in pieces; raises PackedFileRefused or Damaged."""
    length = file.seek(0, 2)
    file.seek(0)
    size = 0
    try:
        for piece in _inflate(_read(file, length), zlib.MAX_WBITS | 16):
            size += len(piece)
            _hold(size, length, limits)
            yield piece
    except zlib.error:
        raise Damaged("It is damaged: what is packed in it makes no sense.") from None


def only_text(data: bytes, name: str | None, limits: Limits) -> tuple[bytes, str | None]:
    """Return the one file in a zip or a gzip file, and its name; other data as it is. Raises
    PackedFileRefused, also where there are several, or Damaged."""
    file = io.BytesIO(data)
    packed = kind(file)
    if packed == "gzip":
        return b"".join(gunzip(file, limits)), (name or "").removesuffix(".gz")
    if packed is None:
        return data, name
    found = members(file, limits)
    if not found:
        raise PackedFileRefused(EMPTY)
    if len(found) != 1:
        raise PackedFileRefused(
            f"There are {len(found)} files in it, and one at a time is checked without being "
            "kept. Keep it, and all of them are judged."
        )
    return b"".join(unpack(file, found[0])), found[0].name


def nested(head: bytes) -> str | None:
    """Return the kind of packed file that begins like this; None for any other file."""
    if head[_TAR_AT : _TAR_AT + 5] == b"ustar":
        return "tar"
    return next((name for magic, name in _NESTED if head.startswith(magic)), None)


def _hold(unpacked: int, packed: int, limits: Limits) -> None:
    if unpacked > limits.unpacked:
        most = f"{limits.unpacked / (1 << 20):.3g} MB"
        raise PackedFileRefused(
            f"More than {most} would come out of this file. None of it was unpacked."
        )
    if unpacked > FREE_OF_RATIO and unpacked > limits.ratio * max(packed, 1):
        raise PackedFileRefused(
            f"More than {limits.ratio} times its size would come out of this file, as no text "
            "would. None of it was unpacked."
        )


def _inflate(pieces: Iterator[bytes], bits: int) -> Iterator[bytes]:
    """Yield unpacked pieces, each of limited size however much a byte stands for. Several streams
    one after the other are one, as gzip has it; anything after the last is an error."""
    inflate = zlib.decompressobj(bits)
    for piece in pieces:
        held = piece
        while held:
            if inflate.eof:
                if bits < 0 or not held.strip(b"\0"):
                    break
                inflate = zlib.decompressobj(bits)
            out = inflate.decompress(held, PIECE)
            held = inflate.unconsumed_tail or inflate.unused_data
            if out:
                yield out
    while not inflate.eof:
        out = inflate.decompress(inflate.unconsumed_tail, PIECE)
        if not out:
            raise zlib.error("the end is missing")
        yield out


def _read(file: BinaryIO, size: int) -> Iterator[bytes]:
    while size > 0 and (piece := file.read(min(size, PIECE))):
        size -= len(piece)
        yield piece


def _directory(file: BinaryIO, most: int) -> Iterator[Member]:
    """Yield the entries of a zip's directory, folders left out."""
    number, size, start, shift = _end(file)
    if number > most:
        raise PackedFileRefused(
            f"This zip holds {number:,} files; at most {most:,} are taken in at once. "
            "None was unpacked."
        )
    file.seek(start)
    given, seen = 0, 0
    while seen < size:
        head = file.read(_ENTRY_SIZE)
        if len(head) < _ENTRY_SIZE or not head.startswith(_ENTRY):
            raise PackedFileRefused("The directory of this zip is damaged. Nothing was unpacked.")
        flags, method = struct.unpack("<HH", head[8:12])
        crc, packed, unpacked = struct.unpack("<LLL", head[16:28])
        lengths = struct.unpack("<HHH", head[28:34])
        (offset,) = struct.unpack("<L", head[42:46])
        name, extra = file.read(lengths[0]), file.read(lengths[1])
        file.seek(lengths[2], 1)
        seen += _ENTRY_SIZE + sum(lengths)
        packed, unpacked, offset = _wide(extra, unpacked, packed, offset)
        if name.endswith((b"/", b"\\")) and unpacked == 0:
            continue
        given += 1
        if given > most:
            raise PackedFileRefused(f"This zip holds more than {most:,} files. None was unpacked.")
        yield Member(given, _text(name), flags, method, crc, packed, unpacked, offset + shift)


def _end(file: BinaryIO) -> tuple[int, int, int, int]:
    """Return number of entries, size and start of the directory, and by how much the data before
    the zip shifts all offsets."""
    length = file.seek(0, 2)
    tail_at = max(0, length - _END_SIZE - _LONGEST_COMMENT)
    file.seek(tail_at)
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise PackedFileRefused("This zip has no end: part of it is missing. Nothing was unpacked.")
    _, number, size, start = struct.unpack("<HHLL", tail[at + 8 : at + 20])
    end = tail_at + at
    if _ZIP64 in (size, start) or number == 0xFFFF:
        found = _end64(file, end)
        if found is not None:
            number, size, start, end = found
    shift = end - size - start
    if shift < 0:
        raise PackedFileRefused("The directory of this zip is damaged. Nothing was unpacked.")
    return number, size, start + shift, shift


def _end64(file: BinaryIO, end: int) -> tuple[int, int, int, int] | None:
    """Return the same for a zip too large for the older fields."""
    file.seek(max(0, end - 20))
    locator = file.read(20)
    if not locator.startswith(_LOCATOR):
        return None
    at = end - 20 - 56
    file.seek(max(0, at))
    found = file.read(56)
    if not found.startswith(_END64):
        return None
    _, number, size, start = struct.unpack("<QQQQ", found[24:56])
    return number, size, start, at


def _wide(extra: bytes, unpacked: int, packed: int, offset: int) -> tuple[int, int, int]:
    """Return packed size, unpacked size and place, where they need more than 32 bits."""
    at = 0
    while at + 4 <= len(extra):
        what, size = struct.unpack("<HH", extra[at : at + 4])
        if what == 1:
            held = extra[at + 4 : at + 4 + size]
            values = iter(struct.unpack(f"<{len(held) // 8}Q", held[: len(held) // 8 * 8]))
            if unpacked == _ZIP64:
                unpacked = next(values, unpacked)
            if packed == _ZIP64:
                packed = next(values, packed)
            if offset == _ZIP64:
                offset = next(values, offset)
            break
        at += 4 + size
    return packed, unpacked, offset


def _text(name: bytes) -> str:
    """Return a name as text: UTF-8 if it is, else as DOS had it, whatever the zip says."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("cp437")
