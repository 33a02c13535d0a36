"""XXN in its JSON form: one record, a list of records, or one record a line."""

from __future__ import annotations

import re

from archive.importers.imported import Imported, Importer, Options
from archive.importers.source import at_most_500
from archive.notation import read_json

OPENING = re.compile(rb'(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*"[^"\n]{0,200}"\s*:')
"""The beginning of an object of JSON, whatever its keys: what is wrong with it is told as that."""


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    return OPENING.match(data) is not None


def _read(data: bytes, options: Options) -> Imported:
    records = read_json(data)
    found = [diagnostic for record in records for diagnostic in record.diagnostics]
    if found and not any(record.tags or record.events for record in records):
        records = []
    return Imported(IMPORTER.name, IMPORTER.title, records, at_most_500(found, len(found)))


IMPORTER = Importer("json", "XXN as JSON", _recognises, _read)
