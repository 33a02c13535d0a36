"""Why a game is won or not: who is level with whom, who has the most or the fewest points, and how
far the game goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archive.core.events import End, Out
from archive.rules.totals import Ending
from archive.scoring.reasons.scores_since_standing import Standings
from archive.telling.finding_drafts import Draft


def give(findings: Sequence[Draft], standings: Standings, winners: Sequence[int]) -> None:
    """Give findings about a win their reason: `winners` are those by the rules."""
    for finding in findings:
        if finding.code == "after-the-end" and finding.clause in standings.game.over_by:
            finding.reason = _over(finding.clause, standings.totals, winners)
        alone = finding.follows is None and finding.code in ("wrong-winner", "early-end")
        if alone or finding.code == "wrong-elimination":
            ending = _ending(finding, standings, winners)
            if ending is not None:
                finding.reason, finding.clause = ending, ending.clause


def _over(clause: str, totals: Mapping[int, int | None], winners: Sequence[int]) -> Ending | None:
    """Return who had won before a record goes on, None where that is unknown."""
    known = {seat: total for seat, total in totals.items() if total is not None}
    if not winners or len(known) < len(totals):
        return None
    alike = len({known[seat] for seat in winners}) == 1
    kind = "over" if not winners[1:] else "over-level" if alike else "over-shared"
    return Ending(kind, clause, known, winners, (), known[winners[0]])


def _ending(finding: Draft, standings: Standings, winners: Sequence[int]) -> Ending | None:
    at = finding.at if finding.at is not None else len(standings.record.events) - 1
    if None in standings.totals.values():
        return None
    sums = {seat: standings.total(seat, at) for seat in standings.totals}
    totals = {seat: total for seat, total in sums.items() if total is not None}
    event = standings.record.events[at] if at >= 0 else None
    if isinstance(event, Out):
        return standings.game.why_not_out(totals, event.seats)
    claimed = event.winners if isinstance(event, End) else ()
    early = finding.code == "early-end" or finding.expected == "nobody"
    if early:
        return standings.game.why_not_over(totals, claimed)
    return standings.game.why_won(totals, claimed, winners)
