"""First mistakes that nothing has put right yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archive.scoring.findings import Finding


class Mistakes:
    """Mistakes that stand open together, each once, in the order in which they were made known.

    There may be as many as a record has lines, and every further one asks for the earliest, which
    is therefore kept.
    """

    __slots__ = ("_found", "earliest")

    def __init__(self, found: Iterable[Finding] = ()) -> None:
        self._found: dict[Finding, None] = {}
        self.earliest: Finding | None = None
        for finding in found:
            self.add(finding)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._found)

    def add(self, finding: Finding) -> None:
        """Leave a mistake open."""
        self._found[finding] = None
        if self.earliest is None or finding.offset < self.earliest.offset:
            self.earliest = finding


def earliest(several: Iterable[Mistakes]) -> Finding | None:
    """Return the earliest of all these mistakes, None where there are none."""
    first = [some.earliest for some in several if some.earliest is not None]
    return min(first, key=lambda finding: finding.offset, default=None)
