"""What the numbers of a sheet are, found by trying: totals, those before a hand, what it gave, or
tricks. Numbers that are written in the same way mean the same in the whole sheet; the meaning is
taken by which the fewest of them are against the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import TypeAlias

from archive.core import events as said
from archive.core.numbers_in_comments import tricks_in_words
from archive.importers import which_game
from archive.importers.figures.attempts import FEWEST, ROUNDS, Attempt, Found, Role
from archive.importers.figures.columns import is_header
from archive.importers.figures.number_lists import Value, Vector, Way
from archive.importers.figures.points import Game
from archive.importers.figures.sheet_lines import Marked
from archive.importers.figures.vectors import Read
from archive.importers.record_draft import RecordDraft
from archive.importers.which_game import TWENTY, ZWANZIG

Gained: TypeAlias = dict[str, Value]
ONE_IN = 4
"""One number in this many may be against the rules."""
MOST_VECTORS = 500
"""The most lists of numbers whose meanings are tried."""
MOST_OF_A_PLAY = 30
"""What no tally, nor the points of most plays, come to."""
MOST_OF_A_CARD = 10
BONUS = re.compile(r"(?<!\w)bonus", re.IGNORECASE)
HANDS = re.compile(r"(?<!\w)(?:hands?|deals?|spiele?|blatt)(?!\w)", re.IGNORECASE)
"""What the other games have, and not rounds."""
MOST_BONUSES = 4
MOST_WAYS = 4
"""The most ways of writing numbers whose meanings are tried."""


def found_in(sheet: Marked, read: Read) -> Found | None:
    """Return what the numbers mean, totals where they may be that too; None where too many are
    against the rules."""
    game = Game(sheet)
    if not game.gains.opening:
        read.vectors[:] = _without_minus(read.vectors)
    told = [one for one in read.vectors if one.kind not in ("won", "start")]
    alone = read.whole and len(read.vectors) == len(told) == 1 and _may_be_the_end(told[0], sheet)
    if alone:
        read.vectors[:] = [told[0]._replace(kind="final")]
    headed = _are_below_names(told, sheet)
    if not _can_be_tried(told, sheet, game, headed=headed):
        return None
    written = _ways_of(told)
    tried = [*_attempts(game, read, told, written, alone=alone)]
    least = min((misfits for misfits, _ in tried), default=0)
    first = next((one for misfits, one in tried if misfits == least), None)
    if first is None or not _is_enough(first, written, headed=headed):
        return None
    if least and _has_bonus_apart(sheet) and not any(one.kind == "bonus" for one in told):
        return None
    numbers = sum(len(one.values) for one in told)
    most = max(1, numbers // (ONE_IN * len(game.names)), headed * len(first.deals))
    if first.adds_up and headed and sheet.head >= 0:
        most = numbers  # there is no doubt what they mean: the rules may give none of them
    return first._replace(headed=headed) if first.misfits <= most else None


def _ways_of(told: Sequence[Vector]) -> list[Way]:
    """Return the ways in which numbers without a meaning are written, each once."""
    return list(dict.fromkeys(one.way for one in told if not one.kind))


def _can_be_tried(told: Sequence[Vector], sheet: Marked, game: Game, *, headed: bool) -> bool:
    """Return whether there are numbers, not too many to try what they mean, and in Twenty the
    points of rounds."""
    if game.name == TWENTY:
        of_hands = sheet.head < 0 and any(HANDS.search(line.text) for line in sheet.lines)
        by_rounds = headed and any(one.unit for one in told)
        if of_hands or not (by_rounds or _are_points_of_rounds(told)):
            return False
    few = len(_ways_of(told)) <= MOST_WAYS and len(told) <= MOST_VECTORS
    return bool(told) and few and sum(one.kind == "bonus" for one in told) <= MOST_BONUSES


def _attempts(
    game: Game, read: Read, told: Sequence[Vector], written: Sequence[Way], *, alone: bool
) -> Iterator[tuple[int, Found]]:
    """Yield what the numbers may mean, with how many of them are then against the rules."""
    by_hands = game.name == TWENTY and any(one.unit > ROUNDS for one in told)
    holes = not game.gains.opening and _have_holes(told)
    meanings = product(*(sorted(_possible(game, way), key=lambda role: holes and role != "gains")
                         for way in written))  # fmt: skip
    bonuses = [one for one in told if one.kind == "bonus"]
    signed = any(one.way.signed for one in bonuses)
    in_already: list[list[Gained]] = [] if signed else [[{} for _ in bonuses]]
    gained = chain(in_already, product(*(_gained(one, game) for one in bonuses)))
    for roles, gains in product(meanings, gained):
        meant = dict(zip(written, roles, strict=True))
        tried = Attempt(game, meant, alone=alone, by_hands=by_hands)
        bonus = iter(gains)
        for one in read.vectors:
            tried.take(one._replace(values=next(bonus)) if one.kind == "bonus" else one)
        if (found := tried.found()) is not None:
            denied = game.denies(read.winners, tried.totals | tried.end)
            yield found.misfits + denied, found


def _is_enough(found: Found, written: Sequence[Way], *, headed: bool) -> bool:
    """Return whether so much is told that its meaning is no chance: the end, or several deals, or
    points and totals that bear each other out."""
    if found.end or len(found.deals) >= FEWEST:
        return True
    certain = headed or any(way.moved for way in written)
    return bool(found.deals) and (certain or any(one.ended > one.at for one in found.deals))


def _are_below_names(told: Sequence[Vector], sheet: Marked) -> bool:
    """Return whether the players stand above rows of all their numbers, so that there is no doubt
    whose they are."""
    players = len(sheet.names)
    heads = [line.at for line in sheet.lines if is_header(line.marks, players)]
    return bool(heads) and any(one.at > heads[0] and len(one.values) == players for one in told)


def _have_holes(told: Sequence[Vector]) -> bool:
    """Return whether a player has no number in a hand and one in a later, as who scored nothing may
    have where points stand and not totals."""
    without = set[str]()
    for one in told:
        if without & one.values.keys():
            return True
        without |= {name for other in told for name in other.values} - one.values.keys()
    return False


def _without_minus(vectors: list[Vector]) -> list[Vector]:
    """Return points that count against the players, all of which have minus signs, without them."""
    numbers = [number or 0 for one in vectors for number in one.values.values()]
    if max(numbers, default=0) > 0 or not any(numbers):
        return vectors
    return [one._replace(values={name: number and -number for name, number in one.values.items()})
            for one in vectors]  # fmt: skip


def _may_be_the_end(one: Vector, sheet: Marked) -> bool:
    """Return whether the only numbers of a sheet are the totals at the end of its game: all
    players have one, and they are more than those of a play."""
    numbers = [number for number in one.values.values() if number is not None]
    whole = sheet.head >= 0 and len(numbers) == len(sheet.names)
    cards = range(1, MOST_OF_A_CARD if sheet.game == ZWANZIG else MOST_OF_A_PLAY)
    no_plays = any(number not in cards for number in numbers)
    return whole and not one.unit and one.kind in ("", "final") and no_plays


def _are_points_of_rounds(told: Sequence[Vector]) -> bool:
    """Return whether numbers of Twenty are more than those of single plays."""
    return any(
        number is not None and number > MOST_OF_A_PLAY
        for one in told
        for number in one.values.values()
    )


def _has_bonus_apart(sheet: Marked) -> bool:
    """Return whether a bonus stands on a line of its own, so that totals may have it in them; that
    is no header with totals."""
    return any(
        BONUS.search(line.text) and not any(mark.kind in ("number", "final") for mark in line.marks)
        for line in sheet.lines
    )


def _gained(bonus: Vector, game: Game) -> Iterator[Gained]:
    """Yield what a bonus may add: what is told, to each player where it is not told to whom, or
    nothing where the points have it in them already, but for a bonus with a plus sign."""
    if "" in bonus.values:
        yield from ({name: bonus.values[""]} for name in game.names)
    else:
        yield bonus.values
    if not bonus.way.signed:
        yield {}


def _possible(game: Game, way: Way) -> Iterator[Role]:
    """Yield what numbers written in one way may be."""
    if not way.signed:
        yield "totals"
    yield "gains"
    if not way.signed and game.name == ZWANZIG:
        yield "tricks"
    if way.moved and not way.place:
        yield "before"


def draft(sheet: RecordDraft, game: str, found: Found, read: Read) -> None:
    """Put the deals into a record."""
    totals: said.Totals = ()
    last = dict[str, int]()
    for deal in found.deals:
        opened = not last and {*deal.before.values()} == {which_game.opening(game)}
        if deal.before not in ({}, last) and not opened:
            sheet.add(said.Score(sheet.seated(deal.before)), deal.goes_on)
        begun = said.Round(deal.number, None) if game == TWENTY else said.Deal(deal.number)
        sheet.add(begun, deal.at)
        if deal.suit:
            sheet.add(said.Trump(None, deal.suit), deal.at)
        if deal.tricks:
            sheet.add(said.Comment(tricks_in_words(deal.tricks)), deal.at)
        for wrong in deal.wrong:
            sheet.add(said.Comment(wrong.words), deal.ended)
        totals, last = sheet.seated(deal.totals), deal.totals
        if not deal.tricks or deal.ended > deal.at:  # else nothing but tricks is told
            sheet.add(said.Score(totals), deal.ended)
    if found.end or read.winners:
        ended = sheet.seated(found.end)
        if not found.deals:  # it is all that is written down
            sheet.add(said.Score(ended), read.vectors[0].at)
        at = read.ended or read.vectors[-1].at
        sheet.add(said.End(ended or totals, sheet.seats_of(read.winners)), at)
