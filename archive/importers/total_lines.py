"""The lines of a sheet that gives totals and no plays, each as it is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.importers import games


def _headed(words: str) -> re.Pattern[str]:
    """Return what fits a line that begins with one of `words`."""
    return re.compile(rf"(?:{words})\s*[:\-–|,;\t]?\s*(?P<rest>.*)", re.IGNORECASE)


def _told_of(heading: str, verbs: str) -> re.Pattern[str]:
    """Return what fits a line that tells something of players, behind a heading or before a
    verb."""
    return re.compile(
        rf"(?:(?:{heading})\s*(?P<behind>.+)|(?P<before>.+?)\s+(?:{verbs}))\.?",
        re.IGNORECASE,
    )


LOOKED_AT = 1 << 16
"""A sheet is recognised by so many characters."""
LONGEST = 5_000
"""Lines that are read."""
UNIT = r"deal|hand|round|game|runde|spiel|no\.?|nr\.?"
NUMBER = r"[+\-−]?\d{1,6}"
ADDED = re.compile(rf"(?<![\w.]){NUMBER}(?:\s*[+−–-]\s*\d{{1,6}})+\s*=\s*(?={NUMBER})")
"""What is added up in front of a total: `60 + 25 = `."""
SUM = re.compile(rf"{ADDED.pattern}{NUMBER}")
UNITS = re.compile(rf"(?:{UNIT}|#)(?:\s+(?:no\.?|nr\.?))?", re.IGNORECASE)
DEAL = re.compile(
    rf"(?:(?:(?:after\s+|nach\s+)?(?P<unit>{UNIT})|after|nach)\s+(?P<number>\d{{1,4}})"
    rf"|(?P<nth>\d{{1,4}})\.\s*(?P<nth_unit>spiel|runde|deal|hand|round|game)\b)"
    r"\s*[:.\-–|,;\t]?\s*(?P<rest>.*)",
    re.IGNORECASE,
)
TITLED = re.compile(rf"{games.TITLE.pattern}\s*[,:–-]?\s*(?:[^\d:]{{2,40}}:)?\s*", re.IGNORECASE)
"""A game's name with a standing behind it."""
LAST = _headed(
    r"final(?:\s+(?:score|result|standing))?|total|totals|sum|end|result|gesamt|summe|ergebnis"
)
START = _headed("start|beginning|anfang|beginn")
ONE = re.compile(
    rf"(?P<name>[^\W\d_][^,;:=|\d]*?)(?: (?:has|had|is at|hat|hatte|steht bei))? ?[:=]? ?"
    rf"(?P<points>{NUMBER})(?![\d.]*\d)"
    r"(?: ?(?:points?|pts\.?|punkte?)(?!\w))? ?(?:[,;|.]|$|(?<= ))",
    re.IGNORECASE,
)
PLAYERS = re.compile(
    r"\s*(?:,|&|(?<=\s)[–-](?=\s)|\b(?:and|und|against|gegen|vs\.?)\b)\s*", re.IGNORECASE
)
SENTENCE = re.compile(
    r"(?<!\b[^\W\d_])(?<!\bno)(?<!\bnr)(?<!\bvs)(?<!\bpts)(?<!\bpkt)(?<!\bdr)[.!?]\s+(?=[^\W\d_])",
    re.IGNORECASE,
)
"""Where one sentence ends and another begins; not behind an initial or a short form."""
ORDINAL = re.compile(r"(?:^|\s)\d{1,2}")
MONTH = re.compile(
    r"(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[^\W\d_]*", re.IGNORECASE
)
LONE_NAME = re.compile(r"[^\W\d_][^\W_]*\.?")
SPACED = re.compile(
    rf"(?P<head>(?:{UNIT}|#)?\s*\d{{1,4}}[.:]?|final|total|sum|end|gesamt|summe|ergebnis)[:.]?\s+"
    rf"(?P<rest>{NUMBER}(?:\s+{NUMBER})+)",
    re.IGNORECASE,
)
"""A row of a table whose columns are set apart by blanks."""
RULE = re.compile(r"[\s|:\-]+")
"""What stands between a header and its rows, and nothing else."""
LONGEST_LINE = 1_000
"""Characters of a line that may be a standing."""
WON = _told_of(
    r"(?:(?:the\s+)?winner|sieger(?:in(?:nen)?)?)(?:\s*:|\s+(?:is|was|are|ist|war|sind)\b|(?=\s))"
    r"|winners\s*:",
    r"(?:wins?|ha(?:s|ve)\s+won|won|gewinn(?:t|en)|ha(?:t|ben)\s+gewonnen|share[sd]?\s+the\s+win"
    r"|teil(?:t|en)\s+sich\s+den\s+sieg)"
    r"(?P<rest>,?\s+(?:(?:by|with|because|as|but|mit|weil|da|aber)\b|[-−]?\d).*)?",
)
WINNER = re.compile(r"(winner|sieger(?:in)?)\s*[,;|]\s*([^,;|]+)[,;|\s]*", re.IGNORECASE)
"""The row of a table that names the winner."""
DRAW = re.compile(
    r"(?:(?:it\s+(?:is|was)\s+)?a\s+draw|(?:es\s+(?:ist|war)\s+)?unentschieden)\.?", re.IGNORECASE
)
OUT = _told_of(
    r"(?:out|raus|ausgeschieden)\s*:",
    r"(?:is|are|goes|go)\s+out|(?:ist|sind)\s+(?:raus|ausgeschieden)|scheide(?:t|n)\s+aus",
)
TAGS = {
    "anlass": "event", "veranstaltung": "event", "turnier": "event", "datum": "date",
    "ort": "site", "regeln": "rules", "spiel": "game", "spieler": "players",
}  # fmt: skip
"""What is written in front of a colon in German."""
TAG = re.compile(
    rf"(?P<name>event|date|site|rules|game|players|{'|'.join(TAGS)})\s*:\s*(?P<value>.+)",
    re.IGNORECASE,
)
DATED = re.compile(
    r"(?:\d{1,2}\.?[ ]+[^\W\d]+[ ]+|\d{1,2}[./-]\d{1,2}[./-])?"
    r"(?<!\d)(?:19|20)\d\d(?!\d)(?:-\d\d){0,2}"
)
"""A day, a month or a year in a heading."""


