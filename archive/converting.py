"""An upload that is not XXN made into XXN, where an importer recognises it.

As in judging, nothing in the bytes may harm the worker: an importer that fails or sits too long is
as if there were none, and the upload is judged as it came.
"""

from __future__ import annotations

import logging

from archive.importers import Imported, import_bytes
from archive.runtime.deadline import TooLong, deadline

logger = logging.getLogger(__name__)


def convert(data: bytes, filename: str | None, ranks: str, patience: float) -> Imported | None:
    """Return the upload as an importer reads it, be it only to say why it cannot; None where it is
    XXN, or nothing that any importer knows."""
    try:
        with deadline(patience):
            imported = import_bytes(data, filename, ranks=ranks)
            return imported if imported and (imported.xxn or imported.refusal) else None
    except TooLong:
        logger.error("Importing was given up after %g seconds", patience)
    except Exception:
        logger.exception("An upload could not be imported")
    return None
