"""Places in a user's own sheet, in words."""

from __future__ import annotations

from archive.importers.origin import Own
from archive.web.language import _


def own_place(own: Own) -> str:
    """Return where something stands in a sheet: `line 7`, `cell B4`."""
    if own.cell:
        return _("cell %(cell)s", cell=own.cell)
    return _("line %(line)s", line=own.line)
