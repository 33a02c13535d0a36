"""Hands of a deal that were written into the row of another player."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from archive.analysis.event_spans import deal_around, token_span
from archive.analysis.repairs.player_names import name_of, other_players
from archive.core.events import Action, Held
from archive.notation.edits import Change, Edit
from archive.scoring import Finding, Question, Verdict

MOST_HANDS = 12
"""The most hands of a deal that are looked at: no deal has more."""


def hands_in_other_rows(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield two hands of the deal in each other's rows, one of them that of the player at fault;
    and of a player with two of them, one in the row of a player who has none."""
    if finding.question is not Question.LEGALITY or finding.at is None:
        return
    events, where = verdict.record.events, deal_around(finding.at, verdict)
    listed = ((at, hand) for at in where if isinstance(hand := events[at], Held))
    hands = [(at, hand.seat) for at, hand in islice(listed, MOST_HANDS)]
    seats = [seat for _, seat in hands]
    players = verdict.record.players
    for at, seat in hands:
        for then, other in hands if seat == finding.seat else ():
            if other != seat:
                names = [name_of(one, players) for one in sorted([seat, other])]
                words = f"{' and '.join(names)} exchanged"
                exchanged = [(at, seat, other), (then, other, seat)]
                yield from _with_seats(sorted(exchanged), words, verdict)
    act = {deed.seat for deed in (events[at] for at in where) if isinstance(deed, Action)}
    for at, seat in hands:
        for none in sorted(act - {*seats}) if seats.count(seat) > 1 else ():
            words = other_players(f"p{none}", f"p{seat}", players)
            yield from _with_seats([(at, seat, none)], words, verdict)


def _with_seats(rows: list[tuple[int, int, int]], words: str, verdict: Verdict) -> Iterator[Change]:
    """Yield the change that writes other seats for those of some rows."""
    spans = [token_span(verdict, at) for at, _, _ in rows]
    if all(
        text.startswith(f"p{seat}:") for (_, text), (_, seat, _) in zip(spans, rows, strict=True)
    ):
        yield tuple(
            Edit(offset, f"p{seat}", f"p{other}", words)
            for (offset, _), (_, seat, other) in zip(spans, rows, strict=True)
        )
