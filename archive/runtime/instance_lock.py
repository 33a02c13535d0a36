"""A lock that says whether an instance is in use: every process that runs on it holds a share.

`twenties restore` puts another archive in the place of the present one, which must not happen while
a web server is using it. The system gives the lock back when its holder ends, however that ends.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from archive.core.errors import TwentiesError
from archive.languages import marked

NAME = "in-use.lock"


class Occupied(TwentiesError):
    """Something runs on the instance, so it cannot be changed."""


@contextmanager
def occupying(instance: Path, *, through_exec: bool = False) -> Iterator[None]:
    """Hold a share of the lock in this block; with `through_exec`, also as the program that takes
    our place."""
    with _held(instance, fcntl.LOCK_SH) as descriptor:
        os.set_inheritable(descriptor, through_exec)
        yield


@contextmanager
def alone(instance: Path, *, leaving: bool = True) -> Iterator[None]:
    """Hold the whole lock in this block. The lock's file stays; without `leaving`, a file that was
    not there before is removed again when the block fails."""
    there = (instance / NAME).exists()
    with _held(instance, fcntl.LOCK_EX):
        try:
            yield
        except BaseException:
            if not there and not leaving:
                (instance / NAME).unlink(missing_ok=True)
            raise


@contextmanager
def _held(instance: Path, kind: int) -> Iterator[int]:
    descriptor = os.open(instance / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Occupied(
                marked(
                    "The archive in %(instance)s is in use. Stop what runs on it, then try again."
                )
                if kind == fcntl.LOCK_EX
                else marked(
                    "The archive in %(instance)s is being restored. Wait until that is done."
                ),
                instance=instance,
            ) from None
        yield descriptor
    finally:
        os.close(descriptor)
