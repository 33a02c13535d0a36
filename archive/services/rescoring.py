"""Re-scoring the whole archive, after the engine or the rules have changed.

The records themselves show what is to be done: those whose latest verdict is another engine's. A
job walks along them, a batch a task. Each task queues the next batch before it begins its own, so
that as many workers as there are share the work; what dies with a worker still has another engine's
verdict, and is found when the job goes round again. Old verdicts stay, and where old and new
differ, that is listed.
"""

from __future__ import annotations

import json
from typing import Any, Final

from archive.core.judgements import Judgement, Piece
from archive.scoring import ENGINE
from archive.services.context import Context, now, reads
from archive.services.jobs import Jobs
from archive.services.judging import Judging
from archive.store import audit, jobs, record_bytes, rescoring, verdict_writer
from archive.store.database import Locked
from archive.store.rescoring import KIND, Differing, Stale
from archive.store.row_views import GameSummary

ROUNDS_TOGETHER: Final = 2
"""Rounds without any progress after which the records left are judged one by one."""
ROUNDS: Final = 4
"""Rounds without any progress after which the rest is given up."""
MOST_GIVEN_UP: Final = 500
COMPARED: Final = ("standing", "answers", "score", "winner", "codes")


class Rescoring:
    """Re-scoring."""

    def __init__(self, context: Context, judging: Judging, jobs: Jobs) -> None:
        self.context, self.database, self.queue = context, context.database, context.queue
        self.judging, self.jobs = judging, jobs

    def to_rescore(self) -> dict[str, int]:
        """Return the number of records that each other engine has judged."""
        with self.database.reading() as session:
            return rescoring.by_engine(session, ENGINE)

    def begin(self, by: str | None = None) -> str | None:
        """Begin to re-score everything that another engine judged; return the job. None where there
        is nothing to do; the running job, where there is one. A job of another engine goes no
        further: what it has left is this one's now."""
        with self.database.writing() as session:
            job_id = jobs.unfinished(session, KIND)
            begun = jobs.find(session, job_id) if job_id is not None else None
            if begun is not None:
                if begun.asked.get("engine") == ENGINE:
                    return begun.id
                self._cancel(session, begun.id, by)
            total = sum(rescoring.by_engine(session, ENGINE).values())
            if not total:
                return None
            job_id = self.jobs.begin(session, KIND, {"engine": ENGINE}, total, by)
            scale = {"engine": ENGINE, "records": total}
            audit.note(session, "rescoring-begun", f"job:{job_id}", by, **scale)
        self.queue.rescore(job_id)  # where the queue is away, the sweeper does
        return job_id

    def go_on(self, job_id: str, first: str | None = None, last: str | None = None) -> None:
        """Re-score a job's next batch, or the rest of one, from one record to another: as much as
        one turn allows, so that neither uploads nor a stopping worker wait long."""
        with self.database.writing() as session:
            job = jobs.find(session, job_id)
            if job is None or job.asked.get("engine") != ENGINE:
                return  # a worker of another version cannot judge with this one's engine
            size = self.context.settings.batch if job.attempts < ROUNDS_TOGETHER else 1
            if job.attempts >= ROUNDS:
                self._give_up(session, job_id)
                return
            if first is None or last is None:
                taken = rescoring.take(session, job_id, ENGINE, size, self.context.due())
            else:
                taken = rescoring.take_between(
                    session, job_id, ENGINE, first, last, size, self.context.due()
                )
        if taken is None:
            return
        if last is None and len(taken) == size:
            self.queue.rescore(job_id)
        with self.database.reading() as session:
            pieces = record_bytes.latest(session, [one.place.id for one in taken])
        try:
            begun = self._judge_anew(job_id, pieces, {one.place.id: one for one in taken})
        except Locked:  # it comes back by itself: the next batch has been queued
            begun = 0
        if begun < len(pieces):  # where this is not sent, they are found in another round
            self.queue.rescore(job_id, pieces[begun].id, pieces[-1].id)

    def _judge_anew(self, job_id: str, pieces: list[Piece], old: dict[str, Stale]) -> int:
        """Return how many of these records were re-scored in this turn."""
        judgements = self.judging.judge_pieces(pieces, self.context.own_turn())
        with self.database.writing() as session:
            places = [old[found.record_id].place for found in judgements]
            left = rescoring.still_stale(
                session,
                [place.upload_id for place in places],
                [place.id for place in places],
                ENGINE,
            )
            fresh = [found for found in judgements if found.record_id in left]
            rescoring.note(session, job_id, _differing(fresh, old))
            verdict_writer.settle(session, fresh, now(), self.context.due(), job_id=job_id)
            jobs.went_on(session, job_id, len(fresh), self.context.due())
            rescoring.finish(session, job_id, ENGINE, now())
        return len(judgements)

    def _give_up(self, session: Any, job_id: str) -> None:
        """Note that every worker died of the records left; they keep their verdicts."""
        taken = rescoring.take(session, job_id, ENGINE, MOST_GIVEN_UP, self.context.due()) or []
        lost = [
            Differing(one.place.id, _before(one), {"note": verdict_writer.GIVEN_UP})
            for one in taken
        ]
        rescoring.note(session, job_id, lost)
        rescoring.finish(session, job_id, ENGINE, now())

    def sweep(self) -> int:
        """Queue jobs again that no worker goes on with; return how many."""
        return self.jobs.sweep(KIND, self.queue.rescore)

    # Looking

    differences = reads(rescoring.differences)

    def rejudged(
        self, job_id: str, after: str = "", limit: int = 100
    ) -> list[tuple[Differing, GameSummary | None]]:
        """Return a page of differences, each with its game, where that is not about to be
        deleted."""
        with self.database.reading() as session:
            found = rescoring.differences(session, job_id, after, limit)
            games = rescoring.games(session, [one.record_id for one in found])
            return [(one, games.get(one.record_id)) for one in found]

    changes = reads(rescoring.changes)

    def cancel(self, job_id: str, *, by: str | None) -> bool:
        """Stop a re-scoring; what is done stays. Return False where it had finished, or where the
        job is another, which goes on to its end."""
        with self.database.writing() as session:
            return self._cancel(session, job_id, by)

    @staticmethod
    def _cancel(session: Any, job_id: str, by: str | None) -> bool:
        cancelled = jobs.cancel(session, job_id, KIND, now())
        if cancelled:
            audit.note(session, "rescoring-cancelled", f"job:{job_id}", by)
        return cancelled


def _differing(judgements: list[Judgement], old: dict[str, Stale]) -> list[Differing]:
    found = []
    for judgement in judgements:
        before = _before(old[judgement.record_id])
        after = _after(judgement)
        if judgement.verdict_json is None or (
            before and any(before.get(key) != after[key] for key in COMPARED)
        ):
            found.append(Differing(judgement.record_id, before, after))
    return found


def _before(one: Stale) -> dict[str, Any]:
    """Return what the old verdict said; where there is none, why."""
    if one.body is None:
        return {"note": one.note} if one.note else {}
    body = json.loads(one.body)
    return {
        "engine": one.engine,
        "standing": one.standing,
        "answers": body["answers"],
        "score": body["score"],
        "winner": body["winner"],
        "codes": sorted(finding["code"] for finding in body["findings"]),
    }


def _after(found: Judgement) -> dict[str, Any]:
    if found.verdict_json is None:
        return {"note": found.note}
    codes = [one.code for one in found.entry.findings] if found.entry else []
    return {
        "engine": found.engine,
        "standing": str(found.columns["standing"]),
        "answers": found.columns["answers"],
        "score": found.columns["score"],
        "winner": found.columns["winner"],
        "codes": sorted(codes),
    }
