"""Events, and tables of standings of the games that match: to read, to print, as data."""

from __future__ import annotations

from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    redirect,
    render_template,
    request,
)
from flask import url_for as address_of
from werkzeug.wrappers import Response as AnyResponse

from archive.services.permissions import Permission, may
from archive.services.search import BadQuestion, today
from archive.services.standings import MOST_GAMES, Standings
from archive.web import responses
from archive.web.api import search_and_players
from archive.web.auth import who
from archive.web.language import _, refusal_told
from archive.web.lookup import archive, upload_or_404
from archive.web.pages.list_of_games import MINE, asked, owner
from archive.web.presenters import listing
from archive.web.presenters.exports import as_csv, as_dict, asked_in_words
from archive.web.responses import name_file
from schemas.standings import StandingsSchema

pages = Blueprint("standings", __name__)

MOST_ASKED: Final = 200
"""The most letters of a search."""
MOST_LISTED: Final = 200
"""The most games below a table; all of them are in the list of games."""


@pages.get("/events")
def events() -> Response:
    """Show the latest events; `?q=` are words of their names, `?cursor=` leads to earlier ones."""
    said = request.args.get("q", "")[:MOST_ASKED].strip()
    after = request.args.get("cursor", "")
    try:
        found, more = archive().events.latest(said, after)
    except BadQuestion as wrong:
        problem = refusal_told(wrong)
        return responses.shown_once(
            "events.html", HTTPStatus.BAD_REQUEST, said=said, after=after, problem=problem
        )
    return responses.shown("events.html", events=found, said=said, more=more, after=after)


pages.add_url_rule("/events.json", "events_json", search_and_players.events)


@pages.get("/events/standings")
def table() -> AnyResponse:
    """Show who won how often in an event, or in all games that match."""
    here = _question()
    if not here:
        return redirect(address_of("standings.events"))
    page = _page(_standings(here), here, "table", **here)
    return responses.unkept(page) if here.get(MINE) else responses.page(page)


@pages.get("/events/standings.json")
def table_json() -> Response:
    """Answer with the same as JSON, like the API."""
    return jsonify(StandingsSchema().dump(as_dict(_standings(_question()))))


@pages.get("/events/standings.csv")
def table_csv() -> Response:
    """Answer with the same as CSV: a row a player and game, and one a player over all games."""
    return _csv(_standings(_question()))


def _question() -> dict[str, str]:
    return {key: value for key, value in asked().items() if key != "sort"}


def _standings(here: dict[str, str]) -> Standings:
    owner_id = owner(here)
    event: dict[str, str] = {key: here[key] for key in ("event", MINE) if key in here}
    found = archive().events.table(here, owner_id=owner_id)
    if not found.games and "event" in event:
        everything = archive().search.page(event, owner_id=owner_id)
        if not everything.page.facets.total:
            abort(HTTPStatus.NOT_FOUND, _("No visible game was played at this event."))
    return found


@pages.get("/upload/<upload_id>/standings")
def upload_table(upload_id: str) -> Response:
    """Show the table of an upload, from the games in it that the reader may see."""
    page = _page(_of_upload(upload_id), {}, "upload_table", upload_id=upload_id)
    return responses.unkept(page)


@pages.get("/upload/<upload_id>/standings.csv")
def upload_table_csv(upload_id: str) -> Response:
    """Answer with the same as CSV."""
    return _csv(_of_upload(upload_id))


def _of_upload(upload_id: str) -> Standings:
    upload_or_404(upload_id)
    asking = who()
    seen = (
        found.id
        for found in archive().uploads.results(upload_id)
        if may(asking, Permission.SEE, found)
    )
    return archive().events.table_of(list(islice(seen, MOST_GAMES + 1)))


def _page(table: Standings, here: dict[str, str], endpoint: str, **view: Any) -> str:
    """Return the page of a table. `view` are the parameters in its address."""
    return render_template(
        "standings.html",
        table=table,
        event=here.get("event", ""),
        asked=here,
        also=asked_in_words(here),
        upload_id=view.get("upload_id"),
        rows=listing.rows(one.game.row for one in table.games[:MOST_LISTED]),
        csv=address_of(f"standings.{endpoint}_csv", **view),
    )


def _csv(table: Standings) -> Response:
    answer = Response(as_csv(table), content_type="text/csv; charset=utf-8")
    name_file(answer, "attachment", f"standings-{today()}.csv")
    return responses.unkept(answer)
