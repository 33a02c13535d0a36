"""docs/findings.md: every code with an example, taken from the flawed records under fixtures/.

`python -m tests.scoring.examples_page` writes it; a test says when it is stale or lacks a code.
"""

from __future__ import annotations

from pathlib import Path

from archive.scoring import CODES, Finding, Question
from tests.judged import judged

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "findings.md"
SHOWN_ELSEWHERE = {
    "too-many-findings": "No small record shows it: of more than 500 findings 500 are listed; the\n"
    "answers rest on all of them.",
    "undecided-deal": "No small record shows it: the search for a deal that fits used up its\n"
    "steps, so it is not known whether there is one.",
}
"""Codes that no small record shows."""

HEADINGS = {
    Question.LEGALITY: "What was not allowed",
    Question.ARITHMETIC: "What was counted wrongly",
    Question.RESULT: "How it ended",
    Question.WRITING: "How it was written, and what it does not say",
}
HEAD = """\
# Findings, each with an example

Every code that judging gives, as it is told of a record under `fixtures/`: the sentence, the line
it points at, and the clause that decides it. What each code means is in [verdicts.md](verdicts.md).
This page is written by `make findings`.
"""


def page() -> str:
    """The whole page."""
    examples = _examples()
    parts = [HEAD]
    for question, heading in HEADINGS.items():
        parts.append(f"\n## {heading}\n")
        codes = sorted(code for code, about in CODES.items() if about is question)
        parts += [f"\n### `{code}`\n\n{examples.get(code) or SHOWN_ELSEWHERE[code]}\n"
                  for code in codes]  # fmt: skip
    return "".join(parts)


def _examples() -> dict[str, str]:
    """The plainest example of each code: one that follows from no other if there is such, from the
    record named after it if there is such, else the shortest sentence."""
    best: dict[str, tuple[tuple[bool, bool, int, str], str]] = {}
    for path in sorted(ROOT.glob("fixtures/*/flawed/*.xxn")):
        verdict = judged(path)
        for finding in verdict.findings:
            if finding.code not in CODES:
                continue
            named = path.stem.startswith(finding.code)
            key = (finding.follows is not None, not named, len(finding.sentence), str(path))
            if finding.code not in best or key < best[finding.code][0]:
                line = verdict.record.lines[finding.line - 1]
                best[finding.code] = key, _told(finding, line, path)
    return {code: text for code, (_, text) in best.items()}


def _told(finding: Finding, line: str, path: Path) -> str:
    where = path.relative_to(ROOT).as_posix()
    decided = f" Clause {finding.clause}." if finding.clause else ""
    return f"> {finding.sentence}\n\n    {line}\n\nLine {finding.line} of `{where}`.{decided}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
