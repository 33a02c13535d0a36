"""Cards with their player behind them, German letters for suits, and several cards by their number,
as the readers of plays know them; every line keeps its length and its place."""

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
SEVERAL = re.compile(
    r"(?<!\w)(?P<number>2|3|4|two|three|four|zwei|drei|vier)[ ]"
    r"(?P<rank>aces?|kings?|queens?|jacks?|asse|könige|buben|damen|twos|threes|fours|fives|sixes|sevens|eights"
    r"|nines|zweien|dreien|vieren|fünfen|sechsen|sieben|achten|neunen)(?!\w)"
    r"(?P<and>[ ](?:and|und)[ ](?:an?|ein(?:en?)?)(?=[ ](?:10|[2-9AKQJ])(?!\w)))?",
    re.IGNORECASE,
)
"""Several cards of a rank: `2 kings and a 4`."""
NUMBERS = {"two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4}
RANKS = {
    "ace": "A", "ass": "A", "kin": "K", "kön": "K", "que": "Q", "jac": "J", "two": "2",
    "bub": "Bube ", "dam": "Dame ",
    "thr": "3", "fou": "4", "fiv": "5", "six": "6", "sev": "7", "eig": "8", "nin": "9", "zwe": "2",
    "dre": "3", "vie": "4", "fün": "5", "sec": "6", "sie": "7", "ach": "8", "neu": "9",
}  # fmt: skip
"""Ranks by the beginning of what several cards of one are called."""


def one_by_one(text: str) -> str:
    """Return a text with each card of `2 kings and a 4` by itself."""
    return SEVERAL.sub(_each, text)


def _each(found: re.Match[str]) -> str:
    number = found["number"].casefold()
    times = NUMBERS.get(number) or int(number)
    cards = (RANKS[found["rank"][:3].casefold()] * times).rstrip() + (", " if found["and"] else "")
    return cards.rjust(len(found[0])) if len(cards) <= len(found[0]) else found[0]


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
