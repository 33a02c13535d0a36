"""The lines of a sheet that gives totals and no plays, each as it is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from archive.importers import which_game
from archive.importers.player_names import called
from archive.importers.totals import bare_rows
from archive.importers.totals.deal_heads import (
    plain_head,
    without_in,
    without_trumps,
)
from archive.importers.totals.kinds_of_lines import LAST, START, Line, lines_in
from archive.importers.totals.sentences import Sentence, sentences_in, with_heads
from archive.importers.totals.tables import (
    RULE,
    headed,
    headed_with_blanks,
    is_of_a_player,
    row_and_words,
    row_of,
    with_commas,
)
from archive.importers.totals.words import LONGEST_LINE

LOOKED_AT = 1 << 16
"""The number of characters by which a sheet is recognised."""
LONGEST = 5_000
"""The most lines that are read."""


@lru_cache(maxsize=4)
def lines_of(text: str) -> Sequence[Line]:
    """Return the lines of a sheet, in words or as tables; the rows of a table are those of the
    players whom its header names. Whatever may read a sheet asks for the same ones."""
    return tuple(
        line._replace(points=tuple((called(name), points) for name, points in line.points))
        for line in _lines_of(text)
    )


def _lines_of(text: str) -> Iterator[Line]:
    names: list[str] = []
    at, kind = 0, ""  # the kind of the sentence before
    written = text.split("\n", LONGEST)[:LONGEST]
    lines = written
    rosters = {**bare_rows.rosters_of(chain(lines, *map(sentences_in, lines)))}
    for number, whole in enumerate(lines):
        words = whole.strip(" \t|#*").replace("**", "").replace("\t", "|")
        words = re.sub(r" {2,}", " ", words)
        words, behind = row_and_words(words, names)
        words = with_commas(words, names) or words
        told = words.rstrip(",; ") if words.endswith((",,", ";;")) else words  # empty cells
        place = at + len(whole) - len(whole.lstrip())
        at += len(written[number]) + 1
        if words and not RULE.fullmatch(words):
            below = lines[number + 1 : number + 4]
            named = headed(whole, below) or headed_with_blanks(words, below)
            if named:
                unit, *names = named
                if which_game.named(unit):
                    yield Line("game", place, unit)
                none = tuple((name, 0) for name in names if is_of_a_player(name))
                yield Line("header", place, words, None, none, unit)
                continue
            if "|" in whole and (row := of_row(whole, names, place, words)):
                yield from row
                continue
            for sentence in with_heads(chain(sentences_in(told), filter(None, [behind]))):
                where = min(place + words.find(sentence.written), at - 1)
                if sentence.is_remark:
                    yield Line("remark", where, sentence.written)
                    continue
                found = _of_sentence(sentence, where, names, rosters, apart=kind == "tricks")
                for points in [line.points for line in found if len(line.points) > 1]:
                    rosters.setdefault(len(points), tuple(name for name, _ in points))
                kind = found[-1].kind
                yield from found


def _of_sentence(
    sentence: Sentence, at: int, names: list[str], rosters: bare_rows.Rosters, *, apart: bool
) -> list[Line]:
    """Return the lines of a sentence, which is no remark; of one that begins with `In round 2` or
    the like as a line headed by its deal, where that can be understood."""
    lines: list[Line] = []
    for words in dict.fromkeys((without_in(sentence.read), sentence.read)):
        plain = plain_head(words)
        told, suit = without_trumps(plain)
        told = bare_rows.with_names(told, rosters, apart=apart) or told
        lines = of_row(told, names, at, told) or list(lines_in(told, at, names))
        if any(line.kind != "odd" for line in lines):
            break
    own = plain != sentence.read
    return [
        line._replace(
            suit=suit or line.suit,
            text=sentence.written if own and line.kind != "odd" else line.text,
        )
        for line in lines
    ]


def of_row(line: str, names: Sequence[str], at: int, text: str) -> list[Line]:
    """Return a row of a table whose header names these columns, and the words in it beside the
    totals; nothing where the line is no such row."""
    row = row_of(line, names) if len(line) <= LONGEST_LINE else None
    if row is None:
        return []
    kind = "end" if LAST.fullmatch(row.head) else "start" if START.fullmatch(row.head) else ""
    if row.number is None and not kind:
        return []
    told = Line(kind or "deal", at, text, row.number, row.points, suit=row.suit)
    return [told, Line("remark", at, row.words)] if row.words else [told]
