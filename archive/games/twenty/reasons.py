"""Why a tally of Twenty is wrong, carried on where it begins at zero or with a card counted as in
another game; and whether the list of a hand is wrong, and not the play of another card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archive.core.events import Play, Round, Up
from archive.core.record import Record
from archive.games.twenty import hand_listed_wrong
from archive.games.twenty.slips import VALUES
from archive.rules.slips import Slip
from archive.telling.finding_drafts import Draft

THOUGHT = {"A": (11,), "J": (11, 2), "Q": (12, 3), "K": (13, 4)}
"""Other values that a card may be taken for, by rank."""
TWENTY = 20
MOST = 40
"""The most wrong tallies that are explained."""


def give(findings: Sequence[Draft], record: Record) -> None:
    """Give wrong tallies, scores, bonuses and hands that follow from nothing else their reason."""
    hand_listed_wrong.give(findings, record)
    wrong = [one for one in findings if one.code in ("wrong-tally", "wrong-points", "wrong-up")
             and one.follows is None and one.at is not None]  # fmt: skip
    for finding in wrong[:MOST]:
        slip = _slip(finding, record)
        if slip is not None:
            finding.reason, finding.clause = slip, slip.clause


def _slip(finding: Draft, record: Record) -> Slip | None:
    play = record.events[finding.at or 0]
    right, wrong = int(finding.expected or 0), int(finding.found or 0)
    if isinstance(play, Up):
        return _bonus(play, right, wrong)
    if not isinstance(play, Play) or len(play.cards) != 1:
        return None
    told: dict[str, Any] = {
        "seat": play.seat,
        "ply": finding.ply or 0,
        "right": right,
        "wrong": wrong,
    }
    if finding.code == "wrong-points":
        kind = "play-scored" if right else "play-scored-nothing"
        return Slip(kind, finding.clause or "", {}, **told)
    rank = play.cards[0].rank
    begins = right == VALUES.get(rank)
    before, over = _before(record, finding.at or 0)
    if begins and before and wrong == right + before:
        clause, kind = ("4.6", "carried-on") if over else ("4.5", "not-set-aside")
        if over or before >= TWENTY:
            return Slip(kind, f"twenty/{clause}", {}, **told, before=before)
    taken = wrong - right + VALUES.get(rank, 0)
    if taken in THOUGHT.get(rank, ()):
        return Slip("card-value", "twenty/2.1", {}, **told, suit=rank, before=taken)
    return None


def _bonus(up: Up, right: int, wrong: int) -> Slip | None:
    values = [VALUES.get(card.rank, 0) for card in up.cards]
    if len(values) != 2 or not all(values):
        return None
    if values[0] == values[1]:
        return Slip("equal-cards", "twenty/2.2", {}, right=right, wrong=wrong)
    if wrong == sum(values):
        return Slip("added", "twenty/2.2", {}, right=right, wrong=wrong)
    return None


def _before(record: Record, at: int) -> tuple[int, bool]:
    """Return the tally written at the play before, and whether a round has begun since."""
    over = False
    for event in reversed(record.events[max(at - 12, 0) : at]):
        if isinstance(event, Round):
            over = True
        elif isinstance(event, Play):
            return event.tally or 0, over
    return 0, over
