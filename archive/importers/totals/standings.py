"""Sentences that give a standing apart from a deal, before it or behind it, or the same total to
all to begin with, `alle fangen mit 20 an`; and who has totals."""

from __future__ import annotations

import re

from archive.importers import which_game
from archive.importers.totals.kinds_of_lines import Line, names_the_game
from archive.importers.totals.points import points_of
from archive.importers.totals.words import LONGEST_LINE, START

STANDING = re.compile(
    r"(?P<before>(?:(?:so\s+far|until\s+now|at\s+the\s+start|to\s+begin\s+with"
    r"|(?:before|after|vor|nach)(?:\s+(?:that|this|it|the|dem|diesem|last|letzten))*"
    r"(?:\s+(?:deal|hand|round|game|spiel|runde))?|afterwards|nachher|danach|hinterher"
    r"|(?:the\s+)?new\s+(?:scores?|standings?|totals?)|neuer\s+(?:zwischen|spiel)?stand"
    r"|we\s+(?:start|begin|(?:go|carry)\s+on)\s+(?:with|from|at)|carried\s+(?:over|forward)"
    r"|(?:the\s+)?(?:current\s+)?(?:scores?|standings?)(?:\s+(?:so\s+far|is|now))?|now|it\s+stands"
    r"|(?:das\s+)?macht|ergibt|makes"
    r"|bisher|bis\s+jetzt|vorher|davor|übertrag|jetzt|nun"
    r"|(?:zwischen|spiel)?stand(?:\s+(?:bisher|vorher|nachher|(?:vor|nach)\s+(?:dem|diesem)\s+(?:letzten\s+)?spiel))?"
    r"|so\s+(?:it|that)\s+(?:was|is|makes|made)|(?:that|this)\s+(?:makes|made|leaves|left)(?:\s+it)?"
    r"|(?:damit\s+|so\s+|dann\s+)?(?:es\s+steht|steht\s+es|stand\s+es|es\s+stand)(?:\s+dann)?|wir\s+(?:beginnen|machen\s+weiter)\s+(?:mit|bei))(?:\s*[:,])?\s+)?)"
    r"(?P<rest>[^\W\d_].*?\d)(?:\s+(?:points|punkte))?"
    r"(?P<behind>(?:,?\s+(?:so\s+far|already|now|before\s+(?:this|that)(?:\s+(?:hand|deal|round|game))?"
    r"|at\s+(?:the\s+moment|this\s+point)|bisher|schon|jetzt|vorher|vor\s+diesem\s+spiel))?)[.:]?",
    re.IGNORECASE,
)
"""A sentence that gives a standing, with what may stand before and behind the totals."""
BEFORE = re.compile(r"(?:before|vor(?!\w)|vorher|davor|bisher|übertrag|stand\s+vor)", re.IGNORECASE)
AFTER = re.compile(r"\s*(?:after|nach)(?!\w)", re.IGNORECASE)
HAS = re.compile(
    r"(?<!\w)(?:has|had|is\s+(?:at|on)|stands\s+at|hat|hatte|(?:steht|liegt|ist)\s+bei)\s+\d"
)
_EACH = r"(?:each|apiece|for\s+(?:each|all)|jeder?|für\s+(?:alle|jeden))"
_POINTS = r"(?:\s+(?:points|pts\.?|punkte?n?))?"
EACH = re.compile(
    rf"(?:(?:{START})\s*+[:=–-]?\s*+)?(?:(?:with|at|on|mit|bei)\s+)?"
    rf"(?:(?:je|{_EACH})\s+(?P<behind>\d{{1,3}}){_POINTS}|(?P<before>\d{{1,3}}){_POINTS}\s+{_EACH})"
    r"(?:\s+(?:to\s+(?:start|begin)(?:\s+with)?|zu\s+beginn|am\s+anfang))?"
    r"|(?:we|they|everybody|everyone|all|each|wir|alle|jeder?)(?:\s+(?:all|alle|players?|of\s+us))?"
    r"\s+(?:start|begin|began|beg[ai]nn|fang|fing|fäng)\w*\s+(?:with|at|on|from|mit|bei|auf|von)\s+"
    rf"(?P<told>\d{{1,3}}){_POINTS}(?:\s+an)?(?:\s+(?:each|je))?",
    re.IGNORECASE,
)


