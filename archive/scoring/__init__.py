"""Verdicts: a record checked against the rules. docs/verdicts.md documents every code and key.

`verify_record` is the entrance; `sound_path` recognises what is sound (`sound_verdict`), and
`full_examination` judges all else (`careful_verdict`). For that `prepared` has the rules and what
is foreseen, and lets the `examiner` go through the record, with a `shadow_replay` beside it;
`fault_findings` makes findings of what it reports. The passes and what comes after them each have a
file: `card_count`, `contradictions`, `cards_told_later`, `unreadable_findings`, `totals`,
`explained_by_slip`, `certain_winner`, `reasons`, `cost_of_wrong_plays`, `effect_on_points`;
`three_answers`, `open_questions` and `headline` say what it comes to, `serialize` as JSON.
`replay`, `scoresheet`, `record_positions` and `what_if` are the same game play by play.
"""

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
