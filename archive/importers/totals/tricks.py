"""Tricks counted in a deal of a sheet without plays: `Deal 9, hearts: Greta 2 tricks, Sven 3`,
`Stiche: Resi 3, Sepp 2, Uschi raus`, `Sepp took all five tricks`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from archive.importers.player_names import called
from archive.importers.totals.points import could_be_a_name
from archive.importers.totals.words import LONGEST_LINE, UNIT

ALL = 5
DROPPED_OUT = -1
NUMBERS = {
    "no": 0, "none": 0, "nothing": 0, "kein": 0, "keinen": 0, "keine": 0, "nichts": 0, "one": 1,
    "a": 1, "einen": 1, "two": 2, "zwei": 2, "three": 3, "drei": 3, "four": 4, "vier": 4,
    "five": 5, "fünf": 5, "all": ALL, "alle": ALL,
}  # fmt: skip
"""How many tricks a word says."""
TRICKS = r"(?:tricks?|stich(?:en?)?)"
HEAD = re.compile(
    rf"(?P<head>(?:{UNIT})\s*(?P<number>\d{{1,4}})|(?P<nth>\d{{1,4}})\.\s*(?:{UNIT}))(?!\w)\s*+"
    r"(?:[:.,–-]\s*+)?",
    re.IGNORECASE,
)
"""The number of a deal before what is told of it."""
BARE_HEAD = re.compile(r"(?P<number>\d{1,3})[.):]?\s+(?=[^\W\d_])")
"""The number of a deal with no word beside it: `1 Oma 2, Max 3, Grete raus, Paul raus`."""
FEWEST, MOST = 3, 12
"""The fewest players of a line with such a number, and the most of any."""
HEADED = re.compile(rf"{TRICKS}(?:\s*:\s*|\s+(?=[^\W\d_]))", re.IGNORECASE)
"""What calls the numbers behind it tricks, with or without a colon: `Stiche Anna 1`."""
CALLED = re.compile(rf"\b{TRICKS}\b", re.IGNORECASE)
"""What calls them so anywhere."""
ONE = re.compile(
    r"(?:and\s+|und\s+)?(?P<names>[^\W\d_][^,;:=\d()]{0,60}?)(?:\s*:)?\s+"
    r"(?:(?:takes?|took|wins?|won|makes?|made|gets?|got|has|had|with|macht|machte|holt|holte|bekommt"
    r"|bekam|hat|hatte|gewinnt|gewann|nimmt|nahm|mit)\s+)?"
    rf"(?:(?P<count>\d{{1,2}}|all\s+(?:five|5)|alle\s+(?:fünf|5)|{'|'.join(NUMBERS)})"
    rf"(?:\s+{TRICKS})?(?:\s+(?:in|im)\s+(?:(?:deal|spiel)\s+(?P<deal>\d{{1,4}})|(?P<nth>\d{{1,4}})\.\s*spiel))?"
    r"|(?:(?:drops?|dropped|is|are|was|were|ist|sind|war|waren|steigt|steigen|stieg|stiegen|bleibt"
    r"|bleiben|blieb|blieben|stays?|stayed)\s+)?"
    r"(?P<out>out|raus|aus|dropped|ausgestiegen|daheim|zu\s?hause|(?:at\s+)?home|pass(?:es|ed|t|te)?))"
    r"(?:\s*[(](?P<beside>[^()]{1,60})[)])?"
    r"(?=\s*(?:[,;.]|$)|\s+(?:and|und)\s)\s*+[,;.]?\s*",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"(?:(?:all\s+)?the\s+)?(?:two\s+)?(?:others?|rest)|everyone\s+else|(?:all\s+)?others"
    r"|(?:(?:die|alle)\s+)?(?:beiden\s+)?(?:anderen|andern|übrigen|restlichen)|der\s+Rest",
    re.IGNORECASE,
)
"""Players who are not named, and of whom it is said that they won none or were not in it."""
AND = re.compile(r"\s+(?:and|und|&)\s+", re.IGNORECASE)


class Counted(NamedTuple):
    """What a line counts: the number of the deal, how many tricks each player won (`DROPPED_OUT`
    for who was not in it), and what stands in brackets beside the tricks: `Resi 0 (muss 5
    schreiben)`."""

    number: int | None
    points: tuple[tuple[str, int], ...]
    beside: tuple[str, ...]


class _Told(NamedTuple):
    """The tricks told in some words: by player, in which deal, what stands in brackets beside them,
    and whether all who are not named were out."""

    tricks: Mapping[str, int]
    number: int | None
    beside: tuple[str, ...]
    others_out: bool


def counted_in(words: str, *, trumps: bool = False) -> Counted | None:
    """Return the tricks that a line counts and nothing else; None where it counts none. A line in
    which five are shared out and others are out need not call them tricks, nor one that names the
    `trumps` of its deal and has all players, or the one who won all five."""
    if len(words) > LONGEST_LINE:
        return None
    text = words.rstrip("!?. ")
    head = HEAD.match(text)
    bare = None if head else BARE_HEAD.match(text)
    rest = text[begun.end() :] if (begun := head or bare) else text
    labelled = HEADED.match(rest)
    rest = rest[labelled.end() :] if labelled else rest
    named = bool(labelled or CALLED.search(rest))
    told = _told(rest) if named or begun else None
    if told is None or (bare and len(told.tricks) < FEWEST):
        return None
    if not (named or _are_shared(told, all_named=bool(bare or trumps), trumps=trumps)):
        return None
    number = int(head["number"] or head["nth"]) if head else int(bare["number"]) if bare else None
    return Counted(number or told.number, tuple(told.tricks.items()), told.beside)


def _told(text: str) -> _Told | None:
    """Return the tricks of all players in a text; None where it says anything else."""
    tricks: dict[str, int] = {}
    beside: list[str] = []
    at, number, others_out = 0, None, False
    while at < len(text):
        one = ONE.match(text, at)
        if one is None:
            return None
        names = [who for who in AND.split(one["names"]) if not OTHERS.fullmatch(who.strip())]
        if not all(could_be_a_name(name.strip()) for name in names):
            return None
        others_out = others_out or bool(one["out"] and not names)
        number = number or int(one["deal"] or one["nth"] or 0) or None
        tricks |= dict.fromkeys((called(name.strip()) for name in names), _number(one))
        beside += [one["beside"]] if one["beside"] else []
        at = one.end()
    return _Told(tricks, number, tuple(beside), others_out) if 0 < len(tricks) <= MOST else None


def _are_shared(told: _Told, *, all_named: bool, trumps: bool) -> bool:
    """Return whether numbers that nothing calls tricks are some: all five are shared out, and
    others were out, or `all_named` is to be believed of those that are there."""
    won = told.tricks.values()
    if sum(max(one, 0) for one in won) != ALL:
        return False
    whole = len(won) > FEWEST or (trumps and ALL in won)
    return told.others_out or DROPPED_OUT in won or (all_named and whole)


def _number(one: re.Match[str]) -> int:
    """Return how many tricks a player is said to have won, or that the player dropped out."""
    if one["out"]:
        return DROPPED_OUT
    word = one["count"].split()[0].casefold()
    return int(word) if word.isdigit() else NUMBERS[word]
