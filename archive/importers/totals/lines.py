"""The lines of a sheet that gives totals and no plays, each as it is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain

from archive.importers.player_names import called
from archive.importers.totals import bare_rows
from archive.importers.totals.deal_heads import plain_head, without_in, without_trumps
from archive.importers.totals.kinds_of_lines import Line, lines_in
from archive.importers.totals.sentences import Sentence, sentences_in, with_heads
from archive.importers.totals.words import LONGEST_LINE, SUITS

LOOKED_AT = 1 << 16
"""The number of characters by which a sheet is recognised."""
RULE = re.compile(r"[\s|:\-]+")
"""What stands between a header and its rows."""
REMARK = re.compile(
    rf"(?<=\d)\s*[(\[](?!(?:{SUITS}|out|raus|ausgeschieden)(?!\w))[^\W\d_][^()\[\]\d]{{0,80}}[)\]]"
    r"(?=[^()\[\]\d]*\d)",
    re.IGNORECASE,
)
"""A remark in brackets behind a total, with another total behind it: `Ann 12 (late), Ben 8`."""
LONGEST = 5_000
"""The most lines that are read."""


@lru_cache(maxsize=4)
def lines_of(text: str) -> Sequence[Line]:
    """Return the lines of a sheet. Whatever may read a sheet asks for the same ones."""
    return tuple(
        line._replace(points=tuple((called(name), points) for name, points in line.points))
        for line in _lines_of(text)
    )


def _lines_of(text: str) -> Iterator[Line]:
    at, kind = 0, ""  # the kind of the sentence before
    written = text.split("\n", LONGEST)[:LONGEST]
    rosters = {**bare_rows.rosters_of(chain(written, *map(sentences_in, written)))}
    for whole in written:
        words = whole.strip(" \t|#*").replace("**", "").replace("\t", "|")
        words = re.sub(r" {2,}", " ", words)
        told = words.rstrip(",; ") if words.endswith((",,", ";;")) else words  # empty cells
        place = at + len(whole) - len(whole.lstrip())
        at += len(whole) + 1
        if words and not RULE.fullmatch(words):
            for sentence in with_heads(sentences_in(told)):
                where = min(place + words.find(sentence.written), at - 1)
                if sentence.is_remark:
                    yield Line("remark", where, sentence.written)
                    continue
                found = _of_sentence(sentence, where, rosters, apart=kind == "tricks")
                for points in [line.points for line in found if len(line.points) > 1]:
                    rosters.setdefault(len(points), tuple(name for name, _ in points))
                kind = found[-1].kind
                yield from found


def _of_sentence(
    sentence: Sentence, at: int, rosters: bare_rows.Rosters, *, apart: bool
) -> list[Line]:
    """Return the lines of a sentence, which is no remark; of one that begins with `In round 2` or
    the like as a line headed by its deal, where that can be understood. A remark between the totals
    of a row makes none of another kind of it."""
    remarked = REMARK.sub("", sentence.read) if len(sentence.read) <= LONGEST_LINE else ""
    if remarked and remarked != sentence.read:
        row = _of_sentence(Sentence(remarked, sentence.written), at, rosters, apart=apart)
        if all(line.kind in ("deal", "start", "end") for line in row):
            return [*row, Line("remark", at, sentence.written)]
    lines: list[Line] = []
    for words in dict.fromkeys((without_in(sentence.read), sentence.read)):
        plain = plain_head(words)
        told, suit = without_trumps(plain)
        told = bare_rows.with_names(told, rosters, apart=apart) or told
        lines = list(lines_in(told, at, trumps=suit != ""))
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
