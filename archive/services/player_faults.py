"""Faults for and against a player: who played against the rules, and whose points were wrong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from archive.scoring.findings import CODES, Question
from archive.store.player_faults import Faulted


@dataclass(slots=True)
class PlayerFaults:
    """Faults in a player's latest games. By code, in how many games the player's own plays were
    against the rules and in how many those of others; the points that the records have too many
    and too few for the player. What only follows from another fault is not counted."""

    games: int = 0
    own: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    too_many: int = 0
    too_few: int = 0

    @property
    def codes(self) -> list[str]:
        """Return the codes of plays against the rules, the most frequent first."""
        return [code for code, _ in (self.own + self.others).most_common()]


def faults_of(games: Iterable[Faulted]) -> PlayerFaults:
    """Return what verdicts say for and against a player."""
    told = PlayerFaults()
    for game in games:
        told.games += 1
        found = json.loads(game.verdict).get("findings") or []
        _count(told, f"p{game.seat}", [one for one in found if _is_a_fault(one)])
    return told


def _count(told: PlayerFaults, seat: str, found: Iterable[dict[str, Any]]) -> None:
    own, others = set[str](), set[str]()
    for one in found:
        if CODES.get(one["code"]) is Question.LEGALITY and one.get("seat"):
            (own if one["seat"] == seat else others).add(one["code"])
        points = ((one.get("effect") or {}).get("points") or {}).get(seat) or 0
        told.too_many += max(0, -points)
        told.too_few += max(0, points)
    told.own.update(own)
    told.others.update(others)


def _is_a_fault(finding: dict[str, Any]) -> bool:
    return finding["severity"] == "error" and finding.get("follows") is None
