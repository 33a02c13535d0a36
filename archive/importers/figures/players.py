"""Who plays, by a list of the players near the top of a sheet, or by the names that its lines
begin with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from archive.importers import which_game
from archive.importers.figures import words
from archive.importers.player_names import is_first_person

NAME = re.compile(r"[^\W\d_][\w'’-]{0,30}")
LIST = re.compile(
    r"(?:[,/&+]|\s[–—-]\s|\s(?:and|und|vs?\.?|versus|against|gegen|mit|with)\s)", re.IGNORECASE
)
CARDS = frozenset("AKQJTDB")
BEFORE_A_FIGURE = re.compile(r"[\s:,]*+(?:[+\-−]?\d|[AKQJT]\b|\()")
TOP = 6
"""The lines in which the players may be listed."""
MOST = 12
_ORDINARY = (
    "the a an in on at after then we it this that game games round rounds hand hands deal deals",
    "players player score scores scoresheet sheet final total everyone everybody all so now",
    "next last first points point punkte spieler spiel runde nach dann der die das den dem ein",
    "eine am im es wir stand stich stiche ergebnis sieger winner rules regeln also und and with",
    "mit for each start card cards karten karte verlierer loser losers of by to bis von zum zur",
)  # fmt: skip
_DAYS = (
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch",
    "donnerstag freitag samstag sonntag january february march april may june july august",
    "september october november december januar februar märz mai juni juli oktober dezember",
    "today tonight yesterday heute gestern abend",
)  # fmt: skip

ORDINARY = frozenset(word for words_of in (*_ORDINARY, *_DAYS) for word in words_of.split())
"""Words with a capital that are no names."""


def players_in(lines: Sequence[str]) -> dict[str, str]:
    """Return the players' names by every word that means one of them, in small letters, in the
    order of the list; empty where it cannot be told who plays."""
    listed = max((_listed(line) for line in lines[:TOP]), key=len, default=[])
    own = {word for name in listed for word in name.split()}
    own |= {name[0] for name in listed}
    names = [*listed, *(name for name in _beginning(lines) if name not in own)]
    text = "\n".join(lines)
    names.sort(key=text.find)
    if not 2 <= len(names) <= MOST:
        return {}
    found = {name.casefold(): name for name in names}
    for words_of in (name.split() for name in names):
        for word in words_of:
            if sum(word in name.split() for name in names) == 1:
                found.setdefault(word.casefold(), " ".join(words_of))
    firsts = Counter(name[0].casefold() for name in names)
    for name in names:
        if firsts[name[0].casefold()] == 1 and len(name) > 1 and name[0].upper() not in CARDS:
            found.setdefault(name[0].casefold(), name)
    return found


def _listed(line: str) -> list[str]:
    """Return the names that a line lists, at least two; none where numbers stand among them."""
    text = which_game.TITLE.sub(" , ", line)
    best: list[str] = []
    for part in re.split(r"[.;:()!]|\d", text):
        names = [_name(one) for one in LIST.split(part)]
        run: list[str] = []
        for name in [*names, ""]:
            if name and name not in run:
                run.append(name)
            else:
                best, run = max(best, run, key=len), []
    return best if len(best) > 1 else []


def _name(text: str) -> str:
    """Return the name at the end or the beginning of a part of a list; empty where it is none."""
    found: list[str] = NAME.findall(text)
    capital = [word for word in found if word[0].isupper() and not _is_ordinary(word)]
    if any(word in CARDS for word in found):
        return ""
    if len(found) == 1 and (capital or is_first_person(found[0])):
        return found[0]
    if 0 < len(capital) <= 2 and text.strip().endswith(capital[-1]):
        return " ".join(capital)
    if 0 < len(capital) <= 2 and text.strip().startswith(capital[0]):
        return " ".join(capital)
    return ""


def _is_ordinary(word: str) -> bool:
    low = word.casefold()
    return (
        low in ORDINARY or low in words.RANKS or low in words.SUITS or low in words.NUMBERS
        or low in words.ORDINALS or bool(words.UNIT.fullmatch(word))
        or any(one.fullmatch(word) for one in (words.OUT, words.WON, words.FINAL, words.START))
        or which_game.in_title(word) is not None
    )  # fmt: skip


def _beginning(lines: Sequence[str]) -> list[str]:
    """Return the names that stand at the beginning of lines, or behind the number of a hand, twice
    or more."""
    seen: Counter[str] = Counter()
    for line in lines:
        for found in NAME.finditer(line):
            if found[0][0].isupper() and found[0] not in CARDS and not _is_ordinary(found[0]):
                seen[found[0]] += 1
    behind = {
        found[0]
        for line in lines
        for found in NAME.finditer(line)
        if BEFORE_A_FIGURE.match(line, found.end())
    }
    return [name for name, times in seen.items() if times > 1 and name in behind]


def known_words(names: Mapping[str, str]) -> list[str]:
    """Return the players, each once."""
    return list(dict.fromkeys(names.values()))
