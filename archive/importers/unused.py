"""What in a text that is no game could not be used: the line without which the rest is one, else
the line that comes nearest to one, and what is wrong with it.

Only the beginning of a text is looked at, and of each line too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from archive.core.events import Play
from archive.importers import evening, prose, which_game
from archive.importers.imported import Importer, Options, only_importer
from archive.importers.number_words import A_NUMBER
from archive.importers.prose.game_in_words import LOOKS_SAID
from archive.importers.prose.words import TAGS
from archive.importers.ranks import IN_WORDS, SIGNS, Ranks
from archive.importers.rows.headers import meaning_of
from archive.importers.source import LARGEST, Source
from archive.importers.undeclared_ranks import inferred

LOOKED_AT: Final = 1 << 14
"""The number of characters in which the line is looked for."""
TRIED: Final = 1 << 16
"""The number of characters that are read in all to find the line without which the rest is a
game."""
FEWEST: Final = 3
"""The fewest lines with numbers of a sheet that may lack no more than the name of its game."""
WIDEST: Final = 400
"""The number of characters of a line that are looked at."""
FIGURES: Final = re.compile(
    rf"[\d{''.join(SIGNS)}]|(?<!\w)(?:{A_NUMBER}|{'|'.join(IN_WORDS)})(?!\w)", re.IGNORECASE
)
"""Numbers and cards."""
LETTER: Final = re.compile(r"[^\W\d_]")
TAGGED: Final = re.compile(
    rf"[#*_ \t]*(?:{'|'.join(TAGS)}|players|spieler(?:innen)?)[ \t]*:", re.IGNORECASE
)
TRUMPS: Final = re.compile(r"(?<!\w)trump(?:s|f)?(?!\w)", re.IGNORECASE)
"""A word that one game alone has."""
BRACKETS: Final = re.compile(r"\[[A-Za-z]\w* \"")
"""A tag, as notations of other games have them too."""
JSON: Final = re.compile(r"\ufeff?[\s\[]*+\{\s*+[\"}]")
ODD: Final = re.compile("[\0-\x08\x0e-\x1f\ufffd\udc80-\udcff]")
"""Characters of which text has hardly any."""
BEHIND: Final = re.compile(r"(?:[^\W\d_]|20)[.!?] [^\W\d_].*\d")
"""A further sentence, with a number in it."""
JSON_EXAMPLE: Final = '{"tags": {"Game": "twenty"}, "events": []}'


class Trouble(Enum):
    """What is wrong with the line."""

    EMPTY = "there is no line"
    LONG = "the text is longer than what is read"
    BYTES = "it is no text"
    JSON = "it is JSON of something else"
    HEADER = "it heads no column with players or cards"
    NO_PLAYERS = "it heads no column with players"
    NO_CARDS = "it heads no column with cards"
    ALONE = "it is the only play"
    UNFINISHED = "it is the first of several plays, and the sheet was not read"
    NO_GAME = "it would be of a game if the sheet named that"
    IN_THE_WAY = "without it the rest is a game"
    ONE_OF_SEVERAL = "without it the rest is a game, and so it is without another line"
    HEADING = "it is a heading with no game below"
    LINE = "it is not understood"


NOT_READ: Final = frozenset({
    Trouble.HEADER, Trouble.NO_PLAYERS, Trouble.NO_CARDS, Trouble.LINE, Trouble.IN_THE_WAY,
    Trouble.ONE_OF_SEVERAL,
})  # fmt: skip
"""What is said of a line where the sheet may only lack the name of its game."""


class Unused(NamedTuple):
    """A line that could not be used, by its number from 0, and what might stand there: a play of
    its game, or JSON."""

    trouble: Trouble
    line: int
    example: str


def unused(text: str, lines: Sequence[str], size: int) -> Unused:
    """Return what could not be used of a text in which no game is found; `lines` are its lines,
    `size` is the number of its bytes."""
    start = text[:LOOKED_AT]
    head = [line[:WIDEST] for line in lines[: start.count("\n") + start.count("\r") + 1]]
    titles = (found for line in head if (found := _game(line)))
    named = next(titles, None) or which_game.in_sentence(text)
    game = named[0] if named else which_game.DEFAULT
    trouble, line = _trouble(text, start, lines, head, size)
    example = JSON_EXAMPLE if trouble is Trouble.JSON else which_game.EXAMPLES[game]
    if trouble in NOT_READ and named is None and (title := _title(tuple(lines))):
        return Unused(Trouble.NO_GAME, line, f"Game: {title}")
    return Unused(trouble, line, example)


def _trouble(
    text: str, start: str, lines: Sequence[str], head: Sequence[str], size: int
) -> tuple[Trouble, int]:
    first = next((at for at, line in enumerate(head) if line.strip(" \t\ufeff")), None)
    if size > LARGEST:
        return Trouble.LONG, first or 0
    if first is None:
        return (Trouble.LINE if text.strip(" \t\r\n\ufeff") else Trouble.EMPTY), 0
    if "\0" in start or len(ODD.findall(start)) * 10 > len(start):
        return Trouble.BYTES, first
    if JSON.match(start):
        return Trouble.JSON, first
    in_the_way = _in_the_way(tuple(lines)) if len(text) < LOOKED_AT else None
    return in_the_way or _table(head) or _plays(start) or _nearest(head)


@lru_cache(maxsize=4)
def _in_the_way(lines: tuple[str, ...]) -> tuple[Trouble, int] | None:
    """Return the line without which a text is read as a game, by its number from 0; of several,
    any of which may be the wrong one, the first of those without which it is a sheet of one form,
    of the importer that goes first. None where there is no such line, or the text is too long to
    try each."""
    size = sum(map(len, lines)) + len(lines)
    if not 1 < len(lines) <= TRIED // size or _form(lines):
        return None
    found = {
        at: (one.several, len(one.behind))
        for at, line in enumerate(lines)
        if line.strip() and (one := _form([*lines[:at], *lines[at + 1 :]]))
    }
    if not found:
        return None
    trouble = Trouble.IN_THE_WAY if len(found) == 1 else Trouble.ONE_OF_SEVERAL
    return trouble, min(found, key=lambda at: (*found[at], at))


@lru_cache(maxsize=4)
def _title(lines: tuple[str, ...]) -> str | None:
    """Return the name of the first game of which the lines are a sheet, where that is named above
    them; None where they are of none, or too few with numbers, or too long to try."""
    told = sum(FIGURES.search(line[:WIDEST]) is not None for line in lines)
    if told < FEWEST or sum(map(len, lines)) + len(lines) > LOOKED_AT:
        return None
    trumps = any(TRUMPS.search(line[:WIDEST]) for line in lines)
    titles = sorted(
        which_game.TITLES.items(), key=lambda one: trumps and one[0] != which_game.ZWANZIG
    )
    return next((title for _, title in titles if _form([title, *lines])), None)


def _form(lines: Sequence[str]) -> Importer | None:
    """Return the importer of these lines."""
    forms = (evening.IMPORTER, *evening.FORMS)
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    return only_importer(forms, data, None, Options())


def nearest(lines: Sequence[str]) -> int:
    """Return the line that looks most like a part of a game: words with a number or a card, before
    numbers alone, before other words, before headings; of equals the first."""
    return max(range(len(lines)), key=lambda at: (_likeness(lines[at]), -at))


def _nearest(head: Sequence[str]) -> tuple[Trouble, int]:
    at = nearest(head)
    return Trouble.HEADING if _likeness(head[at]) == 1 else Trouble.LINE, at


def _likeness(line: str) -> int:
    line = line[:WIDEST]
    if not line.strip() or BRACKETS.match(line):
        return 0
    if _is_heading(line):
        return 1
    if FIGURES.search(line) is None:
        return 2
    return 4 if LETTER.search(line) else 3


def _is_heading(line: str) -> bool:
    """Return whether a line names a game, or what belongs to one, and says nothing behind that."""
    if BEHIND.search(line):
        return False
    return _game(line) is not None or bool(TAGGED.match(line) or LOOKS_SAID.match(line))


def _game(line: str) -> tuple[str, str] | None:
    """Return the game that a line begins with."""
    bare = line.lstrip("#*_ \t")
    tagged = prose.GAME.match(bare)
    title = tagged["game"].strip() if tagged else bare
    return which_game.in_title(title) if which_game.TITLE.match(title) else None


def _table(head: Sequence[str]) -> tuple[Trouble, int] | None:
    """Return what is wrong with the header of a table: the first of two lines with as many
    separators. Between commas alone there is no blank."""
    for separator in (";", "\t", "|", ","):
        rows = [line.strip("| ").split(separator) for line in head]
        for at, (one, next_one) in enumerate(pairwise(rows)):
            words = separator == "," and any(cell[:1] == " " for cell in (*one[1:], *next_one[1:]))
            if len(one) > 1 and len(one) == len(next_one) and not words:
                return _header(one, at)
    return None


def _header(cells: Sequence[str], at: int) -> tuple[Trouble, int] | None:
    there = {*map(meaning_of, cells)}
    if {"player", "card"} <= there:
        return None
    if there.isdisjoint({"player", "card"}):
        return Trouble.HEADER, at
    return Trouble.NO_CARDS if "player" in there else Trouble.NO_PLAYERS, at


def _plays(start: str) -> tuple[Trouble, int] | None:
    """Return the line of the first play that a text in words has; of several, it is no fault of
    theirs that the sheet was not read."""
    if prose.NATIVE.search(start):
        return None
    source = Source(start.encode("utf-8", "surrogateescape"))
    told = prose.read_game(source, Ranks.declared(inferred(source.text)), source.text)
    plays = [at for at, event in zip(told.places, told.events, strict=True)
             if isinstance(event, Play)]  # fmt: skip
    if not plays:
        return None
    trouble = Trouble.ALONE if told.played == 1 else Trouble.UNFINISHED
    return trouble, source.place(plays[0])[0] - 1
