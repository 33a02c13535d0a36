"""The marks of a sheet: its names, numbers, cards and the few words that are understood, each with
its place. All other words are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from archive.importers.figures import words
from archive.importers.number_words import COUNTING, ORDINALS

Kind: TypeAlias = Literal[
    "name", "number", "card", "unit", "out", "won", "five", "others", "together",
    "final", "so far", "start", "tricks", "bonus", "suit",
    "arrow", "and", "close", "dash", "end",
]  # fmt: skip


class Mark(NamedTuple):
    """A mark: its kind; the name as players are known by, the suit, or the rank; the number, of a
    hand too; where it stands in the text and where it ends; and whether a sign stands before the
    number."""

    kind: Kind
    text: str
    number: int
    at: int
    end: int
    signed: bool = False

    @property
    def in_words(self) -> bool:
        """Return whether it is a number that stands in words."""
        return self.kind == "number" and self.end - self.at > len(str(self.number)) + self.signed


WORD = re.compile(
    r"(?P<word>[^\W\d_][^\W\d_'’]*(?:['’-][^\W\d_]+)*['’]?)"
    r"|(?P<sign>[+\-−–](?=\d))?(?:(?<![\w.,])|(?<=\s[A-Z])|(?<=^[A-Z]))(?P<number>\d{1,4})(?:(?=['’]?[xs](?!\w))|(?!\w|[.,]\d))"
    r"|(?P<close>[):])|(?P<dash>(?<!\S)[-–—](?!\S))"
    r"|(?P<arrow><-|[-–=]>|→|⇒|=|\()|(?P<suit>[♣♦♥♠♧♢♡♤])|(?P<end>[.;!?](?=\s|$))|(?P<and>[&+,])"
)
SUIT_FIRST = re.compile(
    r"[ \t|]*+(?:(?P<number>\d{1,2})[.)]?[ \t|;]++)?(?P<suit>[CDHS])(?:[ ]?x2)?[ \t|;]++(?=\d)"
)
"""Trumps by their letter in front of a row."""
NUMBERED = re.compile(r"(?<!\w)([hdrgHDRG])(\d{1,3})(?!\w)")
LEADING = re.compile(
    r"[ \t]*(?:(?P<number>\d{1,3})[.):]?[ \t]+)?(?P<letter>[^\W\d_])(?=[ \t:.,]+[^\s:.,])(?!\.)"
)
"""A player's initial in front of a line."""
MINUS = re.compile(r"minus[ ](?P<number>\d{1,3})(?!\w)", re.IGNORECASE)
EMPTY = re.compile(r"[ ]{2}[-–—](?:[ ]{2}|$)")
"""A dash in an empty cell."""
_PHRASES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("five", words.ALL_FIVE), ("others", words.OTHERS), ("out", words.OUT), ("won", words.WON),
    ("so far", words.SO_FAR), ("final", words.FINAL), ("start", words.START),
    ("tricks", words.TRICKS), ("bonus", words.BONUS),
    ("together", words.TOGETHER), ("and", words.BETWEEN),
)  # fmt: skip
PHRASES = [(kind, re.compile(rf"(?:{one.pattern})(?!\w)", re.IGNORECASE)) for kind, one in _PHRASES]
"""The words that are understood; where several fit, the first."""


class Known(NamedTuple):
    """What the words of a line may mean: `names` has the players by every word that means one, in
    small letters, and `letters` the cards by theirs. `leading` has the players by the letters with
    which lines begin; with `suits`, a letter may stand for trumps in front of a row. `counting` are
    letters that stand before the numbers of hands or rounds, “H1”, whichever name begins with one.
    """

    names: Mapping[str, str]
    letters: Mapping[str, str]
    leading: Mapping[str, str]
    suits: bool
    counting: frozenset[str]


def marks_in(text: str, at: int, known: Known) -> Iterator[Mark]:
    """Yield the marks of one line, which begins at a character of the text."""
    units = [one for one in words.UNIT.finditer(text) if not _is_initial(one, text, known)]
    place = 0
    if named := SUIT_FIRST.match(text) if known.suits else None:
        place = named.end()
        if named["number"]:
            number, end = int(named["number"]), at + named.end("number")
            yield Mark("unit", "", number, at + named.start("number"), end)
        yield Mark("suit", named["suit"].lower(), 0, at + named.start("suit"), at + place)
    if (first := LEADING.match(text)) and first["letter"] in known.leading:
        place = first.end()
        if first["number"]:
            yield Mark("unit", "", int(first["number"]), at + first.start("number"), at + place)
        name = known.leading[first["letter"]]
        yield Mark("name", name, 0, at + first.start("letter"), at + place)
    listed = None if named or place else words.LISTED.match(text)
    if listed and not (units and units[0].start() <= listed.start("number")):
        number, place = int(listed["number"]), listed.end()
        yield Mark("unit", "", number, at + listed.start("number"), at + place)
    while match := WORD.search(text, place):
        while units and units[0].start() < place:
            del units[0]
        if units and units[0].start() <= match.start():
            match = units[0]
        found, end = _mark(text, match, at, known)
        place = max(end, match.end())
        if found is not None:
            yield found


