"""Who has won by the last totals of a sheet that are counted on from earlier ones, though it is not
known how these came about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from archive.core.events import ACTIONS, DRAW, End
from archive.scoring.totals.sheet import Sheet, as_seats
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect


def tell_the_winner(findings: Iterable[Draft]) -> bool:
    """Return whether one of these findings says who has won by totals that are counted on."""
    return any(one.code == "counted-on" and " win=" in str(one.expected) for one in findings)


def winners_by(sheet: Sheet, at: int, totals: Mapping[int, int]) -> list[int]:
    """Return who has won with the totals of a standing, if the game is over with it."""
    record, game = sheet.record, sheet.game
    behind = record.events[at:]
    end = next((one for one in behind if isinstance(one, End)), None)
    said = [dict(told) for told in (end.totals if end else (), record.result or ()) if told]
    if any(one != totals for one in said) or not ACTIONS.isdisjoint(map(type, behind)):
        return []
    ends = end is not None and bool(end.totals or end.winners) and game.over_at_end()
    return game.winners(totals) if game.over(totals) or ends else []


def wrong_winner(
    sheet: Sheet, at: int, totals: Mapping[int, int], winners: Sequence[int]
) -> Iterator[Draft]:
    """Yield that a sheet names others than those who have won by its own last totals."""
    place, end = next(
        ((at, one) for at, one in enumerate(sheet.record.events[at:], at) if isinstance(one, End)),
        (at, End((), ())),
    )
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
