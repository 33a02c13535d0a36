"""Names of downloaded files, written so that every browser reads them; and zips made while they are
sent, of which neither the files nor the whole are ever held in memory."""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, Final, cast
from urllib.parse import quote

from flask import Response

from archive.services.ownership import ExportPart

_PLAIN: Final = "!#$&+-.^_`|~"
"""Signs that stand for themselves in an extended value (RFC 8187), beside letters and digits."""
_UNFIT: Final = frozenset('"%;')
"""Signs that browsers read differently within quotation marks."""


def name_file(answer: Response, kind: str, name: str) -> Response:
    """Set the name of an answer's file, and return the answer. `kind` is `attachment` for a
    download and `inline` for what may be shown; the name is given in ASCII and, where that loses
    something, whole beside it (RFC 6266)."""
    name = "".join(one if one.isprintable() and one not in "/\\" else "_" for one in name)
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    bare = "".join("_" if one in _UNFIT else one for one in bare).strip()
    bare = bare if bare.strip("._ ") and not bare.startswith(".") else f"file{bare}"
    said = f'{kind}; filename="{bare}"'
    if bare != name:
        said += f"; filename*=UTF-8''{quote(name.encode('utf-8', 'replace'), safe=_PLAIN)}"
    answer.headers["Content-Disposition"] = said
    return answer


class _Outlet:
    """The output of a zip: holds what has not been sent yet, and cannot be sought in."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._sent = 0

    def write(self, data: bytes) -> int:
        """Add some bytes and return how many."""
        self._held += data
        return len(data)

    def tell(self) -> int:
        """Return the number of bytes so far."""
        return self._sent + len(self._held)

    def flush(self) -> None:
        """Do nothing: it is sent as it comes."""

    def take(self) -> bytes:
        """Return what has not been sent yet, and forget it."""
        taken = bytes(self._held)
        self._sent += len(taken)
        self._held.clear()
        return taken


def zipped(parts: Iterable[ExportPart]) -> Iterator[bytes]:
    """Return the bytes of a zip of these parts."""
    outlet = _Outlet()
    with zipfile.ZipFile(cast(IO[bytes], outlet), "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            info = zipfile.ZipInfo(part.name, part.at.utctimetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            with archive.open(info, "w", force_zip64=True) as file:
                for piece in part.pieces:
                    file.write(piece)
                    if taken := outlet.take():
                        yield taken
    yield outlet.take()
