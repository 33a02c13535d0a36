"""Tables of totals: a header with the players, and a row for each deal with a total for each of
them, between separators or set apart by blanks. A column may have the trumps of each deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.player_names import without_initial
from archive.importers.ranks import SUIT_WORDS
from archive.importers.totals.words import LAST, LONGEST_LINE, NUMBER, START, UNIT, number_of

UNITS = re.compile(rf"(?:{UNIT}|#)(?:\s+(?:no\.?|nr\.?))?", re.IGNORECASE)
TRUMPS = re.compile(r"trumps?|trumpf|suit|farbe", re.IGNORECASE)
"""The heading of a column with the trumps of each deal."""
REMARKS = re.compile(
    r"(?:notes?|comments?|remarks?|bemerkung(?:en)?|anmerkung(?:en)?|kommentare?|notiz(?:en)?"
    r"|(?:(?:who\s+)?(?:went|goes|is|was)\s+)?out|(?:wer\s+)?(?:(?:ist|war)\s+)?(?:raus|fertig)"
    r"|(?:who\s+)?(?:began|begins|started|starts)|(?:wer\s+)?(?:beginnt|begann)"
    r"|dealer|geber(?:in)?|winner|sieger(?:in)?|date|datum|time|zeit|(?P<bonus>bonus))[.:]?",
    re.IGNORECASE,
)
"""The heading of a column with words beside the totals, such as who went out, or with the bonus of
the round."""
NUMBERED = re.compile(
    rf"(?:(?:{UNIT}|#)\s*)?(\d{{1,4}})[.:]?(?:(?<=\.)\s*(?:{UNIT}))?", re.IGNORECASE
)
A_HEAD = re.compile(rf"(?:{NUMBERED.pattern}|{START}|{LAST})[:.]?", re.IGNORECASE)
"""What heads a row of a table."""
A_VALUE = rf"(?:{NUMBER}|[–—-](?!\S))"
"""A number, or a dash in its place."""
SPACED = re.compile(
    rf"(?P<head>(?:{UNIT}|#)?\s*\d{{1,4}}[.:]?|{START}|{LAST})[:.]?\s+"
    rf"(?:(?P<suit>{'|'.join(map(re.escape, SUIT_WORDS))})\ufe0f?\s+)?"
    rf"(?P<rest>{A_VALUE}(?:\s+{A_VALUE})+)",
    re.IGNORECASE,
)
"""A row of a table whose columns are set apart by blanks, with trumps behind the number of the deal
where it has them: `1 H 18 30 14 18`."""
WORDS_BEHIND = re.compile(r"(?P<row>[^\n]*?[\d–—-]) (?P<words>[^\W\d_][^\d\n]*)")
SIGN_OF = dict(zip("cdhs", "♣♦♥♠", strict=True))
"""The sign of each suit by its letter."""
RULE = re.compile(r"[\s|:\-]+")
"""The rule between a header and its rows."""
LONE_NAME = re.compile(r"[^\W\d_][^\W_]*\.?")
HEADED_BY_NONE = re.compile(rf"\t(?!\t|(?:{UNIT}|#)(?!\w))(?=[^\d\n]*$)", re.IGNORECASE)
"""The beginning of a header, set apart by tabs, with nothing above the numbers of the deals."""
DASHES = " –—-"
"""Signs that an empty cell may have."""
FEW = 2
"""The rows below a header that show by their heads that it has none above these."""


class Row(NamedTuple):
    """A row of a table: its heading, the number in that, each player's total, trumps where the row
    names them, and the words beside them."""

    head: str
    number: int | None
    points: tuple[tuple[str, int], ...]
    suit: str
    words: str


def headed(line: str, below: Sequence[str]) -> list[str] | None:
    """Return the heading of the column of deals and the columns behind it, where a line heads a
    table of totals: one of the next rows has a value for each."""
    if len(line) > LONGEST_LINE:
        return None
    first, *rest = map(without_initial, cells_of(line))
    if _is_name(first) and rest and all(map(_heads_deals, [len(rest) + 2] * FEW, below[:FEW])):
        first, rest = "", [first, *rest]  # nothing stands above the numbers of the deals
    if rest and REMARKS.fullmatch(first) and UNITS.fullmatch(rest[0]):
        first, *rest = *rest, first
    first = first or "#"
    if (
        sum(map(is_of_a_player, rest)) < 2
        or not (UNITS.fullmatch(first) or which_game.named(first))
        or not all(map(_is_name, rest))
    ):
        return None
    for row in below:
        values = _cells_below(rest, row[:LONGEST_LINE])[1:]
        if len(values) == len(rest) and all(map(_may_stand_below, rest, values)):
            return [first, *rest]
    return None


def headed_with_blanks(line: str, below: Sequence[str]) -> list[str] | None:
    """Return the same for a table whose columns are set apart by blanks, where the first row below
    has a number for each name."""
    words = _apart(line)
    names = words[1:] if words and UNITS.fullmatch(words[0]) else words
    if len(line) > LONGEST_LINE or len(names) < 2 or not all(map(LONE_NAME.fullmatch, names)):
        return None
    first = next((row for row in below if row.strip() and not RULE.fullmatch(row)), "")
    unit = UNITS.match(first.strip())
    if apart := WORDS_BEHIND.fullmatch(re.sub(r" {2,}", " ", first.strip()[:LONGEST_LINE])):
        first = apart["row"]
    found = _numbers(first, len(names)) or _bare_numbers(first, len(names))
    return [words[0] if names != words else unit[0] if unit else "", *names] if found else None


def row_and_words(line: str, names: Sequence[str]) -> tuple[str, str]:
    """Return a row of numbers set apart by blanks, one for each of the `names`, and the words
    behind it: `5. 20 9 22 0 Rolf raus`; the whole line and none where it is no such row."""
    apart = WORDS_BEHIND.fullmatch(line) if names and len(line) <= LONGEST_LINE else None
    if apart and with_commas(apart["row"], names):
        return apart["row"], apart["words"]
    return line, ""


def with_commas(line: str, names: Sequence[str]) -> str:
    """Return a row of numbers set apart by blanks, one for each of the `names`, as one with
    commas, or with the names where no number of a deal stands in front; nothing where the line is
    none."""
    if names and (bare := _bare_numbers(line, len(names))):
        told = zip(names, bare, strict=True)
        return ", ".join(f"{name} {one}" for name, one in told if one.strip(DASHES))
    values = _numbers(line, len(names)) if names else None
    return ", ".join(values) if values else ""


def _heads_deals(cells: int, row: str) -> bool:
    """Return whether a row has so many cells, of which the first heads a deal."""
    found = cells_of(row[:LONGEST_LINE])
    return len(found) == cells and A_HEAD.fullmatch(found[0]) is not None


def row_of(words: str, columns: Sequence[str]) -> Row | None:
    """Return a row of a table with these columns behind its first; None where it is none."""
    first, *rest = _cells_below(columns, words)
    rest += [""] * sum(not is_of_a_player(name) for name in columns[len(rest) :])
    if not columns or len(rest) != len(columns) or not all(map(_may_stand_below, columns, rest)):
        return None
    told = list(zip(columns, rest, strict=True))
    points = tuple((name, number_of(one)) for name, one in told
                   if is_of_a_player(name) and one.strip(DASHES))  # fmt: skip
    if not points:
        return None
    suits = [SUIT_WORDS[one.casefold()] for name, one in told if TRUMPS.fullmatch(name) and one]
    number = NUMBERED.fullmatch(first)
    beside = ", ".join(
        f"{name} {one}" if head["bonus"] else one
        for name, one in told
        if (head := REMARKS.fullmatch(name)) and one.strip(DASHES)
    )
    return Row(first, int(number[1]) if number else None, points, "".join(suits[:1]), beside)


def is_of_a_player(header: str) -> bool:
    """Return whether a column has the totals of a player."""
    return not TRUMPS.fullmatch(header) and not REMARKS.fullmatch(header)


def cells_of(line: str) -> list[str]:
    """Return the cells of a line of a table, with or without bars at its ends."""
    bare = line.strip(" \t").removeprefix("|").removesuffix("|")
    if HEADED_BY_NONE.match(line):
        bare = "\t" + bare
    return [one.strip(' \t*_"') for one in re.split(r"[,;\t|]", bare)]


def _cells_below(columns: Sequence[str], line: str) -> list[str]:
    """Return the cells of a row, that of the deal first though a date stands before it."""
    cells = cells_of(line)
    before = len(cells) == len(columns) + 1 > 1 and REMARKS.fullmatch(columns[-1])
    if before and NUMBERED.fullmatch(cells[1]) and not A_HEAD.fullmatch(cells[0]):
        return [*cells[1:], cells[0]]
    return cells


def _may_stand_below(header: str, value: str) -> bool:
    """Return whether a column of a table of totals may have such a value: the suit of trumps, a
    total, or nothing."""
    if REMARKS.fullmatch(header):
        return True
    if TRUMPS.fullmatch(header):
        return not value or value.casefold() in SUIT_WORDS
    return not value.strip(DASHES) or re.fullmatch(NUMBER, value) is not None


def _numbers(line: str, count: int) -> list[str] | None:
    """Return the heading of a row and its numbers, which are this many and set apart by blanks."""
    row = SPACED.fullmatch(line.strip()) if len(line) <= LONGEST_LINE else None
    values = row["rest"].split() if row else []
    if row is None or len(values) != count:
        return None
    suit = (row["suit"] or "").casefold()
    return [
        f"{row['head']} {SIGN_OF[SUIT_WORDS[suit]]}" if suit else row["head"],
        *values,
    ]


def _bare_numbers(line: str, count: int) -> list[str]:
    """Return the numbers of a line that has so many, set apart by blanks, and nothing else."""
    values = _apart(line) if len(line) <= LONGEST_LINE else []
    able = len(values) == count and all(re.fullmatch(A_VALUE, one) for one in values)
    return values if able and any(one.strip(DASHES) for one in values) else []


def _apart(line: str) -> list[str]:
    """Return what a line has between blanks, or between separators where all of it is set apart by
    them."""
    return cells_of(line) if re.search(r"[;\t|,]", line) else line.split()


def _is_name(text: str) -> bool:
    return bool(text) and not re.search(r"\d", text)
