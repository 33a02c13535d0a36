"""What looking at something comes to, and how clocks and room on a disk are judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

# With less than this on the disk nothing is well any more; with less than ten times, for long.
LITTLE_ROOM: Final = 200 << 20
# Seconds by which two clocks may differ.
CLOCKS_DIFFER: Final = 10.0


class State(StrEnum):
    """How something is."""

    WELL = "well"
    WARNING = "warning"
    ILL = "ill"


@dataclass(frozen=True)
class HealthFinding:
    """One thing looked at."""

    subject: str
    state: State
    says: str
    facts: dict[str, Any] = field(default_factory=dict)


def worst(found: list[HealthFinding]) -> State:
    """Return the state of what is in the worst one; WELL where nothing was found."""
    states = {one.state for one in found}
    return next((state for state in (State.ILL, State.WARNING) if state in states), State.WELL)


def clock(whose: str, seconds: float, overdue: float) -> Iterator[HealthFinding]:
    """Say so where a clock differs from this machine's: uploads are swept too early then, or too
    late."""
    if abs(seconds) < CLOCKS_DIFFER:
        return
    how = "ahead of" if seconds > 0 else "behind"
    says = (
        f"The {whose}'s clock is {abs(seconds):.0f} seconds {how} this machine's: let all of them "
        "follow one time server."
    )
    state = State.ILL if abs(seconds) >= overdue else State.WARNING
    yield HealthFinding("clock", state, says, {"ahead": seconds})


def room(subject: str, free: int, largest: int) -> HealthFinding:
    """Return whether so many free bytes will do where uploads may have `largest`."""
    facts = {"free": free}
    says = f"{in_bytes(free)} are free."
    if free < LITTLE_ROOM or free < largest:
        return HealthFinding(subject, State.ILL, f"Only {says} Uploads are about to fail.", facts)
    if free < 10 * LITTLE_ROOM:
        return HealthFinding(subject, State.WARNING, f"Only {says}", facts)
    return HealthFinding(subject, State.WELL, says, facts)


def in_bytes(size: int) -> str:
    """Return a size as it is read: `1.2 GB`."""
    for unit, factor in (("GB", 1 << 30), ("MB", 1 << 20)):
        if size >= factor:
            return f"{size / factor:,.1f} {unit}"
    return f"{size / 1024:,.0f} KB"
