"""The table of games: its filters are in the address, and nothing else is remembered anywhere; and
all games that match, as one file."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    render_template,
    request,
)

from archive.services import GameRow
from archive.services.permissions import Permission
from archive.services.search import BadQuestion, Found, today
from archive.web import responses
from archive.web.addresses import address_to, asking
from archive.web.api import search_and_players
from archive.web.auth import require
from archive.web.language import _, refusal_told
from archive.web.lookup import archive
from archive.web.presenters import listing
from archive.web.presenters.rule_sets import game_title
from archive.web.responses import name_file
from schemas.list_queries import GamesAskedSchema
from schemas.lists_of_games import GamesPageSchema

pages = Blueprint("games", __name__)

MINE: Final = "mine"
TYPED: Final = ("q", "player", "vs", "from", "to", "min", "max", MINE)
"""The parameters that are typed into the form; the rest are links, in which nothing is mistyped."""


@pages.get("/games")
def games() -> Response:
    """Show the table of games."""
    here = asked()
    try:
        return shown("games.html", table(here), here)
    except BadQuestion as wrong:  # the form again, with the reader's input in it
        typed = {key: "".join(filter(str.isprintable, here.get(key, ""))) for key in TYPED}
        said = {key: clean for key in TYPED if (clean := typed[key].strip())}
        problem, status = refusal_told(wrong), HTTPStatus.BAD_REQUEST
        return responses.shown_once(
            "games.html", status, asked=said, problem=problem, wrong=wrong.name
        )


pages.add_url_rule("/games.json", "games_json", search_and_players.games)


@pages.get("/tag/<tag>")
def tag(tag: str) -> Response:
    """Show the games with a tag."""
    here = {**asked(), **_of_tag(tag)}
    found = table(here)
    _any(found.page.facets.total)
    return shown("tag.html", found, here, fixed=("tag",), tag=tag)


@pages.get("/tag/<tag>.json")
@search_and_players.blueprint.answers(GamesPageSchema, query=GamesAskedSchema(exclude=["tag"]))
def tag_json(said: dict[str, Any], tag: str) -> dict[str, Any]:
    """Answer with the games with a tag as JSON."""
    page = search_and_players.page_of({**said, **_of_tag(tag)}, tag=tag)
    _any(page["facets"].total)
    return page


def asked() -> dict[str, str]:
    """Return the filters in the address."""
    return listing.asked_of(request.args)


def owner(here: dict[str, str]) -> str | None:
    """Return the account whose own games are asked for; a reader who asks for theirs has to sign
    in."""
    return require(Permission.EXPORT).account_id if here.get(MINE) else None


def table(here: dict[str, str]) -> Found[GameRow]:
    """Return a page of the games that match."""
    question = {**here, "cursor": request.args.get("cursor", "")}
    return archive().search.table(question, owner_id=owner(here))


def shown(
    template: str,
    result: Found[GameRow],
    here: dict[str, str],
    fixed: tuple[str, ...] = (),
    **more: Any,
) -> Response:
    """Return a page with a table of games in it. `fixed` are the filters that the page itself is
    about, `more` is for its template."""
    into = address_to(request.endpoint or "games.games", **(request.view_args or {}))
    loose = {key: value for key, value in here.items() if key not in fixed}

    def address(question: Mapping[str, str], **others: str) -> str:
        kept = [(key, value) for key, value in question.items() if key not in fixed]
        return asking(into, [*kept, *others.items()])

    html = render_template(
        template,
        found=result,
        rows=listing.rows(result.page.games),
        asked=loose,
        address=address,
        chips=listing.chips(here, result, fixed),
        facets=listing.facets(here, result, address, fixed),
        total=listing.total(result.page.facets),
        orders={word: _(said) for word, said in listing.ORDERS.items()},
        exports={kind: _to("exports.export", here, kind=kind) for kind in search_and_players.TYPES},
        standings=_to("standings.table", loose),
        turned="cursor" in request.args,
        title_of=game_title,
        **more,
    )
    if here.get(MINE):
        answer = make_response(html)
        answer.headers["Cache-Control"] = responses.NOT_KEPT
        return answer
    return responses.page(html)


def _to(endpoint: str, question: Mapping[str, str], **named: str) -> str:
    return asking(address_to(endpoint, **named), question.items())


def _of_tag(tag: str) -> dict[str, str]:
    if not tag.replace("\0", "").strip():  # without a tag it would be all games
        abort(404, _("No visible game has this tag."))
    return {"tag": tag}


def _any(total: int) -> None:
    if not total and not asked():
        abort(404, _("No visible game has this tag."))


exports = Blueprint("exports", __name__)


@exports.get("/games/export.<kind>")
def export(kind: str) -> Response:
    """Send the records themselves, or a line about each."""
    if kind not in search_and_players.TYPES:
        abort(404, _("Games can be had as .xxn, .ndjson and .csv."))
    here = asked()
    owner_id = owner(here)
    batches = archive().search.batches(here, owner_id=owner_id)
    answer = search_and_players.file_of(kind, batches, own=owner_id is not None)
    name_file(answer, "attachment", f"games-{today()}.{kind}")
    answer.headers["Cache-Control"] = responses.NOT_KEPT if here.get(MINE) else "no-store"
    return answer
