"""A judged record, weighed play by play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from archive.analyst.allowed_part import NOT_ALLOWED, allowed_part
from archive.analyst.annotations import Annotations, PlyWeighed
from archive.analyst.count_to_20 import game as counting
from archive.analyst.count_to_20 import moments as counting_moments
from archive.analyst.moments import Moment
from archive.analyst.story import story_of_deals, story_of_two
from archive.analyst.twenty import fair
from archive.analyst.twenty import game as twenty
from archive.analyst.twenty_two import game as keeping
from archive.analyst.twenty_two import moments as keeping_moments
from archive.analyst.weigher import NO_DEAL_FOUND, NOT
from archive.analyst.zwanzig_ab import game as tricks
from archive.analyst.zwanzig_ab import moments as tricks_moments
from archive.analyst.zwanzig_ab.naming import weigh_trumps
from archive.core.events import ACTIONS
from archive.core.record import Record
from archive.games import choose
from archive.notation.hashes import hashes
from archive.scoring import ENGINE, Answer, Verdict
from archive.scoring.findings import IMPOSSIBLE as NO_DEAL
from archive.scoring.prepared import playable

SAMPLES: Final = {
    twenty.GAME: fair.SAMPLES, tricks.GAME: tricks.SAMPLES, keeping.GAME: keeping.SAMPLES,
    counting.GAME: counting.SAMPLES,
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

NO_RULES: Final = "no-rules"
OTHER_GAME: Final = "other-game"
AGAINST_THE_RULES: Final = "against-the-rules"
NOT_KNOWN: Final = "not-known"
AFTER_THE_END: Final = "after-the-end"
IMPOSSIBLE: Final = "impossible"
UNFINISHED: Final = "unfinished"
PARTLY: Final = "partly"
BEYOND_THE_BUDGET: Final = "beyond-the-budget"
OWN_PLAYS: Final = "impossible-hand"
"""The finding of a hand that its own plays contradict. In Twenty the plays alone are weighed."""
WHY_NOT: Final = (
    NO_RULES, OTHER_GAME, AGAINST_THE_RULES, NOT_KNOWN, AFTER_THE_END, IMPOSSIBLE, UNFINISHED,
    PARTLY, NO_DEAL_FOUND, BEYOND_THE_BUDGET,
)  # fmt: skip
"""The words for why a game, or a part of it, is not weighed."""


def weigh(verdict: Verdict, samples: int | None = None) -> Annotations:
    """Return the annotations of a judged record. `samples` is how many deals are drawn for a play
    where there are too many to go through all; each game has its own number where none is given.
    The record's own hash determines which deals are drawn."""
    record = verdict.record
    seed = hashes(record).play
    game = record.game or ""
    drawn = SAMPLES.get(game, 0) if samples is None else samples
    if not verdict.readable:
        return Annotations(game, ENGINE, seed, drawn, NO_RULES)
    if game not in SAMPLES:
        return Annotations(game, ENGINE, seed, drawn, OTHER_GAME)
    if verdict.answers.legality in NOT_ALLOWED:
        return _as_far_as_allowed(verdict, seed, drawn)
    return _weigh(verdict, seed, drawn)


def _as_far_as_allowed(verdict: Verdict, seed: str, drawn: int) -> Annotations:
    """Return the annotations of what comes before the first thing not known to be allowed."""
    refuted = verdict.answers.legality is Answer.REFUTED
    why = AGAINST_THE_RULES if refuted else NOT_KNOWN
    part = allowed_part(verdict)
    if part is None:
        return Annotations(verdict.record.game or "", ENGINE, seed, drawn, why)
    said = _weigh(part.verdict, seed, drawn)
    if part.all_plays:
        return said
    if part.over:
        return replace(said, not_weighed=said.not_weighed or AFTER_THE_END)
    earlier = said.not_weighed in (NO_DEAL_FOUND, BEYOND_THE_BUDGET)
    return replace(said, not_weighed=said.not_weighed if earlier else why, story=None)


def _weigh(verdict: Verdict, seed: str, drawn: int) -> Annotations:
    """Return the annotations of a record in which nothing is against the rules."""
    record, game = verdict.record, verdict.record.game or ""
    no_deal = {one.code for one in verdict.findings if one.severity == "error"} & NO_DEAL
    if no_deal - ({OWN_PLAYS} if game == twenty.GAME else set()):
        return Annotations(game, ENGINE, seed, drawn, IMPOSSIBLE)
    readable = playable(record).known
    if game == twenty.GAME:
        return _twenty(readable, seed, drawn)
    return _deals(readable, seed, drawn, verdict)


def _twenty(record: Record, seed: str, samples: int) -> Annotations:
    found = twenty.weigh(record, seed, choose(record).options, samples)
    if not found.rounds:
        return Annotations(twenty.GAME, ENGINE, seed, samples, UNFINISHED)
    return Annotations(
        twenty.GAME, ENGINE, seed, samples, "" if found.whole else PARTLY,
        found.rounds, found.plies,
        [(ply, round(ahead, 2)) for ply, ahead in sorted(dict(found.expected).items())],
        story_of_two(found.plies, found.expected) if found.whole else None,
    )  # fmt: skip


def _deals(record: Record, seed: str, samples: int, verdict: Verdict) -> Annotations:
    game = record.game or ""
    plies = OF_DEALS[game](record, seed, samples)
    choices = sum(type(event) in ACTIONS for event in record.events)
    whole = len(plies) == choices and all(one.how != NOT for one in plies)
    why = "" if plies and whole else _why_not_all(record, plies, choices)
    totals = {seat: total for seat, total in verdict.score.items() if total is not None}
    winner = verdict.winner or ""
    told = not why and winner[1:].isdigit() and len(totals) == len(verdict.score)
    trumps = weigh_trumps(record, seed, samples) if game == tricks.GAME else []
    said = Annotations(game, ENGINE, seed, samples, why, plies=plies, trumps=trumps)
    if not told:
        return said
    return replace(said, story=story_of_deals(said.choices, totals, int(winner[1:])))


def _why_not_all(record: Record, plies: list[PlyWeighed], choices: int) -> str:
    """Return why of this many choices no more than these were weighed."""
    if plies and len(plies) == choices:
        return NO_DEAL_FOUND
    if any(islice(MOMENTS[record.game or ""](record), len(plies), None)):
        return BEYOND_THE_BUDGET
    return PARTLY if plies else UNFINISHED
