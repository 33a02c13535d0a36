"""One record judged for the archive: its verdict, and the columns and search entry made of it.

Nothing that a record does to the engine may reach its neighbours. An unforeseen exception, or a
record that takes the engine too long, becomes a note on that one record.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from archive import logs
from archive.core.archive_states import Standing
from archive.core.events import Comment, Event, Variation
from archive.core.judgements import IndexedFinding, IndexedSeat, Judgement, Piece, SearchEntry
from archive.core.text import column_text, name_key
from archive.runtime.resource_limits import TooLong, deadline, last_resort
from archive.scoring import ENGINE, Verdict, verify

logger = logging.getLogger(__name__)

GRACE = 10.0

COMMENT_SIGNS = "{;%"
"""The signs that begin a comment (docs/notation.md)."""
KNOWN_DAY = re.compile(r"(\d{4})(?:\.(0[1-9]|1[0-2])(?:\.(0[1-9]|[12]\d|3[01]))?)?")

Judge = Callable[[Piece, float], Judgement]
T = TypeVar("T")


class GivenUp(NamedTuple):
    """Why no verdict or analysis could be made: in a word for counting, and in a sentence."""

    failure: str
    note: str


def judge(piece: Piece, patience: float) -> Judgement:
    """Return the judgement of one record. Never raises."""

    def work() -> tuple[_Judged, float]:
        begun = time.thread_time()
        found = _judged(piece)
        return found, time.thread_time() - begun - found.aside

    made = attempt(piece.id, patience, work)
    if isinstance(made, GivenUp):
        return Judgement(
            piece.id, engine=ENGINE, note=made.note, failure=made.failure, revision=piece.revision
        )
    found, seconds = made
    return Judgement(
        piece.id,
        verdict_json=found.json,
        rules=found.columns["rules"] or "",
        engine=ENGINE,
        columns=found.columns,
        entry=found.entry,
        revision=piece.revision,
        seconds=seconds,
        asks_for_analysis=found.asks_for_analysis,
    )


def attempt(record_id: str, patience: float, work: Callable[[], T]) -> T | GivenUp:
    """Return the result of work on a record, or why there is none. Never raises."""
    failure, note = "fault", ""
    try:
        with deadline(patience), last_resort(2 * patience + GRACE):
            return work()
    except TooLong:
        failure, note = (
            "time",
            f"It was given up after {patience:g} s of processor time.",
        )
    except MemoryError:
        failure = "memory"  # no more than this here: what was held is freed with the exception
    except Exception as error:
        logger.exception("Record %s could not be judged", record_id)
        note = (
            f"This game could not be judged ({type(error).__name__}). "
            "The fault is the archive’s, not the sheet’s; what was uploaded is kept."
        )
    if failure == "memory":
        note = "This game needs more memory than one may have."
    if failure != "fault":
        logger.error("Record %s was given up (%s)", record_id, failure)
    return GivenUp(failure, note + logs.reference())


class _Judged(NamedTuple):
    """A verdict's JSON, the columns and search entry made of it, and the processor seconds that
    took: they are no part of the verdict."""

    json: str
    columns: dict[str, Any]
    entry: SearchEntry
    asks_for_analysis: bool
    aside: float


def _judged(piece: Piece) -> _Judged:
    """Return all that is wanted of a verdict; the verdict is freed on return, which takes time of
    its own."""
    verdict = verify(piece.data, piece.number)
    text = verdict.json()
    begun = time.thread_time()
    told = columns(verdict), entry(verdict), verdict.asks_for_analysis
    return _Judged(text, *told, time.thread_time() - begun)


def columns(verdict: Verdict) -> dict[str, Any]:
    """Return the columns of the record's row that lists show, so that they need not open the
    verdict."""
    body, record = verdict.as_dict(), verdict.heading
    event = column_text((record.tag("Event") or "").strip())
    return {
        "raw_hash": body["record"]["raw"],
        "record_hash": body["record"]["record"],
        "play_hash": body["record"]["play"],
        "game": column_text(body["game"]),
        "rules": _rules(verdict) or None,
        "event": event or None,
        "event_key": name_key(event or "") or None,
        "date": column_text(record.tag("Date")),
        "day": _day(record.tag("Date")),
        "players": [column_text(name) for name in record.players],
        "standing": standing(verdict).value,
        "answers": body["answers"],
        "score": body["score"],
        "claimed": body["claimed"],
        "winner": body["winner"],
        "highest": _highest(body["score"]),
        "findings": len(body["findings"]),
    }


def entry(verdict: Verdict) -> SearchEntry:
    """Return the search entry of a verdict."""
    body, record = verdict.as_dict(), verdict.heading
    score, winner = body["score"] or {}, body["winner"]
    winners = winner.split(",") if winner and winner != "draw" else []
    sat = [
        IndexedSeat(seat, "" if name == f"p{seat}" else name, score.get(f"p{seat}"),
            f"p{seat}" in winners if winners else None)
        for seat, name in enumerate(record.players, start=1)
    ]  # fmt: skip
    found = [
        IndexedFinding(finding.code, finding.severity, finding.clause or "", finding.ply)
        for finding in verdict.findings
    ]
    said = [record.tag("Event") or "", record.tag("Site") or ""]
    if any(sign in record.text for sign in COMMENT_SIGNS):  # few have any, of some hundred events
        said += _comments(verdict.record.events)
    return SearchEntry(found, sat, "\n".join(said))


def _comments(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, Comment):
            yield event.text
        elif isinstance(event, Variation):
            yield from _comments(event.events)


def standing(verdict: Verdict) -> Standing:
    """Return the verdict in one word: the worst that was found, and `upheld` only where nothing is
    open.

    A game played to its end whose record claims nothing is upheld too: its plays are. Where nothing
    could be judged, no fault was found either.
    """
    if not verdict.readable:
        return Standing.OPEN
    answers = verdict.as_dict()["answers"].values()
    if "impossible" in answers:
        return Standing.IMPOSSIBLE
    grave = any(finding.severity == "error" for finding in verdict.findings)
    if "refuted" in answers or grave:
        return Standing.FLAWED
    open_ = {"underdetermined", "unfinished"}.intersection(answers)
    return Standing.OPEN if open_ else Standing.UPHELD


def _day(date: str | None) -> str:
    """Return the date as far as it is known, from the left: `2026.01.??` is a month of a year."""
    known = KNOWN_DAY.match(date or "")
    return "-".join(part for part in known.groups() if part) if known else ""


def _highest(score: dict[str, int | None] | None) -> int | None:
    return max((points for points in (score or {}).values() if points is not None), default=None)


def _rules(verdict: Verdict) -> str:
    return column_text(verdict.as_dict()["rules"]) or ""