class Line(NamedTuple):
    """A line of a sheet as it was understood: what `kind` it is, the number of its deal, each
    player's points, its text, and where it stands."""

    kind: str
    at: int
    text: str
    number: int | None = None
    points: tuple[tuple[str, int], ...] = ()
    unit: str = ""


def lines_of(text: str) -> Iterator[Line]:
    """Yield the lines of a sheet, in words or as tables; the rows of a table are those of the
    players whom its header names."""
    names: list[str] = []
    at = 0
    lines = text.split("\n", LONGEST)[:LONGEST]
    for number, whole in enumerate(lines):
        words = whole.strip(" \t|#*").replace("**", "").replace("\t", "|")
        words = _spaced(words, names) or re.sub(r" {2,}", " ", words)
        place = at + len(whole) - len(whole.lstrip())
        at += len(whole) + 1
        if words and not RULE.fullmatch(words):
            below = lines[number + 1 : number + 4]
            named = _header(whole, below) or _spaced_header(words, below)
            if named:
                unit, *names = named
                yield Line("header", place, words, unit=unit)
                continue
            for sentence in _sentences(words):
                yield from _lines(sentence, place + words.find(sentence), names)


def _spaced_header(line: str, below: Sequence[str]) -> list[str] | None:
    """Return the same of a table whose columns are set apart by blanks, where the first row below
    has a number for each name."""
    words = line.split()
    names = words[1:] if words and UNITS.fullmatch(words[0]) else words
    if len(line) > LONGEST_LINE or len(names) < 2 or not all(map(LONE_NAME.fullmatch, names)):
        return None
    first = next((row for row in below if row.strip()), "")
    unit = UNITS.match(first.strip())
    found = _numbers(first, len(names))
    return [words[0] if names != words else unit[0] if unit else "", *names] if found else None


def _spaced(line: str, names: Sequence[str]) -> str:
    """Return a row of numbers set apart by blanks, one for each of the `names`, as one with
    commas; nothing where the line is none."""
    values = _numbers(line, len(names)) if names else None
    return ", ".join(values) if values else ""


def _numbers(line: str, count: int) -> list[str] | None:
    """Return what a row is headed by and its numbers, which are so many and set apart by blanks."""
    row = SPACED.fullmatch(line.strip()) if len(line) <= LONGEST_LINE else None
    values = row["rest"].split() if row else []
    return [row["head"], *values] if row and len(values) == count else None


def _sentences(words: str) -> Iterator[str]:
    """Yield the sentences of a line: `After hand 1: Ada 40, Ben 0. Ada won.` has two."""
    start = 0
    for end in SENTENCE.finditer(words) if len(words) <= LONGEST_LINE else ():
        before = words[start : end.start()]
        if before.isdigit() or (ORDINAL.search(before[-3:]) and MONTH.match(words, end.end())):
            continue
        yield words[start : end.start() + 1].rstrip(" .")
        start = end.end()
    yield words[start:]


