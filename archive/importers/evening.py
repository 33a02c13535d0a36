"""Sheets of an evening: several games, each written in its own form, one with its plays and another
with its totals, one in words and another as a table. Each is read by the importer of its form.

A game can begin at a line that names one, at the first line of totals, and after the last of them.
What begins there is taken for a game only if an importer recognises it by itself; otherwise it
belongs to the game before, unless it names a game and has lines with numbers: then it is one that
cannot be read, and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from archive.importers import figures, prose, separated, totals, which_game
from archive.importers.imported import Imported, Importer, Options, able_importers
from archive.importers.source import Source
from archive.importers.totals import lines_of
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.only_totals import CHANGED
from archive.importers.totals.sentences import DATED
from archive.importers.totals.words import A_SUIT, LAST, START, UNIT

FORMS = (
    totals.IMPORTER, separated.IMPORTER, prose.IMPORTER, figures.IMPORTER, figures.OF_LOSERS,
)  # fmt: skip
IN_FIGURES = (totals.IMPORTER, figures.IMPORTER, figures.OF_LOSERS)
MOST = 100
"""The most places at which a game could begin; the text after the last of them belongs to its
game."""
NUMBERED = re.compile(
    r"^[#*_|> \t]*(?:(?:round|runde|hand|deal|blatt|spiel|game)[ \t]+(\d{1,4})"
    r"|(\d{1,4})\.[ \t]+(?:round|runde|hand|deal|blatt))\b",
    re.IGNORECASE | re.MULTILINE,
)
BEFORE = re.compile(
    r"[#*_ \t]*+(?:(?:game|spiel|partie|table|tisch)[ \t]*+\d*+[ \t]*[:.)–—-]"
    r"|\d{1,3}[.)])?[#*_ \t]*",
    re.IGNORECASE,
)
"""What may stand before the name of a game in a heading."""
DIGIT = re.compile(r"\d")
FEWEST = 3
"""The fewest lines with numbers that make a game below a heading."""
A_SENTENCE = re.compile(r"[\d;|.!?]")
LONGEST_HEADING = 80
LOOKED_ON = 4_000
"""Characters in which the number of the first round or deal is looked for."""
IN_TOTALS = frozenset({"deal", "start", "header", "row", "end", "won", "out"})
ROW = re.compile(
    rf"[ |]*+(?:{START}|{LAST}|(?:(?:{UNIT})[ ]*+|#)?(?:\d{{1,3}})?[.:]?)"
    rf"(?:[ ]*+[|;\t,][ ]*+(?:{A_SUIT}|[-−–]?\d*+)){{2,}}[ ]*+$",
    re.IGNORECASE | re.MULTILINE,
)
"""A row of a table of totals."""
HEADER = re.compile(
    rf"[ |]*+(?:(?:{UNIT})|#)?[ ]*+(?:[|;\t,][^\d\n|;\t,]*+){{2,}}\n"
    rf"(?:[|: \t-]++\n)?(?=[^\n]*\d[^\d\n]+\d){ROW.pattern}",
    re.IGNORECASE | re.MULTILINE,
)
"""The names above such rows, and the first of these."""


class Start(NamedTuple):
    """A place where a game can begin, and whether it must be a game given by its totals."""

    at: int
    in_totals: bool


class Part(NamedTuple):
    """One game of a text: where it begins and ends, and the importer of its form, None for a game
    that cannot be read."""

    start: int
    end: int
    form: Importer | None


def parts_of(source: Source, starts: Sequence[Start], options: Options) -> list[Part]:
    """Return the games of a text, each with its form; fewer than two where the text is no
    evening."""
    parts: list[Part] = []
    edges = [Start(0, in_totals=False), *starts, Start(len(source.raw), in_totals=False)]
    for (start, in_totals), (end, _) in pairwise(edges if starts else ()):
        form = _form(_bytes(source, start, end), options)
        if form is not None and (form in IN_FIGURES or not in_totals):
            parts.append(Part(parts[-1].end if parts else 0, end, form))
        elif _is_a_game(source.text[start:end]) and not _is_table(parts):
            parts.append(Part(parts[-1].end if parts else 0, end, None))
        elif parts:
            parts[-1] = parts[-1]._replace(end=end)
    return parts


def _is_table(parts: Sequence[Part]) -> bool:
    """Return whether the last game is a table of plays, whose rows may name the game again."""
    return bool(parts) and parts[-1].form is separated.IMPORTER


def _is_a_game(text: str) -> bool:
    """Return whether a text is a game, read or not: a heading names one, and numbers stand in
    several lines below."""
    named, told = False, 0
    for line in lines_of(text):
        told += named and DIGIT.search(line.text) is not None
        named = named or _named(line) is not None
    return told >= FEWEST


def starts_of(text: str) -> list[Start]:
    """Return the places after the first game where a game can begin; each is the beginning of a
    line."""
    return list(islice(_starts(text, list(lines_of(text))), MOST))


def _starts(text: str, lines: Sequence[Line]) -> Iterator[Start]:
    """Yield the places where a game can begin."""
    game: str | None = None
    totals_end: int | None = None  # the end of the totals that are being passed
    titled = False
    for number, line in enumerate(lines):
        start: int | None = None
        named = _named(line)
        kind = _kind(text, line)
        if named is not None:
            below = lines[number + 1 : number + 2]
            another = named != game or _begin_totals(below)
            another = another or any(_kind(text, one) == "header" for one in below)
            start = line.at if another or _first_number(text, line.at) == 1 else None
            game, totals_end = named, None
        elif (kind in ("deal", "start", "header") and totals_end is None) or (
            kind == "header" and text[: line.at].rstrip(" \t|").endswith("\n\n")
        ):
            if not titled and (kind == "header" or _begin_totals([line])):
                start = line.at
            if titled or start is not None:
                totals_end = _end(text, line.at)
        elif totals_end is not None and kind in IN_TOTALS:
            totals_end = _end(text, line.at)
        elif totals_end is not None and _is_play(line):
            start = totals_end if _first_number(text, totals_end) in (None, 1) else None
            totals_end = None
        titled = named is not None
        if start is not None and number:
            yield Start(_head(text, start), named is None and totals_end is not None)


def _kind(text: str, line: Line) -> str:
    """Return what a line is, among others the header of a table of totals, or a row."""
    if line.kind == "odd" and HEADER.match(text, text.rfind("\n", 0, line.at) + 1):
        return "header"
    return "row" if line.kind == "odd" and ROW.match(line.text) else line.kind


def _begin_totals(lines: Sequence[Line]) -> bool:
    """Return whether the lines begin with totals."""
    return any(
        line.kind == "start"
        or (line.kind == "deal" and line.number == 1 and not CHANGED.search(line.text))
        for line in lines
    )


def _head(text: str, at: int) -> int:
    """Return the first of the lines that head a game which begins at a place."""
    start = text.rfind("\n", 0, at) + 1
    head = prose.HEADS.search(text, max(0, start - prose.HEADS_SPAN), start)
    return head.start() if head else start


def _end(text: str, at: int) -> int:
    """Return the end of the line that a place is in."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _named(line: Line) -> str | None:
    """Return the game that a line names if it is a heading and not a sentence."""
    tag = line.kind == "tag" and line.text[:5].casefold() in ("game:", "spiel")
    if not (tag or line.kind == "game") or len(line.text) > LONGEST_HEADING:
        return None
    text = DATED.sub("", BEFORE.sub("", line.text, count=1))
    beside = which_game.TARGET.sub("", which_game.TITLE.sub("", text, count=1))
    found = which_game.named(text) or (
        None if A_SENTENCE.search(beside) else which_game.in_title(text)
    )
    return found[0] if found else None


