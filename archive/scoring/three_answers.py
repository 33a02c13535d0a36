"""The three answers of a verdict, from the findings they rest on."""

from __future__ import annotations

from collections.abc import Sequence

from archive.scoring.careful_verdict import NO_ANSWERS, CarefulVerdict
from archive.scoring.examiner import Examination
from archive.scoring.explained_by_slip import SLIPS
from archive.scoring.totals.counted_winners import ends_unchecked, tell_the_winner
from archive.telling.finding_drafts import Draft
from archive.telling.findings import CLAIMS, IMPOSSIBLE, UNPROVED, Answer, Answers, Question

NUMBERS = [kind for kind, question in CLAIMS.items() if question is Question.ARITHMETIC]
"""The kinds of claims that arithmetic is about."""


def answers_to(verdict: CarefulVerdict, findings: Sequence[Draft]) -> Answers:
    """Return the answers for a record, by all that was found."""
    if verdict.sheet is not None:
        return Answers(*(verdict.sheet.answer(Question(name)) for name in Answers._fields))
    examination = verdict.examination
    if examination is None:
        return NO_ANSWERS
    told = Answers(
        _legality(findings), _arithmetic(findings, examination), _result(findings, examination)
    )
    if told.result is Answer.UNFINISHED and _may_be_over(verdict, findings, examination):
        told = told._replace(result=Answer.UNDERDETERMINED)
    ends = examination.ends
    totals = [*(verdict.record.result or ()), *(pair for end in ends for pair in end.totals)]
    if verdict.certain and verdict.certain.upholds(totals, [end.winners for end in ends]):
        told = told._replace(result=Answer.UPHELD)
    return told


def _legality(findings: Sequence[Draft]) -> Answer:
    # what only follows from a play left out of the record was not against the rules
    errors = [f for f in _errors(findings, Question.LEGALITY) if f.root.code != "missing-play"]
    if any(one.code in IMPOSSIBLE and one.root.code not in SLIPS for one in errors):
        return Answer.IMPOSSIBLE
    if errors:
        return Answer.REFUTED
    open_ = any(finding.code in UNPROVED for finding in findings)
    if open_ or _unread(findings, Question.LEGALITY):
        return Answer.UNDERDETERMINED
    return Answer.UPHELD


def _arithmetic(findings: Sequence[Draft], examination: Examination) -> Answer:
    if disagreement := _disagreement(findings, Question.ARITHMETIC):
        return disagreement
    if any(map(examination.unknown.get, NUMBERS)) or _unread(findings, Question.ARITHMETIC):
        return Answer.UNDERDETERMINED
    claimed = any(map(examination.claimed.get, NUMBERS))
    return Answer.UPHELD if claimed else Answer.UNCLAIMED


def _result(findings: Sequence[Draft], examination: Examination) -> Answer:
    claimed = examination.claimed["result"] + examination.claimed["winner"]
    if disagreement := _disagreement(findings, Question.RESULT):
        return disagreement
    if claimed and (examination.unknown["result"] or examination.unknown["winner"]):
        return Answer.UNDERDETERMINED
    if claimed and not examination.table.over:  # right as a standing, while play goes on
        return Answer.UNDERDETERMINED
    if _unread(findings, Question.RESULT):
        return Answer.UNDERDETERMINED
    if claimed:
        return Answer.UPHELD
    over = examination.table.over or tell_the_winner(findings)
    return Answer.UNCLAIMED if over else Answer.UNFINISHED


def _may_be_over(
    verdict: CarefulVerdict, findings: Sequence[Draft], examination: Examination
) -> bool:
    """Return whether the game is over by the last totals that are written, though none are
    known."""
    table, game = examination.table, verdict.totals
    if not table.ledger.unknown or game is None:
        return False
    return ends_unchecked(verdict.record, game, table.seats, findings)


def _errors(findings: Sequence[Draft], question: Question) -> list[Draft]:
    return [f for f in findings if f.question == question and f.severity == "error"]


def _disagreement(findings: Sequence[Draft], question: Question) -> Answer | None:
    """Return the answer by wrong claims. A claim that is wrong only because of an event that was
    not allowed is not refuted: by the other reading of that event it is right."""
    errors = _errors(findings, question)
    if any(
        error.root.question != Question.LEGALITY and error.root.code != "missing-play"
        for error in errors
    ):
        return Answer.REFUTED
    return Answer.UNDERDETERMINED if errors else None


def _unread(findings: Sequence[Draft], question: Question) -> bool:
    """Return whether an answer depends on something that could not be read."""
    return any(question in finding.opens for finding in findings)
