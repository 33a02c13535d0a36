"""Reasons why a total differs from the rules: the clause of the score in question, and the record's
likely mistake where exactly one slip explains it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from archive.core.events import Action, End, Score
from archive.rules.faults_and_claims import cards_too_many
from archive.rules.gaps.signs_of_gaps import FRESH, MISSING, begins_within
from archive.rules.gaps.unplayed_deals import lacks_last_plays
from archive.rules.omissions import happens
from archive.rules.slips import Slip, Stretch
from archive.rules.totals import TotalsGame
from archive.scoring.examiner import Examination
from archive.scoring.reasons import common_slips
from archive.scoring.reasons.scores_since_standing import Standings, number_of
from archive.telling.finding_drafts import Draft
from archive.telling.findings import Effect
from archive.telling.wrong_total_reasons import Reason, Total, equal_explanations, explaining

MOST_SCORED = 4
"""The most scores in a sentence."""
MOST_STANDINGS = 40
"""The most wrong standings whose reason is looked for."""


def give(findings: Sequence[Draft], standings: Standings) -> None:
    """Give every wrong total that follows from no other its reason, and the clause of the score in
    question. Where one slip explains several, they follow from the first of them."""
    by_event: dict[int | None, list[Draft]] = {}
    for finding in findings:
        if finding.code in ("wrong-score", "wrong-result") and finding.follows is None:
            by_event.setdefault(finding.at, []).append(finding)
    for at, together in islice(by_event.items(), MOST_STANDINGS):
        claimed = _claimed(at, standings)
        for totals in standings.together(at, claimed):
            _explain(at, [one for one in together if one.seat in totals], totals, standings)


def standings_of(examination: Examination, game: TotalsGame) -> Standings:
    """Return the standings of an examined record, each with what was scored before it."""
    table = examination.table
    return Standings(
        examination.record, table.ledger.lines, examination.written, examination.dealt,
        table.ledger.totals(), game, table.clauses["score"],
    )  # fmt: skip


def one_slip_explains(examination: Examination, game: TotalsGame) -> bool:
    """Return whether nothing is wrong with a record but one standing, the way to which is told, and
    one slip of those that are most easily made explains all of it. A number that is not due is
    something else, and so are more of a card than the pack has."""
    wrong = [one for one in examination.findings if one.severity != "note" and not one.follows]
    if {one.code for one in wrong} != {"wrong-score"} or len({one.at for one in wrong}) > 1:
        return False
    at = wrong[0].at
    if _is_torn_before(examination, at or 0) or any(map(cards_too_many, examination.dealings)):
        return False
    standings = standings_of(examination, game)
    stretch = standings.stretch(at, _claimed(at, standings))
    if stretch is None:
        return False
    found = explaining(_slips(stretch, game, standings.sum_clause), stretch.wrong)
    return len(found) == 1 == found[0].rank and found[0].explains(stretch.wrong)


def _is_torn_before(examination: Examination, at: int) -> bool:
    """Return whether something is missing between a standing and the one before, and neither the
    line of a deal nor a number there tells of which deal the rest is; or before the first standing
    of a record that begins in the middle of a deal, or the last one of one that breaks off."""
    events = examination.record.events
    if lacks_last_plays(events, at, examination.table, examination.record.result):
        return True
    last = next((now for now in range(at - 1, -1, -1) if type(events[now]) is Score), -1)
    numbered = any(isinstance(one, Action) and one.number for one in events[:at])
    if last < 0 and not numbered and begins_within(filter(happens, events)):
        return True
    between = events[last + 1 : at]
    told = any(type(one) in FRESH or getattr(one, "number", None) for one in between)
    return not told and any(
        one.code in MISSING and one.at is not None and last < one.at <= at
        for one in examination.findings
    )


def _slips(stretch: Stretch, game: TotalsGame, sum_clause: str) -> list[Slip]:
    """Return the slips that may have been made in a stretch."""
    return [*game.slips(stretch), *common_slips.slips(stretch, sum_clause, game.doubling)]


def _explain(
    at: int | None, together: list[Draft], claimed: Mapping[int, int], standings: Standings
) -> None:
    stretch = standings.stretch(at, claimed) if together else None
    if stretch is None:
        return
    if not all(_adds_up(one, stretch, standings) for one in together):
        return
    number = partial(number_of, standings.record, standings.dealt)
    explain(together, stretch, standings.game, standings.sum_clause, number)


def _adds_up(finding: Draft, stretch: Stretch, standings: Standings) -> bool:
    """Return whether a total by the rules is the sum of all scores, or of those since the standing
    before with that one."""
    seat, due = finding.seat or 0, int(finding.expected or 0)
    since = stretch.before.get(seat, due) + stretch.due(seat)
    return due in (since, standings.total(seat, finding.at))


def explain(
    together: Sequence[Draft], stretch: Stretch, game: TotalsGame, sum_clause: str,
    number: Callable[[int], int],
) -> None:  # fmt: skip
    """Give each of the wrong totals after a stretch its reason and its clause. `number` gives the
    record's own number of a deal by its place."""
    clause = together[0].clause or ""
    wrong = {seat: points for seat, points in stretch.wrong.items()
             if any(one.seat == seat for one in together)}  # fmt: skip
    slips = _slips(stretch, game, sum_clause)
    explained = explaining(slips, wrong)
    for finding in together:
        seat = finding.seat or 0
        slip = next((one for one in explained if one.moves.get(seat)), None)
        reason = _reason(slip, [finding], stretch, number)
        if slip is None and seat in wrong:
            reason = reason._replace(either=equal_explanations(slips, seat, wrong[seat]))
        finding.reason = reason
        finding.clause = slip.clause if slip else _clause(seat, stretch, game) or clause
    for slip in explained:
        roots = [one for one in together if slip.moves.get(one.seat or 0)]
        roots[0].reason = _reason(slip, roots, stretch, number)
        for other in roots[1:]:
            _fold(other, roots[0])


