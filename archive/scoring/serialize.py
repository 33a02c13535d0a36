"""A verdict as it is published: plain values in a fixed order, documented in docs/verdicts.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from archive.notation.hashes import hashes
from archive.rules.faults_and_claims import CardTimes, Count
from archive.scoring import card_count
from archive.scoring.verdict import Verdict
from archive.telling.findings import CLAIMS, Finding, Spot

ANALYSIS: Final = ', "readings": [], "readings_complete": false'
"""The beginning of the analysis in a verdict that needs one."""


def published(verdict: Verdict, engine: str) -> dict[str, Any]:
    """Return the verdict as plain values, keys in their published order."""
    record = verdict.record
    return {
        "record": {"number": record.number, **hashes(record)._asdict()},
        "game": record.game,
        "rules": _rules(verdict),
        "answers": verdict.answers._asdict(),
        "checked": _checked(verdict),
        "claimed": _by_seat(verdict.claimed) if verdict.claimed else None,
        "score": _by_seat(verdict.score),
        "winner": verdict.winner,
        "first_divergence": verdict.first_divergence,
        "findings": [_finding(finding, verdict) for finding in verdict.findings],
        "open": {key: about.as_dict(verdict.findings) for key, about in verdict.open.items()},
        "census": [_count(count, verdict) for count in verdict.counts],
        # archive/analysis replaces these
        "readings": [],
        "readings_complete": not verdict.asks_for_analysis,
        "repairs": [],
        "repairs_complete": not verdict.asks_for_analysis,
        "engine": engine,
    }


def with_analysis(verdict: str, analysis: str) -> str:
    """Return a verdict's JSON with that of its analysis in the place left for it."""
    head, _, _ = verdict.rpartition(ANALYSIS)
    return f"{head}, {analysis.removeprefix('{')}"


def _rules(verdict: Verdict) -> str | dict[str, str | None] | None:
    """Return the rules it was judged by; where others were asked for, with those the record
    names."""
    if verdict.asked is None:
        return verdict.rules
    return {"asked": verdict.rules, "named": verdict.record.rules}


def _checked(verdict: Verdict) -> dict[str, Any]:
    """Return claims by kind: how many were made, and how many of them are right by the rules."""
    found = verdict.examination
    if verdict.sheet is not None:  # held is what nothing contradicts
        wrong = sum(one.code == "impossible-total" for one in verdict.findings)
        standings = verdict.sheet.standings
        return {"plays": 0, "score": {"claimed": standings, "held": standings - wrong}}
    if found is None:
        return {"plays": 0}
    return {
        "plays": found.table.ply,
        **{
            kind: {"claimed": found.claimed[kind], "held": found.held[kind]}
            for kind in CLAIMS
            if found.claimed[kind]
        },
    }


def _finding(finding: Finding, verdict: Verdict) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "record": verdict.record.number,
        "ply": finding.ply,
        "line": finding.line,
        "column": finding.column,
        "seat": f"p{finding.seat}" if finding.seat else None,
        "clause": finding.clause,
        "expected": finding.expected,
        "found": finding.found,
        "fix": finding.fix,
        "effect": finding.effect.as_dict() if finding.effect else None,
        "follows": verdict.findings.index(finding.follows) if finding.follows else None,
        "known": finding.known,
        "places": _spots(finding.places),
        "sentence": finding.sentence,
    }


def _count(count: Count, verdict: Verdict) -> dict[str, Any]:
    def tallies(found: Iterable[CardTimes]) -> list[dict[str, Any]]:
        return [
            {"card": tally.card.text, "seen": len(tally.seen), "pack": tally.pack,
             "places": _spots(card_count.spots([tally], verdict.record))}
            for tally in found
        ]  # fmt: skip

    return {
        "deal": count.dealing.name,
        "pack": count.dealing.pack.size,
        "seen": len(count.dealing.listed),
        "surplus": tallies(count.surplus),
        "missing": tallies(count.missing),
    }


def _by_seat(totals: dict[int, Any]) -> dict[str, Any]:
    return {f"p{seat}": total for seat, total in totals.items()}


def _spots(spots: Iterable[Spot]) -> list[dict[str, int | None]]:
    return [spot._asdict() for spot in spots]
