"""Reports, moderation, administration, and jobs: re-scoring, deletions, removal of names."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import abort, url_for

from archive.services import Differing, JobView
from archive.services.accounts import AccountView
from archive.services.anonymising import Mentions
from archive.services.moderation import ReportState, ReportView
from archive.services.permissions import Permission, Role
from archive.web.api.resource import Resource, following
from archive.web.auth import account_id, require
from archive.web.language import _
from archive.web.lookup import archive, found, game_or_404, job_or_404, player_or_404, report_or_404
from schemas.account import AccountChangeSchema, AccountSchema, AccountsSchema, LikeSchema
from schemas.jobs import AfterSchema, JobDifferenceSchema, JobSchema
from schemas.moderation import (
    AnonymiseSchema,
    LogAskedSchema,
    LogSchema,
    MentionsSchema,
    ReportMadeSchema,
    ReportsAskedSchema,
    ReportSchema,
    ReportsSchema,
    ReportWantedSchema,
    SeatsSchema,
    SettlementSchema,
)

blueprint = Resource("api-moderation", __name__, url_prefix="", description="Moderation")

LINES = 100


@blueprint.post("/games/<game_id>/reports", name="report_game")
@blueprint.answers(
    ReportMadeSchema, 401, 403, 404, 415, 422, 429, status=201, json=ReportWantedSchema
)
def report(said: dict[str, Any], game_id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Report a game to the moderators; no account is needed"""
    me = require(Permission.REPORT, game_or_404(game_id))
    made = archive().moderation.report(game_id, said["reason"], said["text"], by=me.account_id)
    location = url_for("api-moderation.one_report", report_id=made)
    return {"id": made}, HTTPStatus.CREATED, {"Location": location}


# What moderators do


@blueprint.get("/reports", name="list_reports")
@blueprint.answers(ReportsSchema, 422, query=ReportsAskedSchema, by="bearer")
def reports(said: dict[str, Any]) -> dict[str, Any]:
    """The open reports, or those that were settled"""
    require(Permission.MODERATE)
    return {"reports": archive().moderation.reports(state=said["state"])}


@blueprint.get("/reports/<report_id>", name="get_report")
@blueprint.answers(ReportSchema, 404, by="bearer")
def one_report(report_id: str) -> ReportView:
    """A report"""
    require(Permission.MODERATE)
    return report_or_404(report_id)


@blueprint.put("/reports/<report_id>/settlement", name="settle_report")
@blueprint.answers(ReportSchema, 404, 415, 422, json=SettlementSchema, by="bearer")
def settle(said: dict[str, Any], report_id: str) -> ReportView:
    """Close a report with an answer; hide its game where that follows"""
    me = require(Permission.MODERATE)
    report_or_404(report_id)
    state = ReportState(said["state"])
    archive().moderation.settle(
        report_id, state, said["answer"], hide=said["hide"], by=me.account_id
    )
    return report_or_404(report_id)


@blueprint.put("/games/<game_id>/hidden", name="hide_game")
@blueprint.answers(None, 404, status=204, by="bearer")
def hide(game_id: str) -> None:
    """Hide a game from all but its owner"""
    me = require(Permission.MODERATE)
    archive().moderation.hide(game_or_404(game_id).id, by=me.account_id)


@blueprint.delete("/games/<game_id>/hidden", name="unhide_game")
@blueprint.answers(None, 404, status=204, by="bearer")
def unhide(game_id: str) -> None:
    """Show a hidden game again to those whom its owner allows"""
    me = require(Permission.MODERATE)
    archive().moderation.hide(game_or_404(game_id).id, by=me.account_id, hidden=False)


@blueprint.get("/games/<game_id>/seats", name="get_seats")
@blueprint.answers(SeatsSchema, 404, by="bearer")
def seats(game_id: str) -> dict[str, Any]:
    """The players of a game, by their true names"""
    require(Permission.MODERATE)
    return {"seats": archive().anonymising.seats(game_or_404(game_id).id)}


@blueprint.get("/players/<player_id>/mentions", name="find_mentions_of_player")
@blueprint.answers(MentionsSchema, 404, by="bearer")
def mentions(player_id: str) -> Mentions:
    """Tags and collections about a player's games that contain one of their names"""
    require(Permission.MODERATE)
    return archive().anonymising.mentions(player_or_404(player_id).player_id)


