"""The lines of a sheet as marks: the game and the players, and each line's sender where it is a
chat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.figures import columns, players, words
from archive.importers.figures.marks import Known, Mark, letters_that_count, marks_in, without_both
from archive.importers.player_names import ALL, is_first_person
from archive.importers.prose.plain_text import STAMPS
from archive.importers.source import blank
from archive.importers.undeclared_ranks import inferred
from archive.importers.which_game import COUNT_TO_20, TWENTY, TWENTY_TWO, ZWANZIG

LONGEST = 20_000
"""The most characters of a sheet that is read by its figures."""
MOST_LINES = 400
NAMED = re.compile(
    r"(?<![\d.:,+-])(?:(?<!\d[ \t;|])(?P<two>22)(?!\d|[:.]\d|\s*[-–/:]\s*\d|[ \t;|]+\d)"
    r"|(?P<down>(?:20|twenty)[ -]?down)"
    r"|(?P<zwanzig>zwanzig)(?![ ]ab|\w)|(?P<count>count(?:ing)?[ ]to[ ](?:20|twenty)))",
    re.IGNORECASE,
)
"""Games by names that are words of other sheets too."""
MEANT = {"two": (TWENTY_TWO, ""), "down": (ZWANZIG, "zwanzig-ab/twenty-down@1"),
         "zwanzig": (TWENTY, ""), "count": (COUNT_TO_20, "")}  # fmt: skip
LETTER = re.compile(r"[^\W\d_]")
GERMAN = re.compile(r"(?<!\w)(?:raus|gewinnt|gewonnen|sieger(?:in)?|runde|spiel|verl(?:iert|ierer)|"
                    r"stand|bube|dame|könig|ass)(?!\w)", re.IGNORECASE)  # fmt: skip
"""Words that show that `D` and `B` are cards."""
BESIDE_A_NAME = re.compile(r"(?<!\w)(?P<initial>[^\W\d_])\.? [(](?P<name>(?P=initial)\w+)[)]")
"""An initial with its name behind it: “A (Ada)”."""
SENTENCES = re.compile(r"(?<=[.!?;])(?=\s)|(?=,\s(?:but|aber)\s)")
DIGIT = re.compile(r"\d")
RULES = re.compile(r"[#*_ \t]*(?:rules|rule set|regeln)[ \t]*:(?P<rules>.{1,80})", re.IGNORECASE)
CROSSES = re.compile(r"(?<=[;|\t])[xX]{1,5}(?=[;|\t]|$)")
"""Tricks in a cell, a cross each."""
NONE = re.compile(r"(?<=[;|\t])[-–](?=[;|\t]|$)")
"""A cell without one."""
LAST = 2
"""The lines at the end that may name the game."""
SENDER = re.compile(r"[ \t]*(?P<name>[^\W\d_][\w .'’-]{0,39}):[ \t]")


class SheetLine(NamedTuple):
    """A line: its text, where it begins, its marks, and who sent it, where it is a message; `other`
    is whether it has words that were passed over, `row` whether its players stand above it, and
    `remark` what stands behind its numbers."""

    text: str
    at: int
    marks: list[Mark]
    sender: str = ""
    other: bool = False
    row: bool = False
    remark: str = ""


class Marked(NamedTuple):
    """A sheet: the game and the rules that it names, its players, and its lines; the number of the
    line that names the game, which may say anything besides; and whether words tell of plays."""

    game: str
    rules: str
    names: list[str]
    lines: list[SheetLine]
    head: int
    tells_plays: bool


@lru_cache(maxsize=2)
def marked_ways(text: str) -> list[Marked]:
    """Return the marks of a sheet, as one of the game that it names, else as one of each game; none
    where it is too long, or does not say who plays, or disputes something, so that every word
    counts."""
    lines = text[: LONGEST + 1].split("\n")
    if len(text) > LONGEST or len(lines) > MOST_LINES:
        return []
    named = _named(lines)
    games = [named] if named else [(-1, one.game, "") for one in which_game.KNOWN]
    found = (_marked(text, lines, *game) for game in games)
    return [one for one in found if one is not None]


def _marked(text: str, lines: Sequence[str], head: int, game: str, rules: str) -> Marked | None:
    """Return the marks of a sheet of a game, which the line `head` names; none does where that is
    negative."""
    sent = [_sent(line) for line in lines]
    told = [line[begin:] for line, (_, begin) in zip(lines, sent, strict=True)]
    if head >= 0:
        told[head] = _without_titles(told[head])
    undisputed = list(_undisputed(told, gaps=game == TWENTY_TWO))
    if None in undisputed:
        return None
    told = [line or "" for line in undisputed]
    if game == ZWANZIG and any(map(CROSSES.search, told)):
        told = [CROSSES.sub(_counted, NONE.sub("0", line)) for line in told]
    told = columns.without_remarks([BESIDE_A_NAME.sub(_name_alone, line) for line in told])
    names = players.players_in([one for one in told if one.strip()], game)
    if any(sender for sender, _ in sent):  # who then speaks is the sender
        names = {word: name for word, name in names.items() if not is_first_person(name)}
    names |= {one.casefold(): one for one, _ in sent if one and one.casefold() not in names}
    if not names:
        return None
    german = inferred(text).startswith("BDK") or GERMAN.search(text) is not None
    leading = players.leading_letters(
        [one for number, one in enumerate(told) if number != head], players.known_words(names)
    )
    letters = words.LETTERS | (words.GERMAN_LETTERS if german else {})
    if not any(letter.isupper() for line in told for letter in line):
        letters |= {letter.lower(): rank for letter, rank in letters.items()}
    plays = words.PLAYED.search(text) is not None
    counting = letters_that_count(told)
    found: list[SheetLine] = []
    at = 0
    for line, (sender, begin), own in zip(lines, sent, told, strict=True):
        words_of = names | dict.fromkeys(ALL, sender) if sender else names
        if sender and len(others := {one for one, _ in sent if one} - {sender}) == 1:
            words_of |= dict.fromkeys(words.YOU, *others)
        bare = words.BESIDE.sub(partial(_without_number, words_of), own)
        bare = words.BONUS_BESIDE.sub(blank, bare) if plays else bare
        known = Known(words_of, letters, leading, game == ZWANZIG, counting)
        marks = columns.without_brackets(without_both([*marks_in(bare, at + begin, known)]))
        found.append(SheetLine(line, at, marks, sender, _has_other_words(line, at, marks)))
        at += len(line) + 1
    texts = [" " * begin + own for own, (_, begin) in zip(told, sent, strict=True)]
    found = _in_columns(found, texts, len(players.known_words(names)), plays=plays)
    return Marked(game, rules, players.known_words(names), found, head, plays)


def _in_columns(
    lines: Sequence[SheetLine], texts: Sequence[str], players: int, *, plays: bool
) -> list[SheetLine]:
    """Return the lines with the numbers of rows and empty cells understood."""
    marks = [line.marks for line in lines]
    starts = [line.at for line in lines]
    columns.numbered(
        marks,
        [at + len(text) - len(text.lstrip(" \t|")) for text, at in zip(texts, starts, strict=True)],
    )
    if not plays:
        marks = [columns.without_remark(one, players) for one in marks]
    remarks = [_passed_over(*one) for one in zip(lines, marks, strict=True)]
    rows = columns.in_columns(texts, marks, starts, players)
    return [
        line._replace(marks=own, row=row, remark=remark)
        for line, (own, row), remark in zip(lines, rows, remarks, strict=True)
    ]


def _passed_over(line: SheetLine, marks: Sequence[Mark]) -> str:
    """Return the remark behind the numbers of a line that has only these marks without it."""
    passed = next((one for one in line.marks if one not in marks), None)
    return line.text[passed.at - line.at :].strip() if passed else ""


def _named(lines: Sequence[str]) -> tuple[int, str, str] | None:
    """Return the line that names the game, the game, and its rules."""
    for number, line in enumerate(lines[: players.TOP]):
        line = line[_sent(line)[1] :]
        if found := which_game.in_title(line):
            return number, found[0], found[1] or _rules(lines, found[0])
        if (match := NAMED.search(line)) and not (match["two"] and _tells_a_hand(line, match)):
            game, rules = MEANT[match.lastgroup or ""]
            return number, game, rules or _rules(lines, game)
    below = [number for number, line in enumerate(lines) if line.strip()][-LAST:]
    titles = ((number, which_game.in_title(lines[number])) for number in below)
    return next(((number, *found) for number, found in titles if found), None)


def _rules(lines: Sequence[str], game: str) -> str:
    """Return the rules of a game that a line near the top gives by a name of theirs; empty where
    none does."""
    told = (RULES.fullmatch(line) for line in lines[: players.TOP])
    found = (which_game.named(line["rules"]) for line in told if line)
    return next((one[1] for one in found if one and one[0] == game), "")


def _tells_a_hand(line: str, number: re.Match[str]) -> bool:
    """Return whether a line has the number of a hand beside another number."""
    units = words.UNIT.finditer(line)
    return any(one.end() <= number.start() or one.start() >= number.end() for one in units)


def _undisputed(lines: Sequence[str], *, gaps: bool) -> Iterator[str | None]:
    """Yield the lines with blanks in place of what one player says of the sheet behind all numbers;
    None where more is disputed. With `gaps`, a hand may be told so: then its number stays. A hand
    that is told above may be spoken of."""
    disputed = False
    hands = set[str]()
    for line in lines:
        told = ""
        for sentence in SENTENCES.split(line):
            if words.DISPUTED.search(sentence) is None:
                if disputed and DIGIT.search(sentence):
                    yield None
                told += sentence
                hands |= {_number_in(one) for one in words.UNIT.finditer(sentence)}
                continue
            disputed = True
            hand = words.UNIT.search(sentence)
            hand = None if hand and _number_in(hand) in hands else hand
            if words.CLAIMED.search(sentence) is None or (hand and not gaps):
                yield None
            start, end = hand.span() if hand else (0, 0)
            told += " " * start + sentence[start:end] + " " * (len(sentence) - end)
        yield told


def _number_in(unit: re.Match[str]) -> str:
    """Return the number of a hand or round, as it is written."""
    return next(filter(None, unit.groups()), "").casefold()


def _without_titles(line: str) -> str:
    """Return a line with blanks in place of names of games; a number is one in front of others."""
    title, number = which_game.TITLE.search(line), NAMED.search(line)
    bare = which_game.TITLE.sub(blank, line)
    if number and (title is None or number.start() < title.start()):
        return NAMED.sub(blank, bare, count=1)
    return bare


def _without_number(names: Mapping[str, str], found: re.Match[str]) -> str:
    """Return blanks in place of a number that is no points; “2 Jan” is no day where Jan plays."""
    return found[0] if found[0].split()[-1].casefold() in names else blank(found)


def _counted(crosses: re.Match[str]) -> str:
    return str(len(crosses[0])).ljust(len(crosses[0]))


def _name_alone(found: re.Match[str]) -> str:
    return f"{found['name']} ".rjust(len(found[0]))


def _sent(line: str) -> tuple[str, int]:
    """Return who sent a message, empty where it is none, and where its text begins."""
    stamp = STAMPS.match(line)
    if stamp is None:
        return "", 0
    if stamp["name"]:
        return stamp["name"].strip(), stamp.end() + 1
    sender = SENDER.match(line, stamp.end())
    return (sender["name"].strip(), sender.end()) if sender else ("", stamp.end())


def _has_other_words(line: str, at: int, marks: Sequence[Mark]) -> bool:
    """Return whether letters stand between the marks of a line."""
    place = 0
    for mark in marks:
        if LETTER.search(line, place, mark.at - at):
            return True
        place = mark.end - at
    return LETTER.search(line, place) is not None
