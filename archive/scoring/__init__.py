"""Verdicts: a record checked against the rules. docs/verdicts.md documents every code and key."""

from archive.scoring.findings import CODES, Answer, Answers, Finding, Question
from archive.scoring.two_speeds import load_all, verify
from archive.scoring.verdict import ENGINE, Verdict

__all__ = [
    "CODES",
    "ENGINE",
    "Answer",
    "Answers",
    "Finding",
    "Question",
    "Verdict",
    "load_all",
    "verify",
]
