"""What only sheets of Twenty have: bonuses, each in a row or a sentence of its own below the totals
of its round, `Bonus 6`, `Anna takes the bonus of 6 points`, `Bonus | | 8`; and what each hand of a
round brought, `Round 1` above `hand 1: Cora 23, Nils 14`, with what the round came to.

Who gets one may stand nowhere, and follow from the end alone. What cannot be known of a bonus
refutes nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from archive.core.sums_beside_totals import Sum
from archive.importers.totals.kinds_of_lines import Line
from archive.importers.totals.points import points_of
from archive.importers.totals.tables import is_of_a_player
from archive.importers.totals.words import LAST, LONGEST_LINE

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
ROUND = re.compile(r"(?:round|runde)\s(?P<number>[12])[:.]?", re.IGNORECASE)
TOTAL = re.compile(
    rf"(?:(?:round|runde)\s(?P<number>[12])\s(?:{LAST})|(?:{LAST})\s(?:round|runde)\s(?P<behind>[12]))"
    r"(?: ?[:=–-])? ?(?P<rest>[^\W\d_].*)",
    re.IGNORECASE,
)
BONUS_OF = re.compile(r"bonus(?: ?[:=])? ?(?P<rest>[^\s:=].*)", re.IGNORECASE)
POINTS_FIRST = re.compile(r"(?P<points>\d{1,3})\s(?:(?:for|für|to|an)\s)?(?P<name>[^\W\d_]\S*)")
NAME_FIRST = re.compile(r"(?P<name>[^\W\d_][^\s:,]*)[:,]?\s(?P<points>\d{1,3})")
HANDS = frozenset({"hand", "deal", "blatt", "spiel"})
FEWEST_HANDS = 2
"""The fewest hands of a round that is told so."""
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


def with_rounds(lines: list[Line]) -> list[Line]:
    """Return the lines with each round's points in place of those of its hands, which are `counted`
    and no more than comments; the same ones where the hands do not stand below rounds."""
    heads = [at for at, line in enumerate(lines) if ROUND.fullmatch(line.text)]
    parts = [lines[at:end] for at, end in zip(heads, [*heads[1:], len(lines)], strict=False)]
    if not parts or not all(sum(map(_is_hand, part)) >= FEWEST_HANDS for part in parts):
        return lines
    if any(_is_hand(line) for line in lines[: heads[0]]) or any(map(_are_running, parts)):
        return lines
    return [*lines[: heads[0]], *(line for part in parts for line in _round(part))]


def _is_hand(line: Line) -> bool:
    return line.kind == "deal" and line.unit.casefold() in HANDS


def _are_running(part: Sequence[Line]) -> bool:
    """Return whether the numbers of the hands may be totals: no player's fall."""
    hands = [dict(line.points) for line in part if _is_hand(line)]
    names = {name for hand in hands for name in hand}
    numbers = [[hand[name] for hand in hands if name in hand] for name in names]
    return all(own == sorted(own) for own in numbers)


def _round(part: Sequence[Line]) -> Iterator[Line]:
    """Yield a round, with the lines behind it that are not of it."""
    head = ROUND.fullmatch(part[0].text)
    number = int(head["number"]) if head else 0
    hands = [line for line in part if _is_hand(line)]
    total = next((line for line in part if _total(line, number)), None)
    last = part.index(total or hands[-1])
    bonuses = [line for line in part[: last + 1] if _bonus_of(line, hands[0])]
    scored = [*hands, *bonuses]
    points = Counter[str]()
    for line in hands:
        points.update(dict(line.points))
    for line in bonuses:
        points.update(dict(_bonus_of(line, hands[0])))
    told = dict(_total(total, number)) if total else {}
    wrong = tuple(
        Sum(name, [by for line in scored if (by := _scored(line, hands[0]).get(name))], told[name])
        for name in points
        if told.get(name, points[name]) != points[name]
    )
    for line in part[1 : last + 1]:
        if line is not total:
            counted = _is_hand(line) or _bonus_of(line, hands[0])
            kind = "counted" if counted else "remark"
            yield line._replace(kind=kind, number=None, points=(), unit="")
    yield part[0]._replace(
        kind="deal", number=number, unit="round", sums=wrong, at=(total or part[0]).at,
        text=(total or part[0]).text,
        points=tuple((name, told.get(name, by)) for name, by in points.items()),
    )  # fmt: skip
    yield from part[last + 1 :]


def _scored(line: Line, hand: Line) -> dict[str, int]:
    return dict(line.points if _is_hand(line) else _bonus_of(line, hand))


def _total(line: Line, number: int) -> tuple[tuple[str, int], ...]:
    """Return what a line says that a round came to."""
    found = TOTAL.fullmatch(line.text) if line.kind in ("odd", "deal", "end") else None
    if found is None or int(found["number"] or found["behind"]) != number:
        return ()
    return points_of(found["rest"])


def _bonus_of(line: Line, hand: Line) -> tuple[tuple[str, int], ...]:
    """Return who gets the bonus of a round, and its points."""
    found = BONUS_OF.fullmatch(line.text) if line.kind == "odd" else None
    rest = found["rest"].strip(" .") if found else ""
    told = POINTS_FIRST.fullmatch(rest) or NAME_FIRST.fullmatch(rest)
    names = {one.casefold(): one for one, _ in hand.points}
    name = names.get(told["name"].casefold()) if told else None
    return ((name, int(told["points"])),) if told and name else ()