def letters_that_count(lines: Iterable[str]) -> frozenset[str]:
    """Return the letters, small ones, with which lines begin or which stand in a heading, numbered
    from 1 on: “H1”, “H2”."""
    numbers: dict[str, list[int]] = {}
    for line in lines:
        told = NUMBERED.findall(line)
        if told and NUMBERED.sub("", line).strip(" \t|;,"):  # the line has more
            told = told[:1] if NUMBERED.match(line.lstrip(" \t|")) else []
        for letter, number in told:
            numbers.setdefault(letter.lower(), []).append(int(number))
    return frozenset(letter for letter, found in numbers.items() if found[:2] == [1, 2])


def _is_initial(unit: re.Match[str], text: str, known: Known) -> bool:
    """Return whether the letter of “R17” is a player's rather than that of a round, which has
    trumps behind it: “d1 spades”."""
    letter = unit[0][0].casefold() if unit["letter"] else ""
    initial = letter in known.names and letter not in known.counting
    behind = WORD.match(text, unit.end() + 1) if initial else None
    return initial and (behind is None or behind[0].casefold() not in words.SUITS)


def _mark(text: str, match: re.Match[str], at: int, known: Known) -> tuple[Mark | None, int]:
    """Return the mark that begins at a word, a number or a sign, None where it is passed over; and
    where it ends in the line."""
    start, end = match.span()
    here, there = at + start, at + end
    if match.re is words.UNIT:
        word = match["word"]
        told = next(filter(None, match.group("behind", "letter", "th", "before", "after")), None)
        if match["counting"]:
            return Mark("unit", "", COUNTING[match["counting"].casefold()], here, there), end
        number = int(told) if told else ORDINALS[word.casefold()]
        return Mark("unit", "", number, here, there), end
    if match["number"]:
        signed = bool(match["sign"]) and (start == 0 or not text[start - 1].isalnum())
        less = signed and match["sign"] != "+"
        number = int(match["number"]) * (-1 if less else 1)
        return Mark("number", "", number, here, there, signed), end
    if match["suit"]:
        return Mark("suit", words.SUITS[match["suit"]], 0, here, there), end
    if (
        match["dash"]
        and not EMPTY.match(text, max(0, start - 2))
        and text[:start].rstrip()[-1:].isdigit()
        and text[end:].lstrip()[:1].isdigit()
    ):
        return None, end  # between two numbers
    for kind in ("arrow", "end", "and", "dash", "close"):
        if match[kind]:
            return Mark(kind, match[kind], 0, here, there), end
    return _of_a_word(text, match, at, known)


def _of_a_word(text: str, match: re.Match[str], at: int, known: Known) -> tuple[Mark | None, int]:
    start, end = match.span()
    word = match["word"].casefold()
    bare = re.sub(r"['’]s?$", "", word)
    if name := known.names.get(word) or known.names.get(bare):
        return Mark("name", name, 0, at + start, at + end), end
    for kind, pattern in PHRASES:
        if phrase := pattern.match(text, start):
            until = phrase.end()
            return Mark(kind, phrase[0], 0, at + start, at + until), until
    if suit := words.SUITS.get(word):
        return Mark("suit", suit, 0, at + start, at + end), end
    if word == "as" and (match["word"] == "as" or "D" not in known.letters):
        return None, end  # “as they fell”
    if rank := words.RANKS.get(word) or known.letters.get(match["word"]):
        if rank.isdigit():
            return Mark("number", "", int(rank), at + start, at + end), end
        return Mark("card", rank, 0, at + start, at + end), end
    if less := MINUS.match(text, start):
        number = -int(less["number"])
        return Mark("number", "", number, at + start, at + less.end(), True), less.end()
    if word in words.NUMBERS:
        return Mark("number", "", words.NUMBERS[word], at + start, at + end), end
    return None, end


def without_both(marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of a line without “both” and the like behind several players, which means
    just these: “Lou & Ned both 6”."""
    kinds = [mark.kind for mark in marks]
    return [
        mark for at, mark in enumerate(marks)
        if mark.kind != "together" or kinds[max(0, at - 3) : at] != ["name", "and", "name"]
    ]  # fmt: skip


def by_name(marks: Sequence[Mark], kinds: frozenset[Kind]) -> Iterator[tuple[str, list[Mark]]]:
    """Yield each name of a line with the marks of some kinds behind it, and first those in front of
    all names; a name that comes again right behind them is that of the same play."""
    name, behind = "", list[Mark]()
    for mark in marks:
        if mark.kind == "name" and mark.text != name:
            if behind:
                yield name, behind
            name, behind = mark.text, []
        elif mark.kind in kinds:
            behind.append(mark)
    if behind:
        yield name, behind
