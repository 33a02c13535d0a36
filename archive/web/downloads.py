"""What a file is called that a browser keeps: any name, told so that every browser reads it;
and a zip made while it is being sent, of which neither its files nor itself are ever held whole."""

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
    """Set the name of an answer's file, and return the answer. `kind` is `attachment` for what is
    to be kept and `inline` for what may be shown; the name is told in ASCII and, where that is not
    all of it, whole beside it (RFC 6266)."""
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
    """What a zip is written to: holds what has not been sent yet, and cannot be gone back in."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._sent = 0

    def write(self, data: bytes) -> int:
        self._held += data
        return len(data)

    def tell(self) -> int:
        return self._sent + len(self._held)

    def flush(self) -> None:
        """Do nothing: it is sent as it comes."""

    def take(self) -> bytes:
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
