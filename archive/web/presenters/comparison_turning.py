"""The difference on which a dispute of two sheets turns: its cards, its rule, and the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.analysis.comparison.compare import Comparison, Difference
from archive.analysis.comparison.sheet_entries import SheetEntry
from archive.analysis.comparison.standings import AFTER, play_at
from archive.core.cards import UNKNOWN, Card
from archive.core.events import Play, Show
from archive.scoring import Verdict
from archive.scoring.replay import Replay
from archive.web.language import _
from archive.web.presenters.comparison_entries import EntryShown
from archive.web.presenters.replay_cache import open_record
from archive.web.presenters.rule_sets import ClauseShown, clause
from archive.web.words import sentence

MOST_CARDS: Final = 6


@dataclass(frozen=True, slots=True)
class TurningShown:
    """The difference on which the dispute turns."""

    sentence: str
    clause: ClauseShown | None
    cards: list[tuple[str, str]]
    """Rank and suit of the cards that it is about, if any."""
    plies: tuple[int | None, int | None]
    """The play in sheet A and in sheet B."""
    a: list[EntryShown]
    b: list[EntryShown]


def turning(found: Comparison) -> Difference | None:
    """Return the difference on which the dispute turns: the first that a clause decides, else the
    first on which the rules say something, else the first."""
    ordered = sorted(
        found.differences,
        key=lambda one: (
            one.supports not in ("a", "b"),
            one.because is None or one.because.clause is None,
            one.because is None,
        ),
    )
    return ordered[0] if ordered else None


def turning_shown(
    one: Difference, found: Comparison, entries: tuple[list[EntryShown], list[EntryShown]]
) -> TurningShown:
    """Return that difference for its page; `entries` are those of both sheets."""
    plies = tuple(_ply(own, verdict) for own, verdict in ((one.a, found.a), (one.b, found.b)))
    because = one.because
    words = sentence(because.sentence) if because else _(
        "The rules allow what either sheet says here. Which of the two it was, only those who "
        "played can say."
    )  # fmt: skip
    return TurningShown(
        words,
        clause(because.clause) if because and because.clause else None,
        [(card.rank, card.suit) for card in _cards(one, found)[:MOST_CARDS]],
        (plies[0], plies[1]),
        *entries,
    )


def _ply(entries: Sequence[SheetEntry], verdict: Verdict) -> int | None:
    """Return the play on a sheet that an entry is or is about; None where it has none there."""
    if not entries:
        return None
    return min(play_at(entries[0], verdict), verdict.record.plies[-1]) or None


def _cards(one: Difference, found: Comparison) -> Sequence[Card]:
    """Return the cards of the play on which the dispute turns, from the sheet that the rules
    support: the play itself; for a standing the cards its player shows at the end of the hand, or
    else the last play that scored for that player."""
    sides = [(one.a, found.a), (one.b, found.b)]
    for entries, verdict in reversed(sides) if one.supports == "b" else sides:
        for entry in entries:
            event = verdict.record.events[entry.at]
            if isinstance(event, Play):
                return _known(event.cards)
    if one.because is None or one.because.code != "wrong-score":
        return []
    blamed, entries = (found.b, one.b) if one.supports == "a" else (found.a, one.a)
    ply, seat = _ply(entries, blamed) or 0, one.because.seat
    return _left(entries, blamed, seat) or _scored(open_record(blamed.record).replay, ply, seat)


def _left(entries: Sequence[SheetEntry], verdict: Verdict, seat: int | None) -> Sequence[Card]:
    """Return the cards that a player shows at the end of the hand that a standing closes."""
    at = entries[0].at if entries else 0
    for event in reversed(verdict.record.events[:at]):
        if isinstance(event, Show):
            return _known(dict(event.shown).get(seat or 0, ()))
        if not isinstance(event, AFTER):
            break
    return []


def _scored(replayed: Replay | None, ply: int, seat: int | None) -> Sequence[Card]:
    """Return the cards of the play that scored last for a player, in the hand of a play."""
    if replayed is None or not 0 < ply <= replayed.last:
        return []
    at = replayed.steps[ply - 1]
    steps = (
        step
        for step in reversed(replayed.steps[:ply])
        if step.points and step.seat == seat and (step.round, step.deal) == (at.round, at.deal)
    )
    found = next(steps, None)
    return _known(found.cards) if found else []


def _known(run: Sequence[Card]) -> list[Card]:
    return [card for card in run if card is not UNKNOWN]
