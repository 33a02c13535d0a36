"""A whole database in one file, and back from it, whatever kind of database either is.

The file is a zip of one NDJSON stream a table, with a manifest of its content. No table is named
here: a database of any revision is asked what it holds, so a new table is in tomorrow's backups by
itself (and a test compares the two).
"""

from __future__ import annotations

from archive.store.backup.file import Damaged, Manifest, OpenBackup, TooNewBackup
from archive.store.backup.restoring import InUse, NotEmpty, restore
from archive.store.backup.writing import write

__all__ = [
    "Damaged",
    "InUse",
    "Manifest",
    "NotEmpty",
    "OpenBackup",
    "TooNewBackup",
    "restore",
    "write",
]
