"""The verdict: three answers to three questions, and the findings they rest on.

A verdict follows from the record's bytes, the rule set's version and the engine's version, and from
nothing else: the same bytes of JSON come out on every machine and every day.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cached_property
from importlib.metadata import version
from typing import Any, NamedTuple

from archive.errors import UnknownRules
from archive.games import choose
from archive.notation import hashes, read
from archive.notation.places import tag_offset
from archive.record import Record
from archive.verdict import census
from archive.verdict.census import Count, Tally
from archive.verdict.examination import Examination
from archive.verdict.findings import IMPOSSIBLE, Answer, Finding, Question, Spot
from archive.verdict.words import Speaker

ENGINE = f"twenties {version('twenties')}"
MOST_FINDINGS = 500
KINDS = ("tally", "points", "up", "bonus-to", "bonus", "score", "result", "winner")


class Answers(NamedTuple):
    """Was every event allowed; is every claimed number right; is the claimed outcome right."""

    legality: Answer
    arithmetic: Answer
    result: Answer


class Verdict:
    """What the rules say to one record. `as_dict` and `json` are its published form."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules: str | None = None
        self.findings: list[Finding] = []
        self.counts: list[Count] = []
        self.examination: Examination | None = None
        try:
            chosen = choose(record)
        except UnknownRules as unknown:
            if record.game is not None:
                self.findings.append(_unknown_rules(record, unknown))
        else:
            self.rules = chosen.title
            if self.readable:
                self._examine(Examination(record, chosen.open).walk())
        self._write_up()

    def _examine(self, examination: Examination) -> None:
        self.examination = examination
        self.counts = [census.count(dealing) for dealing in examination.table.dealings()]
        found = examination.findings
        self.findings += [*found, *census.findings(self.counts, self.record, found)]

    def _write_up(self) -> None:
        """Put findings in the order of the text, and into words; add what the reader found."""
        speaker = Speaker(self.record, self.counts)
        self.findings += self._diagnostics()
        self.findings.sort(key=lambda finding: finding.offset)
        self._cut_short()
        for finding in self.findings:
            finding.line, finding.column = self.record.place(finding.offset)
            finding.sentence = finding.sentence or speaker.sentence(finding)

    def _diagnostics(self) -> list[Finding]:
        """What the reader found, beside the others. Of a number out of order the rules may have
        said more: that a play is missing there, or stands there twice."""
        told = {
            f.offset for f in self.findings if f.code in ("missing-play", "doubled-play", "gap")
        }
        for finding in self.findings:
            before = finding.code == "short-round" or (
                finding.code == "missing-play" and not (finding.found or "0")[0].isdigit()
            )
            if before and finding.at is not None and self.examination:
                after = self.examination.first_play_after(finding.at)
                told |= {self.record.offsets[after]} if after is not None else set()
        found = []
        for fault in self.record.diagnostics:
            at = self.record.offset(fault.line, fault.column)
            if fault.code != "misnumbered-play" or at not in told:
                found.append(Finding(fault.code, fault.severity, None, at, None, None, None,
                                     fault.expected, fault.found, fix=fault.fix))  # fmt: skip
        return found

    def _cut_short(self) -> None:
        """Publish no endless list: the answers rest on all findings, the first are shown."""
        _ = self.answers  # worked out while all findings are there, and remembered
        rest = self.findings[MOST_FINDINGS:]
        if not rest:
            return
        more = Finding("too-many-findings", "note", None, rest[0].offset, rest[0].ply, None, None,
                       f"at most {MOST_FINDINGS} findings", f"{len(rest)} more")  # fmt: skip
        more.sentence = f"There are {len(rest)} more findings; the answers rest on all of them."
        kept = set(self.findings[:MOST_FINDINGS])
        self.findings = [*self.findings[:MOST_FINDINGS], more]
        for finding in self.findings:
            if finding.follows not in kept:
                finding.follows = None

    # -- what can be asked

    @property
    def readable(self) -> bool:
        """Whether the bytes could be read as a record of a known game."""
        return self.rules is not None and bool(self.record.events)

    @cached_property
    def answers(self) -> Answers:
        if self.examination is None:
            return Answers(*[Answer.UNDERDETERMINED] * 3)
        return Answers(self._legality(), self._arithmetic(), self._result(self.examination))

    @property
    def score(self) -> dict[int, int | None]:
        """Points by seat as the rules give them, None where the record does not say enough."""
        return self.examination.table.ledger.totals() if self.examination else {}

    @property
    def claimed(self) -> dict[int, int] | None:
        """Points by seat as the record claims them in the end."""
        return self.examination.claimed_result() if self.examination else None

    @property
    def winner(self) -> str | None:
        """`p2`, or `draw`; None while the game is not over or not known."""
        if self.examination is None or not self.examination.table.over:
            return None
        winners = self.examination.table.winners
        return None if not winners else f"p{winners[0]}" if len(winners) == 1 else "draw"

    @property
    def first_divergence(self) -> int | None:
        """Index of the first error that follows from no other: where record and rules part."""
        return next(
            (
                index
                for index, finding in enumerate(self.findings)
                if finding.severity == "error" and finding.follows is None
            ),
            None,
        )

    @property
    def flawed(self) -> bool:
        """Whether there is anything to find but notes."""
        return any(finding.severity != "note" for finding in self.findings)

    def _errors(self, question: Question) -> list[Finding]:
        return [f for f in self.findings if f.question == question and f.severity == "error"]

    def _disagreement(self, question: Question) -> Answer | None:
        """What wrong claims make of an answer. A claim that is wrong only because of an event that
        was not allowed is not refuted: by the other reading of that event it is right."""
        errors = self._errors(question)
        if any(
            error.root.question != Question.LEGALITY and error.root.code != "missing-play"
            for error in errors
        ):
            return Answer.REFUTED
        return Answer.UNDERDETERMINED if errors else None

    def _legality(self) -> Answer:
        # what only follows from a play left out of the record was not against the rules
        errors = [f for f in self._errors(Question.LEGALITY) if f.root.code != "missing-play"]
        if any(finding.code in IMPOSSIBLE for finding in errors):
            return Answer.IMPOSSIBLE
        if errors:
            return Answer.REFUTED
        gap = any(finding.code in ("gap", "missing-play") for finding in self.findings)
        return Answer.UNDERDETERMINED if gap else Answer.UPHELD

    def _arithmetic(self) -> Answer:
        examination = self.examination
        assert examination is not None
        kinds = [kind for kind in KINDS if kind not in ("result", "winner")]
        if disagreement := self._disagreement(Question.ARITHMETIC):
            return disagreement
        if any(examination.unknown[kind] for kind in kinds):
            return Answer.UNDERDETERMINED
        claimed = any(examination.claimed[kind] for kind in kinds)
        return Answer.UPHELD if claimed else Answer.UNCLAIMED

    def _result(self, examination: Examination) -> Answer:
        claimed = examination.claimed["result"] + examination.claimed["winner"]
        if disagreement := self._disagreement(Question.RESULT):
            return disagreement
        if claimed and (examination.unknown["result"] or examination.unknown["winner"]):
            return Answer.UNDERDETERMINED
        if claimed:
            return Answer.UPHELD
        return Answer.UNCLAIMED if examination.table.over else Answer.UNFINISHED

    # -- as JSON

    def as_dict(self) -> dict[str, Any]:
        """The verdict as plain values, keys in their published order (docs/verdicts.md). The same
        values each time: whoever wants to change them takes a copy."""
        return self._body

    @cached_property
    def _body(self) -> dict[str, Any]:
        record = self.record
        return {
            "record": {"number": record.number, **hashes(record)._asdict()},
            "game": record.game,
            "rules": self.rules,
            "answers": self.answers._asdict(),
            "checked": self._checked(),
            "claimed": _by_seat(self.claimed) if self.claimed else None,
            "score": _by_seat(self.score),
            "winner": self.winner,
            "first_divergence": self.first_divergence,
            "findings": [self._finding(finding) for finding in self.findings],
            "census": [self._count(count) for count in self.counts],
            "readings": [],
            "repairs": [],
            "engine": ENGINE,
        }

    def json(self) -> str:
        """`as_dict` on one line of JSON, the same bytes for the same record everywhere."""
        return json.dumps(self.as_dict(), ensure_ascii=True, separators=(", ", ": "))

    def _checked(self) -> dict[str, Any]:
        """Claims by kind: how many were made, and how many of them the rules give too."""
        found = self.examination
        if found is None:
            return {"plays": 0}
        return {
            "plays": found.table.ply,
            **{
                kind: {"claimed": found.claimed[kind], "held": found.held[kind]}
                for kind in KINDS
                if found.claimed[kind]
            },
        }

    def _finding(self, finding: Finding) -> dict[str, Any]:
        return {
            "code": finding.code,
            "severity": finding.severity,
            "record": self.record.number,
            "ply": finding.ply,
            "line": finding.line,
            "column": finding.column,
            "seat": f"p{finding.seat}" if finding.seat else None,
            "clause": finding.clause,
            "expected": finding.expected,
            "found": finding.found,
            "fix": finding.fix,
            "effect": finding.effect.as_dict() if finding.effect else None,
            "follows": self.findings.index(finding.follows) if finding.follows else None,
            "known": finding.known,
            "places": _spots(finding.places),
            "sentence": finding.sentence,
        }

    def _count(self, count: Count) -> dict[str, Any]:
        def tallies(found: Iterable[Tally]) -> list[dict[str, Any]]:
            return [
                {"card": tally.card.text, "seen": len(tally.seen), "pack": tally.pack,
                 "places": _spots(census.spots([tally], self.record))}
                for tally in found
            ]  # fmt: skip

        return {
            "deal": count.dealing.name,
            "pack": count.dealing.pack.size,
            "seen": len(count.dealing.listed),
            "surplus": tallies(count.surplus),
            "missing": tallies(count.missing),
        }


def verify(data: bytes, number: int = 1) -> Verdict:
    """Read and judge one record from its bytes; `number` is its place in its file.

    Never raises on any bytes: what cannot be read or is not known here is a finding.
    """
    return Verdict(read(data, number))


def _by_seat(totals: dict[int, Any]) -> dict[str, Any]:
    return {f"p{seat}": total for seat, total in totals.items()}


def _spots(spots: list[Spot]) -> list[dict[str, int | None]]:
    return [spot._asdict() for spot in spots]


def _unknown_rules(record: Record, unknown: UnknownRules) -> Finding:
    tag = next((t.name for t in record.tags if unknown.asked in t.value), "Game")
    return Finding("unknown-rules", "error", None, tag_offset(record.text, tag), None, None, None,
                   unknown.expected, unknown.asked)  # fmt: skip
