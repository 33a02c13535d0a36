"""Reports, moderation, administration, and jobs with their progress: re-scoring, deletions, removal
of names."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from archive.scoring import ENGINE
from archive.services import anonymising, deletion
from archive.services.moderation import REASONS, ReportState
from archive.services.permissions import Permission, Role
from archive.web import responses
from archive.web.addresses import number_asked
from archive.web.auth import account_id, require
from archive.web.language import _
from archive.web.lookup import archive, game_or_404, job_or_404, player_or_404, report_or_404
from archive.web.pages import led_to
from archive.web.presenters.progress import UNFINISHED, left_at_this_pace, rejudged
from schemas.jobs import JobDifferenceSchema, JobSchema

pages = Blueprint("moderation", __name__)

LINES = 100


# For every visitor


@pages.get("/g/<game_id>/report")
def report_form(game_id: str, problem: str = "", *, done: bool = False) -> Response:
    """Show the form for reporting a game."""
    game = game_or_404(game_id)
    require(Permission.REPORT, game)
    return responses.form("report.html", problem, game=game, reasons=REASONS, done=done)


@pages.post("/g/<game_id>/report")
@responses.shown_again(report_form)
def report(game_id: str) -> Response:
    """Report a game to the moderators."""
    me = require(Permission.REPORT, game_or_404(game_id))
    said = request.form
    archive().moderation.report(
        game_id, said.get("reason", ""), said.get("text", ""), by=me.account_id
    )
    return report_form(game_id, done=True)


# For moderators


@pages.get("/mod")
def reports() -> Response:
    """Show the open reports, or those that were settled."""
    require(Permission.MODERATE)
    state = request.args.get("state", ReportState.OPEN)
    if state not in {one.value for one in ReportState}:
        abort(HTTPStatus.BAD_REQUEST, _("Reports are open, upheld or dismissed."))
    return responses.form(
        "mod.html",
        reports=archive().moderation.reports(state=state),
        state=state,
        states=[one.value for one in ReportState],
        reasons=REASONS,
        said=request.args.get("said", ""),
    )


@pages.get("/mod/reports/<report_id>")
def one_report(report_id: str, problem: str = "") -> Response:
    """Show one report."""
    require(Permission.MODERATE)
    return responses.form(
        "mod_report.html", problem, report=report_or_404(report_id), reasons=REASONS
    )


@pages.post("/mod/reports/<report_id>")
@responses.shown_again(one_report)
def settle(report_id: str) -> AnyResponse:
    """Close a report with an answer; hide its game where that follows."""
    me = require(Permission.MODERATE)
    report_or_404(report_id)
    said = request.form
    outcome = said.get("outcome", "")
    if outcome not in ("hide", "upheld", "dismissed"):
        abort(HTTPStatus.BAD_REQUEST, _("A report is upheld or dismissed."))
    state = ReportState.DISMISSED if outcome == "dismissed" else ReportState.UPHELD
    archive().moderation.settle(
        report_id, state, said.get("answer", ""), hide=outcome == "hide", by=me.account_id
    )
    return led_to("moderation.reports", said="settled")


@pages.post("/g/<game_id>/hide", endpoint="hide")
@pages.post("/g/<game_id>/unhide", endpoint="unhide")
def hide(game_id: str) -> AnyResponse:
    """Hide a game from all but its owner, or show it again."""
    me, hidden = require(Permission.MODERATE), request.endpoint == "moderation.hide"
    archive().moderation.hide(game_or_404(game_id).id, by=me.account_id, hidden=hidden)
    return led_to("managing.game", game_id=game_id)


@pages.get("/mod/players/<player_id>/anonymise")
def anonymise_form(player_id: str) -> Response:
    """Show what it means to make a player anonymous, before it is done."""
    require(Permission.MODERATE)
    player = player_or_404(player_id)
    here = archive().anonymising
    return responses.form(
        "anonymise.html",
        player=player,
        records=here.records(player_id),
        mentions=here.mentions(player_id),
    )


@pages.post("/mod/players/<player_id>/anonymise")
def anonymise(player_id: str) -> AnyResponse:
    """Make a player anonymous."""
    me = require(Permission.MODERATE)
    player_or_404(player_id)
    tags, titles = request.form.getlist("tag"), request.form.getlist("collection")
    job_id = archive().unnaming.begin(player_id, by=me.account_id, tags=tags, titles=titles)
    if job_id is None:
        return led_to("moderation.anonymise_form", player_id=player_id)
    return led_to("jobs.job", job_id=job_id)


# For admins


@pages.get("/mod/accounts")
def accounts(problem: str = "", account_id: str = "") -> Response:
    """Show the accounts."""
    require(Permission.ADMINISTER)
    here, like = archive().accounts, request.args.get("name", "")
    return responses.form(
        "mod_accounts.html",
        problem,
        accounts=here.all(like),
        roles=[one.value for one in Role],
        like=like,
        said=request.args.get("said", ""),
        changed=here.account(request.args.get("account", "")),
    )


@pages.post("/mod/accounts/<account_id>")
@responses.shown_again(accounts)
def change_account(account_id: str) -> AnyResponse:
    """Change an account's role, disable it or enable it again."""
    me = require(Permission.ADMINISTER)
    said, here = request.form, archive().accounts
    do, role = said.get("do", ""), said.get("role", "")
    if do == "role" and role in {one.value for one in Role}:
        here.set_role(account_id, Role(role), by=me.account_id)
    elif do in ("disable", "enable"):
        here.disable(account_id, by=me.account_id, again=do == "enable")
    else:
        abort(HTTPStatus.BAD_REQUEST, _("That cannot be done to an account."))
    return led_to("moderation.accounts", said=do, account=account_id)


