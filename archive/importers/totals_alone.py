"""Whether the lines of a text give nothing but totals, and which of them are those of deals."""

from __future__ import annotations

import re
from itertools import count, pairwise

from archive.importers.ranks import SUIT_WORDS
from archive.importers.total_lines import DATED, START, SUM, Line, points_of

RANKS = frozenset("ajqktbd")
PLAYED = re.compile(
    r"[|;\t]|,\S|[:(=\[]\s*[^\s:()=\[\]]{0,3}\d|[♣♦♥♠]|(?<!\w)(?:10|[2-9akqjt])[cdhs](?!\w)"
    r"|(?<!\w)(?:trick|stich|plays|lays|leads|draws|spielt|legt|zieht|tauscht|exchanges)(?!\w)",
    re.IGNORECASE,
)
"""What a sentence about plays has in it."""
BESIDE = re.compile(
    r"\d\s+(?:stiche|tricks)\b|^\s*(?:turned up|aufgedeckt)\s*:"
    r"|^[^\d]*\b(?:before|without|vor|ohne)\s+(?:the\s+|de[mn]\s+)?bonus\b",
    re.IGNORECASE,
)
"""What is said beside totals and is no play: tricks that were counted, the cards turned up."""
SUIT = "|".join(map(re.escape, sorted(SUIT_WORDS, key=len, reverse=True)))
TRUMPS = re.compile(
    rf"(?:(?P<before>{SUIT})\s+(?:(?:is|are|ist|sind)\s+)?trump(?:s|f)?"
    rf"|trump(?:s|f)?\s*(?:is|are|ist|sind|:)?\s*(?P<behind>{SUIT}))\.?",
    re.IGNORECASE,
)
"""A sentence that names trumps."""


def are_totals(found: list[Line]) -> bool:
    """Return whether the lines of a text give nothing but totals."""
    found = with_deals_numbered(found)
    totals = [one for one in found if one.kind in ("deal", "start")]
    values = [points for one in totals for _, points in one.points]
    players = names_with_totals(found)
    odd = [one for one in found if one.kind == "odd" and _tells_plays(one.text, players)]
    named = any(map(_names_the_game, found))
    no_cards = any(not 1 <= value <= 10 for value in values)
    return len(totals) > (not named) and len(players) > 1 and no_cards and not odd


def _tells_plays(text: str, players: set[str]) -> bool:
    """Return whether a sentence beside totals may tell of plays: a card or a number behind a
    colon, a bracket or more than one player."""
    bare = DATED.sub("", text)
    if BESIDE.search(text):
        return False
    if SUM.fullmatch(text) or START.fullmatch(text) or not re.search(r"\d|[♣♦♥♠]", bare):
        return False
    words = [one.casefold() for one in re.findall(r"[^\W\d_]+|\d+", bare)]
    behind = sum(
        one in players and (other.isdigit() or other in RANKS) for one, other in pairwise(words)
    )
    return behind > 1 or PLAYED.search(bare) is not None


def with_deals_numbered(lines: list[Line]) -> list[Line]:
    """Return the lines with each deal numbered, and with its trumps."""
    return _with_trumps(_numbered(lines))


def _with_trumps(lines: list[Line]) -> list[Line]:
    """Return the lines with trumps that a sentence names as those of the next deal."""
    told: list[Line] = []
    suit = ""
    for line in lines:
        named = TRUMPS.fullmatch(line.text) if line.kind == "odd" else None
        if named:
            suit = SUIT_WORDS[(named["before"] or named["behind"]).casefold()]
            continue
        if line.kind == "deal":
            line = line._replace(suit=line.suit or suit)
            suit = ""
        told.append(line)
    return told


def _numbered(lines: list[Line]) -> list[Line]:
    """Return the lines with the deals numbered of a sheet that names its game, and has a line with
    every player's total for each deal and no number before it."""
    if any(line.kind == "deal" for line in lines) or not any(map(_names_the_game, lines)):
        return lines
    standings = [points_of(line.text) if line.kind == "odd" else () for line in lines]
    told = [frozenset(name.casefold() for name, _ in points) for points in standings if points]
    if not told or len({*told}) != 1:
        return lines
    deals = count(1)
    return [
        line._replace(kind="deal", number=next(deals), points=points) if points else line
        for line, points in zip(lines, standings, strict=True)
    ]


def _names_the_game(line: Line) -> bool:
    return line.kind == "game" or line.text[:5].casefold() == "game:"


def names_with_totals(lines: list[Line]) -> set[str]:
    """Return the names of those who have totals, in small letters."""
    told = (line.points for line in lines if line.kind in ("deal", "start"))
    return {name.casefold() for points in told for name, _ in points}
