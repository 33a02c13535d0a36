"""How a sheet may look: one game in words, as a table and in XXN, from the game's own folder.

`games/<game>/sheets/` has three files of a name: `.txt`, `.csv` and `.xxn`. `<name>.de.txt` and
`<name>.de.csv` are the German ones. A game may have several names, one a rule set.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from archive import games


class SheetShown(NamedTuple):
    """One game in three forms. `rows` are those of the table, `title` is what it is called."""

    name: str
    game: str
    title: str
    prose: str
    table: str
    rows: list[list[str]]
    xxn: str

    @property
    def header(self) -> int:
        """Return which row heads the table: the first with more than a sentence in it."""
        return next(at for at, row in enumerate(self.rows) if any(row[1:]))


@cache
def places() -> dict[str, Path]:
    """Return where each record stands that has been written in three forms, by its name."""
    (folder,) = games.__path__
    return {path.stem: path for path in sorted(Path(folder).glob("*/sheets/*.xxn"))}


def titles(code: str, game: str | None = None) -> list[tuple[str, str]]:
    """Return the name and the title of each sheet, or of those of one game."""
    found = [sheet(name, code) for name, path in places().items() if game in (None, _game(path))]
    return [(one.name, one.title) for one in found if one]


@cache
def sheet(name: str, code: str) -> SheetShown | None:
    """Return the sheets of a name in a language, or in English where there are none in it; None
    where there are none at all."""
    path = places().get(name)
    if path is None:
        return None
    prose, table = (_in_language(path, code, form) for form in ("txt", "csv"))
    return SheetShown(
        name, _game(path), prose.partition("\n")[0], prose, table,
        list(csv.reader(table.splitlines())), path.read_text(encoding="utf-8"),
    )  # fmt: skip


def _in_language(path: Path, code: str, form: str) -> str:
    own = path.with_suffix(f".{code}.{form}")
    found = own if own.is_file() else path.with_suffix(f".{form}")
    return found.read_text(encoding="utf-8")


def _game(path: Path) -> str:
    return path.parents[1].name.replace("_", "-")