@pages.get("/mod/log")
def log() -> Response:
    """Show the log of actions, the newest first."""
    require(Permission.ADMINISTER)
    said, here = request.args, archive().accounts
    actor = here.named(said["actor"]) if said.get("actor") else None
    unknown_actor = bool(said.get("actor")) and actor is None
    lines = [] if unknown_actor else here.log(
        action=said.get("action", ""), actor_id=actor.id if actor else "",
        subject=said.get("subject", "").strip(), limit=LINES,
        before=number_asked("before", 9),
    )  # fmt: skip
    return responses.form(
        "mod_log.html",
        lines=lines,
        actions=here.log_actions(),
        more=lines[-1].id if len(lines) == LINES else None,
        said=said,
    )


long_work = Blueprint("jobs", __name__)

SHOWN = 100
PAGES = {deletion.KIND: "deletion.html", anonymising.KIND: "unnaming.html"}
"""Kinds of jobs with a page of their own; the others are re-scorings."""


@long_work.get("/jobs")
def jobs() -> Response:
    """Show the latest jobs, and how many records are to be re-scored."""
    require(Permission.ADMINISTER)
    stale = archive().rescoring.to_rescore()
    return responses.shown_once(
        "jobs.html", jobs=archive().jobs.latest(), stale=stale, now_engine=ENGINE
    )


@long_work.post("/jobs/rescore")
def rescore() -> AnyResponse:
    """Re-score everything that another engine judged."""
    asking = require(Permission.ADMINISTER)
    job_id = archive().rescoring.begin(asking.account_id)
    where = url_for("jobs.jobs") if job_id is None else url_for("jobs.job", job_id=job_id)
    return redirect(where, HTTPStatus.SEE_OTHER)


@long_work.get("/jobs/<job_id>")
def job(job_id: str) -> Response:
    """Show the progress of a job, and where its verdicts differ from the ones before. A deletion
    may be followed by all who have its address: its owner may have no account any more."""
    found = job_or_404(job_id, to_follow=True)
    settled = found.state not in UNFINISHED
    if found.kind in PAGES:
        return responses.shown_once(PAGES[found.kind], job=found, settled=settled)
    differences = [
        rejudged(one, game)
        for one, game in archive().rescoring.rejudged(job_id, request.args.get("after", ""), SHOWN)
    ]
    return responses.shown_once(
        "job.html",
        job=found,
        settled=settled,
        left="" if settled else left_at_this_pace(found.done, found.total, found.created_at),
        changes=archive().rescoring.changes(job_id),
        differences=differences,
        more=differences[-1].record_id if len(differences) == SHOWN else None,
    )


@long_work.get("/jobs/<job_id>.json")
def job_json(job_id: str) -> Response:
    """Answer with a job as JSON."""
    found: dict[str, Any] = JobSchema().dump(job_or_404(job_id, to_follow=True))
    differences = archive().rescoring.differences(job_id, request.args.get("after", ""), SHOWN)
    return responses.unkept({**found, "listed": JobDifferenceSchema(many=True).dump(differences)})


@long_work.post("/jobs/<job_id>/cancel")
def cancel(job_id: str) -> AnyResponse:
    """Stop a job; what is done stays."""
    job_or_404(job_id)
    archive().rescoring.cancel(job_id, by=account_id())
    return led_to("jobs.job", job_id=job_id)
