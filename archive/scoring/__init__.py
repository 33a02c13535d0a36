"""Verdicts: a record checked against the rules. docs/verdicts.md documents every code and key."""

from archive.scoring.verdict import ENGINE, Verdict
from archive.scoring.verify_record import load_all, verify
from archive.telling.findings import CODES, Answer, Answers, Finding, Question

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
