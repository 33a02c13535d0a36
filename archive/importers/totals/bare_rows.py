"""Rows of totals without names, `Round 1: 112 to 98` or `2. 18/25/17/25`: the totals are those of
the players whom another line of the sheet lists, in its order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from archive.importers import which_game
from archive.importers.player_names import BETWEEN, without_initial
from archive.importers.totals.words import A_NAME, COUNTED, LAST, STANDING, START

Rosters = Mapping[int, tuple[str, ...]]
"""The players as a line lists them, by their number."""

MOST, PAIR = 12, 2
"""The most players that a line may list, and how many names without commas may be one player's."""
LONGEST_LINE = 400
HEAD = rf"(?:{COUNTED}|(?P<bare>\d{{1,4}})[.:)]|{LAST}|{START}|(?P<standing>{STANDING}))"
STROKE = r"\s*(?:\b(?:zu|to)\b|[:/])\s*"
ROW = re.compile(
    rf"(?P<head>{HEAD})(?:,?\s+(?:it\s+(?:was|stood)(?:\s+at)?|(?:stand|war)\s+es))?"
    rf"(?:\s*[:.,;|–-])?\s+(?P<rest>(?P<first>[-−]?\d{{1,6}})(?:"
    rf"(?:{STROKE}[-−]?\d{{1,6}})+|(?:\s*,\s*[-−]?\d{{1,6}})+|(?:\s+[-−]?\d{{1,6}})+"
    r"|\s*[–-]\s*\d{1,6}))\.?",
    re.IGNORECASE,
)
BARE = re.compile(
    rf"(?P<rest>[-−]?\d{{1,6}}(?:(?:{STROKE}[-−]?\d{{1,6}})+|\s*[–-]\s*\d{{1,6}}))\.?",
    re.IGNORECASE,
)
"""Totals and nothing else."""
APART = re.compile(r"(?P<rest>[-−]?\d{1,6}(?:[ ]+[-−]?\d{1,6}){1,11})\.?")
"""The same with blanks between them."""
DASH = re.compile(r"(?<=\d)\s*[–-]\s*(?=\d)")
NUMBER = re.compile(r"[-−]?\d+")
HEADED = re.compile(
    r"(?:(?:two|three|four|2|3|4|zwei|drei|vier)\s+)?(?:players|spieler(?:innen)?)(?:\s*:\s*|\s+)"
    r"|(?:the\s+)?(?:two|three|four|2|3|4)\s+of\s+us\s*[:,]\s*|wir\s+(?:zwei|drei|vier)\s*[:,]\s*"
    r"|(?:a\s+)?(?:game\s+)?(?:between|zwischen)\s+|(?:with|mit)\s+"
    r"|(?:[^\W\d_]+\s+){0,2}zu\s+(?:zweit|dritt|viert)\s*[:,]\s*",
    re.IGNORECASE,
)
GAME_OF = re.compile(
    r"(?:(?:an?|the|our|eine?|unsere?)\s+)?(?:game|match|partie|runde)\s+(?:of\s+)?"
    r"|(?:we|wir|I|ich)\s+(?:played|spielten|spielte)\s+",
    re.IGNORECASE,
)
"""What may stand before the name of a game."""
WHEN = re.compile(
    r"(?<!\w)(?:last\s+night|yesterday|today|tonight|this\s+evening|gestern|heute)"
    r"(?:\s+(?:evening|night|abend))?(?!\w)",
    re.IGNORECASE,
)
NAME = re.compile(A_NAME)


def rosters_of(lines: Iterable[str]) -> Rosters:
    """Return the players whom lines of a sheet list, by their number: the first list of each
    length."""
    found: dict[int, tuple[str, ...]] = {}
    for line in lines:
        names = _listed(line) if len(line) <= LONGEST_LINE else ()
        if len(names) > 1:
            found.setdefault(len(names), names)
    return found


def _listed(line: str) -> tuple[str, ...]:
    """Return the names that a line lists, if it says nothing else but the game and how far it
    goes."""
    words = line.strip(" \t|#*_()").replace("**", "")
    of = GAME_OF.match(words)
    title = which_game.TITLE.match(words, of.end() if of else 0)
    if title:
        words = WHEN.sub(" ", words)
        words = which_game.TARGET.sub("", words[title.end() :])
        words = re.sub(r"(?i)\s*(?:points|punkte)\b", "", words)
    elif alone := which_game.HEADING.fullmatch(words):
        title, words = alone, words[alone.end("name") :]
    bare = HEADED.sub("", words.strip(" ,:;.–-()"), count=1)
    pieces = BETWEEN.split(bare)
    if title and len(pieces) == 1 and len(bare.split()) > PAIR:
        pieces = bare.split()  # `Twenty down - Ann Bob Cid`
    listed = (without_initial(one).strip(" .,()*_") for one in pieces)
    names = tuple(name for name in listed if which_game.named(name) is None)
    told = title is not None or bare != words
    told = told and len(pieces) == len(BETWEEN.split(bare))
    able = all(NAME.fullmatch(name) and (told or name[:1].isupper()) for name in names)
    different = len({name.casefold() for name in names}) == len(names) <= MOST
    return names if able and different else ()


def with_names(words: str, rosters: Rosters, *, apart: bool = False) -> str | None:
    """Return a row of totals with the players' names in it; None where it is none, or where no line
    lists as many players. Numbers alone may be set `apart` by blanks where they can be nothing
    else."""
    if not rosters or len(words) > LONGEST_LINE:
        return None
    forms = (ROW, BARE, APART) if apart else (ROW, BARE)
    row = next(filter(None, (form.fullmatch(words) for form in forms)), None)
    values = NUMBER.findall(DASH.sub(" ", row["rest"])) if row else []
    names = rosters.get(len(values))
    if row is None or names is None:
        return None
    told = ", ".join(map(" ".join, zip(names, values, strict=True)))
    if row.re is not ROW:
        return told
    if row["standing"]:
        return f"Now: {told}"
    return f"Deal {row['bare']}: {told}" if row["bare"] else f"{row['head']}: {told}"
