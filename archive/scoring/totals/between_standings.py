"""Two standings with nothing but whole deals between them: these give what one has more than the
other, though it is not known how the first came about."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from archive.core.cards import Card
from archive.core.events import ACTIONS, Comment, Deal, End, Event, Nag, Play, Score, Show
from archive.core.record import Record
from archive.rules.gaps.signs_of_gaps import MISSING
from archive.rules.totals import SheetStep
from archive.scoring.prepared import Examined
from archive.scoring.totals.across_gaps import CERTAIN
from archive.scoring.totals.sheet import Sheet
from archive.scoring.whole_deals import WholeDeals
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect

BESIDE = (Comment, Nag)
"""Events that may stand between a standing and the next deal."""


def findings(played: Examined, found: Sequence[Draft]) -> Iterator[Draft]:
    """Yield the totals that are not those of the standing before with the points of the deals
    between. Nothing is said of a standing where something else was found since the one before; nor
    in games by rounds, as the points of a deal there hang on the tally before it. Where the numbers
    of the deals do not tell that none is missing beside these, that may be what is wrong."""
    chosen, table = played.chosen, played.examination.table
    game = chosen.totals()
    if game is None or chosen.game.rounds or not table.ledger.unknown:
        return
    sheet, entered = Sheet(played.record, chosen, game), dict(played.examination.written)
    standings = {
        at: dict(one.totals) for at, one in enumerate(played.known.events)
        if isinstance(one, Score | End) and len(one.totals) == sheet.seats and at in entered
    }  # fmt: skip
    said = sorted(
        one.at for one in found if one.at is not None and not _is_in_front(one, played.known)
    )
    right: Mapping[int, int] = {}  # totals of the last standing, where it has others
    for before, at in pairwise(standings):
        deals = _whole_deals_between(played, before, at)
        if not deals or bisect_right(said, before) < bisect_right(said, at):
            right = {}
            continue
        moved = Counter[int]()
        for line in table.ledger.lines[entered[before] : entered[at]]:
            moved[line.seat] += line.points
        goes_on, claimed = {**standings[before], **right}, standings[at]
        due = {seat: total + moved[seat] for seat, total in standings[before].items()}
        right = {
            seat: due[seat] for seat, total in claimed.items()
            if total not in (due.get(seat), goes_on.get(seat, total) + moved[seat])
        }  # fmt: skip
        numbers = [one.number or 0 for one in deals]
        if not right or game.impossible(SheetStep(at, numbers, standings[before], due)):
            continue
        more = game.impossible(SheetStep(at, (), due, claimed))
        if not (_none_is_missing(played.known, before, at) or (more and more.kind in CERTAIN)):
            yield _missing_or_wrong(sheet, at, due, claimed)
            continue
        for seat in right:
            wrong = sheet.finding("wrong-score", at, sheet.clauses["score"], seat=seat)
            wrong.expected, wrong.found = str(due[seat]), str(claimed[seat])
            wrong.effect = Effect()
            yield wrong


def _is_in_front(finding: Draft, record: Record) -> bool:
    """Return whether a finding says no more than that something is missing before the first action
    of a deal."""
    at = finding.at or 0
    before = record.events[record.deal_around(at).start : at]
    return finding.code in MISSING and ACTIONS.isdisjoint(map(type, before))


def _whole_deals_between(played: Examined, before: int, at: int) -> list[Deal]:
    """Return the lines of the deals between two standings, where whole deals are all that stands
    there, with the cards of all plays named; otherwise none."""
    record, deals = played.known, WholeDeals(played.known, played.chosen)
    first, behind = (bisect_right(record.openings, one) for one in (before, at))
    openings = record.openings[first:behind]
    beside = record.events[before + 1 : next(iter(openings), at)]
    cards = [card for event in record.events[before:at] for card in _cards(event)]
    whole = (
        all(isinstance(one, BESIDE) for one in beside)
        and all(card.rank != "?" for card in cards)
        and len({card.suit == "" for card in cards}) == 1
        and all(deals.is_whole(record.deal_around(one)) for one in openings)
    )
    lines = [record.events[one] for one in openings]
    told = [one for one in lines if isinstance(one, Deal)]
    return told if whole and told == lines else []


def _cards(event: Event) -> Iterator[Card]:
    match event:
        case Play(cards=cards):
            yield from cards
        case Show(shown=shown):
            for _, cards in shown:
                yield from cards


def _none_is_missing(record: Record, before: int, at: int) -> bool:
    """Return whether the deals are numbered in turn from the one in front of a standing to the one
    behind another, which stand beside their lines."""
    first, behind = (bisect_right(record.openings, one) for one in (before, at))
    lines = [record.events[one] for one in record.openings[max(0, first - 1) : behind + 1]]
    numbers = [one.number for one in lines if isinstance(one, Deal)]
    beside = record.events[at + 1 : next(iter(record.openings[behind:]), len(record.events))]
    return (
        first > 0
        and behind < len(record.openings)
        and all(isinstance(one, BESIDE) for one in beside)
        and numbers == [*range(numbers[0] or 0, (numbers[0] or 0) + len(numbers))]
    )


def _missing_or_wrong(
    sheet: Sheet, at: int, due: Mapping[int, int], claimed: Mapping[int, int]
) -> Draft:
    """Return the note that a standing is wrong, or that a deal before it is not written."""
    told = sheet.finding("gap", at, sheet.clauses["score"], severity="note")
    told.expected, told.found = (
        " ".join(["@score", *(f"p{seat}:{total}" for seat, total in one.items())])
        for one in (due, claimed)
    )
    return told
