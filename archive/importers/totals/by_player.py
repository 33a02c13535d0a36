"""Totals with a row for each player and a column for each deal: `Greta: 20, 18, 13, 3` above
`Sven: 20, 19, 24, 29`, with or without a header such as `Round 1  Round 2  Total`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from archive.importers import which_game
from archive.importers.player_names import called
from archive.importers.totals.deal_heads import plain_head
from archive.importers.totals.words import (
    A_NAME,
    LAST,
    LONGEST_LINE,
    NUMBER,
    START,
    UNIT,
    number_of,
)

OPENINGS = frozenset({0, 20})
"""What all rows begin with where no header says what they are."""
OF_A_CARD = 20
"""What no number of a card goes beyond."""
MOST = 12
"""Players that such a table may have."""
LABEL = re.compile(
    rf"(?:(?:{UNIT}|#|r)?\s*(?P<number>\d{{1,3}})[.:]?|(?P<last>{LAST})|(?P<start>{START})"
    r"|(?P<bonus>bonus))",
    re.IGNORECASE,
)
ROW = re.compile(
    rf"(?P<name>{A_NAME})\s*+[:|,;]?\s*+"
    r"(?P<values>[+\-−–—\d \t,;|]+)"
)
"""A player and what may be values; it is gone through once, however many blanks stand in it."""
LABELLED = re.compile(rf"(?:(?:name|players?|spieler)\b|{UNIT})?\s*+[:|,;]?\s*", re.IGNORECASE)
SEPARATED = re.compile(r"[,;|\t]")
APART = re.compile(r"[ \t]{2,}|\t")


TOLD_BY = re.compile(rf"(?P<name>{A_NAME})\s*+[:–]\s*+(?P<told>[^\s:=–][^:=–]*+)")
A_LABEL = re.compile(rf"(?P<label>[^\W_][^,:=]{{0,30}}?)[ ]?[:=]?[ ](?P<value>{NUMBER})")
"""A number with what it is in front of it."""


class Column(NamedTuple):
    """A column of such a table: what it is (`deal`, `start` or `end`), its number, and the points
    of each player who has some in it."""

    kind: str
    number: int | None
    points: tuple[tuple[str, int], ...]


def table_at(lines: Sequence[str], at: int) -> tuple[list[Column], int]:
    """Return the columns of a table with a row for each player that begins with a line, and how
    many lines it has; none and 0 where none begins there."""
    labels = _labels(lines[at])
    first = at + (labels is not None)
    named = None if labels else _labelled(lines[at])  # a row that says what each number is
    rows: dict[str, list[str]] = {}
    for line in lines[first : first + MOST + 1]:
        of_labels = _labelled(line) if named else None
        if named and (of_labels is None or of_labels[0] != named[0]):
            break
        row = of_labels[1:] if of_labels else _row(line)
        wide = labels or next(iter(rows.values()), row[1] if row else [])
        if row is None or row[0] in rows or len(row[1]) != len(wide):
            break
        rows[row[0]] = row[1]
    if not 2 <= len(rows) <= MOST:
        return [], 0
    labels = named[0] if named else labels
    begun = {number_of(row[0]) if row[0] else None for row in rows.values()}
    starts = len(begun) == 1 and begun <= OPENINGS
    grow = not starts and at > 0 and bool(which_game.in_title(lines[at - 1])) and _all_grow(rows)
    if not (labels or starts or grow):
        return [], 0
    deals = range(1, len(next(iter(rows.values()))) + grow)
    told = labels or [
        *([] if grow else [("start", None)]), *(("deal", number) for number in deals)
    ]  # fmt: skip
    columns = [
        Column(*one, tuple((name, number_of(row[n])) for name, row in rows.items() if row[n]))
        for n, one in enumerate(told)
    ]
    return _with_bonuses(columns), first - at + len(rows)


def _with_bonuses(columns: list[Column]) -> list[Column]:
    """Return the columns with those of bonuses added to the rounds in front of them, where more
    players' points come to the end so than without; nothing where there is no end."""
    if not any(one.kind == "bonus" for one in columns):
        return columns
    added: list[Column] = []
    for one in columns:
        if one.kind != "bonus":
            added.append(one)
        elif added and added[-1].kind == "deal":
            more = dict(one.points)
            points = tuple((name, by + more.get(name, 0)) for name, by in added[-1].points)
            added[-1] = added[-1]._replace(points=points)
        else:
            return []
    bare = [one for one in columns if one.kind != "bonus"]
    end = next((dict(one.points) for one in columns if one.kind == "end"), None)
    return [] if end is None else added if _fits(added, end) >= _fits(bare, end) else bare


def _fits(columns: Sequence[Column], end: Mapping[str, int]) -> int:
    """Return of how many players the points of the deals come to the end."""
    deals = [dict(one.points) for one in columns if one.kind == "deal"]
    return sum(sum(one.get(name, 0) for one in deals) == total for name, total in end.items())


def _all_grow(rows: Mapping[str, list[str]]) -> bool:
    """Return whether each row has totals that never fall, and they go beyond what cards count."""
    totals = [[number_of(one) for one in row if one] for row in rows.values()]
    grow = all(len(row) > 1 and row == sorted(row) for row in totals)
    return bool(totals) and grow and max(map(max, totals)) > OF_A_CARD


def _row(line: str) -> tuple[str, list[str]] | None:
    """Return the player of a row and its values, empty where there is a dash or nothing."""
    match = ROW.fullmatch(line.strip(" |")) if len(line) <= LONGEST_LINE else None
    if match is None:
        return None
    values = match["values"]
    cells = SEPARATED.split(values) if SEPARATED.search(values) else values.split()
    bare = ["" if cell.strip() in "–—-" else cell.strip() for cell in cells]
    able = len(bare) > 1 and all(not one or re.fullmatch(NUMBER, one) for one in bare)
    return (match["name"], bare) if able and sum(map(bool, bare)) > 1 else None


def _labelled(line: str) -> tuple[list[tuple[str, int | None]], str, list[str]] | None:
    """Return what the numbers of a row are that says so of each, `Ich: erste Runde 140, zweite
    Runde 155, zusammen 295`, with the player and the numbers; None where it is none."""
    match = TOLD_BY.fullmatch(line.strip(" |.")) if len(line) <= LONGEST_LINE else None
    found = [A_LABEL.fullmatch(one.strip()) for one in match["told"].split(",")] if match else []
    labels = [LABEL.fullmatch(plain_head(f"{one['label']} ").strip()) for one in found if one]
    if match is None or len(found) < 2 or len(labels) < len(found) or not all(labels):
        return None
    told = [_label(one) for one in labels if one]
    return told, called(match["name"]), [one["value"] for one in found if one]


def _labels(line: str) -> list[tuple[str, int | None]] | None:
    """Return what the columns of a header are; None where a line is none."""
    if len(line) > LONGEST_LINE:
        return None
    bare = LABELLED.sub("", line.strip(" |"), count=1) if LABELLED.match(line.strip(" |")) else line
    cells = SEPARATED.split(bare) if SEPARATED.search(bare) else APART.split(bare.strip())
    cells = cells if len(cells) > 1 else bare.split()
    found = [LABEL.fullmatch(cell.strip()) for cell in cells]
    if len(found) < 2 or not all(found):
        return None
    return [_label(one) for one in found if one]


def _label(one: re.Match[str]) -> tuple[str, int | None]:
    if one["number"]:
        return "deal", int(one["number"])
    return ("end" if one["last"] else "bonus" if one["bonus"] else "start"), None
