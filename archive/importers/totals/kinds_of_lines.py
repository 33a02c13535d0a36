"""What a sentence or a row of a sheet of totals says: totals of a deal, who won, who is out, the
game's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.totals import words as heads
from archive.importers.totals.deal_heads import NUMBERS, UNITS, plain_head, with_number_first
from archive.importers.totals.points import (
    NOT_A_NAME,
    SAYS,
    SO,
    objects,
    plain_outcome,
    players_in,
    points_of,
    without_outs,
)
from archive.importers.totals.sentences import DATED
from archive.importers.totals.tricks import counted_in
from archive.importers.totals.words import LONGEST_LINE, UNIT


def _headed(words: str) -> re.Pattern[str]:
    """Return a pattern of a line that begins with one of `words`."""
    return re.compile(rf"(?:{words})(?!\w)\s*+[:\-–|,;]?\s*+(?P<rest>.*)", re.IGNORECASE)


def _told_of(heading: str, verbs: str) -> re.Pattern[str]:
    """Return a pattern of a line that says something about players, behind a heading or before a
    verb."""
    return re.compile(
        rf"(?:{heading})\s*+(?P<behind>.+)|(?P<before>.+?)(?<!\s)\s+(?:{verbs})[.!]*", re.IGNORECASE
    )


DEAL = re.compile(
    r"(?:(?:(?:zwischen|spiel)?stand|(?:the\s+)?(?:scores?|standings?))\s+(?=after|nach))?"
    rf"(?:(?:(?:after\s+|nach\s+)?(?P<unit>{UNIT})|after|nach)\s+(?P<number>\d{{1,4}})"
    r"(?:\s+(?:deals|hands|rounds|games|spielen|runden)\b)?"
    rf"|(?P<nth>\d{{1,4}})\.\s*(?P<nth_unit>spiel|runde|deal|hand|round|game)\b)"
    r"(?:,?\s+(?:(?:stand|steht|war)\s+es|it\s+(?:stood|stands|was)(?:\s+at)?)(?!\w))?"
    r"\s*+[:.\-–|,;]?\s*+(?P<rest>.*)",
    re.IGNORECASE,
)
ROW = re.compile(rf"(?:(?:{UNIT}|#)\s*)?\d{{1,4}}[.:]?(?:\s*(?:{UNIT}))?\s*[|,;]", re.IGNORECASE)
"""The beginning of a row of a table of totals."""
NUMBERED = re.compile(r"(?P<number>\d{1,4})[.):]\s+(?P<rest>[^\W\d_].*)")
"""A row of a numbered list, which may also be a list of plays where no number in it is higher than
what a card counts."""
A_CARD = 20
TITLED = re.compile(
    rf"(?P<title>{which_game.TITLE.pattern})[)]?\s*+[,:–-]?\s*(?:[^\d:]{{2,40}}:\s*)?",
    re.IGNORECASE,
)
"""A game's name with a standing behind it."""
FAR = 40
"""The most characters in front of it."""
BOTH = re.compile(
    r"(?P<rest>.+\d),?\s+[(]?(?:after|nach)\s+(?:both|two|2|den\s+zwei|zwei|beiden)\s+"
    r"(?:rounds|runden)[).]*",
    re.IGNORECASE,
)
"""Totals behind both rounds of Twenty."""
LAST = _headed(
    rf"(?:{heads.LAST})(?:\s+(?:after|nach)\s+(?:\d{{1,3}}|{'|'.join(NUMBERS)})\s+(?:{UNITS}))?"
)
START = _headed(heads.START)
WON = _told_of(
    r"(?:(?:the\s+)?winner|sieger(?:in(?:nen)?)?)(?:\s*:|\s+(?:is|was|are|ist|war|sind)\b|(?=\s))"
    r"|winners\s*:|[^:]{0,80}\b(?:wins|gewinnt)\s*:",
    r"(?:(?:both\s+|all\s+)?(?:wins?|won)|ha(?:s|ve)\s+(?:both\s+|all\s+)?won"
    r"|gewinn(?:t|en)(?:\s+beide)?|ha(?:t|be?|ben)\s+(?:beide\s+|alle\s+)?gewonnen|share[sd]?\s+the\s+win"
    r"|teil(?:t|en)\s+sich\s+den\s+sieg)"
    r"(?P<rest>,?\s+(?:(?:by|with|because|as|but|mit|weil|da|aber)\b|[-−]?\d).*"
    r"|,\s+(?:s?he|they|since|for|sie|er|denn|so)\s.*)?",
)
DRAW = re.compile(
    r"(?:(?:it\s+(?:is|was)\s+|(?:so\s+)?we\s+call(?:ed)?\s+it\s+)?(?:a\s+)?draw|(?:es\s+(?:ist|war)\s+)?unentschieden)"
    r"(?:\W+(?:both|beide|alle|all)\s+(?:win|won|gewinnen|haben\s+gewonnen))?[.!]?",
    re.IGNORECASE,
)
OUT = _told_of(
    r"(?:out|raus|ausgeschieden)\s*:",
    r"(?:(?:(?:is|are|goes|go)\s+)?out|(?:(?:ist|sind)\s+)?(?:raus|ausgeschieden)"
    r"|scheide(?:t|n)\s+aus)"
    r"(?:\s+(?:with|w/|at|mit|bei)\s+\d{1,3}(?:\s+(?:points|punkten))?(?:[,;–-]\s.*)?)?",
)
OUT_FIRST = re.compile(
    r"^(?:ist|sind)\s+(?P<name>[^\W\d_].*?)(?<!\s)\s+(?P<out>(?:raus|ausgeschieden)\b.*)",
    re.IGNORECASE,
)
"""Who is out, behind the verb: “Damit ist Papa raus”."""
A_PLAY = re.compile(
    r"\d\s*[(=\[]\s*\d|[♣♦♥♠]|(?<!\w)(?:(?:10|[2-9akqjt])[cdhs]|[AKQJT])(?!\w)"
    r"|(?<!\w)(?:plays|lays|leads|draws|spielt|legt|zieht|tauscht|exchanges)(?!\w)"
)
"""What a line of totals never has, however badly it is written."""
TAGS = {
    "anlass": "event", "veranstaltung": "event", "turnier": "event", "datum": "date",
    "ort": "site", "regeln": "rules", "spiel": "game", "spieler": "players",
}  # fmt: skip
"""What is written in front of a colon in German."""
GAMES = frozenset({"game", "spiel"})
"""Tags that may also head the totals of the whole game: `Game: Cora 263, Nils 223`."""
TAG = re.compile(
    rf"(?P<name>event|date|site|rules|game|players|{'|'.join(TAGS)})\s*:\s*+(?P<value>.+)",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """A line of a sheet as it was understood: its `kind`, the number of its deal, each
    player's points, its text, its place, and the suit that is trumps in the deal. The points
    of a line of `tricks` are how many each player won, `DROPPED_OUT` for who was not in it."""

    kind: str
    at: int
    text: str
    number: int | None = None
    points: tuple[tuple[str, int], ...] = ()
    unit: str = ""
    suit: str = ""

    @property
    def names(self) -> set[str]:
        """Return the names of those who have points in the line, in small letters."""
        return {name.casefold() for name, _ in self.points}


def names_the_game(line: Line) -> bool:
    """Return whether a line says of which game the sheet is."""
    return line.kind == "game" or line.text[:5].casefold() == "game:"


def games_of(lines: Iterable[Line]) -> set[str]:
    """Return the games that lines name."""
    titles = (which_game.in_title(line.text) for line in lines if names_the_game(line))
    return {found[0] for found in titles if found}


def players_of(line: Line) -> list[str]:
    """Return the players of whom a line says that they won or are out."""
    match = (OUT if line.kind == "out" else WON).fullmatch(line.text)
    return players_in(match["behind"] or match["before"]) if match else []


def is_headed_as_a_deal(line: Line) -> bool:
    """Return whether a line begins as the totals of a deal do, and tells no play."""
    text = line.text[:LONGEST_LINE]
    heads = (DEAL, ROW, NUMBERED)
    return any(one.match(text) for one in heads) and A_PLAY.search(text) is None


def lines_in(words: str, at: int, *, trumps: bool = False) -> Iterator[Line]:
    """Yield the parts of a sentence: mostly one; a game's name with a standing behind it is two."""
    if counted := counted_in(words, trumps=trumps):
        yield Line("tricks", at, words, counted.number, counted.points)
        for one in counted.beside:
            yield Line("remark", at + words.index(one), one)
        return
    if objects(words):
        yield Line("remark", at, words)
        return
    told, out = without_outs(words)
    if out:
        yield from lines_in(told, at)
        yield Line("out", at + words.rfind(out[-1]), f"{', '.join(out)} out")
        return
    yield from _behind_a_title(words, at) or [_line(told, at)]


def _behind_a_title(words: str, at: int) -> list[Line]:
    """Return the game that a line names with how far it goes, and what stands behind it: totals, or
    what a player says of them; nothing where there is none of that."""
    titled = TITLED.match(words)
    if titled is None:
        return []
    title = titled[0].strip(" ,:–-")
    rest = _head_first(words[titled.end() :]) if len(words) <= LONGEST_LINE else ""
    told = _head_first(words[titled.end("title") :].lstrip(" ,:–-)"))
    if target := which_game.TARGET.search(told):
        told = (told[: target.start()].rstrip(" ,;") + told[target.end() :]).lstrip(" ,:–-")
        title = title if target[0] in title else f"{title} {target[0]}"
    heads = (DEAL, LAST, BOTH)
    beginning = next((one for one in (told, rest) if any(head.match(one) for head in heads)), "")
    behind = _line(beginning, at) if beginning else None
    if behind and behind.kind in ("deal", "end"):
        return [Line("game", at, title), behind]
    able = (points_of(one) for one in (told, rest) if not DATED.search(one))
    if points := next(filter(None, able), ()):
        return [Line("game", at, title), Line("start", at, words, None, points)]
    said = SAYS.search(words[titled.end() :])
    if said and said.start() < FAR:
        behind = _line(words[titled.end() :].lstrip(" ,:–-"), at + titled.end())
        return [Line("game", at, title), behind]
    return []


def _head_first(words: str) -> str:
    """Return a line with the number of its deal in front, as a plain word and number."""
    return plain_head(with_number_first(words))


def _line(words: str, at: int) -> Line:
    if len(words) > LONGEST_LINE:
        return Line("odd", at, words)
    if match := TAG.fullmatch(words):
        game = match["name"].casefold() in GAMES
        points = points_of(match["value"]) if game and not which_game.named(match["value"]) else ()
        return Line("end", at, words, None, points) if points else Line("tag", at, words)
    if (match := BOTH.fullmatch(words)) and (points := points_of(match["rest"])):
        return Line("end", at, words, None, points)
    turned = plain_head(with_number_first(words))
    for kind, pattern in (("deal", DEAL), ("start", START), ("end", LAST)):
        match = pattern.fullmatch(turned)
        points = points_of(match["rest"]) if match else ()
        if match and points:
            if kind != "deal":
                return Line(kind, at, words, None, points)
            number, unit = match["number"] or match["nth"], match["unit"] or match["nth_unit"]
            return Line(kind, at, words, int(number), points, unit or "")
    match = NUMBERED.fullmatch(words)
    points = points_of(match["rest"]) if match else ()
    if match and not all(1 <= n <= A_CARD for _, n in points):
        return Line("deal", at, words, int(match["number"]), points)
    if which_game.in_title(words) and _is_title(words):
        return Line("game", at, words)
    said = plain_outcome(words)
    if WON.fullmatch(said) or DRAW.fullmatch(said):
        return Line("won", at, said)
    bare = SO.sub("", words, count=1) if SO.match(words) else words
    bare = OUT_FIRST.sub(r"\g<name> \g<out>", bare)
    if (out := OUT.fullmatch(bare)) and not NOT_A_NAME.search(out["before"] or ""):
        return Line("out", at, bare)
    return Line("odd", at, words)


def _is_title(words: str) -> bool:
    """Return whether a line that names a game gives no play or total: a title has hardly a
    number."""
    beside = which_game.TARGET.sub("", which_game.TITLE.sub("", DATED.sub("", words)))
    numbers = re.findall(r"\d+", beside)
    return len(numbers) < 2 and all(len(number) < 3 for number in numbers)
