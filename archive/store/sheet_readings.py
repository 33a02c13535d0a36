"""How a document was read that was not XXN, the last time and each time before, as its row has it.

The first reading gives each record its first revision. A later one says of which records it gave
which revision, and keeps the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Reading: TypeAlias = Mapping[str, Any]


def of_revision(reading: Reading, nth: int, revision: int) -> Reading:
    """Return the reading from which the nth record of a document, from 0, has a revision; an empty
    one for a revision that was written by hand or is as it came."""
    return next((one for one in _all(reading) if _gave(one, nth) == revision), {})


def latest_revision(reading: Reading | None, nth: int) -> int:
    """Return the latest revision of a record that was read and not written by hand."""
    return max((_gave(one, nth) or 1 for one in _all(reading)), default=1)


def later(reading: Reading, before: Reading | None, revisions: Mapping[int, int]) -> Reading:
    """Return a reading that gave records these revisions, with all that were before."""
    given = {str(nth): revision for nth, revision in revisions.items()}
    bare = [{name: one[name] for name in one if name != "earlier"} for one in _all(before)]
    return {**reading, "revisions": given, "earlier": bare}


def _all(reading: Reading | None) -> Iterator[Reading]:
    """Return a reading and those before it, the latest first."""
    if reading is not None:
        yield reading
        yield from reading.get("earlier", ())


def _gave(reading: Reading, nth: int) -> int | None:
    given = reading.get("revisions")
    return 1 if given is None else given.get(str(nth))