def with_standings(lines: list[Line]) -> list[Line]:
    """Return the lines with each sentence taken for a standing that gives all players' totals apart
    from a deal: `Mia has 40, Tom 50.` above the fourth hand of a match that goes on, or those
    behind tricks that are counted. Bare numbers above a first deal may be anything, such as games
    won."""
    players = names_with_totals(lines)
    most = max((len(line.points) for line in lines if line.kind == "deal"), default=0)
    first = next((line.number for line in lines if line.kind == "deal"), None)
    winners = {name for line in lines if line.kind == "tricks" for name in line.names}
    told: list[Line] = []
    opening = openings_of(lines)
    above, first_game = True, True  # whether no deal of the game is told, and none of another
    behind = False  # whether tricks were counted since the last totals
    for at, line in enumerate(lines):
        standing = STANDING.fullmatch(line.text) if line.kind == "odd" else None
        points = points_of(standing["rest"]) if standing and (first or winners) else ()
        names = {one.casefold() for one, _ in points}
        all_ = len(points) == most and names <= players if most else winners and winners <= names
        if standing and points and all_:
            said = standing["before"] or standing["behind"] or HAS.search(line.text)
            opened = {total for _, total in points} == {opening[at]}
            if said or behind or (above and (opened or (first_game and first != 1))):
                line = line._replace(kind="start", points=points)
            if behind and BEFORE.match(standing["before"]):  # the tricks were counted after it
                tricks = max(at for at, one in enumerate(told) if one.kind == "tricks")
                told.insert(tricks, line)
                continue
        if line.kind in ("deal", "tricks"):
            above = first_game = False
        elif names_the_game(line):
            above = True
        behind = line.kind == "tricks" or (behind and line.kind not in ("start", "deal"))
        told.append(line)
    return told


def is_before(text: str) -> bool:
    """Return whether a sentence gives a standing before a deal: “Vor dem Spiel: Resi 9, …”."""
    standing = STANDING.fullmatch(text)
    return standing is not None and BEFORE.match(standing["before"]) is not None


def is_standing_after(line: Line) -> bool:
    """Return whether a line says that it tells what stood after a deal: its numbers are no cards,
    even where all might be, and no points of that deal alone, even where players are left out."""
    return AFTER.match(line.text) is not None


def standing_of(text: str) -> tuple[tuple[str, int], ...]:
    """Return each player's points in a line that gives a standing, with or without that word."""
    found = STANDING.fullmatch(text)
    return points_of(found["rest"] if found else text)


def names_with_totals(lines: list[Line]) -> set[str]:
    """Return the names of those who have totals, in small letters."""
    return {name for line in with_totals(lines) for name in line.names}


def with_totals(lines: list[Line]) -> list[Line]:
    """Return the lines with totals, or with tricks that are counted; of a sheet that gives nothing
    else, those at the end."""
    during = [line for line in lines if line.kind in ("deal", "start", "tricks")]
    return during or [line for line in lines if line.kind == "end"]


def openings_of(lines: list[Line]) -> list[int]:
    """Return for each line the total with which all players begin the game that it belongs to: that
    named last above it, or the first that the sheet names."""
    titles = [which_game.in_title(line.text) if names_the_game(line) else None for line in lines]
    game = next((found[0] for found in titles if found), None)
    opening: list[int] = []
    for found in titles:
        game = found[0] if found else game
        opening.append(which_game.opening(game))
    return opening


def with_openings(lines: list[Line]) -> list[Line]:
    """Return the lines with each such sentence above a deal made a standing of the players who have
    totals in that deal."""
    told: list[Line] = []
    players: tuple[str, ...] = ()
    for line in reversed(lines):
        if line.kind == "deal":
            players = tuple(name for name, _ in line.points)
        total = total_of_each(line)
        if total is not None and players:
            line = line._replace(kind="start", points=tuple((name, total) for name in players))
        told.append(line)
    return told[::-1]


def total_of_each(line: Line) -> int | None:
    """Return the total with which all players begin by a line; None where it says no such thing."""
    able = line.kind == "odd" and len(line.text) <= LONGEST_LINE
    each = EACH.fullmatch(line.text.strip(" .!")) if able else None
    return int(each["before"] or each["behind"] or each["told"]) if each else None
