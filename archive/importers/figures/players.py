"""Who plays, by a list of the players near the top of a sheet, or by the names that its lines
begin with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from archive.importers import which_game
from archive.importers.figures import words
from archive.importers.figures.marks import LEADING
from archive.importers.number_words import ORDINALS
from archive.importers.player_names import ALL, called, is_first_person, with_a_capital
from archive.importers.which_game import COUNT_TO_20, TWENTY, TWENTY_TWO

NAME = re.compile(r"[^\W\d_][\w'’-]{0,30}")
LIST = re.compile(
    r"(?:[,/&+|;]|\t|\s[–—-]\s|\s(?:and|und|vs?\.?|versus|against|gegen|mit|with|beats?|schlägt|schlug)\s)",
    re.IGNORECASE,
)
SCORED = re.compile(
    r"(?<=[^\W\d_])[ ]?[:=]?(?:[ ]ha(?:s|d|t|tte))?[ ][-−]?\d{1,3}"
    r"(?:[ ]?(?:[+=]|[-–=]>|→)[ ]?\d{1,3}){0,8}(?!\w)(?:[ ](?:points?|punkten?)(?!\w))?"
)
"""What a player has, behind the name."""
CARDS = frozenset("AKQJTDB")
BEFORE_A_FIGURE = re.compile(r"[\s:,|;]*+(?:[+\-−]?\d|[AKQJT]\b|\()")
COLUMNS = re.compile(r"[|;\t]|[ ]{2,}")
HEADINGS = frozenset(
    ("hand", "deal", "round", "game", "no", "nr", "trump", "trumps", "trumpf", "total", "sum",
     "spiel", "runde", "summe", "gesamt", "notes", "bonus", "farbe", "start")
)  # fmt: skip
_CARD = rf"(?:(?-i:[AKQJT])|{'|'.join(words.RANKS)})(?!\w)"
ROW = re.compile(
    rf"[ \t]*(?P<name>[^\W\d_][\w'’-]{{0,30}})[ \t:|;,]+"
    rf"(?:\d{{1,3}}|{_CARD})[ \t,;|/+]+(?:\d|{_CARD})",
    re.IGNORECASE,
)
"""Several numbers or cards behind a name: “Bibi: 18, 17, 16”."""
SHORT_ROW = re.compile(
    rf"[ \t]*(?P<name>[^\W\d_][\w'’-]{{0,30}}):[ ]+(?:\d{{1,3}}|{_CARD})[ \t]*+(?:$|[(=])",
    re.IGNORECASE,
)
PAIR = 2
WINNER = re.compile(
    r"(?:^|[.;!][ ])(?P<name>[^\W\d_a-zäöü][\w'’-]{1,30})[ ]"
    r"(?:wins|won|gewinnt|hat[ ]gewonnen|siegt)(?!\w)",
    re.MULTILINE,
)
LOSER = re.compile(
    rf"[ \t|#*-]*+(?P<hand>{words.UNIT.pattern}|\d{{1,3}})?[^\w\n]*+"
    r"(?P<name>[^\W\d_][\w-]*+)(?!['’])(?P<rest>[^\n]*+)",
    re.IGNORECASE,
)
"""Who lost a hand, in front of a line or behind the number of the hand."""
SENTENCE = re.compile(r"[.!?;]\s+")
CARD = re.compile(_CARD, re.IGNORECASE)
A_CARD = re.compile(rf"(?<!\w)(?:\d{{1,2}}|{_CARD})(?!\w)", re.IGNORECASE)
LOST_WITH = re.compile(
    rf"(?<![^\s:,/;])(?P<name>[^\W\d_a-zäöü][\w'’-]{{1,30}})[ ](?:{_CARD}|\d{{1,2}})(?=[ ]?[,/;]|$)"
)
"""A player and the losing card in a list of them: “Rosa Q, Pia 9, Ugo 7”."""
PLAYERS = re.compile(r"(?:players|spieler(?:innen)?)[ :]+$", re.IGNORECASE)
ALIAS = re.compile(r"(?<!\w)(?:me|I|ich)[ ]?\((?P<name>[^\W\d_][\w'’-]{0,30})\)")
"""The writer's own name: “me (Tilly)”."""
INITIAL = re.compile(r"[ ]?\((?:[^\W\d_]|dealer|deals|gibt|geber(?:in)?)\)")
_SMALL = r"[^\W\d_A-ZÄÖÜ]{2,20}"
SMALL = re.compile(
    r"(?:(?<=mit )|(?<=with )|(?<=: )|(?<=gegen )|^[ \t]*+)"
    rf"(?P<names>{_SMALL}(?:(?:,[ ]?|[ ](?:und|and)[ ]){_SMALL}){{1,11}}(?![ \t]*+[^\W\d_]))"
)
"""Names in small letters, alone or behind a word for who plays."""
SMALL_NAME, LETTER = re.compile(_SMALL), re.compile(r"[^\W\d_]")
WITH_CARDS = frozenset({TWENTY_TWO, COUNT_TO_20, TWENTY})
"""Games in whose sheets a letter may be a card."""
PLACES = frozenset({"am", "im", "bei", "beim", "at", "in", "on", "zum"})
"""Words in front of places."""
TOP = 6
"""The lines in which the players may be listed."""
MOST = 12
_ORDINARY = (
    "the a an in on at after then we it this that game games round rounds hand hands deal deals",
    "players player score scores scoresheet sheet final total everyone everybody all so now",
    "next last first points point punkte spieler spiel runde nach dann der die das den dem ein",
    "eine am im es wir stand stich stiche ergebnis sieger winner rules regeln also und and with",
    "bonus losing order seats seating reihenfolge sitzordnung date datum notes dealer geber trumpf",
    "mit beim for each start card cards karten karte verlierer loser losers of by to bis von zum",
    "zur frau herr herrn dr mr mrs ms beide both alle anfangs farrugia stovel rasmussen pagat",
)  # fmt: skip
_DAYS = (
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch",
    "donnerstag freitag samstag sonntag january february march may july august",
    "september october november december januar februar märz mai juni juli oktober dezember",
    "mon tue tues wed thu thur thurs fri sat sun today tonight yesterday heute gestern abend",
)  # fmt: skip

