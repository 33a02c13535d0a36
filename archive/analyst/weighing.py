"""A judged record, weighed play by play, as far as it is known to be allowed; and the story of its
game: when it was won, and whether by play or by cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from statistics import fmean
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from archive.analyst.annotations import Annotations, PlyWeighed, Story
from archive.analyst.count_to_20 import moments as counting_moments
from archive.analyst.count_to_20 import weighed_game as counting
from archive.analyst.glyphs import GOOD, certain
from archive.analyst.moments import NOT, SURE, Moment
from archive.analyst.twenty import expected_values
from archive.analyst.twenty import weighed_game as twenty
from archive.analyst.twenty_two import moments as keeping_moments
from archive.analyst.twenty_two import weighed_game as keeping
from archive.analyst.zwanzig_ab import moments as tricks_moments
from archive.analyst.zwanzig_ab import weighed_game as tricks
from archive.analyst.zwanzig_ab.naming import weigh_trumps
from archive.core.events import ACTIONS
from archive.core.record import Record
from archive.games import choose
from archive.notation.hashes import hashes
from archive.scoring import ENGINE, Answer, Verdict, verify
from archive.scoring.prepared import playable
from archive.telling.findings import IMPOSSIBLE as NO_DEAL
from archive.telling.findings import Question


def story_of_two(plies: Sequence[PlyWeighed], expected: Sequence[tuple[int, float]]) -> Story:
    """Return the story of a whole game of Twenty, from the first player's `expected` margin."""
    ahead = round(expected[-1][1])
    winner = 1 if ahead > 0 else 2 if ahead < 0 else 0
    against = [ply for ply, margin in expected if margin * ahead <= 0]
    turning = max(against, default=-1) + 1 if winner else 0
    return _story(plies, winner, abs(ahead), turning, 2)


def story_of_deals(plies: Sequence[PlyWeighed], totals: Mapping[int, int], winner: int) -> Story:
    """Return the story of a game that the fewest points win, if all of it was weighed."""
    others = [total for seat, total in totals.items() if seat != winner]
    margin = round(fmean(others) - totals[winner])
    return _story(plies, winner, margin, _turning(plies, winner, len(totals)), len(totals))


def _story(
    plies: Sequence[PlyWeighed], winner: int, margin: int, turning: int, seats: int
) -> Story:
    gave_away = dict.fromkeys(range(1, seats + 1), 0.0)
    mistakes = dict.fromkeys(gave_away, 0)
    for one in plies:
        gave_away[one.seat] += certain(one.fair, one.error)
        mistakes[one.seat] += one.glyph not in (0, GOOD)
    own = winner or 1
    theirs = fmean(lost for seat, lost in gave_away.items() if seat != own)
    by_play = round(theirs - gave_away[own], 2)
    rounded = {seat: round(lost, 2) for seat, lost in gave_away.items()}
    return Story(winner, margin, by_play, round(margin - by_play, 2), turning, rounded, mistakes)


def _turning(plies: Sequence[PlyWeighed], winner: int, seats: int) -> int:
    """Return the choice since which the winner was expected to win, by the last totals."""
    latest: dict[int, float] = {}
    found = 0
    for one in plies:
        if one.total is None or (one.how == SURE and seats > 2):
            continue
        latest[one.seat] = one.total
        others = (total for seat, total in latest.items() if seat != winner)
        if latest.get(winner, 0) >= min(others, default=0):
            found = one.ply
    return min(found + 1, plies[-1].ply)


NOT_ALLOWED: Final = (Answer.REFUTED, Answer.UNDERDETERMINED)
MOST_PLAYS: Final = 10_000
"""Only records of so many plays, or fewer, are looked through for what is allowed of them."""
PLAYED_ON: Final = "after-the-end"


class AllowedPart(NamedTuple):
    """The verdict on a record before the first thing that was against the rules, or may have been;
    whether the game was over then, and whether it has all plays."""

    verdict: Verdict
    over: bool
    all_plays: bool


def allowed_part(verdict: Verdict) -> AllowedPart | None:
    """Return how far a record is known to be allowed; None where that is not even its first play.

    What is known of a play does not become less by what is left out after it, so the end of that
    part is looked for by halves.
    """
    record = verdict.record
    if not record.offsets:
        return None
    wrong = {
        one.at: one.code for one in reversed(verdict.findings)
        if one.severity == "error" and one.question is Question.LEGALITY and one.at is not None
    }  # fmt: skip
    first = min(wrong, default=len(record.events))
    plays = [at for at, event in enumerate(record.events) if type(event) in ACTIONS]
    if len(plays) > MOST_PLAYS:
        return None
    allowed_before = cache(partial(_allowed_before, record))
    if wrong and (before := allowed_before(first)):
        return AllowedPart(before, wrong[first] == PLAYED_ON, all(at < first for at in plays))
    ends = [at for at in plays if at < first][1:]
    known = bisect_left(ends, True, key=lambda at: allowed_before(at) is None)
    before = allowed_before(ends[known - 1]) if known else None
    return AllowedPart(before, over=False, all_plays=False) if before else None


def _allowed_before(record: Record, at: int) -> Verdict | None:
    """Return the verdict on a record up to an event, where all before it is allowed."""
    text = record.text[: record.offsets[at]]
    verdict = verify(text.encode("utf-8", "surrogateescape"), record.number)
    return None if verdict.answers.legality in NOT_ALLOWED else verdict


