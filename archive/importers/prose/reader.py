"""The reader of a sheet in words: what it understands goes to the record, the rest becomes
comments.

The text is read once, from one place where something can begin to the next. Every character is
either understood or kept in a comment: none is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from archive.core.events import Gap
from archive.importers.prose import keyword_lines, player_lines
from archive.importers.prose.game_in_words import GameInWords


def read(told: GameInWords) -> None:
    """Read the text of a game from where it has been read to, up to its end."""
    search = told.at
    while match := told.words.start.search(told.text, search):
        end = _read(told, match)
        if end is None:
            search = max(match.start() + 1, _behind(match))
        else:
            search = told.at = max(end, match.start() + 1)
    told.told(len(told.text))


def go_on(told: GameInWords, text: str, where: Callable[[int], int]) -> None:
    """Read a further text of the same game, for instance a row of a table."""
    told.text, told.whole, told.where, told.at = text, text, where, 0
    read(told)


def _read(told: GameInWords, match: re.Match[str]) -> int | None:
    """Read what begins at a match; return where it ends, or None where it says nothing."""
    kind, at = match.lastgroup, match.start()
    if kind == "name" or kind == "initial":
        return player_lines.read(told, match, at)
    if kind == "pair":
        return keyword_lines.pair(told, match.start("pair"))
    if kind == "gap":
        told.told(at)
        if not (told.sheet.events and isinstance(told.sheet.events[-1], Gap)):
            told.add(Gap(""), at)
        return match.end()
    return keyword_lines.read(told, match["word"], at)


def _behind(match: re.Match[str]) -> int:
    """Return where to go on behind a word that said nothing: behind all of it, or behind a line's
    start."""
    return match.end() if match.lastgroup in ("name", "word") else match.start() + 1
