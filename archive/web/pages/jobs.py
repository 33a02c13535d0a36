"""Long work and how far it has come: judging the whole archive anew, deletions, names that are told
no more."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.scoring import ENGINE
from archive.services import deletion
from archive.services.permissions import Permission
from archive.web import caching
from archive.web.auth import account_id, require
from archive.web.lookup import archive, job_or_404
from archive.web.pages import led_to
from archive.web.presenters.progress import UNFINISHED, left_at_this_pace, rejudged
from schemas.jobs import JobDifferenceSchema, JobSchema

pages = Blueprint("jobs", __name__)

SHOWN = 100
PAGES = {deletion.KIND: "deletion.html", deletion.UNNAMING: "unnaming.html"}
"""What has a page of its own; the others judge anew."""


@pages.get("/jobs")
def jobs() -> Response:
    """Show the latest jobs, and what there is to be judged anew."""
    require(Permission.ADMINISTER)
    stale = archive().rescoring.to_rescore()
    return caching.shown_once(
        "jobs.html", jobs=archive().jobs.latest(), stale=stale, now_engine=ENGINE
    )


@pages.post("/jobs/rescore")
def rescore() -> AnyResponse:
    """Have everything judged anew that another engine judged."""
    asking = require(Permission.ADMINISTER)
    job_id = archive().rescoring.begin(asking.account_id)
    where = url_for("jobs.jobs") if job_id is None else url_for("jobs.job", job_id=job_id)
    return redirect(where, HTTPStatus.SEE_OTHER)


@pages.get("/jobs/<job_id>")
def job(job_id: str) -> Response:
    """Show how far a job has come, and where its verdicts say something else than the ones
    before. What is deleted may be followed by whoever has its address: they may have no account
    any more."""
    found = job_or_404(job_id, to_follow=True)
    if found.kind in PAGES:
        settled = found.state not in UNFINISHED
        return caching.shown_once(PAGES[found.kind], job=found, settled=settled)
    differences = [
        rejudged(one, game)
        for one, game in archive().rescoring.rejudged(job_id, request.args.get("after", ""), SHOWN)
    ]
    settled = found.state not in UNFINISHED
    return caching.shown_once(
        "job.html",
        job=found,
        settled=settled,
        left="" if settled else left_at_this_pace(found.done, found.total, found.created_at),
        changes=archive().rescoring.changes(job_id),
        differences=differences,
        more=differences[-1].record_id if len(differences) == SHOWN else None,
    )


@pages.get("/jobs/<job_id>.json")
def job_json(job_id: str) -> Response:
    found: dict[str, Any] = JobSchema().dump(job_or_404(job_id, to_follow=True))
    differences = archive().rescoring.differences(job_id, request.args.get("after", ""), SHOWN)
    return caching.unkept({**found, "listed": JobDifferenceSchema(many=True).dump(differences)})


@pages.post("/jobs/<job_id>/cancel")
def cancel(job_id: str) -> AnyResponse:
    """Go no further with it; what is done stays."""
    job_or_404(job_id)
    archive().rescoring.cancel(job_id, by=account_id())
    return led_to("jobs.job", job_id=job_id)
