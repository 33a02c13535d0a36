"""A file written beside the one it is to replace, so that nobody ever meets half of it."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self


class Replacement:
    """A fresh file for `path`. It takes its place when `keep` was called and the block is left in
    order; otherwise it is gone, and the old file as it was."""

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()  # a link stays one, and what it leads to is written
        self.kept = False

    def __enter__(self) -> Self:
        number, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        self.fresh = Path(name)
        self.file = os.fdopen(number, "wb")
        return self

    def write(self, data: bytes) -> None:
        self.file.write(data)

    def keep(self) -> None:
        self.kept = True

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.file.close()
            if self.kept and error is None:
                self.fresh.chmod(self._mode())
                self.fresh.replace(self.path)
        finally:
            with suppress(FileNotFoundError):
                self.fresh.unlink()

    def _mode(self) -> int:
        """Return the permissions of the old file, or those any new file gets."""
        try:
            return self.path.stat().st_mode & 0o7777
        except FileNotFoundError:
            mask = os.umask(0)
            os.umask(mask)
            return 0o666 & ~mask
