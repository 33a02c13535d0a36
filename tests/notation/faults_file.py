"""What stands beside a record in fixtures/notation/: `.faults`, a line a fault, `.canonical`."""

from __future__ import annotations

from archive.notation import read, split, write
from archive.scoring import verify


def reader_faults(data: bytes) -> str:
    """What the reader says to a whole file, a line a fault, lines counted in the file."""
    return "".join(
        f"{fault.severity} {fault.code} at {fault.line + one.line - 1}:{fault.column}"
        f"{f' fix {fault.fix}' if fault.fix else ''}\n"
        for one in split(data)
        for fault in read(data[one.start : one.end], one.number).diagnostics
    )


def judge_faults(data: bytes) -> str:
    """What the judge says to a whole file; faults of the writing among it."""
    return "".join(
        f"{finding.severity} {finding.code} at {finding.line + one.line - 1}:{finding.column}\n"
        for one in split(data)
        for finding in verify(data[one.start : one.end], one.number).findings
    )


def canonical(data: bytes) -> str:
    """Every record of a file in canonical form, an empty line between two."""
    return "\n".join(write(read(data[one.start : one.end], one.number)) for one in split(data))