ORDINARY = frozenset(word for words_of in (*_ORDINARY, *_DAYS) for word in words_of.split())
"""Words with a capital that are no names."""


def players_in(lines: Sequence[str], game: str) -> dict[str, str]:
    """Return the players' names by every word that means one of them, in small letters, in the
    order of the list; empty where it cannot be told who plays."""
    text = "\n".join(lines)
    names = list(dict.fromkeys(with_a_capital(name, text) for name in _names_in(lines, game)))
    if not 2 <= len(names) <= MOST:
        return {}
    found: dict[str, str] = {name.casefold(): name for name in names}
    for words_of in (name.split() for name in names):
        for word in words_of:
            if sum(word in name.split() for name in names) == 1:
                found.setdefault(word.casefold(), " ".join(words_of))
    for writer in filter(is_first_person, names):
        found |= dict.fromkeys(ALL, writer)
    for alias in ALIAS.finditer(text):
        if name := found.get(alias["name"].casefold()):
            found |= dict.fromkeys(ALL, name)
    firsts = Counter(name[0].casefold() for name in names)
    cards: frozenset[str] = CARDS if game in WITH_CARDS else frozenset()
    for name in names:
        if firsts[name[0].casefold()] == 1 and len(name) > 1 and name[0].upper() not in cards:
            found.setdefault(name[0].casefold(), name)
    return found


def _names_in(lines: Sequence[str], game: str) -> list[str]:
    """Return the players' names: those that a line lists, or that stand in front of figures."""
    heads = [names for at, line in enumerate(lines[:TOP])
             if (names := _in_small_letters(line, lines[at + 1 :]))]  # fmt: skip
    heads += [names for line in lines[:TOP] if (names := _alone(line) or _letters(line, game))]
    lists = heads or [_listed(line, lines) for line in lines[:TOP]]
    beginning = _beginning(lines)
    if len(beginning) > 1:  # else all lines are without names
        lists = [one for one in lists if _are_told_of(one, lines)]
    listed: list[str] = max(lists, key=len, default=[])
    own = {word for name in listed for word in name.split()}
    own |= {name[0] for name in listed}
    text = "\n".join(lines)
    listed = [one for name in listed for one in _without_words_beside(name, text)]
    if not listed and len(beginning) < PAIR and game != TWENTY_TWO:
        listed = _listed(", ".join(SCORED.sub("", line) for line in lines), lines)
    if game == TWENTY_TWO:  # who won may have lost no hand
        beginning += [won["name"] for won in WINNER.finditer(text) if not _is_ordinary(won["name"])]
        beginning += _losers(lines, listed)
    others = [name for name in dict.fromkeys(beginning) if name not in own]
    names = [*listed, *others]
    names = sorted(names, key=text.find) if game == TWENTY_TWO or others else names
    told = [name for name in names if name in _before_figures(lines)]
    return told if game == TWENTY and len(told) == PAIR else names


