"""Long work, for programs: judging the whole archive anew, deletions, names that are told no
more."""

from __future__ import annotations

from http import HTTPStatus

from flask import abort, url_for

from archive.services import Differing, JobView
from archive.services.permissions import Permission
from archive.web.api.resource import Resource, following
from archive.web.auth import account_id, require
from archive.web.language import _
from archive.web.lookup import archive, job_or_404
from schemas.jobs import AfterSchema, JobDifferenceSchema, JobSchema

blueprint = Resource("api-jobs", __name__, url_prefix="/jobs", description="Long work")

PAGE = 100
Accepted = tuple[JobView, int, dict[str, str]]


@blueprint.post("/rescore", name="rescore_archive")
@blueprint.answers(JobSchema, 401, 403, 409, status=202)
def rescore() -> Accepted:
    """Judge everything anew that another engine judged

    One such job goes on at a time: the one that does is the answer.
    """
    asking = require(Permission.ADMINISTER)
    job_id = archive().rescoring.begin(asking.account_id)
    if job_id is None:
        abort(HTTPStatus.CONFLICT, _("This engine has judged every record already."))
    return accepted(job_id)


@blueprint.get("/<job_id>", name="get_job")
@blueprint.answers(JobSchema, 401, 403, 404)
def job(job_id: str) -> JobView:
    """A job and how far it has come

    Re-scoring is for admins; the rest may be followed by whoever has its address.
    """
    return job_or_404(job_id, to_follow=True)


@blueprint.get("/<job_id>/differences", name="list_differences")
@blueprint.answers(JobDifferenceSchema(many=True), 401, 403, 404, 422, query=AfterSchema)
def differences(said: dict[str, str], job_id: str) -> list[Differing]:
    """Where a job's verdicts say something else than the ones before

    A hundred at a time, in the order of their records; `after` is the last record seen.
    """
    job_or_404(job_id)
    found = archive().rescoring.differences(job_id, said["after"], PAGE + 1)
    if len(found) > PAGE:
        following("api-jobs.differences", job_id=job_id, after=found[PAGE - 1].record_id)
    return found[:PAGE]


@blueprint.post("/<job_id>/cancel", name="cancel_job")
@blueprint.answers(JobSchema, 401, 403, 404, 409)
def cancel(job_id: str) -> JobView:
    """Go no further with a job; what is done stays"""
    job_or_404(job_id)
    if not archive().rescoring.cancel(job_id, by=account_id()):
        abort(HTTPStatus.CONFLICT, _("This job is finished already."))
    return job_or_404(job_id)


def accepted(job_id: str) -> Accepted:
    """Return what whoever asked for long work is answered with: the job, and where to follow it."""
    found = archive().jobs.find(job_id)
    assert found is not None
    return found, HTTPStatus.ACCEPTED, {"Location": url_for("api-jobs.job", job_id=job_id)}
