"""The verdict of the full examination: every event of a record is examined, and every fault gets
its place, its reason and its sentence.

`prepare → examine → PASSES → reasons → words`: each takes what the one before it gives.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from archive.core.budgets import DEALS, Steps
from archive.core.errors import UnknownRules
from archive.core.record import Record
from archive.games import GAMES
from archive.languages.language import ENGLISH, Language
from archive.notation.unreadable_text import legible
from archive.rules.totals import TotalsGame
from archive.scoring import (
    card_count,
    contradictions,
    cost_of_wrong_plays,
    effect_on_points,
    unreadable_findings,
)
from archive.scoring.cards_told_later import contradicted_by_plays, note_of
from archive.scoring.certain_winner import certain, finding_of, wrong_ends
from archive.scoring.conclusion import Conclusion
from archive.scoring.examiner import Examination
from archive.scoring.explained_by_slip import tie_to_slips
from archive.scoring.prepared import Examined, Prepared, prepare
from archive.scoring.reasons import endings, wrong_totals
from archive.scoring.serialize import published
from archive.scoring.totals import across_gaps
from archive.scoring.totals.judge import TotalsJudge
from archive.scoring.totals.sheet_steps import of_totals_alone
from archive.scoring.verdict import ENGINE
from archive.telling.finding_drafts import Draft, finished
from archive.telling.findings import Finding
from archive.telling.messages import sentence
from archive.telling.phrases import in_language

MOST_FINDINGS = 500


def _cards_counted(played: Examined, found: list[Draft]) -> list[Draft]:
    """Add what the cards of each dealing prove together."""
    return [*found, *card_count.findings(played.counts, played.known, found)]


def _deals_tried(played: Examined, found: list[Draft]) -> list[Draft]:
    """Add findings where no deal fits the record."""
    if played.steps is None:
        return found
    table = played.examination.table
    return [
        *found,
        *contradictions.findings(played.counts, table, played.known, found, played.steps),
    ]


def _players_unread(played: Examined, found: list[Draft]) -> list[Draft]:
    """Remove findings that are wrong only if one player and not another made a play whose player
    cannot be read."""
    if played.otherwise is None or not any(map(unreadable_findings.hangs_on_who, found)):
        return found
    return unreadable_findings.wrong_in_both(found, played.otherwise.walk().findings)


def _lists_compared(played: Examined, found: list[Draft]) -> list[Draft]:
    """Add findings where a line lists other cards than the plays leave."""
    clause = played.examination.table.clauses["pack"]
    return [*found, *contradicted_by_plays(played.record, played.listed, found, clause)]


def _cards_told(played: Examined, found: list[Draft]) -> list[Draft]:
    """Add a note for each card that is known from later plays."""
    clause = played.examination.table.clauses["missing"]
    told = [one for one in played.told if one.proof > one.at]
    return [*found, *(note_of(one, played.record, clause) for one in told)]


PASSES: tuple[Callable[[Examined, list[Draft]], list[Draft]], ...] = (
    _cards_counted, _deals_tried, _players_unread, _lists_compared, _cards_told,
)  # fmt: skip
"""The passes over a whole record after it went through the rules, in this order: each returns the
findings of those before it with its own."""


class CarefulVerdict(Conclusion):
    """The verdict on a record that is read with all its places. `asked` are never rules of another
    game."""

    def __init__(
        self, record: Record, asked: str | None = None, *, deep: bool = True, deals: int = DEALS,
        language: Language = ENGLISH, in_words: bool = True, supposing: bool = True,
    ) -> None:  # fmt: skip
        """Judge a record. `deep` also asks whether any deal fits what was left out, in `deals`
        steps; `supposing`, whether plays are missing that no number shows. Sentences are in
        `language`. Without `in_words`, findings have none, and get theirs one by one (`said`)."""
        super().__init__(record, asked, language)
        self.in_words = in_words
        self.steps = Steps(deals)
        self.taken: dict[str, int] = {}  # steps, by search
        self.deep, self.supposing = deep, supposing
        self._totals: TotalsGame | None = None  # what the game says of totals
        readable = legible(record)
        self.pieces = readable.pieces
        found: list[Draft] = []
        if asked is not None or not readable.rules_unread:
            try:
                prepared = prepare(readable, asked)
            except UnknownRules as unknown:
                if record.game is not None:
                    found = [_unknown_rules(record, unknown, asked, language)]
            else:
                found = self._judge(prepared)
        self._finish(found)

    def _judge(self, prepared: Prepared) -> list[Draft]:
        """Return all findings, for a record with plays or without."""
        chosen = prepared.chosen
        self.rules, self.foresight = chosen.title, prepared.foresight
        if not self.readable:
            return []
        self._totals = chosen.totals()
        if self._totals is not None and of_totals_alone(prepared.record):
            self.sheet = TotalsJudge(prepared.record, chosen, self._totals)
            return self.sheet.findings
        played = Examined(prepared, self.steps if self.deep else None, supposing=self.supposing)
        self.examination, self.counts = played.examination, played.counts
        self.foresight, self.options_asked = played.foresight, played.foresight.asked
        found = played.examination.findings
        for look in PASSES:
            found = look(played, found)
        found = [*found, *across_gaps.findings(played, found)]
        if self.deep:
            tie_to_slips(found, self.record, lambda other: self._without_words(other).findings)
        self.taken = {"gaps": played.foresight.steps, "deals": self.steps.taken}
        return self._told_whatever_is_missing(played.examination, found)

    def _told_whatever_is_missing(
        self, examination: Examination, found: list[Draft]
    ) -> list[Draft]:
        """Add the winner where that is certain whatever is missing, or by the numbers that are
        there."""
        if not self.deep or self.winner is not None:
            return found
        # with a card put in, plays are missing only where they are without it
        supposes = self.foresight is not None and self.foresight.supposes
        judge = partial(self._without_words, supposing=supposes)
        told = certain(self.record, found, judge, len(self.score))
        if told is None:
            return found
        self.certain = told
        clause = examination.table.clauses["result"]
        ends = wrong_ends(told, self.record, examination.table, clause)
        return [*found, finding_of(told, found, clause), *ends]

    def _without_words(self, record: Record, *, supposing: bool = True) -> CarefulVerdict:
        return CarefulVerdict(record, self.asked, deep=False, in_words=False, supposing=supposing)

    def _finish(self, found: list[Draft]) -> None:
        """Add the reader's findings, put all in the order of the text, and give them reasons and
        words. The list is limited: the answers rest on all findings, the first are shown."""
        found = unreadable_findings.with_reader_faults(
            found, self.record, self.pieces, self.examination
        )
        found.sort(key=lambda finding: finding.offset)
        if found[MOST_FINDINGS:]:
            self.findings = finished(found, self.record, _nothing)
            _ = self.answers  # worked out while all findings are there, and remembered
            found = _cut_short(found)
        if self.examination:
            self._give_reasons(found, self.examination)
        self.findings = finished(found, self.record, self._told if self.in_words else _nothing)

    def _told(self, finding: Finding) -> str:
        return sentence(finding, self._speaker)

    def said(self, finding: Finding) -> Finding:
        """Return a finding with its sentence."""
        return finding if finding.sentence else replace(finding, sentence=self._told(finding))

    def _give_reasons(self, found: list[Draft], examination: Examination) -> None:
        table = examination.table
        if self._totals is not None:
            standings = wrong_totals.standings_of(examination, self._totals)
            wrong_totals.give(found, standings)
            endings.give(found, standings, table.winners)
        if (own := GAMES.part(table.game, "reasons")) is not None:
            own.give(found, examination.record)
        if self.in_words:
            events = self.record.events
            cost_of_wrong_plays.say_costs(found, table, examination.dealt, events, self._speaker)
            effect_on_points.say_effects(found, table, self._speaker)

    # -- as JSON

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict as plain values, keys in their published order."""
        return self._body

    @cached_property
    def _body(self) -> dict[str, Any]:
        return published(self, ENGINE)

    def json(self) -> str:
        """Return `as_dict` on one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=True, separators=(", ", ": "))


def _unknown_rules(
    record: Record, unknown: UnknownRules, asked: str | None, language: Language
) -> Draft:
    tag = next((t.name for t in record.tags if unknown.asked in t.value), "Game")
    finding = Draft("unknown-rules", "error", None, record.tag_offset(tag), None, None,
                      None, unknown.expected, unknown.asked)  # fmt: skip
    if asked is not None:
        finding.sentence = language.say(
            "The rules asked for are {asked}; expected {due}, not “{found}”.",
            asked=asked, due=in_language(unknown.expected, language), found=unknown.asked,
        )  # fmt: skip
    return finding


def _cut_short(found: list[Draft]) -> list[Draft]:
    """Return the first findings of too many, and how many more there are."""
    shown, rest = found[:MOST_FINDINGS], found[MOST_FINDINGS:]
    kept = set(shown)
    for finding in shown:
        if finding.follows not in kept:
            finding.follows = None
    more = Draft("too-many-findings", "note", None, rest[0].offset, rest[0].ply, None, None,
                 f"at most {MOST_FINDINGS} findings", f"{len(rest)} more")  # fmt: skip
    return [*shown, more]


def _nothing(_: Finding) -> str:
    return ""
