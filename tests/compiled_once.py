"""What takes longest to prepare, prepared once for all archives and applications that tests make.

Compiling the templates of one page takes ten times as long as answering with it; compiling a
statement of SQL several times as long as running it on an archive with next to nothing in it.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache


class CompiledTemplates(BytecodeCache):
    """Keeps compiled templates in memory, each until its source changes."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self._kept[bucket.key, bucket.checksum] = bucket.code


class CompiledStatements(dict[Any, Any]):
    """Keeps statements that SQLAlchemy has compiled, whichever engine they were compiled for: its
    keys begin with the dialect, an object of each engine's own, of which here the name counts."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_of_any_engine(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_of_any_engine(key), compiled)


def _of_any_engine(key: Any) -> Any:
    dialect, *others = key
    return dialect.name, *others