def _lines(words: str, at: int, names: list[str]) -> Iterator[Line]:
    """Yield what a sentence says: most often one thing; a game's name with a standing behind it is
    two."""
    first, _, then = words.partition(", ")
    if OUT.fullmatch(first) and WON.fullmatch(then):
        yield Line("out", at, first)
        yield Line("won", at + len(first) + 2, then)
        return
    titled = TITLED.match(words)
    points = _points(words[titled.end() :]) if titled and len(words) <= LONGEST_LINE else ()
    if titled and points:
        yield Line("game", at, titled[0].strip(" ,:–-"))
        yield Line("start", at, words, None, points)
    else:
        yield _line(words, at, names)


def _header(line: str, below: list[str]) -> list[str] | None:
    """Return what a column of deals is called and the players behind it, where a line heads a table
    of totals: one of the next rows has a number for each."""
    if len(line) > LONGEST_LINE:
        return None
    first, *rest = _cells(line)
    if len(rest) < 2 or not UNITS.fullmatch(first) or not all(map(_is_name, rest)):
        return None
    for row in below:
        values = _cells(row[:LONGEST_LINE])[1:]
        if len(values) == len(rest) and all(re.fullmatch(NUMBER, one) for one in values):
            return [first, *rest]
    return None


def _cells(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return [one.strip(' \t*_"') for one in re.split(r"[,;\t|]", line.strip(" \t|"))]


def _is_name(text: str) -> bool:
    return bool(text) and not re.search(r"\d", text)


def _line(words: str, at: int, names: list[str]) -> Line:
    cells = _cells(words)
    if len(words) > LONGEST_LINE:
        return Line("odd", at, words)
    if names and len(cells) == len(names) + 1:
        row = _row(cells, names, at, words)
        if row is not None:
            return row
    if match := TAG.fullmatch(words):
        return Line("tag", at, words)
    for kind, pattern in (("deal", DEAL), ("start", START), ("end", LAST)):
        match = pattern.fullmatch(words)
        points = _points(match["rest"]) if match else ()
        if match and points:
            if kind != "deal":
                return Line(kind, at, words, None, points)
            number, unit = match["number"] or match["nth"], match["unit"] or match["nth_unit"]
            return Line(kind, at, words, int(number), points, unit or "")
    if games.in_title(words) and _is_title(words):
        return Line("game", at, words)
    said = WINNER.sub(r"\1: \2", words)
    if WON.fullmatch(said) or DRAW.fullmatch(said):
        return Line("won", at, said)
    if OUT.fullmatch(words):
        return Line("out", at, words)
    return Line("odd", at, words)


def _is_title(words: str) -> bool:
    """Return whether a line in which a game is named tells no play or total besides: a title has
    hardly a number."""
    beside = games.TITLE.sub("", games.TARGET.sub("", DATED.sub("", words)))
    numbers = re.findall(r"\d+", beside)
    return len(numbers) < 2 and all(len(number) < 3 for number in numbers)


def _row(cells: list[str], names: list[str], at: int, words: str) -> Line | None:
    first, *rest = cells
    if not all(re.fullmatch(NUMBER, one) for one in rest):
        return None
    points = tuple(zip(names, map(_number, rest), strict=True))
    number = re.fullmatch(rf"(?:(?:{UNIT}|#)\s*)?(\d{{1,4}})[.:]?", first, re.IGNORECASE)
    if number:
        return Line("deal", at, words, int(number[1]), points)
    if LAST.fullmatch(first):
        return Line("end", at, words, None, points)
    return Line("start", at, words, None, points) if START.fullmatch(first) else None


def _points(text: str) -> tuple[tuple[str, int], ...]:
    """Return each player's points in a text that has nothing else; else none."""
    found, place = [], 0
    text = ADDED.sub("", text) if "=" in text else text
    while place < len(text.rstrip(" .")):
        match = ONE.match(text, place)
        if match is None:
            return ()
        name = re.sub(r"^(?:and|und)\s+", "", match["name"].strip(), flags=re.IGNORECASE)
        found.append((name, _number(match["points"])))
        place = match.end()
        place += len(text[place:]) - len(text[place:].lstrip(" ,;|\t"))
    return tuple(found) if len(found) > 1 else ()


def _number(text: str) -> int:
    return int(text.replace("−", "-"))
