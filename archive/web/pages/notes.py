"""All notes on a game: whose there are, as a file, from a file; and one's own with its history."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import TwentiesError
from archive.services import GameView
from archive.services.layers import LayerView
from archive.services.permissions import Permission, Subject, Visibility, may
from archive.web import caching
from archive.web.auth import require, who
from archive.web.downloads import name_file
from archive.web.language import _, ngettext
from archive.web.lookup import OWN, archive, game_or_404, layer_or_404, layers_of
from archive.web.pages import led_to
from archive.web.pages.layers import WORDS
from archive.web.presenters.layers import ANALYST, annotated, arrow_words, glyphs_of, named_in
from archive.web.presenters.replay_cache import opened_game
from archive.web.query_parameters import number_asked

pages = Blueprint("notes", __name__)


@pages.get("/g/<game_id>/notes")
def notes(game_id: str) -> Response:
    """Show the layers on a game; `?layers=` names unlisted ones, `?version=2` shows one's own as it
    was then."""
    return _page(game_or_404(game_id))


@pages.get("/g/<game_id>/annotated.xxn")
def file(game_id: str) -> Response:
    """Show the record with the layers that `?layers=` names written into it; each may be named
    apart, as a form does."""
    game = game_or_404(game_id)
    named = named_in(",".join(request.args.getlist("layers")))
    found = [one for one in layers_of(game, named) if one.id in named]
    weighed = archive().annotating.find(game).body if ANALYST in named else None
    answer = caching.bytes_as_stored(annotated(game, found, weighed), "application/x-xxn")
    return name_file(answer, "attachment", f"{game.id}-annotated.xxn")


@pages.post("/g/<game_id>/notes")
def change(game_id: str) -> AnyResponse:
    """Say who sees one's notes, go back to a version, or delete them."""
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, Subject.of(game))
    own, do = layer_or_404(game, OWN), request.form.get("do", "")
    if do == "show" and request.form.get("visibility") in WORDS:
        archive().layers.show(own.id, Visibility(request.form["visibility"]))
    elif do == "revert" and request.form.get("version", "").isdecimal():
        number = int(request.form["version"][:6])
        archive().layers.revert(game, own, number, by=me.account_id or "")
    elif do == "delete":
        archive().layers.delete(own, by=me.account_id)
    else:
        abort(HTTPStatus.BAD_REQUEST, _("Notes are shown to others, put back or deleted."))
    return _to(game)


@pages.post("/g/<game_id>/notes/import")
def bring(game_id: str) -> AnyResponse:
    """Take what is written in a copy of the game into one's notes."""
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, Subject.of(game))
    handed = request.files.get("file")
    content = handed.read() if handed and handed.filename else b""
    content = content or request.form.get("text", "").replace("\r\n", "\n").encode()
    try:
        made = archive().layers.bring(game, content, by=me.account_id or "")
    except TwentiesError as refused:
        return _page(game, str(refused), request.form.get("text", ""))
    return _to(game, brought=made.found, otherwise=1 if made.otherwise else None)


@pages.post("/g/<game_id>/layers/<layer_id>/hide")
def hide(game_id: str, layer_id: str) -> AnyResponse:
    """Keep a layer from everybody but its owner, or let it be seen again."""
    game = game_or_404(game_id)
    found = layer_or_404(game, layer_id)
    me = require(Permission.MODERATE)
    archive().layers.hide(found, by=me.account_id, hidden=found.hidden_at is None)
    return _to(game, layers=layer_id)


def _page(game: GameView, problem: str = "", text: str = "") -> Response:
    me, opened = who(), opened_game(game)
    found = layers_of(game, named_in(request.args.get("layers", "")))
    own = next((one for one in found if one.owner_id == me.account_id), None)
    number = number_asked("version", 6)
    then = layer_or_404(game, OWN, number) if own and number else None
    said = ""
    if brought := number_asked("brought", 6):
        said = ngettext("%(num)s note was taken over.", "%(num)s notes were taken over.", brought)
        if "otherwise" in request.args:
            said += " " + _("Your copy differs from this record in its tags or claims; these were "
                            "left as they are here.")  # fmt: skip
    page = render_template(
        "notes.html", game=game, names=opened.names(), layers=found, own=own, words=WORDS,
        history=archive().layers.history(own.id) if own else [], then=then, said=said,
        shown=_lines(then or own, opened.names()), problem=problem, text=text,
        writes=may(me, Permission.ANNOTATE, Subject.of(game)),
        moderates=may(me, Permission.MODERATE),
        analyst=bool(archive().annotating.find(game).body),
    )  # fmt: skip
    return caching.form(page, problem)


def _lines(layer: LayerView | None, names: list[str]) -> list[dict[str, Any]]:
    """Return a layer's notes, one by one."""
    return [
        {
            "ply": one.ply, "glyphs": glyphs_of(one), "comment": one.comment,
            "variations": one.variations,
            "arrows": [arrow_words(arrow, names) for arrow in one.arrows],
        }
        for one in (layer.notes if layer else [])
    ]  # fmt: skip


def _to(game: GameView, **asked: Any) -> AnyResponse:
    return led_to("notes.notes", game_id=game.id, **asked)
