"""The careful reader's verdict: every event of a record is examined, and whatever is wrong has its
place, its reason and its sentence.

`prepare → examine → PASSES → reasons → words`: each takes what the one before it gives.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from typing import Any

from archive.core.budgets import DEALS, Steps
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import GAMES
from archive.languages.language import ENGLISH, Language
from archive.notation.locate import tag_offset
from archive.notation.recovery import legible
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
from archive.scoring.finding_phrases import in_language
from archive.scoring.findings import Finding
from archive.scoring.inference import contradicted_by_plays, note_of
from archive.scoring.messages import sentence
from archive.scoring.prepared import Examined, Prepared, prepare
from archive.scoring.reasons import endings, listings, tallies
from archive.scoring.reasons.stretch import Standings
from archive.scoring.serialize import published
from archive.scoring.totals.judge import GAMES as GAMES_OF_TOTALS
from archive.scoring.totals.judge import TotalsJudge
from archive.scoring.totals.steps import of_totals_alone
from archive.scoring.verdict import ENGINE

MOST_FINDINGS = 500


def _cards_counted(played: Examined, found: list[Finding]) -> list[Finding]:
    """Add what the cards of each dealing prove together."""
    return [*found, *card_count.findings(played.counts, played.known, found)]


def _deals_tried(played: Examined, found: list[Finding]) -> list[Finding]:
    """Add where no deal fits what was written."""
    if played.steps is None:
        return found
    table = played.examination.table
    return [
        *found,
        *contradictions.findings(played.counts, table, played.known, found, played.steps),
    ]


def _players_unread(played: Examined, found: list[Finding]) -> list[Finding]:
    """Leave out what is wrong only if one player and not another made a play whose player cannot be
    read."""
    if played.otherwise is None or not any(map(unread.hangs_on_who, found)):
        return found
    return unread.wrong_in_both(found, played.otherwise.walk().findings)


def _lists_compared(played: Examined, found: list[Finding]) -> list[Finding]:
    """Add where a line lists other cards than the plays leave."""
    clause = played.examination.table.clauses["pack"]
    return [*found, *contradicted_by_plays(played.record, played.listed, found, clause)]


def _cards_told(played: Examined, found: list[Finding]) -> list[Finding]:
    """Add a note for each card that later plays tell."""
    clause = played.examination.table.clauses["missing"]
    told = [one for one in played.told if one.proof > one.at]
    return [*found, *(note_of(one, played.record, clause) for one in told)]


PASSES: tuple[Callable[[Examined, list[Finding]], list[Finding]], ...] = (
    _cards_counted, _deals_tried, _players_unread, _lists_compared, _cards_told,
)  # fmt: skip
"""What is asked of a whole record once it went through the rules, in this order: each returns the
findings of those before it with its own."""


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
        readable = legible(record)
        self.pieces = readable.pieces
        if asked is not None or not readable.rules_unread:
            try:
                self._judge(prepare(readable, asked))
            except UnknownRules as unknown:
                if record.game is not None:
                    self.findings.append(_unknown_rules(record, unknown, asked, language))
        self._write_up()

    def _judge(self, prepared: Prepared) -> None:
        """Find all that is wrong, with plays or without."""
        chosen = prepared.chosen
        self.rules = chosen.title
        if not self.readable:
            return
        if chosen.game.name in GAMES_OF_TOTALS and of_totals_alone(prepared.record):
            self.sheet = TotalsJudge(prepared.record, chosen)
            self.findings += self.sheet.findings
            return
        played = Examined(prepared, self.steps if self.deep else None)
        self.examination, self.counts = played.examination, played.counts
        self.options_asked = chosen.asked
        found = played.examination.findings
        for look in PASSES:
            found = look(played, found)
        self.findings = found
        self.taken = {"gaps": chosen.steps, "deals": self.steps.taken}
        self._try_what_is_missing(played.examination)

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
        found = reader_faults.with_reader_faults(
            self.findings, self.record, self.pieces, self.examination
        )
        self.findings = sorted(found, key=lambda finding: finding.offset)
        self._cut_short()
        if self.examination:
            self._give_reasons(self.examination)
        if self.in_words:
            self._put_into_words()

    def _put_into_words(self) -> None:
        if self.examination:
            costs.say_costs(self.findings, self.examination.table, self.examination.dealt,
                      self.record.events, self._speaker)  # fmt: skip
            effects.say_effects(self.findings, self.examination.table, self._speaker)
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
            listings.give(self.findings, examination.record)
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
