"""Cards with their player behind them, and German letters for suits, as the readers of plays know
them; every line keeps its length and its place."""

from __future__ import annotations

import re

from archive.importers.ranks import word

FEW = 4
"""The fewest cards with a player behind them that show it to be a sheet's way."""
FEWEST = 2
"""The fewest plays of a trick."""
MOST = 12
"""The most players of a game."""
BEHIND = re.compile(
    rf"(?P<before>(?:^|[,;|]|\d[.:)])[ \t]*)(?P<card>{word('')})[ ]?"
    r"\((?P<name>[^\W\d_][\w'’.-]{0,39}(?:[ ][^\W\d_][\w'’.-]{0,39})?)\)",
    re.MULTILINE,
)
"""A card and its player: `Queen of hearts (Mia)`."""
ROW = re.compile(r"^(?P<before>[ \t]*\|)(?P<cells>[ \t]*\d{1,2}[ \t]*\|[^\n]*)$", re.MULTILINE)
"""A numbered row of a table that stands between sentences."""
SUITED = re.compile(r"(?<!\w)(?P<suit>[HPKC])(?P<rank>10|[2-9AKDB])(?!\w)")
ENGLISH = re.compile(r"(?<!\w)(?:[HPKCDS][JQT]|[SD](?:10|[2-9AK]))(?!\w)")
SIGNS = {"H": "♥", "P": "♠", "K": "♣", "C": "♦"}
"""Suits by the letters of Herz, Pik, Kreuz and Caro."""


def without_bars(text: str) -> str:
    """Return a text with the numbered tricks of a table, `| 1 | Mia ♥D | Jan ♥A`, as lists."""
    return ROW.sub(_listed, text)


def _listed(row: re.Match[str]) -> str:
    number, *plays = row["cells"].split("|")
    if number[-1] != " " or sum(map(bool, map(str.strip, plays))) < FEWEST:
        return row[0]
    return row["before"].replace("|", " ") + number[:-1] + ". " + ",".join(plays)


def players_first(text: str) -> str:
    """Return a text with each player before the card, where the sheet writes them behind it."""
    names = [found["name"] for found in BEHIND.finditer(text)]
    if len(names) < FEW or not 1 < len({*names}) <= MOST:
        return text
    return BEHIND.sub(_turned, text)


def _turned(found: re.Match[str]) -> str:
    told = found["before"] + found["name"]
    return told + f" {found['card']}".rjust(len(found[0]) - len(told))


def with_suit_signs(text: str) -> str:
    """Return a text with the signs of suits for their German letters, `♣A` for `KA`, where cards of
    Kreuz and of Pik show that these are meant."""
    seen = [found["suit"] for found in SUITED.finditer(text)]
    if min(seen.count("P"), seen.count("K"), seen.count("H")) < 2 or ENGLISH.search(text):
        return text
    return SUITED.sub(lambda found: SIGNS[found["suit"]] + found["rank"], text)
