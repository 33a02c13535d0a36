"""The meaning of a table's columns, by the words of its header in English and German.

The header's whole text must be one of these words: a column with any other heading is reported, and
its cells are kept as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

WORDS: dict[str, tuple[str, ...]] = {
    "game": ("game", "match", "record", "spiel", "partie"),
    "event": ("event", "tournament", "turnier", "anlass"),
    "site": ("site", "place", "ort"),
    "date": ("date", "day", "datum", "tag"),
    "rules": ("rules", "rule set", "regeln"),
    "round": ("round", "round no", "runde", "runde nr"),
    "deal": ("deal", "hand", "deal no", "hand no", "blatt", "blatt nr", "hand nr",
             "deal number", "hand number"),
    "trick": ("trick", "trick no", "trick number", "stich", "stich nr"),
    "leader": ("leader", "led by", "lead", "leads", "ausspiel", "spielt aus"),
    "winner": ("winner", "won by", "taken by", "trick won by", "trick to", "stich an",
               "gewonnen von"),
    "dealer": ("dealer", "dealt by", "geber", "geberin"),
    "held": ("held", "cards held", "cards in hand", "holding", "hand cards", "handkarten"),
    "number": ("number", "no", "ply", "move", "turn", "#", "nr", "nummer", "zug", "zug nr",
               "play no", "turn no", "move no"),
    "up": ("up", "turned up", "up cards", "aufgedeckt"),
    "bonus": ("bonus", "round bonus", "bonus of the round"),
    "player": ("player", "name", "names", "who", "player name", "players",
               "spieler", "spielerin", "wer"),
    "card": ("card", "cards", "play", "played", "card played", "cards played", "action",
             "what", "laid", "card laid", "karte", "karten", "gespielt", "gelegt", "legt",
             "gelegte karte", "gespielte karte"),
    "tally": ("tally", "count", "sum", "pile", "zählung", "summe", "zwischensumme", "augen",
              "new tally", "running tally", "pile total", "makes", "macht", "ergibt", "stapel",
              "tischsumme", "augensumme"),
    "points": ("points", "score", "pts", "scored", "points scored", "scores", "point",
               "gives", "earns", "punkte", "pkt", "wertung", "gibt", "bringt"),
    "standing": ("standing", "running total", "total", "total score", "running score", "totals",
                 "total points", "points so far", "stand", "spielstand",
                 "gesamt"),
    "comment": ("comment", "comments", "note", "notes", "remark", "kommentar", "bemerkung",
                "anmerkung", "notiz"),
}  # fmt: skip
"""The words by their meaning. A table of plays needs a player and a card; the rest may be
missing."""

NEEDED = {"player", "card"}
_MEANING = {word: meaning for meaning, words in WORDS.items() for word in words}
_BETWEEN_WORDS = re.compile(r"[\s_.:*-]+")
_NTH_CARD = re.compile(
    r"(?:card|karte) ?[1-9]|(?:[1-9](?:st|nd|rd|th)?|first|second|third|fourth|fifth|erste|zweite"
    r"|dritte|vierte|fünfte) (?:card|karte)"
)
OF_A_PLAYER = re.compile(r"(?:['’]s?|s)?[ ](?P<what>.{2,40})")
REMEMBERED = 40
"""The longest text whose meaning is remembered: the meaning of every cell is asked for, most of
them repeat each other, and long ones would be kept for nothing."""


def meaning_of(header: str) -> str | None:
    """Return what a column holds, by its header; None where the header is not known."""
    return _remembered(header) if len(header) <= REMEMBERED else _meaning_of(header)


def _meaning_of(header: str) -> str | None:
    return _MEANING.get(plain(header)) or ("card" if is_nth_card(header) else None)


def plain(header: str) -> str:
    """Return a heading in small letters, with a blank for whatever stands between its words."""
    return _BETWEEN_WORDS.sub(" ", header).strip().casefold()


def is_nth_card(header: str) -> bool:
    """Return whether a column holds one of several cards of a play: `Card 2`, `2nd card`."""
    return _NTH_CARD.fullmatch(plain(header)) is not None


_remembered = lru_cache(4096)(_meaning_of)


def meaning_of_player(header: str, names: Iterable[str]) -> tuple[str, str] | None:
    """Return whose numbers a column holds and which, where its header is a player's name and a word
    behind it: “Ben's points”."""
    for name in filter(header.startswith, filter(None, names)):
        behind = OF_A_PLAYER.fullmatch(header, len(name))
        meaning = meaning_of(behind["what"]) if behind else None
        if meaning in ("tally", "points", "standing"):
            return name, meaning
    return None


def is_header(cells: Sequence[str]) -> bool:
    """Return whether a row of cells heads a table of plays."""
    return {*map(meaning_of, cells)} >= NEEDED


def place_of(index: int) -> str:
    """Return a column as spreadsheets name it: `A` for the first, `AA` for the twenty-seventh."""
    name = ""
    index += 1
    while index:
        index, letter = divmod(index - 1, 26)
        name = chr(65 + letter) + name
    return name
