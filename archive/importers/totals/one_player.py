"""Lines that tell the total of one player alone: `After hand 1: Uli 10` where others have totals in
later lines, and a final score with one player a line, `Mia 205` above `Tom 160`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from archive.core.sums_beside_totals import Sum
from archive.importers.player_names import called
from archive.importers.ranks import GERMAN_RANKS, RANK_WORDS
from archive.importers.totals.deal_heads import plain_head
from archive.importers.totals.kinds_of_lines import DEAL, NUMBERED, Line, games_of
from archive.importers.totals.points import ADDED, HAS, could_be_a_name
from archive.importers.totals.standings import is_standing_after
from archive.importers.totals.words import A_NAME, LONGEST_LINE, NUMBER, number_of

OF_A_CARD = range(1, 11)
"""What a card may count: lines with no other numbers may be plays."""
ONE = re.compile(
    rf"(?P<name>{A_NAME}?)(?: (?:{HAS}|takes|bekommt|kriegt))?(?: ?[:=–]| -(?= ))? ?"
    rf"(?:{ADDED.pattern})?(?P<points>{NUMBER})(?: ?(?:points?|pts\.?|punkte?))?\.?",
    re.IGNORECASE,
)
MOST = 12
"""Players that a list may have."""
HAND_WON = re.compile(
    rf"(?P<winner>{A_NAME}?) (?:won|wins|again|gewann|gewinnt|wieder)(?: it| again)?,? "
    rf"(?P<loser>{A_NAME}?)(?: (?:{HAS}))? (?P<points>\d{{1,3}})(?: (?:points|punkte))?"
    r"(?:,? (?:so|that is|that makes) (?P<total>\d{1,3}) for (?P=loser)\b.*)?[.!]?",
    re.IGNORECASE,
)
"""Who won a hand, and what the other one had left: `hand 1 Yara won, Zed had 45`."""
CARDS = frozenset({"as", *RANK_WORDS, *GERMAN_RANKS, *"atjqkbd"})
"""Words behind a name for the card that lost, with what it counts: `Uschi As 11`."""


class Told(NamedTuple):
    """The one player of whom a line tells something, the number, and that of the deal."""

    at: int
    deal: int
    name: str
    points: int


def told_in(lines: Sequence[Line]) -> list[Told]:
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


def with_one_player(lines: list[Line]) -> list[Line]:
    """Return the lines with those taken for totals that tell what one player has behind a deal, of
    players who have totals in other lines."""
    players = {name for line in lines if line.kind in ("deal", "start") for name in line.names}
    found = [*lines]
    for one in told_in(lines):
        line = lines[one.at]
        if is_standing_after(line) and one.name.casefold() in players:
            points = ((one.name, one.points),)
            found[one.at] = line._replace(kind="deal", number=one.deal, points=points)
    return found


def with_hands_won(lines: list[Line]) -> list[Line]:
    """Return the lines of Count to 20 with those taken for points of a hand that say who won it,
    and what the other had; a total besides to which these do not come is kept as a wrong sum."""
    told: list[Line] = []
    had = defaultdict[str, list[int]](list)
    of_it = games_of(lines) == {"count-to-20"}
    for line in lines:
        able = of_it and line.kind == "odd" and len(line.text) <= LONGEST_LINE
        head = DEAL.fullmatch(plain_head(line.text)) if able else None
        won = HAND_WON.fullmatch(head["rest"]) if head else None
        if head is None or won is None or not could_be_a_name(won["loser"]):
            told.append(line)
            continue
        loser = called(won["loser"])
        had[loser].append(int(won["points"]))
        due = sum(had[loser])
        total = int(won["total"] or due)
        told.append(line._replace(
            kind="deal", number=int(head["number"] or head["nth"]), unit="hand",
            points=((called(won["winner"]), 0), (loser, had[loser][-1] + total - due)),
            sums=(Sum(loser, [*had[loser]], total),) if total != due else (),
        ))  # fmt: skip
    return told


def with_one_a_line(lines: list[Line]) -> list[Line]:
    """Return the lines with those that give one player's total each made one, the end of the game;
    the same ones where there are other totals, or more than one such list."""
    if any(line.kind in ("deal", "start", "end", "tricks") for line in lines):
        return lines
    lists = [found for found in _lists(lines) if 1 < len(found[1]) <= MOST]
    if len(lists) != 1:
        return lines
    ((at, found),) = lists
    if all(value in OF_A_CARD for line in found for _, value in line.points):
        return lines
    return _with_end(lines, at, found)


def with_end_one_a_line(lines: list[Line]) -> list[Line]:
    """Return the lines with those behind the last deal that give all players' totals one by one
    made one, the end of the game; the same ones where another line gives the end."""
    last = max((at for at, line in enumerate(lines) if line.kind == "deal"), default=None)
    if last is None or any(line.kind == "end" for line in lines):
        return lines
    players = {name for line in lines for name in line.names}
    for at, found in _lists(lines[last + 1 :]):
        if {name for line in found for name in line.names} == players:
            return _with_end(lines, at + last + 1, found)
    return lines


def _with_end(lines: list[Line], at: int, found: Sequence[Line]) -> list[Line]:
    """Return the lines with those `found` from a place on made one, the end of the game."""
    text = "; ".join(line.text for line in found)
    points = tuple(points for line in found for points in line.points)
    whole = found[0]._replace(kind="end", text=text, points=points)
    return [*lines[:at], whole, *lines[at + len(found) :]]


def _lists(lines: list[Line]) -> Iterator[tuple[int, list[Line]]]:
    """Yield the lists, each where it begins, with the lines of players who are not named in it
    before."""
    open_: list[Line] = []
    names: set[str] = set()
    for at, line in enumerate(lines):
        told = ONE.fullmatch(line.text) if len(line.text) <= LONGEST_LINE else None
        name = called(told["name"]) if told and line.kind == "odd" else ""
        if not name or name.casefold() in names:
            yield at - len(open_), open_
            open_, names = [], set()
        if told and name:
            names.add(name.casefold())
            open_.append(line._replace(points=((name, number_of(told["points"])),)))
    yield len(lines) - len(open_), open_
