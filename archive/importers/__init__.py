"""Other people's transcripts: prose score sheets, rows of a table, XXN as JSON (docs/importing.md).

An importer reports everything it did not understand with its place in the text, guesses nothing,
and keeps what it could not use as a comment in the record.
"""

from archive.importers.imported import Column, Imported, Importer, Options
from archive.importers.ranks import RANKS, SAID
from archive.importers.registry import all_importers, import_bytes, recognise

__all__ = [
    "RANKS",
    "SAID",
    "Column",
    "Imported",
    "Importer",
    "Options",
    "all_importers",
    "import_bytes",
    "recognise",
]
