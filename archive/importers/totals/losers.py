"""Who lost the hands of Twenty-Two, told by what it comes to: `Hand 1: Uli 10` above `Hand 2: Vera
11`, and behind totals `Then Vera lost with an ace, so she has 22 and is out`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from archive.core.sums_beside_totals import Sum
from archive.importers.player_names import called
from archive.importers.ranks import CALLED, COUNTS
from archive.importers.totals.bare_rows import rosters_of
from archive.importers.totals.deal_heads import NTH
from archive.importers.totals.kinds_of_lines import Line, games_of, players_of
from archive.importers.totals.one_player import Told, told_in
from archive.importers.totals.points import could_be_a_name
from archive.importers.totals.words import A_NAME, LONGEST_LINE

GAME = "twenty-two"
HIGHEST = max(COUNTS.values())
OF_A_RANK = range(2, HIGHEST)
"""Numbers that may be the losing card as well."""
OUT_WITH = 22
HANDS = 2
"""The fewest hands of a sheet that tells the loser of each."""
_HAND = (
    r"(?:i[nm] (?:the |der |dem )?(?:(?:hand|spiel) (?P<number>\d{1,3})"
    rf"|(?P<nth>\d{{1,3}})\. ?(?:hand|spiel)|(?P<word>{'|'.join(NTH)}) (?:hand|spiel)) )?"
)
_OUT = r"(?:out|raus|ausgeschieden)"
LOST = re.compile(
    rf"(?:(?:and )?(?:then|next|now|dann|danach|jetzt) )?{_HAND}(?:(?:hat|verlor|verliert) )?"
    rf"(?P<name>{A_NAME}?) (?:(?:then|dann) )?"
    r"(?:(?:lost|loses|(?:is|was|got) (?:stuck|left|caught)|verlor|verliert) )?(?:with|on|mit) "
    r"(?:(?:an?|the|his|her|eine[mr]?|de[mr]|ihre[mr]?|seine[mr]?) )?"
    rf"(?P<card>{'|'.join(sorted(CALLED, key=len, reverse=True))})(?: verloren)?"
    r"(?:,? (?:(?:and|und|so|also|which makes|that makes|that is|damit|das macht|das sind) )?"
    r"(?:(?:now )?(?:(?:hat|has|had) )?(?:(?:s?he|sie|er) )?(?:(?:hat|has|had|is at|is on) )?"
    r"(?:now |jetzt |nun )?)(?P<total>\d{1,3}))?"
    r"(?P<out>,?(?: and| und| so| also)?(?: s?he| sie| er)?(?: is| ist| was| war)?"
    rf" {_OUT})?[.!]?",
    re.IGNORECASE,
)
OUT_IN = re.compile(
    rf"(?P<name>{A_NAME}?) (?:(?:was|is|went|goes|war|ist) )?(?:{_OUT} )?"
    r"i[nm] (?:(?:hand|spiel) (?P<number>\d{1,3})|(?:der |dem )?(?P<nth>\d{1,3})\. ?(?:hand|spiel))"
    rf"(?: {_OUT})? (?:with|at|mit|bei) (?P<total>\d{{1,3}})"
    rf"(?: (?:points|punkten))?(?: {_OUT})?[.!]?",
    re.IGNORECASE,
)
OUT_OF_IT = re.compile(rf"(?<!\w){_OUT}(?!\w)", re.IGNORECASE)


def tells_losers(lines: list[Line]) -> bool:
    """Return whether a sheet of Twenty-Two tells the loser of each hand with a number, and not all
    of these may be cards."""
    others = any(line.kind in ("deal", "start", "tricks") for line in lines)
    return not others and _are_losers(lines, told_in(lines))


def _are_losers(lines: Sequence[Line], told: Sequence[Told]) -> bool:
    """Return whether what lines tell of one player each are the losers of hands that follow each
    other, in a sheet that names Twenty-Two, or no game and no other may be meant."""
    games = games_of(lines)
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


def with_losers(lines: list[Line]) -> list[Line]:
    """Return the lines with everybody's total after each hand, where a sheet tells the losers with
    numbers and no totals: of those who lost one, of those whom the sheet lists besides, and of who
    is said to have won without having lost."""
    told = told_in(lines) if tells_losers(lines) else []
    losers = list(dict.fromkeys(one.name for one in told))
    listed = {*map(str.casefold, losers)}
    rosters = rosters_of(line.text for line in lines).values() if told else ()
    players = next((names for names in rosters if listed <= {*map(str.casefold, names)}), losers)
    running = bool(told) and _are_running(lines, told)
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
    out = {name.casefold() for line in lines if line.kind == "out"
           for name in players_of(line)}  # fmt: skip
    by_sum = any(last.get(name, OUT_WITH) < OUT_WITH <= single[name] for name in out)
    return max(last.values()) > HIGHEST and not by_sum


def with_told_losers(lines: list[Line]) -> list[Line]:
    """Return the lines of a sheet of Twenty-Two with the hands that sentences tell behind totals:
    the loser's total is what the sentence gives, or what the card makes it."""
    if GAME not in games_of(lines):
        return lines
    told: list[Line] = []
    totals: dict[str, int] = {}
    last = 0
    for line in lines:
        hand = [*_hand(line, totals, last)] if line.kind in ("odd", "out") and totals else []
        for one in hand or [line]:
            if one.kind in ("deal", "start"):
                totals |= {called(name): total for name, total in one.points}
                last = one.number or last
            told.append(one)
    return told


def _hand(line: Line, totals: dict[str, int], last: int) -> Iterator[Line]:
    """Yield the totals behind the hand that a sentence tells, and who is out by it."""
    if len(line.text) > LONGEST_LINE:
        return
    lost = LOST.fullmatch(line.text)
    one = lost or OUT_IN.fullmatch(line.text)
    if one is None or not could_be_a_name(one["name"]):
        return
    name = next((name for name in totals if name.casefold() == called(one["name"]).casefold()), "")
    if not name or (lost is None and not OUT_OF_IT.search(line.text)):
        return
    word = (one.groupdict().get("word") or "").casefold()
    number = int(one["number"] or one["nth"] or NTH.get(word, last + 1))
    due = totals[name] + (COUNTS[CALLED[lost["card"].casefold()]] if lost else 0)
    total = int(one["total"] or due)
    wrong = (Sum(name, [totals[name], due - totals[name]], total),) if lost else ()
    yield line._replace(
        kind="deal", number=number, unit="hand", points=tuple({**totals, name: total}.items()),
        sums=wrong if total != due else (),
    )  # fmt: skip
    if lost is None or lost["out"]:
        yield line._replace(kind="out", text=f"{name} out")