def _without_words_beside(name: str, text: str) -> list[str]:
    """Return the words of a name that stand again in the text, where the whole name does not: “Oma
    Trude” is Trude, and “Ty Bea” are two; else the name."""
    again = [word for word in name.split() if text.count(word) > text.count(name)]
    return again if text.count(name) == 1 and again else [name]


def _are_told_of(names: Sequence[str], lines: Sequence[str]) -> bool:
    """Return whether some of these names, or words of them, stand in several lines."""
    words_of = {word for name in names for word in name.split() if len(word) > 1}
    return any(sum(word in line for line in lines) > 1 for word in words_of)


def _alone(line: str) -> list[str]:
    """Return the names of a line that has nothing else but headings of other columns."""
    cells = [cell.strip() for cell in COLUMNS.split(line.strip()) if cell.strip(" -")]
    names = [cell for cell in cells if cell.casefold() not in HEADINGS]
    if len(names) == 1 and (len(cells) == 1 or names[0].count(" ") >= PAIR):
        names = [word for word in names[0].split() if word.casefold() not in HEADINGS]
    whole = len(names) > 1 and all(_name(name) == name for name in names)
    return list(dict.fromkeys(names)) if whole else []


def _in_small_letters(line: str, below: Sequence[str]) -> list[str]:
    """Return the names of a line of words in small letters that heads as many numbers."""
    names = [cell.strip() for cell in COLUMNS.split(line.strip()) if cell.strip()]
    names = names[0].split() if len(names) == 1 else names
    numbers = re.findall(r"\d+", below[0]) if below and not LETTER.search(below[0]) else []
    if names[:1] and names[0] in HEADINGS and len(numbers) == len(names):
        names, numbers = names[1:], numbers[1:]  # each row has its number
    alone = all(SMALL_NAME.fullmatch(name) and not _is_ordinary(name) for name in names)
    headings = {*names} & HEADINGS
    return names if alone and not headings and 1 < len(names) == len(numbers) else []


def _letters(line: str, game: str) -> list[str]:
    """Return the players of a line of letters alone, which are no cards in this game."""
    letters = line.split()
    alone = all(len(one) == 1 and one.isalpha() for one in letters)
    return letters if alone and len({*letters}) > PAIR and game not in WITH_CARDS else []


def _listed(line: str, lines: Sequence[str]) -> list[str]:
    """Return the names that a line lists, at least two; none where numbers stand among them."""
    line = ALIAS.sub(r"\g<name>", INITIAL.sub("", line))
    if found := SMALL.search(line):
        text = "\n".join(lines)
        small = [word.strip() for word in LIST.split(found["names"]) if word.strip()]
        again = (len(re.findall(rf"(?<!\w){re.escape(one)}(?!\w)", text)) > 1 for one in small)
        if PLAYERS.search(line[: found.start("names")]) or all(again):
            return small
    text = which_game.TITLE.sub(" , ", line)
    best: list[str] = []
    parts = re.split(r"[.:()!]|\d", text)
    for part in parts:
        names = [_name(one) for one in LIST.split(part)]
        run: list[str] = []
        for name in [*names, ""]:
            if name and name not in run:
                run.append(name)
            else:
                best, run = max(best, run, key=len), []
    bare = text.lstrip(" ,:–—-")
    below = [bare] if bare != text.lstrip() else []  # “Twenty down - Ann Bob Cid”
    apart = max(map(_alone, [*below, *parts[1:]]), key=len, default=[])
    return best if len(best) > 1 else apart if len(apart) > PAIR else []


