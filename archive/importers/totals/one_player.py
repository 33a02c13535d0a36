"""Lines that tell the total of one player alone: `After hand 1: Uli 10`, or what the loser of each
hand of Twenty-Two gets, `Hand 1: Uli 10` above `Hand 2: Vera 11`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.first_person import called
from archive.importers.ranks import GERMAN_RANKS, RANK_WORDS
from archive.importers.totals.bare_rows import rosters_of
from archive.importers.totals.deal_names import plain_head
from archive.importers.totals.kinds_of_lines import DEAL, NUMBERED, OUT, Line
from archive.importers.totals.points import HAS, could_be_a_name, players_in
from archive.importers.totals.standings import is_standing_after, names_the_game
from archive.importers.totals.tables import LONGEST_LINE, number_of
from archive.importers.totals.words import A_NAME, NUMBER

ONE = re.compile(
    rf"(?P<name>{A_NAME}?)(?: (?:{HAS}|gets|takes|bekommt|kriegt))? ?[:=]? ?(?P<points>{NUMBER})"
    r"(?: ?(?:points?|pts\.?|punkte?))?\.?",
    re.IGNORECASE,
)
CARDS = frozenset({"as", *RANK_WORDS, *GERMAN_RANKS, *"atjqkbd"})
"""Words behind a name for the card that lost, with what it counts: `Uschi As 11`."""
GAME = "twenty-two"
HIGHEST = 11
"""What a card counts at most there."""
OF_A_RANK = range(2, HIGHEST)
"""Numbers that may be the losing card as well."""
OUT_WITH = 22
HANDS = 2
"""The fewest hands of a sheet that tells the loser of each."""


class Told(NamedTuple):
    """The one player of whom a line tells something, the number, and that of the deal."""

    at: int
    deal: int
    name: str
    points: int


def with_one_player(lines: list[Line]) -> list[Line]:
    """Return the lines with those taken for totals that tell one player's alone: of a player who
    has totals in others, behind `After hand 1`; or the losers of the hands of Twenty-Two."""
    told = _told_in(lines)
    players = {name.casefold() for line in lines if line.kind in ("deal", "start")
               for name, _ in line.points}  # fmt: skip
    if not told:
        return lines
    if not players:
        return _with_losers(lines, told) if _are_losers(lines, told) else lines
    found = [*lines]
    for one in told:
        line = lines[one.at]
        if is_standing_after(line) and one.name.casefold() in players:
            points = ((one.name, one.points),)
            found[one.at] = line._replace(kind="deal", number=one.deal, points=points)
    return found


def tells_losers(lines: list[Line]) -> bool:
    """Return whether a sheet of Twenty-Two tells the loser of each hand with a number, and not all
    of these may be cards."""
    others = any(line.kind in ("deal", "start", "tricks") for line in lines)
    return not others and _are_losers(lines, _told_in(lines))


def _are_losers(lines: Sequence[Line], told: Sequence[Told]) -> bool:
    """Return whether what lines tell of one player each are the losers of hands that follow each
    other, in a sheet that names Twenty-Two, or no game and no other may be meant."""
    named = (which_game.in_title(line.text) for line in lines if names_the_game(line))
    games = {found[0] for found in named if found}
    in_order = all(before.deal < after.deal for before, after in pairwise(told))
    able = any(one.points not in OF_A_RANK for one in told)
    if not (in_order and able and len(told) >= HANDS):
        return False
    return games == {GAME} or (not games and len(told) > HANDS and _only_fit_it(told))


def _only_fit_it(told: Sequence[Told]) -> bool:
    """Return whether all numbers are what cards of Twenty-Two count, with two figures among them
    that no cards left in Count to 20 cost."""
    values = {one.points for one in told}
    return values <= {*OF_A_RANK, HIGHEST} and HIGHEST in values and len(values) > 1


def _told_in(lines: Sequence[Line]) -> list[Told]:
    """Return what lines tell of one player alone, each behind the number of a deal."""
    return [one for at, line in enumerate(lines) if (one := _told(at, line))]


def _told(at: int, line: Line) -> Told | None:
    if line.kind != "odd" or len(line.text) > LONGEST_LINE:
        return None
    text = plain_head(line.text)
    head = DEAL.fullmatch(text) or NUMBERED.fullmatch(text)
    one = ONE.fullmatch(head["rest"].strip()) if head else None
    if head is None or one is None or not could_be_a_name(one["name"]):
        return None
    if CARDS.intersection(one["name"].casefold().split()[1:]):
        return None
    groups = head.groupdict()
    number = groups["number"] or groups["nth"]
    return Told(at, int(number), called(one["name"]), number_of(one["points"]))


def _with_losers(lines: list[Line], told: Sequence[Told]) -> list[Line]:
    """Return the lines with everybody's total after each hand: of those who lost one, of those whom
    the sheet lists besides, and of who is said to have won without having lost."""
    losers = list(dict.fromkeys(one.name for one in told))
    listed = {*map(str.casefold, losers)}
    rosters = rosters_of(line.text for line in lines).values()
    players = next((names for names in rosters if listed <= {*map(str.casefold, names)}), losers)
    running = _are_running(lines, told)
    totals = dict.fromkeys(map(called, players), 0)
    found = [*lines]
    for one in told:
        name = next(name for name in totals if name.casefold() == one.name.casefold())
        totals[name] = one.points if running else totals[name] + one.points
        found[one.at] = lines[one.at]._replace(
            kind="deal", number=one.deal, points=tuple(totals.items()), unit="hand"
        )
    return found


def _are_running(lines: Sequence[Line], told: Sequence[Told]) -> bool:
    """Return whether the numbers are totals: one is more than any card counts, no player's falls,
    and who is said to be out is not out by their sum alone."""
    single, last = Counter[str](), dict[str, int]()
    for one in told:
        if one.points < last.get(one.name.casefold(), 0):
            return False
        last[one.name.casefold()] = one.points
        single[one.name.casefold()] += one.points
    out = {
        name.casefold()
        for line in lines
        if line.kind == "out" and (match := OUT.fullmatch(line.text))
        for name in players_in(match["behind"] or match["before"])
    }
    by_sum = any(last.get(name, OUT_WITH) < OUT_WITH <= single[name] for name in out)
    return max(last.values()) > HIGHEST and not by_sum
