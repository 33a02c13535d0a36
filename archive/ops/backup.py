"""Backups of a whole archive: its database, and what else of it cannot be restored otherwise.

Of the instance folder that is the secret key alone: without it every account would be signed out,
and forms that stand open would be refused. The queue is left out, because all that waits in it
stands in the database as unfinished, where the sweeper finds it; so are the lock files and logs.
The environment's variables are not the archive's to keep.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from archive.config import Settings
from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.runtime.instance_lock import alone
from archive.store import backup
from archive.store.backup import Manifest
from archive.store.database import Database

KEY: Final = "secret.key"


class RestoreRefused(TwentiesError):
    """A backup that cannot be written where it was asked for."""


class Restored(NamedTuple):
    """The outcome of a restore."""

    manifest: Manifest
    aside: str | None
    """The path to which the previous archive was moved."""
    key: bool
    """Whether the secret key is the backup's now."""


def back_up(settings: Settings, path: Path, *, with_key: bool = True) -> Manifest:
    """Write a backup to `path`, which must not exist yet. It appears under its name when it is
    complete and on the disk, readable by its owner alone."""
    if path.exists():
        raise RestoreRefused(
            marked("%(path)s is there already, and a backup never takes another’s place."),
            path=path,
        )
    files = {}
    if with_key and (key := _key_kept(settings)) is not None:
        files[KEY] = key
    database = Database(settings.database_url)
    try:
        with _complete(path) as draft, draft.open("wb") as stream:
            manifest = backup.write(database, stream, files)
            stream.flush()
            os.fsync(stream.fileno())
        return manifest
    finally:
        database.close()


def restore(settings: Settings, path: Path, *, replace: bool) -> Restored:
    """Put the backup at `path` into this archive's database, and its key into the instance folder.

    Nothing may run on the instance meanwhile, nor, on PostgreSQL, be connected to it from anywhere.
    A refused restore leaves nothing behind, no folder and no lock.
    """
    stamp = f"{datetime.now(UTC):%Y%m%dt%H%M%S}"
    with (
        backup.OpenBackup(path) as opened,
        _folder(settings.instance),
        alone(settings.instance, leaving=False),
    ):
        opened.check()
        database = Database(settings.database_url, outside=True)
        try:
            aside = backup.restore(database, opened, replace=replace, stamp=stamp)
        finally:
            database.close()
        key = KEY in opened.manifest.files and _restore_key(
            settings, opened.file(KEY), stamp if aside else None
        )
    return Restored(opened.manifest, aside, key)


@contextmanager
def _folder(path: Path) -> Iterator[None]:
    """Make sure that the instance folder exists; where it was made for a block that failed, remove
    it again."""
    missing = [one for one in (path, *path.parents) if not one.exists()]
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RestoreRefused(
            marked("The folder %(path)s cannot be made: %(why)s."), path=path, why=error.strerror
        ) from error
    try:
        yield
    except BaseException:
        with suppress(OSError):  # something was put into it meanwhile
            for one in missing:
                one.rmdir()
        raise


def _key_kept(settings: Settings) -> bytes | None:
    """Return the key in the instance folder, if it is the one in use."""
    with suppress(FileNotFoundError):
        kept = (settings.instance / KEY).read_bytes()
        if kept.decode("ascii", "replace").strip() == settings.secret_key:
            return kept
    return None


def _restore_key(settings: Settings, content: bytes, stamp: str | None) -> bool:
    """Put the key in its place, unless the environment brings one; set a different key aside.
    Return whether it is in use now."""
    present = _key_kept(settings)
    if present is None and (settings.instance / KEY).exists():
        return False
    if present == content:
        return True
    path = settings.instance / KEY
    if present is not None and stamp is not None:
        path.rename(path.with_name(f"{KEY}.replaced_{stamp}"))
    with _complete(path) as draft:
        draft.write_bytes(content)
    return True


@contextmanager
def _complete(path: Path) -> Iterator[Path]:
    """Yield a file beside `path`, which is renamed to `path` when the block is done."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise RestoreRefused(
            marked("%(path)s cannot be written: %(why)s."), path=path, why=error.strerror
        ) from error
    os.close(descriptor)
    draft = Path(name)
    try:
        yield draft
        draft.replace(path)
    except OSError as error:
        raise RestoreRefused(
            marked("%(path)s was not written: %(why)s. Nothing of it was kept."),
            path=path,
            why=error.strerror or error,
        ) from error
    finally:
        draft.unlink(missing_ok=True)