SAMPLES: Final = {
    twenty.GAME: expected_values.SAMPLES, tricks.GAME: tricks.SAMPLES,
    keeping.GAME: keeping.SAMPLES, counting.GAME: counting.SAMPLES,
}  # fmt: skip
"""The games that are weighed, and the most deals drawn for a play at the first look."""
GAMES: Final = tuple(SAMPLES)
"""The games that are weighed."""
OF_DEALS: Final = {
    tricks.GAME: tricks.weigh, keeping.GAME: keeping.weigh, counting.GAME: counting.weigh
}  # fmt: skip
"""The function that weighs the deals of each game without rounds."""
MOMENTS: Final[dict[str, Callable[[Record], Iterator[Moment[Any, Any]]]]] = {
    tricks.GAME: tricks_moments.moments, keeping.GAME: keeping_moments.moments,
    counting.GAME: counting_moments.moments,
}  # fmt: skip
"""The function that yields the choices of those games which could be weighed."""

Why: TypeAlias = Literal[
    "no-rules", "other-game", "against-the-rules", "not-known", "after-the-end", "impossible",
    "unfinished", "partly", "no-deal-found", "beyond-the-budget",
]  # fmt: skip
"""The words for why a game, or a part of it, is not weighed."""
OWN_PLAYS: Final = "impossible-hand"
"""The finding of a hand that its own plays contradict. In Twenty the plays alone are weighed."""


def weigh(verdict: Verdict, samples: int | None = None) -> Annotations:
    """Return the annotations of a judged record. `samples` is how many deals are drawn for a play
    where there are too many to go through all; each game has its own number where none is given.
    The record's own hash determines which deals are drawn."""
    record, game = verdict.record, verdict.record.game or ""
    drawn = SAMPLES.get(game, 0) if samples is None else samples
    bare = Annotations(game, ENGINE, hashes(record).play, drawn)
    if not verdict.readable:
        return _without(bare, "no-rules")
    if game not in SAMPLES:
        return _without(bare, "other-game")
    if verdict.answers.legality in NOT_ALLOWED:
        return _as_far_as_allowed(verdict, bare)
    return _weigh(verdict, bare)


def _without(said: Annotations, why: Why) -> Annotations:
    """Return annotations that say why there are none, or not of all."""
    return replace(said, not_weighed=why)


def _as_far_as_allowed(verdict: Verdict, bare: Annotations) -> Annotations:
    """Return the annotations of what comes before the first thing not known to be allowed."""
    refuted = verdict.answers.legality is Answer.REFUTED
    why: Why = "against-the-rules" if refuted else "not-known"
    part = allowed_part(verdict)
    if part is None:
        return _without(bare, why)
    said = _weigh(part.verdict, bare)
    if part.all_plays:
        return said
    if part.over:
        return said if said.not_weighed else _without(said, "after-the-end")
    earlier = said.not_weighed in ("no-deal-found", "beyond-the-budget")
    return replace(said if earlier else _without(said, why), story=None)


def _weigh(verdict: Verdict, bare: Annotations) -> Annotations:
    """Return the annotations of a record in which nothing is against the rules."""
    no_deal = {one.code for one in verdict.findings if one.severity == "error"} & NO_DEAL
    if no_deal - ({OWN_PLAYS} if bare.game == twenty.GAME else set()):
        return _without(bare, "impossible")
    readable = playable(verdict.record).known
    return _twenty(readable, bare) if bare.game == twenty.GAME else _deals(readable, bare, verdict)


def _twenty(record: Record, bare: Annotations) -> Annotations:
    found = twenty.weigh(record, bare.seed, choose(record).options, bare.samples)
    if not found.rounds:
        return _without(bare, "unfinished")
    expected = [(ply, round(ahead, 2)) for ply, ahead in sorted(dict(found.expected).items())]
    said = replace(bare, rounds=found.rounds, plies=found.plies, expected=expected)
    if not found.whole:
        return _without(said, "partly")
    return replace(said, story=story_of_two(found.plies, found.expected))


def _deals(record: Record, bare: Annotations, verdict: Verdict) -> Annotations:
    plies = OF_DEALS[bare.game](record, bare.seed, bare.samples)
    trumps = weigh_trumps(record, bare.seed, bare.samples) if bare.game == tricks.GAME else []
    said = replace(bare, plies=plies, trumps=trumps)
    choices = sum(type(event) in ACTIONS for event in record.events)
    if not plies or len(plies) != choices or any(one.how == NOT for one in plies):
        return _without(said, _why_not_all(record, plies, choices))
    totals = {seat: total for seat, total in verdict.score.items() if total is not None}
    winner = verdict.winner or ""
    if not winner[1:].isdigit() or len(totals) < len(verdict.score):
        return said
    return replace(said, story=story_of_deals(said.choices, totals, int(winner[1:])))


def _why_not_all(record: Record, plies: list[PlyWeighed], choices: int) -> Why:
    """Return why of this many choices no more than these were weighed."""
    if plies and len(plies) == choices:
        return "no-deal-found"
    if any(islice(MOMENTS[record.game or ""](record), len(plies), None)):
        return "beyond-the-budget"
    return "partly" if plies else "unfinished"
