"""XXN, the notation: bytes to records and back. It knows no game (docs/notation.md)."""

from archive.notation.hashes import Hashes, chain, hashes
from archive.notation.json_form import from_json, to_json
from archive.notation.json_source import read_json
from archive.notation.parser import read
from archive.notation.record_boundaries import split
from archive.notation.source import Slice, stream
from archive.notation.writer import write

__all__ = [
    "Hashes", "Slice", "chain", "from_json", "hashes", "read", "read_json", "split", "stream",
    "to_json", "write",
]  # fmt: skip
