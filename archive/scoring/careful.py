"""The careful reader's verdict: every event of a record is examined, and whatever is wrong has its
place, its reason and its sentence."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from archive.core.budgets import DEALS, Steps
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import GAMES, Chosen, choose
from archive.languages.spoken import ENGLISH, Language
from archive.notation.locate import tag_offset
from archive.notation.unread import legible
from archive.scoring import (
    card_count,
    contradictions,
    costs,
    effects,
    reader_faults,
    reasons,
    unread,
)
from archive.scoring.certain_winner import certain, finding_of, wrong_ends
from archive.scoring.conclusion import Conclusion
from archive.scoring.examiner import Examination
from archive.scoring.findings import Finding
from archive.scoring.inference import (
    contradicted_by_plays,
    filled_in,
    listed_as_played,
    said_of,
    told_later,
)
from archive.scoring.messages import sentence
from archive.scoring.phrases import in_language
from archive.scoring.reasons import endings, tallies
from archive.scoring.reasons.stretch import Standings
from archive.scoring.serialize import published
from archive.scoring.totals.judge import GAMES as GAMES_OF_TOTALS
from archive.scoring.totals.judge import TotalsJudge
from archive.scoring.totals.steps import of_totals_alone
from archive.scoring.verdict import ENGINE

MOST_FINDINGS = 500


class CarefulVerdict(Conclusion):
    """The verdict on a record that is read with all its places. `asked` are never rules of another
    game."""

    def __init__(
        self, record: Record, asked: str | None = None, *, deep: bool = True, deals: int = DEALS,
        language: Language = ENGLISH, in_words: bool = True,
    ) -> None:  # fmt: skip
        """`deep` also asks whether any deal fits what was left out, in so many steps as `deals`;
        sentences are in `language`. Not `in_words`, findings have none until they are asked for,
        one by one (`say`)."""
        super().__init__(record, asked, language)
        self.in_words = in_words
        self.steps = Steps(deals)
        self.taken: dict[str, int] = {}  # steps, by search
        self.deep = deep
        legible_ = legible(record)
        self.pieces = legible_.pieces
        if legible_.rules_unread and asked is None:
            self._write_up()
            return
        try:
            chosen = _chosen(legible_.record, asked)
        except UnknownRules as unknown:
            if record.game is not None:
                self.findings.append(_unknown_rules(record, unknown, asked, language))
        else:
            self.rules = chosen.title
            judged = chosen.game.name in GAMES_OF_TOTALS
            if self.readable and judged and of_totals_alone(legible_.record):
                self.sheet = TotalsJudge(legible_.record, chosen)
                self.findings += self.sheet.findings
            elif self.readable:
                told = told_later(legible_.record, chosen)
                known = filled_in(legible_.record, told)
                otherwise = legible_.said_of_nobody()
                examination, other = _walks(known, otherwise, chosen)
                if examination.wrong and chosen.suppose(examination.wrong):
                    examination, other = _walks(known, otherwise, chosen)
                due = examination.table.miswritten()
                if due:
                    known = listed_as_played(known, due)
                    examination, other = _walks(known, otherwise, chosen)
                self.taken["gaps"] = chosen.steps
                self.options_asked = chosen.asked
                self._examine(examination)
                if other is not None and any(map(unread.hangs_on_who, self.findings)):
                    self.findings = unread.in_both(self.findings, other.walk().findings)
                clauses = examination.table.clauses
                if due:
                    self.findings += contradicted_by_plays(
                        legible_.record, due, self.findings, clauses["pack"]
                    )
                clause = clauses["missing"]
                self.findings += [
                    said_of(one, record, clause) for one in told if one.proof > one.at
                ]
                self._try_what_is_missing(examination)
        self._write_up()
        self.taken["deals"] = self.steps.taken

    def _examine(self, examination: Examination) -> None:
        self.examination = examination
        self.counts = [card_count.count(dealing) for dealing in examination.table.dealings()]
        found = examination.findings
        record = examination.record
        self.findings += [*found, *card_count.findings(self.counts, record, found)]
        if self.deep:
            self.findings += contradictions.findings(
                self.counts, examination.table, record, self.findings, self.steps
            )

    def _try_what_is_missing(self, examination: Examination) -> None:
        """Note who has won where that is so whatever is missing, or by the numbers there are."""
        if self.deep and self.winner is None:
            told = certain(self.record, self.findings, self._without_words, len(self.score))
            if told is not None:
                clause = examination.table.clauses["result"]
                self.findings.append(finding_of(told, self.findings, clause))
                self.findings += wrong_ends(told, self.record, examination.table, clause)
                self.certain = told

    def _without_words(self, record: Record) -> CarefulVerdict:
        return CarefulVerdict(record, self.asked, deep=False, in_words=False)

    def _write_up(self) -> None:
        """Put findings in the order of the text, and into words; add what the reader found."""
        found = reader_faults.joined(self.findings, self.record, self.pieces, self.examination)
        self.findings = sorted(found, key=lambda finding: finding.offset)
        self._cut_short()
        if self.examination:
            self._give_reasons(self.examination)
        if self.in_words:
            self._put_into_words()

    def _put_into_words(self) -> None:
        if self.examination:
            costs.say(self.findings, self.examination.table, self.examination.dealt,
                      self.record.events, self._speaker)  # fmt: skip
            effects.say(self.findings, self.examination.table, self._speaker)
        for finding in self.findings:
            finding.line, finding.column = self.record.place(finding.offset)
            self.say(finding)

    def say(self, finding: Finding) -> None:
        finding.sentence = finding.sentence or sentence(finding, self._speaker)

    def _give_reasons(self, examination: Examination) -> None:
        table = examination.table
        standings = Standings(
            examination.record, table.ledger.lines, examination.written, examination.dealt,
            table.ledger.totals(), table.game, table.clauses["score"],
        )  # fmt: skip
        reasons.give(self.findings, standings)
        if GAMES[table.game].tallies:
            tallies.give(self.findings, examination.record)
        endings.give(self.findings, standings, table.winners, self.rules or "")

    def _cut_short(self) -> None:
        """Publish no endless list: the answers rest on all findings, the first are shown."""
        _ = self.answers  # worked out while all findings are there, and remembered
        rest = self.findings[MOST_FINDINGS:]
        if not rest:
            return
        more = Finding("too-many-findings", "note", None, rest[0].offset, rest[0].ply, None, None,
                       f"at most {MOST_FINDINGS} findings", f"{len(rest)} more")  # fmt: skip
        kept = set(self.findings[:MOST_FINDINGS])
        self.findings = [*self.findings[:MOST_FINDINGS], more]
        for finding in self.findings:
            if finding.follows not in kept:
                finding.follows = None

    # -- as JSON

    def as_dict(self) -> dict[str, Any]:
        return self._body

    @cached_property
    def _body(self) -> dict[str, Any]:
        return published(self, ENGINE)

    def json(self) -> str:
        return json.dumps(self.as_dict(), ensure_ascii=True, separators=(", ", ": "))


def _walks(
    record: Record, otherwise: Record | None, chosen: Chosen
) -> tuple[Examination, Examination | None]:
    """Return what the walk through a record finds, and the walk through its other reading, where
    it has one, as far as the two are the same."""
    walk = Examination(record, chosen.open, chosen.players)
    if otherwise is None:
        return walk.walk(), None
    other = walk.walk_to(unread.parting(record, otherwise)).apart(otherwise)
    return walk.walk(), other


def _chosen(record: Record, asked: str | None) -> Chosen:
    """Return the rules for a record. Raises `UnknownRules` when those asked for are of another
    game."""
    chosen = choose(record, asked)
    if asked and record.game not in (None, chosen.game.name):
        raise UnknownRules(record.game or "", f"a record of {chosen.game.name}")
    return chosen


def _unknown_rules(
    record: Record, unknown: UnknownRules, asked: str | None, language: Language
) -> Finding:
    tag = next((t.name for t in record.tags if unknown.asked in t.value), "Game")
    finding = Finding("unknown-rules", "error", None, tag_offset(record.text, tag), None, None,
                      None, unknown.expected, unknown.asked)  # fmt: skip
    if asked is not None:
        finding.sentence = language.say(
            "The rules asked for are {asked}; expected {due}, not “{found}”.",
            asked=asked, due=in_language(unknown.expected, language), found=unknown.asked,
        )  # fmt: skip
    return finding
