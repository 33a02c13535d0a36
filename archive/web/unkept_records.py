"""Records that are read and judged, and not kept.

Runs in a checking process, away from the web server's threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from archive.importers import Imported
from archive.importers.origin import Origin
from archive.importers.registry import convert
from archive.notation import Slice, split
from archive.services import packed_files
from archive.services.packed_files import Damaged, Limits, PackedFileRefused

T = TypeVar("T")

SECONDS: Final = 60.0
"""Seconds for an importer; the check as a whole has less, and ends it."""
LIMITS: Final = Limits(members=10_000, unpacked=1 << 20, ratio=200)
"""Limits on what may come out of a packed file."""


def unpacked(data: bytes, filename: str | None) -> tuple[bytes, str | None]:
    """Return the one text in a packed file, and its name; other data as it is. Raises
    PackedFileRefused or Damaged, with a sentence that says why."""
    return packed_files.only_text(data, filename, LIMITS)


def pass_through(
    data: bytes,
    filename: str | None,
    ranks: str,
    most: int,
    each: Callable[[bytes, Slice, Origin | None], T],
    alone: Callable[[bytes, Slice, Origin | None], T] | None = None,
) -> tuple[int, list[T], dict[str, Any] | None]:
    """Return the number of records, the result of `each` for the first of them (at most `most`),
    and how they were read if they are not XXN; for those, an origin leads back to the sheet.
    `alone`, where given, replaces `each` for a record that is the only one."""
    try:
        data, filename = unpacked(data, filename)
    except (PackedFileRefused, Damaged) as refused:
        return 0, [], {**_NOT_READ, "refusal": str(refused)}
    imported = convert(data, filename, ranks, SECONDS)
    xxn = imported.xxn if imported else data
    pieces = list(split(xxn)) if imported is None or imported.records else []
    make = alone if alone is not None and len(pieces) == 1 else each
    made = [
        make(
            xxn[piece.start : piece.end], piece, imported.origin(piece.number) if imported else None
        )
        for piece in pieces[:most]
    ]
    return len(pieces), made, _read_as(imported)


_NOT_READ: Final = {
    "importer": "packed", "title": "packed files", "mapping": [], "diagnostics": [],
}  # fmt: skip


def _read_as(imported: Imported | None) -> dict[str, Any] | None:
    """Return how it was read, with the notes on it as a whole."""
    if imported is None:
        return None
    return {**imported.as_dict(), "refusal": imported.refusal}
