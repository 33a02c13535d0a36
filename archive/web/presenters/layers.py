"""Layers as addresses name them, and as a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from archive.analyst.annotated import annotated as with_analyst
from archive.analyst.annotations import of_json
from archive.notation import read, write
from archive.notation.notes import with_notes
from archive.services import GameView
from archive.services.layers import LayerView

ANALYST: Final = "analyst"
"""What the analyst's layer is called in an address."""
MOST_NAMED: Final = 60


def named_in(text: str) -> list[str]:
    """Return the layers that an address names, each once, whether to switch them on or off."""
    named = (one.removeprefix("-") for one in text.split(","))
    return list(dict.fromkeys(filter(None, named)))[:MOST_NAMED]


def annotated(game: GameView, layers: Iterable[LayerView], weighed: str | None = None) -> bytes:
    """Return a record as XXN with layers written into it, and what the analyst says where that is
    given. Where there are several, each person's words begin with their name."""
    found = list(layers)
    several = len(found) > 1
    made = with_notes(
        read(game.data, game.number or 1),
        [(one.owner if several else "", one.notes) for one in found],
    )
    if weighed is None:
        return made
    record = with_analyst(read(made, game.number or 1), of_json(weighed))
    return write(record).encode(errors="surrogateescape")
