"""The record of a sheet that tells who lost each hand of Twenty-Two."""

from __future__ import annotations

from archive.core import events as said
from archive.core.cards import CARDS
from archive.core.numbers_in_comments import Sum
from archive.importers.figures.losers import OUT, Beside, Hand, Losers
from archive.importers.figures.sheet_lines import Marked
from archive.importers.record_draft import RecordDraft


def draft(sheet: RecordDraft, marked: Marked, found: Losers) -> None:
    """Put the hands into a record: the cards where all of them are known and are kept, else what
    all have after each hand."""
    shows = "rasmussen" in marked.rules
    begun = isinstance(found.steps[0], Beside) and bool(found.steps[0].totals)
    known = all(one.rank for hand in found.hands for one in hand.lost)
    on_paper = begun or not known or shows
    totals = {sheet.seat(name): 0 for name in marked.names}
    for number, step in enumerate(found.steps, 1):
        below = found.steps[number] if number < len(found.steps) else None
        stands = isinstance(below, Beside) and len(below.totals) == len(totals)
        if isinstance(step, Hand):
            _draft_hand(
                sheet,
                step,
                totals,
                shows=shows,
                on_paper=on_paper and not stands,
                keeps=not on_paper,
            )
        else:
            ends = below is None and bool(found.winners) and len(step.totals) == len(totals)
            _draft_beside(sheet, step, totals, on_paper=on_paper, ends=ends)
    if found.winners:
        won = sheet.seats_of(found.winners)
        last_step = found.steps[-1]
        whole = isinstance(last_step, Beside) and len(last_step.totals) == len(totals)
        sheet.add(said.End(tuple(totals.items()) if whole or on_paper else (), won), found.ended)


def _draft_hand(
    sheet: RecordDraft, hand: Hand, totals: dict[int, int],
    *, shows: bool, on_paper: bool, keeps: bool,
) -> None:  # fmt: skip
    """Put a hand into a record, with the cards that its losers show or keep; where points are only
    kept on paper, with all totals."""
    sheet.add(said.Deal(hand.number or _next_number(sheet)), hand.at)
    kept = sorted((sheet.seat(name), one) for one in hand.lost for name in one.names)
    if hand.shown or (shows and all(one.rank for _, one in kept)):
        cards = ((sheet.seat(name), (CARDS[one.rank],)) for one in hand.shown or hand.lost
                 for name in one.names)  # fmt: skip
        sheet.add(said.Show(tuple(sorted(cards, key=lambda one: one[0]))), hand.at)
    elif keeps:
        of_hand = tuple(said.Kept(seat, CARDS[one.rank], one.worth) for seat, one in kept)
        sheet.add(said.Keep(of_hand), hand.at)
    after: dict[int, int] = {}
    for one in hand.lost:
        for name in () if keeps or (shows and one.rank) else one.wrong:
            added = [one.due[name] - one.value, one.value]
            sheet.add(said.Comment(Sum(name, added, one.told[name]).words), one.at)
        after |= dict(sheet.seated({**one.due, **one.told}))
    totals |= after
    if on_paper:
        sheet.add(said.Score(tuple(totals.items())), hand.at)
    elif keeps and any(one.told for one in hand.lost):
        sheet.add(said.Score(tuple(sorted(after.items()))), hand.at)
    out = {sheet.seat(name) for one in hand.lost for name in one.out}
    if on_paper:
        out |= {seat for seat, _ in kept if totals[seat] >= OUT}
    if out:
        sheet.add(said.Out(tuple(sorted(out))), hand.at)


def _next_number(sheet: RecordDraft) -> int:
    numbers = (one.number or 0 for one in sheet.events if isinstance(one, said.Deal))
    return 1 + max(numbers, default=0)


def _draft_beside(
    sheet: RecordDraft, step: Beside, totals: dict[int, int], *, on_paper: bool, ends: bool
) -> None:
    """Put what stands between hands into a record; totals at the end belong to who won."""
    if step.gap:
        sheet.add(said.Gap(""), step.at)
    if step.number and step.totals:
        sheet.add(said.Deal(step.number), step.at)
    told = dict(sheet.seated(step.totals))
    totals |= told
    if told and not ends:
        sheet.add(said.Score(tuple(sorted((totals if on_paper else told).items()))), step.at)
    if step.out:
        sheet.add(said.Out(sheet.seats_of(step.out)), step.at)