def _is_play(line: Line) -> bool:
    """Return whether a line has numbers or cards in it that are not totals."""
    return line.kind == "odd" and bool(
        re.search(r"\d", line.text) or prose.SUITED.search(line.text)
    )


def _first_number(text: str, at: int) -> int | None:
    """Return the number of the first round or deal from a place on."""
    start = text.rfind("\n", 0, at) + 1
    found = NUMBERED.search(text, start, start + LOOKED_ON)
    return int(found[1] or found[2]) if found else None


def _form(data: bytes, options: Options) -> Importer | None:
    found = able_importers(FORMS, data, None, options)
    return found[0] if len(found) == 1 else None


def _bytes(source: Source, start: int, end: int) -> bytes:
    """Return a stretch of a text as bytes of UTF-8, those that are no text as they came."""
    return source.raw[start:end].encode("utf-8", "surrogateescape")


def _plain(options: Options) -> Options:
    return options._replace(encoding="")


def _recognises(data: bytes, filename: str | None, options: Options) -> bool:
    if data[:4] == b"PK\x03\x04":
        return False
    source = Source(data, options.encoding)
    parts = parts_of(source, starts_of(source.text), _plain(options))
    forms = {part.form for part in parts}
    return len(parts) > 1 and not forms <= {totals.IMPORTER} and forms != {None}


def _read(data: bytes, options: Options) -> Imported:
    source, options_ = Source(data, options.encoding), _plain(options)
    starts = starts_of(source.text)
    if len(starts) == MOST:
        source.report(
            starts[-1].at, "too-many-games",
            f"at most {MOST} games in one text; upload the rest by itself", "more",
        )  # fmt: skip
    parts = parts_of(source, starts, options_)
    read: list[tuple[Imported, int]] = []
    for part in parts:
        data = _bytes(source, part.start, part.end)
        found = part.form.read(data, options_) if part.form else None
        if found is not None:
            read.append((found, part.start))
        if found is None or not (found.records or found.diagnostics):
            _report(source, part)
    return Imported.joined(IMPORTER, source, read)


def _report(source: Source, part: Part) -> None:
    """Report a game that cannot be read, at its first line with a number below the heading."""
    text = source.text[part.start : part.end]
    lines = [*lines_of(text)]
    named = next((at for at, line in enumerate(lines) if _named(line)), 0)
    first = next((line for line in lines[named + 1 :] if DIGIT.search(line.text)), lines[named])
    example = which_game.EXAMPLES[_named(lines[named]) or which_game.DEFAULT]
    expected = f"a play such as “{example}”, a hand or a standing"
    source.report(part.start + first.at, "not-understood", expected, first.text)


IMPORTER = Importer("evening", "a sheet of several games", _recognises, _read, several=True)
