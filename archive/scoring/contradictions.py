"""Contradictions that no deal can explain, between lines each of which is possible by itself."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from archive.core.budgets import Steps
from archive.core.events import Action, Held
from archive.core.phrase import Phrase
from archive.core.record import Record
from archive.deduction import solver
from archive.deduction.model import DealModel, Denied, open_model
from archive.deduction.solver import Fit, Solution
from archive.rules.faults_and_claims import Count
from archive.rules.gaps.play_numbers import skips_of
from archive.rules.gaps.signs_of_gaps import OPENING
from archive.rules.table import Table
from archive.scoring.card_count import ply_of
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Question, Spot

CODES_OF = {Fit.IMPOSSIBLE: "no-deal-fits", Fit.UNLAWFUL: "no-lawful-deal"}
DEALT = frozenset({*OPENING, Held})
"""Events that show where a deal begins."""
DEEP = frozenset(CODES_OF.values())
"""Findings that only the search for a deal makes."""


def findings(
    counts: Iterable[Count], table: Table, record: Record, earlier: list[Draft], steps: Steps
) -> list[Draft]:
    """Return findings about dealings in which cards were left out or named in part and that no deal
    fits. Dealings with other errors are left out, as the rest would only follow from those, and so
    are those of which plays are missing, by the numbers or by what goes on without them: how many
    there were is supposed, and proves nothing. Left out is the first deal of a record, too, that
    begins with a play without a number and no line of a deal: others may come before it. What is
    left when the steps are used up is reported as undecided."""
    denied = Denied(table.denied)
    blamed = {f.at for f in earlier if f.question == Question.LEGALITY and f.severity == "error"}
    blamed |= _after_skips(record) | _after_missing(record, earlier) | _after_nothing(record)
    found = []
    for counted in counts:
        model = None if counted.surplus else open_model(counted.dealing, denied)
        if model is None or not blamed.isdisjoint(_events(model)):
            continue
        solution = solver.solve(model, steps)
        if solution.fit in CODES_OF and solution.lines:
            found.append(_contradiction(solution, counted, record))
        elif solution.fit is Fit.UNKNOWN:
            found.append(_undecided(model, counted, record))
    return found


def _after_skips(record: Record) -> set[int]:
    """Return the plays whose numbers show that some are missing before them."""
    numbers = {one.number for one in skips_of(record).values()}
    return {
        at for at, event in enumerate(record.events if numbers else ())
        if isinstance(event, Action) and event.number in numbers
    }  # fmt: skip


def _after_missing(record: Record, earlier: Iterable[Draft]) -> set[int]:
    """Return the events before which plays are found to be missing, and where that is a line, the
    next play."""
    places = {one.at for one in earlier if one.code == "missing-play" and one.at is not None}
    following = (bisect_left(record.acted, at) for at in places)
    return places | {record.acted[one] for one in following if one < len(record.acted)}


def _after_nothing(record: Record) -> set[int]:
    """Return the first play, where nothing shows that it is the first of its deal."""
    first = record.acted[0] if record.acted else 0
    opened = any(type(one) in DEALT for one in record.events[:first])
    numbered = bool(record.acted) and record.events[first].number  # type: ignore[union-attr]
    return set() if opened or numbered else set(record.acted[:1])


def _events(model: DealModel) -> set[int]:
    """Return every event with something about this dealing's cards."""
    events = {at for _, at in model.apart}
    for _, hand in model.hands:
        events |= {hand.at, *hand.played_at, *(at for at, _ in hand.drawn)}
    return events


def _contradiction(solution: Solution, counted: Count, record: Record) -> Draft:
    places = [Spot(*record.place(record.offsets[at]), _ply(record, at)) for at in solution.lines]
    last = solution.lines[-1]
    return Draft(
        CODES_OF[solution.fit], "error", last, record.offsets[last], places[-1].ply,
        counted.dealing.clause, None, _fitting(counted),
        f"{len(places)} lines that no deal fits", places=tuple(places),
    )  # fmt: skip


def _undecided(model: DealModel, counted: Count, record: Record) -> Draft:
    at = min((at for at in _events(model) if at >= 0), default=0)
    return Draft(
        "undecided-deal", "note", at, record.offsets[at], _ply(record, at), counted.dealing.clause,
        None, _fitting(counted), "none in the search that was made",
    )  # fmt: skip


def _fitting(counted: Count) -> Phrase:
    return Phrase("a deal of {where} that fits", where=counted.dealing.name)


def _ply(record: Record, at: int) -> int | None:
    """Return the ply of an event, or of the last before it."""
    return ply_of(record, at) or None
