"""Tables of Twenty-Two with who lost each hand: columns such as Hand, Loser, Card and Total."""

from __future__ import annotations

from collections.abc import Sequence

from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.lines import lines_of
from archive.importers.totals.words import LONGEST_LINE

COLUMNS = {
    "number": {"hand", "deal", "round", "spiel", "runde", "blatt", "nr", "no", "#"},
    "loser": {"loser", "losers", "lost", "lost by", "who lost", "verlierer", "verliererin",
              "verloren", "wer verlor", "wer verliert", "wer verloren hat"},
    "card": {"card", "losing card", "last card", "karte", "letzte karte", "with", "mit"},
    "worth": {"total", "totals", "points", "score", "stand", "summe", "gesamt", "punkte",
              "now", "has", "now has", "has now", "hat", "hat jetzt", "hat nun", "damit"},
}  # fmt: skip
"""The columns of a table of losing cards, by what stands above them."""
NEEDED = COLUMNS.keys() - {"worth"}


def sentences_of(text: str) -> tuple[list[tuple[Line, str]], bool]:
    """Return the lines of a sheet with what each says, a row of a table of losers as the sentence
    that it means, and whether there is such a table."""
    found: list[tuple[Line, str]] = []
    columns: dict[str, int] = {}
    for line in lines_of(text):
        cells = [cell.strip() for cell in _row(text, line).split("|")]
        if headed := _columns(cells):
            columns = headed
            continue
        row = {key: cells[at] for key, at in columns.items() if at < len(cells)}
        if len(cells) > 1 and row.keys() >= NEEDED:
            behind = f" ({row['worth']})" if row.get("worth") else ""
            found.append((line, "Hand {number}: {loser} {card}".format(**row) + behind))
        else:
            found.append((line, line.text))
    return found, bool(columns)


def _row(text: str, line: Line) -> str:
    """Return a line as it stands in the text where it has bars: a `#` that heads its first column
    is no part of a sentence."""
    end = text.find("\n", line.at)
    whole = text[text.rfind("\n", 0, line.at) + 1 : end if end >= 0 else None].strip()
    return whole.strip("|") if "|" in whole[:LONGEST_LINE] else line.text


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Return the columns of a table of losers by what they hold; none where this is no header."""
    found = {
        key: at
        for at, cell in enumerate(cells)
        for key, words in COLUMNS.items()
        if cell.casefold().strip(" .:") in words
    }
    return found if found.keys() >= NEEDED else {}
