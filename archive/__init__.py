"""Card games of the Twenty family: their records read, judged, replayed and kept.

The public names for other programs are imported only when used: importing `archive` alone costs
nothing. `docs/python-api.md` describes them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from archive.library import (
        GAMES,
        Analysis,
        Assessment,
        Finding,
        Move,
        OtherReading,
        Ply,
        Position,
        Record,
        Repair,
        analyse,
        assess,
        legal,
        read,
        replay,
    )

__all__ = [
    "GAMES",
    "Analysis",
    "Assessment",
    "Finding",
    "Move",
    "OtherReading",
    "Ply",
    "Position",
    "Record",
    "Repair",
    "analyse",
    "assess",
    "legal",
    "read",
    "replay",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("archive.library"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
