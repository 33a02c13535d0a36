"""XXN, the notation: bytes to records and back. It knows no game (docs/notation.md).

The names here are imported only when used: a sound record needs neither reader nor writer.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from archive.notation.decoding import Slice, stream
    from archive.notation.json_form import from_json, to_json
    from archive.notation.json_source import read_json
    from archive.notation.parser import read
    from archive.notation.record_boundaries import split
    from archive.notation.writer import write

__all__ = ["Slice", "from_json", "read", "read_json", "split", "stream", "to_json", "write"]

_HOMES = {
    "Slice": "decoding",
    "from_json": "json_form",
    "read": "parser",
    "read_json": "json_source",
    "split": "record_boundaries",
    "stream": "decoding",
    "to_json": "json_form",
    "write": "writer",
}
"""The modules of the public names."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
