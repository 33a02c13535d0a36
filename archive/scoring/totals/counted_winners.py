"""Who has won by the last totals of a sheet that are counted on from earlier ones, though it is not
known how these came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from archive.core.events import ACTIONS, DRAW, End, Score
from archive.core.record import Record
from archive.rules.totals import SheetStep, TotalsGame
from archive.scoring.totals.sheet import Sheet, as_seats
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect
from archive.telling.names_and_totals import totals_and_winner


def tell_the_winner(findings: Iterable[Draft]) -> bool:
    """Return whether one of these findings says who has won by totals that are counted on."""
    return any(one.code == "counted-on" and totals_and_winner(one.expected)[1] for one in findings)


def winners_by(sheet: Sheet, last: SheetStep, *, over: bool) -> list[int]:
    """Return who has won with the totals after the `last` step, if the game is over with it; it is
    where it is `over` by its plays."""
    game, totals = sheet.game, last.after
    _, end = _end_behind(sheet, last.at)
    said = [dict(told) for told in (end.totals, sheet.record.result or ()) if told]
    if any(one != totals for one in said) or not _is_last(sheet.record, last.at):
        return []
    ends = bool(end.totals or end.winners) and game.over_at_end()
    game.impossible(last)  # notes who was still in before it
    return game.winners(totals) if over or ends or game.over(totals) else []


def ends_unchecked(record: Record, game: TotalsGame, seats: int, findings: Iterable[Draft]) -> bool:
    """Return whether a game is over by the last totals that are written, whatever they rest on, as
    long as nothing is wrong with them."""
    standings = [at for at, one in enumerate(record.events) if isinstance(one, Score)]
    wrong = {one.at for one in findings if one.severity == "error"}
    if not standings or standings[-1] in wrong or not _is_last(record, standings[-1]):
        return False
    totals = dict(record.events[standings[-1]].totals)  # type: ignore[union-attr]
    return len(totals) == seats and game.over(totals)


def _is_last(record: Record, at: int) -> bool:
    """Return whether nothing is played behind an event."""
    return ACTIONS.isdisjoint(map(type, record.events[at:]))


def _end_behind(sheet: Sheet, at: int) -> tuple[int, End]:
    """Return the line of the end behind an event, with its index; one there that says nothing where
    there is none."""
    behind = enumerate(sheet.record.events[at:], at)
    return next(((at, one) for at, one in behind if isinstance(one, End)), (at, End((), ())))


def wrong_winner(
    sheet: Sheet, at: int, totals: Mapping[int, int], winners: Sequence[int]
) -> Iterator[Draft]:
    """Yield that a sheet names others than those who have won by its own last totals."""
    place, end = _end_behind(sheet, at)
    claimed = range(1, sheet.seats + 1) if end.winners == DRAW else end.winners
    # in a game that ends after so many rounds, more may have been played than is written
    sure = sheet.game.over(totals) or dict(end.totals) == totals
    if winners and claimed and sure and sorted(claimed) != sorted(winners):
        wrong = sheet.finding("wrong-winner", place, sheet.game.ends_by(totals))
        wrong.expected, wrong.found = as_seats(winners), as_seats(claimed)
        wrong.effect = Effect()
        wrong.reason = sheet.game.why_won(totals, end.winners, winners)
        wrong.clause = wrong.reason.clause if wrong.reason else wrong.clause
        yield wrong
