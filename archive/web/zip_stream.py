"""A zip made while it is being sent: neither its files nor itself are ever held whole."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from typing import IO, cast

from archive.services.personal_export import ExportPart


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
        """Nothing to do: it is sent as it comes."""

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