def _claimed(at: int | None, standings: Standings) -> dict[int, int]:
    if at is None:
        return dict(standings.record.result or ())
    event = standings.record.events[at]
    return dict(event.totals) if isinstance(event, Score | End) else {}


def _reason(
    slip: Slip | None, findings: Sequence[Draft], stretch: Stretch, number: Callable[[int], int]
) -> Reason:
    seat, due = findings[0].seat or 0, int(findings[0].expected or 0)
    totals = [Total(one.seat or 0, int(one.expected or 0), int(one.found or 0)) for one in findings]
    before = stretch.before.get(seat)
    own = [one for one in stretch.entries if one.seat == seat]
    adds_up = before is not None and before + stretch.due(seat) == due
    told = adds_up and len(own) <= MOST_SCORED
    last = max((one.deal for one in stretch.entries), default=0)
    deals = range(1, max(last, stretch.last) + 1)
    return Reason(
        slip, totals, last,
        {deal: number(deal) for deal in deals},
        before if told else None,
        [(one.clause, one.points, one.deal, one.ply) for one in own] if told else (),
        {deal: "".join(card.rank for card in stretch.left.get((deal, seat), ())) for deal in deals},
        summed=None if told or not adds_up else (len({(one.deal, one.ply) for one in own}),
                                                 stretch.due(seat)),
    )  # fmt: skip


def _clause(seat: int, stretch: Stretch, game: TotalsGame) -> str | None:
    """Return the clause of a player's score in a stretch where it is one alone."""
    clauses = {one.clause for one in stretch.entries if one.seat == seat} - game.doubling
    if not stretch.entries or len(clauses) > 1:
        return None
    return clauses.pop() if clauses else game.nothing_by


def _fold(finding: Draft, root: Draft) -> None:
    """Let a finding follow from another that the same slip explains, with its effects."""
    finding.follows = root
    if finding.effect is None:
        return
    own, other = root.effect or Effect(), finding.effect
    winner = "changes" if other.winner == "changes" else own.winner
    root.effect = replace(own, points={**own.points, **other.points},
                          result={**own.result, **other.result}, winner=winner)  # fmt: skip
