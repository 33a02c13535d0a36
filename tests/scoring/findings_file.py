"""What a `.findings` file beside a flawed record says: the three answers, then a line a finding."""

from __future__ import annotations

from archive.scoring import Finding, Verdict
from archive.telling.findings import Question


def told(verdict: Verdict) -> str:
    """A verdict in the words of a `.findings` file."""
    answers = ", ".join(f"{key} {answer}" for key, answer in verdict.answers._asdict().items())
    return "\n".join([answers, *(_line(finding, verdict) for finding in verdict.findings), ""])


def _line(finding: Finding, verdict: Verdict) -> str:
    parts = [f"{finding.severity} {finding.code} at {finding.line}:{finding.column}"]
    if finding.ply is not None:
        parts.append(f"ply {finding.ply}")
    if finding.clause:
        parts.append(finding.clause)
    parts.append(f"expected {finding.expected}; found {finding.found}")
    if finding.follows:
        parts.append(f"follows from finding {verdict.findings.index(finding.follows) + 1}")
    if finding.known:
        parts.append("marked")
    of_play = finding.question is Question.LEGALITY
    if finding.effect and not of_play and not finding.follows:
        moved = " ".join(
            f"p{seat}{points:+d}" for seat, points in finding.effect.points.items() if points
        )
        result = " ".join(
            f"p{seat}{points:+d}" for seat, points in finding.effect.result.items() if points
        )
        parts.append(f"moves {moved or 'nothing'}, in the result {result or 'nothing'}, "
                     f"winner {finding.effect.winner or 'not known'}")  # fmt: skip
    return ", ".join(parts)
