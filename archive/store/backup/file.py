"""The file of a backup: a zip with a stream for every table, and what must be in them.

manifest.json            what this is, of which revision, and every stream's rows and SHA-256
tables/<table>.ndjson    a row a line, an array of its values in the order of the columns
files/<name>             what else belongs to the archive: its secret key
"""

from __future__ import annotations

import errno
import hashlib
import json
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, BinaryIO, Final, Self

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.store.backup.values import Kind

FORMAT: Final = "twenties-backup"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
NO_BACKUP: Final = marked("%(path)s is damaged, or no backup of an archive.")
LARGEST_FILE: Final = 1 << 20
STRETCH: Final = 1 << 20
# The same content makes the same bytes, at any time.
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


class Damaged(TwentiesError):
    """A file that is no backup, or is damaged."""


class TooNewBackup(TwentiesError):
    """A backup made by a later version of this archive."""


@dataclass(frozen=True)
class StoredTable:
    """The table of a stream, with its number of rows and hash."""

    name: str
    columns: list[tuple[str, Kind]]
    rows: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """A backup's description of itself."""

    revision: str
    """The revision of the database's schema."""
    made_at: str
    program: str
    """The version of the program that made it."""
    database: str
    """The kind of database it was made of."""
    tables: list[StoredTable] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    """Names and SHA-256 hashes."""

    def rows(self, table: str) -> int:
        """Return how many rows of a table there are."""
        return next((found.rows for found in self.tables if found.name == table), 0)


class Writing:
    """A backup being written into an open file."""

    def __init__(self, stream: BinaryIO) -> None:
        self._zip = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=4)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failed: object) -> None:
        """Close the stream; whatever failed has said what it lacks."""
        with suppress(OSError, ValueError):
            self._zip.close()

    @contextmanager
    def table(self, name: str) -> Iterator[Hashed]:
        """Yield the file for the rows of a table."""
        with self._zip.open(_entry(f"tables/{name}.ndjson"), "w", force_zip64=True) as stream:
            yield Hashed(stream)

    def file(self, name: str, content: bytes) -> str:
        """Add a small file, and return its SHA-256."""
        self._zip.writestr(_entry(f"files/{name}"), content)
        return hashlib.sha256(content).hexdigest()

    def end(self, manifest: Manifest) -> None:
        """Write the manifest, and close the backup."""
        said = {"format": FORMAT, "version": VERSION, **asdict(manifest)}
        self._zip.writestr(_entry(MANIFEST), json.dumps(said, indent=1, ensure_ascii=False))
        self._zip.close()


class Hashed:
    """A stream of lines, counted and hashed as they are written."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._digest = hashlib.sha256()
        self.lines = 0

    def write(self, line: bytes) -> None:
        """Write a line, counted and hashed."""
        self._stream.write(line)
        self._digest.update(line)
        self.lines += 1

    @property
    def sha256(self) -> str:
        """Return the hash of all that was written."""
        return self._digest.hexdigest()


class OpenBackup:
    """A backup to read from; raises Damaged or TooNewBackup for any other file."""

    def __init__(self, path: Path) -> None:
        with _sound(path):
            self._zip = zipfile.ZipFile(path)
        self._path = path
        try:
            with _sound(path):
                self.manifest = _manifest(json.loads(self._zip.read(MANIFEST)))
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def check(self) -> None:
        """Read all of it and compare it with the manifest, before anything is changed anywhere."""
        with _sound(self._path):
            for table in self.manifest.tables:
                digest, lines = hashlib.sha256(), 0
                with self._zip.open(f"tables/{table.name}.ndjson") as stream:
                    while stretch := stream.read(STRETCH):
                        digest.update(stretch)
                        lines += stretch.count(b"\n")
                if (digest.hexdigest(), lines) != (table.sha256, table.rows):
                    raise Damaged(
                        marked("%(path)s is damaged: the rows of %(table)s differ."),
                        path=self._path,
                        table=table.name,
                    )
            for name, sha256 in self.manifest.files.items():
                if hashlib.sha256(self.file(name)).hexdigest() != sha256:
                    raise Damaged(
                        marked("%(path)s is damaged: its %(name)s differs."),
                        path=self._path,
                        name=name,
                    )

    def rows(self, table: StoredTable) -> Iterator[list[Any]]:
        """Return a table's rows as they were written."""
        with _sound(self._path), self._zip.open(f"tables/{table.name}.ndjson") as stream:
            for line in stream:
                row = json.loads(line)
                if not isinstance(row, list) or len(row) != len(table.columns):
                    raise Damaged(
                        marked("%(path)s is damaged: a row of %(table)s cannot be read."),
                        path=self._path,
                        table=table.name,
                    )
                yield row

    def file(self, name: str) -> bytes:
        """Return the bytes of a file in the backup."""
        with self._zip.open(f"files/{name}") as stream:
            return stream.read(LARGEST_FILE)


def _manifest(said: Any) -> Manifest:
    if said["format"] != FORMAT:
        raise KeyError("format")
    if said["version"] > VERSION:
        raise TooNewBackup(
            marked(
                "This backup is of version %(version)s; this program reads %(own)s and below. "
                "Restore it with the program that made it, or a later one."
            ),
            version=said["version"],
            own=VERSION,
        )
    tables = [
        StoredTable(
            name=str(table["name"]),
            columns=[(str(name), Kind(kind)) for name, kind in table["columns"]],
            rows=int(table["rows"]),
            sha256=str(table["sha256"]),
        )
        for table in said["tables"]
    ]
    texts = {name: str(said[name]) for name in ("revision", "made_at", "program", "database")}
    files = {str(name): str(sha256) for name, sha256 in said["files"].items()}
    return Manifest(**texts, tables=tables, files=files)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


@contextmanager
def _sound(path: Path) -> Iterator[None]:
    """Turn what reading a damaged file raises into one sentence."""
    try:
        yield
    except FileNotFoundError:
        raise Damaged(marked("There is no file %(path)s."), path=path) from None
    except IsADirectoryError:
        raise Damaged(marked("%(path)s is a folder, not a backup."), path=path) from None
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        RuntimeError,  # encrypted, or packed in an unknown way
        OverflowError,
        struct.error,
        lzma.LZMAError,
    ) as error:
        raise Damaged(NO_BACKUP, path=path) from error
    except OSError as error:
        if error.errno not in (errno.EINVAL, None):  # a place before its beginning; bad bz2
            raise
        raise Damaged(NO_BACKUP, path=path) from error
