"""Sheets that give totals and no plays: a line or a row for each deal, in words or as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise

from archive.importers.imported import Imported, Importer, Options
from archive.importers.player_names import called
from archive.importers.ranks import Ranks
from archive.importers.record_draft import RecordDraft
from archive.importers.source import MORE_GAMES, MOST_GAMES, Source
from archive.importers.totals import bare_rows
from archive.importers.totals.deal_heads import plain_head, without_in, without_trumps
from archive.importers.totals.game_of_totals import GameOfTotals
from archive.importers.totals.kinds_of_lines import Line, lines_in
from archive.importers.totals.only_totals import are_totals, with_deals_numbered
from archive.importers.totals.results import results_in, sheets_of_results
from archive.importers.totals.sentences import Sentence, sentences_in, with_heads
from archive.importers.totals.sheet_head import tag_of
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


def recognises(data: bytes, filename: str | None, options: Options) -> bool:
    """Return whether the bytes are a sheet that gives only totals: those of several deals, or of
    one where the sheet names its game."""
    if data[:4] == b"PK\x03\x04":
        return False
    source = Source(data[:LOOKED_AT], options.encoding)
    return bool(results_in(source.text)) or are_totals(list(lines_of(source.text)))


def _read(data: bytes, options: Options) -> Imported:
    source = Source(data, options.encoding)
    ranks = Ranks.declared(options.ranks)
    if games := results_in(source.text):
        sheets = sheets_of_results(source, ranks, games)
        return Imported.of(IMPORTER, source, sheets)
    lines = list(lines_of(source.text))
    left = source.text.split("\n", LONGEST)[LONGEST:]
    if left and left[0].strip():
        source.report(len(source.text) - len(left[0]), "long-sheet", f"at most {LONGEST} lines",
                      "more")  # fmt: skip
    return Imported.of(IMPORTER, source, sheets_of(source, ranks, lines))


def sheets_of(source: Source, ranks: Ranks, lines: list[Line]) -> list[RecordDraft]:
    """Return every game that the lines of a text give by its totals."""
    told = _games(with_deals_numbered(lines))
    if len(told) > MOST_GAMES:
        source.report(told[MOST_GAMES][0].at, "too-many-games", MORE_GAMES,
                      f"{len(told) - MOST_GAMES} more")  # fmt: skip
    return [GameOfTotals(RecordDraft(source, ranks), game).read() for game in told[:MOST_GAMES]]


def _games(lines: list[Line]) -> list[list[Line]]:
    """Return the lines of each game of an evening: a line that names a game or its players begins
    another once there have been totals, and so does a first deal behind others, unless it is
    written twice."""
    games_, last = [list[Line]()], 0
    twice = {id(other) for one, other in pairwise(one for one in lines if one.points)
             if one.kind == other.kind == "deal" and one.points == other.points}  # fmt: skip
    for line in lines:
        named = line.kind == "game" or (
            line.kind == "tag" and tag_of(line)[0] in ("game", "players")
        )
        first = line.kind == "deal" and line.number == 1 and id(line) not in twice
        if last and (named or first):
            games_.append([])
            last = 0
        games_[-1].append(line)
        last = line.number or last
    if len(games_) > 1 and not any(line.kind in ("deal", "tricks") for line in games_[-1]):
        below = games_.pop()  # the text below the last totals names their game
        games_[-1] += below
    return games_


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


IMPORTER = Importer(
    "totals", "a sheet of totals", recognises, _read, behind=frozenset({"losing-cards"})
)
