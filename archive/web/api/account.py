"""One's own account: tokens, password, uploads, reports, export, deletion.

What is as good as the password asks for the password: a token cannot make tokens. It is sent as
HTTP Basic, name and password; a user who has signed in on the page needs the page's token in place
of it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Response, request, stream_with_context, url_for
from flask_limiter.util import get_remote_address
from werkzeug.exceptions import Unauthorized

from archive.services.accounts import AccountView
from archive.services.permissions import Actor, Permission, Role
from archive.web import responses
from archive.web.api.moderation_and_jobs import Accepted, accepted
from archive.web.api.resource import Resource, following
from archive.web.auth import Challenge, device, require, who
from archive.web.language import _
from archive.web.lookup import archive
from archive.web.responses import name_file, zipped
from schemas.account import (
    AccountSchema,
    CursorSchema,
    EndingSchema,
    NewTokenSchema,
    OwnAccountSchema,
    OwnUploadsSchema,
    PasswordSchema,
    SignUpSchema,
    TokensSchema,
    TokenWantedSchema,
)
from schemas.jobs import JobSchema
from schemas.moderation import OwnReportsSchema

blueprint = Resource("api-account", __name__, url_prefix="/account", description="One’s own")

ZIP: Final = "application/zip"
PAGE: Final = 50


@blueprint.get("", name="get_own_account")
@blueprint.answers(OwnAccountSchema, 401)
@blueprint.doc(security=[{"bearer": []}])
def account() -> dict[str, Any]:
    """Who is asking, and what the token may be used for"""
    me = who() if who().account_id else require(Permission.EXPORT)
    found = _account(me)
    scopes = sorted(me.scopes) if me.scopes is not None else None
    return {**{name: getattr(found, name) for name in AccountSchema().fields}, "scopes": scopes}


@blueprint.post("", name="sign_up")
@blueprint.answers(AccountSchema, 415, 422, 429, status=201, json=SignUpSchema)
@blueprint.doc(security=[{}])
def sign_up(said: dict[str, Any]) -> tuple[AccountView, int, dict[str, str]]:
    """Make an account"""
    made = archive().accounts.sign_up(said["name"], said["password"])
    return made, HTTPStatus.CREATED, {"Location": url_for("api-account.account")}


@blueprint.put("/password", name="change_password")
@blueprint.answers(None, 401, 415, 422, 429, status=204, json=PasswordSchema, by="password")
def password(said: dict[str, Any]) -> None:
    """Take another password; everybody is signed out everywhere, tokens stay"""
    found = _account(_proved())
    archive().accounts.set_password(found, said["new"], by=found.id)


@blueprint.delete("/sessions", name="sign_out_everywhere")
@blueprint.answers(None, 401, 429, status=204, by="password")
def end_sessions() -> None:
    """Sign out everywhere"""
    archive().accounts.end_sessions(_proved().account_id or "")


@blueprint.delete("", name="delete_own_account")
@blueprint.answers(JobSchema, 401, 422, 429, status=202, query=EndingSchema, by="password")
def end(said: dict[str, Any]) -> Accepted:
    """Delete the account, and its uploads if they are not left

    What is private goes in any case. The account cannot sign in from now on, and what goes cannot
    be seen. A job takes it away; the job's address shows how far it is.
    """
    me = _proved().account_id or ""
    leave = said["uploads"] == "leave"
    job_id = archive().deletion.account(me, leave_uploads=leave, by=me)
    return accepted(job_id)


@blueprint.get("/tokens", name="list_tokens")
@blueprint.answers(TokensSchema, 401, 429, by="password")
def tokens() -> dict[str, Any]:
    """The account's tokens, without their texts"""
    return {"tokens": archive().accounts.tokens(_proved().account_id or "")}


@blueprint.post("/tokens", name="make_token")
@blueprint.answers(
    NewTokenSchema, 401, 415, 422, 429, status=201, json=TokenWantedSchema, by="password"
)
def make_token(said: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Make a token; its text is told this once"""
    me = _proved()
    made, text = archive().accounts.make_token(
        me.account_id or "", said["name"], said["scopes"], said["days"]
    )
    told = {name: getattr(made, name, None) for name in NewTokenSchema().fields}
    location = url_for("api-account.revoke_token", token_id=made.id)
    headers = {"Cache-Control": "no-store", "Location": location}
    return {**told, "token": text}, HTTPStatus.CREATED, headers


@blueprint.delete("/tokens/<token_id>", name="revoke_token")
@blueprint.answers(None, 401, 404, 429, status=204, by="password")
def revoke_token(token_id: str) -> None:
    """Make a token worthless; done again it stays so"""
    archive().accounts.revoke_token(_proved().account_id or "", token_id)


@blueprint.get("/uploads", name="list_own_uploads")
@blueprint.answers(OwnUploadsSchema, 422, query=CursorSchema, by="bearer")
def uploads(said: dict[str, Any]) -> dict[str, Any]:
    """One's own uploads, the newest first"""
    me = require(Permission.EXPORT).account_id or ""
    found = archive().ownership.uploads_of(me, after=said["cursor"], limit=PAGE + 1)
    cursor = found[PAGE - 1].id if len(found) > PAGE else None
    if cursor:
        following(cursor=cursor)
    return {"uploads": found[:PAGE], "cursor": cursor}


@blueprint.get("/reports", name="list_own_reports")
@blueprint.answers(OwnReportsSchema, by="bearer")
def reports() -> dict[str, Any]:
    """One's own reports, and what became of them"""
    me = require(Permission.EXPORT).account_id or ""
    return {"reports": archive().moderation.reports(reporter_id=me)}


@blueprint.get("/export", name="export_own_account")
@blueprint.gives(ZIP, "A zip of files.", by="bearer")
def export() -> Response:
    """All that is one's own: uploads as they came, verdicts, what the account knows"""
    me = require(Permission.EXPORT).account_id or ""
    body = stream_with_context(zipped(archive().ownership.export(me)))
    answer = Response(body, content_type=ZIP)
    name_file(answer, "attachment", "twenties-export.zip")
    return responses.unkept(answer)


def _proved() -> Actor:
    """Return the account whose password has just been given, or that has signed in on the page."""
    given = request.authorization
    if given is None or given.type != "basic":
        if who().account_id is None:
            raise _unproved(_("Send the account’s name and password."))
        return require(Permission.KEEP_ACCOUNT)
    name, secret = given.username or "", given.password or ""
    found = archive().accounts.sign_in(name, secret, get_remote_address(), device())
    if found is None:
        raise _unproved(_("Name and password do not match."))
    return Actor(found.id, found.name, Role(found.role))


def _unproved(why: str) -> Unauthorized:
    asked = Challenge("basic", {"realm": "twenties", "charset": "UTF-8"})
    return Unauthorized(why, www_authenticate=asked)


def _account(me: Actor) -> AccountView:
    found = archive().accounts.account(me.account_id or "")
    if found is None:  # it was deleted between two lines
        raise Unauthorized(_("There is no such account."))
    return found