def _name(text: str) -> str:
    """Return the name at the end or the beginning of a part of a list; empty where it is none."""
    found: list[str] = NAME.findall(text)
    capital = [
        word for before, word in pairwise(["", *found])
        if word[0].isupper() and not _is_ordinary(word) and before.casefold() not in PLACES
    ]  # fmt: skip
    if any(word in CARDS for word in found):
        return ""
    if len(found) == 1 and (capital or is_first_person(found[0])):
        return found[0]
    if len(capital) == 2 and " ".join(capital) not in text:
        capital = capital[:1] if text.strip().startswith(capital[0]) else capital[1:]
    if 0 < len(capital) <= 2 and text.strip().endswith(capital[-1]):
        return " ".join(capital)
    if 0 < len(capital) <= 2 and text.strip().startswith(capital[0]):
        return " ".join(capital)
    return ""


@lru_cache(maxsize=512)
def _is_ordinary(word: str) -> bool:
    low = word.casefold()
    return (
        low in ORDINARY or low in words.RANKS or low in words.SUITS or low in words.NUMBERS
        or low in ORDINALS or bool(words.UNIT.fullmatch(word))
        or any(one.fullmatch(word) for one in (words.OUT, words.WON, words.FINAL, words.START))
        or which_game.in_title(word) is not None
    )  # fmt: skip


def _before_figures(lines: Sequence[str]) -> set[str]:
    """Return the words with a number or a card behind them."""
    return {
        found[0]
        for line in lines
        for found in NAME.finditer(line)
        if BEFORE_A_FIGURE.match(line, found.end())
    }


def _beginning(lines: Sequence[str]) -> list[str]:
    """Return the names that stand at the beginning of lines, or behind the number of a hand, twice
    or more."""
    seen: Counter[str] = Counter()
    for line in lines:
        for found in NAME.finditer(line):
            if found[0][0].isupper() and len(found[0]) > 1 and not _is_ordinary(found[0]):
                seen[found[0]] += 1
    lines = [words.UNIT.sub("", line) for line in lines]
    behind = _before_figures(lines)
    rows = {row["name"] for line in lines if (row := ROW.match(line))}
    if rows:  # who has only one number beside those who have several
        rows |= {row["name"] for line in lines if (row := SHORT_ROW.match(line))}
    again = {name for name, times in seen.items() if times > 1} | rows
    return [name for name in seen if name in again & behind]


def _losers(lines: Sequence[str], listed: Sequence[str]) -> list[str]:
    """Return who lost hands of Twenty-Two, by the names in front of their cards: all of them where
    no list names the players, else those with a card right behind the number of a hand."""
    names: list[str] = []
    for line in () if listed else lines:
        pairs = [*LOST_WITH.finditer(line)]
        if len(pairs) > PAIR and words.LOST.search(line):
            names += [one["name"] for one in pairs if not _is_ordinary(one["name"])]
    for told in (one for line in lines for one in _beginnings(line)):
        rest = told["rest"].lstrip(" :,|;\t")
        is_card = told["name"].casefold() in words.RANKS and not CARD.match(rest)
        if A_CARD.search(rest) is None or is_card or told["name"].casefold() in ORDINARY:
            continue
        if told["name"].casefold() not in words.RANKS and _is_ordinary(told["name"]):
            continue
        capital = told["name"][0].isupper() and len(told["name"]) > 1
        directly = A_CARD.match(rest) is not None or is_first_person(told["name"])
        if (directly and (told["hand"] or not listed)) or (capital and not listed):
            names.append(called(told["name"]))
    return names


def _beginnings(line: str) -> Iterator[re.Match[str]]:
    """Yield what stands at the beginning of the sentences of a line and behind numbers of hands."""
    sentences = [0, *(end.end() for end in SENTENCE.finditer(line)), len(line)]
    for start, end in pairwise(sentences):
        units = {unit.start() for unit in words.UNIT.finditer(line, start, end)}
        for at in sorted({start} | units):
            if told := LOSER.match(line, at, end):
                yield told


def leading_letters(lines: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Return the players by the letters with which lines begin, where these are the initials of
    several players, and of no two the same."""
    letters = {found["letter"] for line in lines if (found := LEADING.match(line))}
    players = {letter: [name for name in names if name[0] == letter] for letter in letters}
    alone = all(len(those) == 1 for those in players.values())
    return (
        {letter: name for letter, (name,) in players.items()} if alone and len(letters) > 1 else {}
    )


def known_words(names: Mapping[str, str]) -> list[str]:
    """Return the players, each once."""
    return list(dict.fromkeys(names.values()))
