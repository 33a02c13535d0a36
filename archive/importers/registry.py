"""The registry of importers: what modules of this package define as an `Importer`. To add another
kind of text is to add one file.

Whether a reading is believed, the rules must say: `read_sheet.import_bytes` asks them.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from archive import importers
from archive.core.errors import TwentiesError
from archive.importers.days_of_games import with_days
from archive.importers.imported import Imported, Importer, Options, only_importer
from archive.importers.players_like_cards import shown_to_readers, with_their_names
from archive.importers.ranks import Ranks
from archive.importers.source import LARGEST

RECORD = re.compile(rb'(?:(?<![^\r\n])|(?<=\xef\xbb\xbf))\[XXN "')
"""The beginning of a record of XXN."""


UNDECLARED = Options()


class UnknownImporter(TwentiesError):
    """The error raised for an importer that does not exist."""

    def __init__(self, asked: str) -> None:
        super().__init__(f"no such importer: {asked!r}; there are {', '.join(all_importers())}")
        self.asked = asked


@cache
def all_importers() -> dict[str, Importer]:
    """Return every importer by its name."""
    modules = (
        import_module(f"{importers.__name__}.{m.name}") for m in iter_modules(importers.__path__)
    )
    found = [
        one for module in modules for one in vars(module).values() if isinstance(one, Importer)
    ]
    return {importer.name: importer for importer in sorted(found, key=lambda one: one.name)}


def is_xxn(data: bytes) -> bool:
    """Return whether a record of XXN begins anywhere in the bytes; then there is nothing to
    import."""
    return RECORD.search(data) is not None


def recognise(
    data: bytes, filename: str | None = None, options: Options = UNDECLARED
) -> Importer | None:
    """Return the one importer that recognises the bytes (`imported.only_importer`)."""
    if is_xxn(data) or not data.strip() or len(data) > LARGEST:
        return None
    return only_importer(all_importers().values(), data, filename, options)


def import_bytes(
    data: bytes, filename: str | None = None, importer: str | None = None, **options: str
) -> Imported | None:
    """Read a text that is not XXN. Return None where no importer recognises it.

    `importer` names one, and nothing is recognised. Otherwise a sheet of which something is left
    over is read by its figures, if all of them have a meaning. `options` are those of `Options`:
    `ranks="10"`, `encoding="cp1252"`. Raises `UnknownImporter` or `UnknownRanks` for a name that
    does not exist, and never for anything in the bytes.
    """
    declared = Options(**options)
    Ranks.declared(declared.ranks)
    shown = data if is_xxn(data) else shown_to_readers(data, declared.encoding)
    found = _read(shown, filename, importer, declared)
    return with_their_names(found) if found and shown != data else found


def _read(
    data: bytes, filename: str | None, importer: str | None, declared: Options
) -> Imported | None:
    """Return a text as the importer named reads it, or the one that recognises it."""
    if importer is None:
        chosen = recognise(data, filename, declared)
    else:
        chosen = all_importers().get(importer)
        if chosen is None:
            raise UnknownImporter(importer)
    found = None if chosen is None else chosen.read(data, declared)
    figures = importer is None and chosen is not all_importers()["json"]
    if figures and found is not None and found.leaves_some_over:
        by_figures = all_importers()["figures"]
        read = None if is_xxn(data) else by_figures.read(data, declared)
        found = read if read and read.records else found
    return found and with_days(found)
