"""The bonuses of a sheet of Twenty, each in a row or a sentence of its own below the totals of its
round: `Bonus 6`, `Anna takes the bonus of 6 points`, `Bonus | | 8`.

Who gets one may stand nowhere, and follow from the end alone. What cannot be known of a bonus
refutes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.tables import LONGEST_LINE, is_of_a_player

WORD = re.compile(r"(?<!\w)bonus(?!\w)", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?!\w)")
OF_ROUND = re.compile(
    r"(?:round|runde)[ ]?\d(?!\d)|(?<!\d)[12]\.[ ]?(?:round|runde)(?!\w)", re.IGNORECASE
)
"""The round of a bonus, which is no number of points."""
MOST = 2
"""The most bonuses that a game has: one a round."""
PLAYERS = 12
"""The most players among whom it is looked for who may have got them."""
Totals = dict[str, int]


class Bonus(NamedTuple):
    """The line of a bonus by its place, its points, who gets it, where that is told, and the place
    of the deal above it. Without points it is not understood."""

    at: int
    points: int
    name: str
    deal: int


class Way(NamedTuple):
    """What the sheet comes to if each bonus goes to one player, by the place of its deal."""

    added: Counter[tuple[int, str]]
    totals: Totals


class Added(NamedTuple):
    """The lines of a sheet with what its bonuses come to, and whether its deals give what each
    scored, and no totals."""

    lines: list[Line]
    single: bool


def with_bonuses(lines: list[Line], opening: int, *, falls: bool) -> Added | None:
    """Return the lines with their bonuses: each added to the round above it, where only one way
    comes to the end; otherwise all in a standing before the end, which is what they come to, or the
    end itself where that cannot be told. `falls` says that the numbers of the deals are certainly
    no totals. None where there is no bonus, or where the deals come to the end without it."""
    end = next(line for line in lines if line.kind == "end")
    due = dict(end.points)
    told = list(_bonuses(lines, due))
    deals = [line for line in lines if line.kind == "deal"]
    base = {True: _sums(deals, due, opening), False: dict(deals[-1].points)}
    if not told or due in base.values():
        return None
    last = max(at for at, line in enumerate(lines) if line.kind == "deal")
    ways = {
        single: list(_ways([one for one in told if single or one.deal == last], due, base[single]))
        for single in (True, False)
    } if _are_clear(told, due) else {}  # fmt: skip
    fitting = {single: [way for way in ways[single] if way.totals == due] for single in ways}
    single = bool(fitting.get(True)) or (falls and not fitting.get(False))
    lines = _as_remarks(lines, told)
    if single and len(fitting.get(True, [])) == 1:
        return Added(_with(lines, fitting[True][0].added), single)
    standing = end._replace(kind="start", points=tuple(_come_to(ways.get(single, []), due).items()))
    before = next(at for at, line in enumerate(lines) if line.kind == "end")
    return Added([*lines[:before], standing, *lines[before:]], single)


def before_the_winner(lines: list[Line], opening: int, *, single: bool) -> list[Line]:
    """Return the lines of a sheet that says who won and gives no end, with a gap behind its
    bonuses, where these may decide who won: the totals may have them, or have them not."""
    deals = [line for line in lines if line.kind == "deal"]
    last = max(at for at, line in enumerate(lines) if line.kind == "deal")
    names = {name: 0 for line in deals for name, _ in line.points}
    told = [one for one in _bonuses(lines, names) if single or one.deal == last]
    if not told or not any(line.kind == "won" for line in lines):
        return lines
    base = _sums(deals, names, opening) if single else dict(deals[-1].points)
    if _are_clear(told, names):
        firsts = [_first(way.totals) for way in _ways(told, names, base)]
        if all(one == _first(base) for one in firsts):
            return lines
    below = told[-1].at + 1
    gap = lines[told[-1].at]._replace(kind="gap", points=())
    return [*lines[:below], gap, *lines[below:]]


def _are_clear(told: Sequence[Bonus], names: Mapping[str, int]) -> bool:
    """Return whether bonuses are understood, and no more than a game has."""
    clear = all(one.points and one.deal >= 0 for one in told)
    return clear and len(told) <= MOST and len(names) <= PLAYERS


def _first(totals: Totals) -> set[str]:
    """Return who has the most points."""
    return {name for name, total in totals.items() if total == max(totals.values())}


def _as_remarks(lines: list[Line], told: Sequence[Bonus]) -> list[Line]:
    """Return the lines with those of bonuses that are understood taken for remarks."""
    places = {one.at for one in told if one.points}
    return [one._replace(kind="remark") if at in places else one for at, one in enumerate(lines)]


def _with(lines: list[Line], added: Counter[tuple[int, str]]) -> list[Line]:
    """Return the lines with what is added to each player's points in a deal."""
    return [
        one._replace(points=tuple((name, by + added[at, name]) for name, by in one.points))
        for at, one in enumerate(lines)
    ]


def _sums(deals: Sequence[Line], end: Mapping[str, int], opening: int) -> Totals:
    """Return what the deals come to for the players of the end."""
    return {name: opening + sum(dict(one.points).get(name, 0) for one in deals) for name in end}


def _bonuses(lines: Sequence[Line], end: Mapping[str, int]) -> Iterator[Bonus]:
    """Yield the bonuses that lines of their own tell."""
    deal, columns = -1, [*end]
    for at, line in enumerate(lines):
        if line.kind == "deal":
            deal = at
        elif line.kind == "header":
            columns = [name for name, _ in line.points if is_of_a_player(name)]
        elif line.kind in ("odd", "remark") and _tells_points(line.text):
            yield _bonus(at, line.text, end, columns)._replace(deal=deal)


def _tells_points(text: str) -> bool:
    """Return whether a sentence gives points of a bonus."""
    return len(text) <= LONGEST_LINE and bool(WORD.search(text) and NUMBER.search(text))


def _bonus(at: int, text: str, end: Mapping[str, int], columns: Sequence[str]) -> Bonus:
    """Return what a line says of a bonus: one number alone, and no player or one."""
    numbers = NUMBER.findall(OF_ROUND.sub("", text))
    words = {word.casefold() for word in re.findall(r"[^\W\d_]+", text)}
    named = [name for name in end if {*name.casefold().split()} <= words]
    if len(numbers) != 1 or len(named) > 1:
        return Bonus(at, 0, "", -1)
    cells = [cell.strip() for cell in text.split("|")]
    if not named and cells[0].casefold().strip(" .:") == "bonus" and len(cells) > 1:
        column = next(at for at, cell in enumerate(cells[1:]) if cell) if any(cells[1:]) else 0
        named = [*columns][column : column + 1]
    return Bonus(at, int(numbers[0]), "".join(named[:1]), -1)


def _ways(told: Sequence[Bonus], end: Mapping[str, int], base: Totals) -> Iterator[Way]:
    """Yield each way in which the bonuses may go to players."""
    for names in product(*([one.name] if one.name else [*end] for one in told)):
        added = Counter[tuple[int, str]]()
        for one, name in zip(told, names, strict=True):
            added[one.deal, name] += one.points
        totals = {name: base.get(name, 0) for name in end}
        for (_, name), points in added.items():
            totals[name] += points
        yield Way(added, totals)


def _come_to(ways: Sequence[Way], end: Totals) -> Totals:
    """Return what all ways that fit most players' totals come to; the end where that is not the
    same, or no total fits."""
    fits = [sum(way.totals[name] == end[name] for name in end) for way in ways]
    best = [way.totals for way, fit in zip(ways, fits, strict=True) if fit == max(fits) > 0]
    return best[0] if best and all(one == best[0] for one in best) else end
