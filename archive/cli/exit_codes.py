"""Exit codes. The worst record of a run decides."""

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
    """Whoever was reading has stopped, as a shell reports it for its own commands."""