@blueprint.put("/players/<player_id>/anonymous", name="anonymise_player")
@blueprint.answers(JobSchema, 404, 409, 422, status=202, query=AnonymiseSchema, by="bearer")
def anonymise(said: dict[str, Any], player_id: str) -> Accepted:
    """Keep a player anonymous from now on, in the records here and in later ones

    The name is not shown from now on. A job goes through the records; the job's address shows its
    progress. `asked` has the name that stands in its place. This cannot be undone. Of the tags and
    collections in `mentions` only those named here are changed.
    """
    me = require(Permission.MODERATE)
    player = player_or_404(player_id)
    job_id = archive().unnaming.begin(
        player.player_id, by=me.account_id, tags=said["tag"], titles=said["collection"]
    )
    if job_id is None:
        abort(HTTPStatus.CONFLICT, _("This player is kept anonymous already."))
    return accepted(job_id)


# What admins do


@blueprint.get("/accounts", name="find_accounts")
@blueprint.answers(AccountsSchema, 422, query=LikeSchema, by="bearer")
def accounts(said: dict[str, Any]) -> dict[str, Any]:
    """Accounts in the order of their names, 200 at most"""
    require(Permission.ADMINISTER)
    return {"accounts": archive().accounts.all(said["name"])}


@blueprint.patch("/accounts/<account_id>", name="change_account")
@blueprint.answers(AccountSchema, 404, 415, 422, json=AccountChangeSchema, by="bearer")
def change_account(said: dict[str, Any], account_id: str) -> AccountView:
    """Change an account's role, or disable it"""
    me = require(Permission.ADMINISTER)
    here = archive().accounts
    _account_or_404(account_id)
    if "role" in said:
        here.set_role(account_id, Role(said["role"]), by=me.account_id)
    if "disabled" in said:
        here.disable(account_id, by=me.account_id, again=not said["disabled"])
    return _account_or_404(account_id)


@blueprint.get("/log", name="list_log_entries")
@blueprint.answers(LogSchema, 422, query=LogAskedSchema, by="bearer")
def log(said: dict[str, Any]) -> dict[str, Any]:
    """The log of actions, the newest first"""
    require(Permission.ADMINISTER)
    here = archive().accounts
    actor = here.named(said["actor"]) if said["actor"] else None
    if said["actor"] and actor is None:
        return {"entries": [], "cursor": None}
    lines = here.log(
        action=said["action"],
        actor_id=actor.id if actor else "",
        subject=said["subject"],
        before=said["cursor"],
        limit=LINES,
    )
    cursor = lines[-1].id if len(lines) == LINES else None
    if cursor is not None:
        following(cursor=cursor)
    return {"entries": lines, "cursor": cursor}


def _account_or_404(account_id: str) -> AccountView:
    return found(archive().accounts.account(account_id), _("There is no such account."))


jobs = Resource("api-jobs", __name__, url_prefix="/jobs", description="Long work")

PAGE = 100
Accepted = tuple[JobView, int, dict[str, str]]


@jobs.post("/rescore", name="rescore_archive")
@jobs.answers(JobSchema, 401, 403, 409, status=202)
def rescore() -> Accepted:
    """Re-score everything that another engine judged

    Only one such job runs at a time: the running one is the answer.
    """
    asking = require(Permission.ADMINISTER)
    job_id = archive().rescoring.begin(asking.account_id)
    if job_id is None:
        abort(HTTPStatus.CONFLICT, _("This version has judged every game already."))
    return accepted(job_id)


@jobs.get("/<job_id>", name="get_job")
@jobs.answers(JobSchema, 401, 403, 404)
def job(job_id: str) -> JobView:
    """A job and its progress

    Re-scoring is for admins; other jobs can be followed by all who have their address.
    """
    return job_or_404(job_id, to_follow=True)


@jobs.get("/<job_id>/differences", name="list_differences")
@jobs.answers(JobDifferenceSchema(many=True), 401, 403, 404, 422, query=AfterSchema)
def differences(said: dict[str, str], job_id: str) -> list[Differing]:
    """Records where a job's verdicts differ from the ones before

    A hundred at a time, in the order of their records; `after` is the last record seen.
    """
    job_or_404(job_id)
    listed = archive().rescoring.differences(job_id, said["after"], PAGE + 1)
    if len(listed) > PAGE:
        following(after=listed[PAGE - 1].record_id)
    return listed[:PAGE]


@jobs.post("/<job_id>/cancel", name="cancel_job")
@jobs.answers(JobSchema, 401, 403, 404, 409)
def cancel(job_id: str) -> JobView:
    """Stop a job; what is done stays"""
    job_or_404(job_id)
    if not archive().rescoring.cancel(job_id, by=account_id()):
        abort(HTTPStatus.CONFLICT, _("This job is finished already."))
    return job_or_404(job_id)


def accepted(job_id: str) -> Accepted:
    """Return the answer to a request for long work: the job, and where to follow it."""
    job = archive().jobs.find(job_id)
    assert job is not None
    return job, HTTPStatus.ACCEPTED, {"Location": url_for("api-jobs.job", job_id=job_id)}
