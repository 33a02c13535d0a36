"""Sheets of Twenty-Two that give only who lost each hand with which card, `3. Ana A, Cem A`, or
each player's losing cards, `Ann: J, A`; read by their names and figures."""

from __future__ import annotations

from archive.importers import figures
from archive.importers.imported import Imported, Importer, Options


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    return bool(_read(data, options).records)


def _read(data: bytes, options: Options) -> Imported:
    return figures.read(IMPORTER, data, options, of_losers=True)


IMPORTER = Importer("losing-cards", "a sheet of losing cards", _recognises, _read)
