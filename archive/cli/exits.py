"""What the exit code of a command says."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the exit code says."""

    CLEAN = 0
    FINDINGS = 1
    ILLEGAL = 2
    UNREADABLE = 3
    USAGE = 64
    """The command line itself was wrong (EX_USAGE of sysexits.h)."""
    BROKEN_PIPE = 141
    """The exit status when the reader of the output has gone, as a shell reports it."""
