"""XXN, the notation: bytes to records and back. It knows no game (docs/notation.md)."""

from archive.notation.hashes import Hashes, chain, hashes
from archive.notation.parser import read
from archive.notation.source import Slice, split, stream
from archive.notation.writer import write

__all__ = ["Hashes", "Slice", "chain", "hashes", "read", "split", "stream", "write"]
