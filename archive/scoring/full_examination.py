"""The full examination of a record: every event goes through the rules, and every fault gets its
place, its reason and its sentence.

`prepare → examine → PASSES → totals, slips, what is missing → reasons → words`: each takes what the
one before it gives. Between the passes and the reasons `_by_rules` holds totals against each other
and tries what one slip, or the cards that are missing, would explain; for that it has changed
records judged at a glance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from archive.core.budgets import DEALS, Steps
from archive.core.errors import UnknownRules
from archive.core.phrase import Phrase
from archive.core.record import Record
from archive.games import GAMES
from archive.languages.language import ENGLISH, Language
from archive.notation.unreadable_lines import Unreadable
from archive.notation.unreadable_text import legible
from archive.scoring import (
    card_count,
    contradictions,
    cost_of_wrong_plays,
    effect_on_points,
    unreadable_findings,
)
from archive.scoring.cards_told_later import contradicted_by_plays, note_of
from archive.scoring.careful_verdict import CarefulVerdict
from archive.scoring.certain_winner import (
    breaks_a_rule,
    certain,
    finding_of,
    wrong_ends,
    wrong_standings,
)
from archive.scoring.examiner import Examination
from archive.scoring.explained_by_slip import tie_to_slips
from archive.scoring.prepared import Examined, Prepared, prepare
from archive.scoring.reasons import endings, wrong_totals
from archive.scoring.three_answers import answers_to
from archive.scoring.totals import across_gaps, between_standings
from archive.scoring.totals.counted_winners import tell_the_winner
from archive.scoring.totals.judge import TotalsJudge
from archive.scoring.totals.sheet_steps import of_totals_alone
from archive.telling.finding_drafts import Draft, finished
from archive.telling.findings import Finding
from archive.telling.phrases import in_language

MOST_FINDINGS = 500


class How(NamedTuple):
    """How far a record is judged, and in which words.

    `deep` also asks whether any deal fits what was left out, in `deals` steps; `supposing`, whether
    plays are missing that no number shows. Sentences are in `language`. Without `in_words`,
    findings have none, and get theirs one by one (`CarefulVerdict.said`).
    """

    deep: bool = True
    deals: int = DEALS
    supposing: bool = True
    in_words: bool = True
    language: Language = ENGLISH


FULLY: Final = How()
AT_A_GLANCE: Final = How(deep=False, in_words=False)
"""How a record is judged to see whether a change in it puts it right."""


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


def judge(record: Record, asked: str | None = None, how: How = FULLY) -> CarefulVerdict:
    """Return the verdict of the full examination; `asked` are rules that replace those of the
    record, and never of another game."""
    readable = legible(record)
    verdict, found = CarefulVerdict(record, asked, how.language), list[Draft]()
    if asked is not None or not readable.rules_unread:
        try:
            prepared = prepare(readable, asked)
        except UnknownRules as unknown:
            if record.game is not None:
                found = [_unknown_rules(record, unknown, asked, how.language)]
        else:
            verdict, found = _by_rules(verdict, prepared, how)
    return _in_order(verdict, found, readable.pieces, how)


def _by_rules(
    verdict: CarefulVerdict, prepared: Prepared, how: How
) -> tuple[CarefulVerdict, list[Draft]]:
    """Return the verdict with all that the rules have to say to a record, with plays or without,
    and the findings."""
    chosen = prepared.chosen
    verdict = replace(verdict, rules=chosen.title, foresight=prepared.foresight)
    if not verdict.readable:
        return verdict, []
    totals = chosen.totals()
    if totals is not None and of_totals_alone(prepared.record):
        sheet = TotalsJudge(prepared.record, chosen, totals, supposing=how.supposing)
        return replace(verdict, sheet=sheet), sheet.findings
    steps = Steps(how.deals)
    played = Examined(prepared, steps if how.deep else None, supposing=how.supposing)
    found = played.examination.findings
    for look in PASSES:
        found = look(played, found)
    found = [*found, *across_gaps.findings(played, found)]
    counted = [*between_standings.findings(played, found)]
    if tell_the_winner(counted):
        found = [one for one in found if one.code != "early-end"]
    found = [*found, *counted]
    if how.deep:
        tie_to_slips(
            found, verdict.record, lambda one: judge(one, verdict.asked, AT_A_GLANCE).findings
        )
    verdict = replace(
        verdict, totals=totals, examination=played.examination, counts=played.counts,
        foresight=played.foresight, options_asked=played.foresight.asked, steps=steps,
        taken={"gaps": played.foresight.steps, "deals": steps.taken},
    )  # fmt: skip
    return _whatever_is_missing(verdict, found) if how.deep else (verdict, found)


def _whatever_is_missing(
    verdict: CarefulVerdict, found: list[Draft]
) -> tuple[CarefulVerdict, list[Draft]]:
    """Add the winner where that is certain whatever is missing, or by the numbers that are there,
    and the standings that are wrong whatever it is."""
    examination, foresight = verdict.examination, verdict.foresight
    assert examination is not None
    assert foresight is not None
    if verdict.winner is not None:
        return verdict, found
    # with a card put in, plays are missing only where they are without it
    how = AT_A_GLANCE._replace(supposing=foresight.supposes)

    def tried(filled: Record) -> CarefulVerdict | None:
        if not how.supposing and breaks_a_rule(prepare(legible(filled), verdict.asked)):
            return None
        return judge(filled, verdict.asked, how)

    told = certain(verdict.record, found, tried, len(verdict.score))
    if told is None:
        return verdict, found
    standings = wrong_standings(told, verdict.record)
    if (result := told.result) is None:
        return verdict, [*found, *standings]
    known = ("counted-on", "wrong-winner")  # what it comes to is known
    found = [one for one in found if one.code not in known]
    clause = examination.table.clauses["result"]
    ends = wrong_ends(result, verdict.record, examination.table, clause)
    winner = finding_of(result, found, clause)
    return replace(verdict, certain=result), [*found, winner, *standings, *ends]


def _in_order(
    verdict: CarefulVerdict, found: list[Draft], pieces: Sequence[Unreadable], how: How
) -> CarefulVerdict:
    """Return the verdict with its findings, those of the reader too, in the order of the text, with
    reasons and words. The list is limited: the answers rest on all findings, the first are
    shown."""
    examination, record = verdict.examination, verdict.record
    found = unreadable_findings.with_reader_faults(found, record, pieces, examination)
    found.sort(key=lambda finding: finding.offset)
    answers = None
    if found[MOST_FINDINGS:]:
        answers = answers_to(verdict, found)
        found = _cut_short(found)
    if examination is not None:
        _give_reasons(verdict, found, examination)
        if how.in_words:
            _say_effects(verdict, found, examination)
    return replace(
        verdict, answers=answers or answers_to(verdict, found),
        findings=finished(found, record, verdict.told if how.in_words else _nothing),
    )  # fmt: skip


def _give_reasons(verdict: CarefulVerdict, found: list[Draft], examination: Examination) -> None:
    table = examination.table
    if verdict.totals is not None:
        standings = wrong_totals.standings_of(examination, verdict.totals)
        wrong_totals.give(found, standings)
        endings.give(found, standings, table.winners)
    if (own := GAMES.part(table.game, "reasons")) is not None:
        own.give(found, examination.record)


def _say_effects(verdict: CarefulVerdict, found: list[Draft], examination: Examination) -> None:
    table, speaker = examination.table, verdict.speaker
    cost_of_wrong_plays.say_costs(found, table, examination.dealt, verdict.record.events, speaker)
    effect_on_points.say_effects(found, table, speaker)


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
                 f"at most {MOST_FINDINGS} findings", Phrase("{n} more", n=len(rest)))  # fmt: skip
    return [*shown, more]


def _nothing(_: Finding) -> str:
    return ""
