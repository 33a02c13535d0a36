"""Catalogues as translators write them, in gettext's `.po` files."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


@cache
def catalogue(path: Path) -> Catalog:
    """Return the catalogue in a file. Raises `PoFileError` where a line of it cannot be read."""
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def compiled(path: Path) -> bytes:
    """Return a catalogue in gettext's binary form, without what is missing or marked fuzzy."""
    into = BytesIO()
    write_mo(into, catalogue(path))
    return into.getvalue()


def untranslated(path: Path) -> list[str]:
    """Return the English sentences that a catalogue lacks, or has marked fuzzy."""
    return [_english(message) for message in catalogue(path) if message.id and _lacking(message)]


def _lacking(message: Message) -> bool:
    said = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return message.fuzzy or not all(said)


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]
