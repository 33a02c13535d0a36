"""Writing about a play: the table as it stood, and a form for words, glyphs, arrows and lines; and
all notes on a game: by author, as a file, from a file, one's own with its history."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, abort, request
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from archive.core.errors import Refused
from archive.notation.notes import ENDS, Arrow, Note, text_of_variation
from archive.scoring.line_in_address import LineError
from archive.scoring.what_if import Line, NoPosition
from archive.services import GameView
from archive.services.layer_notes import mark_of, note_on
from archive.services.layers import LayerChanged, LayerView
from archive.services.permissions import Actor, Permission, Visibility, may
from archive.web import responses
from archive.web.addresses import number_asked
from archive.web.auth import require, who
from archive.web.language import _, marked, ngettext, refusal_told
from archive.web.lookup import OWN, archive, game_or_404, layer_or_404, layers_of
from archive.web.pages import led_to
from archive.web.presenters.layers import (
    ANALYST,
    LayersShown,
    arrow_words,
    glyphs_of,
    line_words,
    named_in,
    note_shown,
    place_words,
    with_layers_written,
)
from archive.web.presenters.move_list import GLYPHS
from archive.web.presenters.replay_cache import CachedReplay, opened_game
from archive.web.presenters.replay_view import View
from archive.web.presenters.weighed_plays import may_be_weighed
from schemas.layers import NoteSchema

pages = Blueprint("layers", __name__)

WORDS: Final = {
    "private": marked("private: you alone, and moderators"),
    "unlisted": marked("unlisted: all who have its address"),
    "public": marked("public: everyone who sees this game"),
}
SAME_PLAY: Final = {
    "keep": marked("both stay, mine first"),
    "replace": marked("what the file says replaces mine"),
}
"""What becomes of one's own note on a play that a file also has one about."""
TOO_MUCH: Final = marked(
    "A note has at most 2,000 characters, four signs, twelve arrows and eight other lines."
)


def layers_shown(view: View, asking: Actor) -> LayersShown:
    """Return the notes on a game for a reader with this view."""
    found = layers_of(view.game, named_in(view.layers or ""), asking)
    analyst = may_be_weighed(view.game)
    return LayersShown(view, found, asking.account_id, view.layers, analyst=analyst)


@pages.get("/g/<game_id>/<int:ply>/note")
def note(game_id: str, ply: int) -> AnyResponse:
    """Show the form for one's note on a play; `?line=9h.7s` adds a line that leaves the game before
    it."""
    game, opened, me = _writing(game_id, ply)
    own = archive().layers.own(game.id, me.account_id or "")
    found = note_on(own.notes if own else (), ply)
    seen = mark_of(found)
    if line := request.args.get("line"):
        kept = _variation(opened, ply, line)
        if kept not in found.variations:
            found = found._replace(variations=(*found.variations, kept))
    return _page(game, opened, found, own.visibility if own else "private", seen=seen)


@pages.post("/g/<game_id>/<int:ply>/note")
def save(game_id: str, ply: int) -> AnyResponse:
    """Save one's note on a play."""
    game, opened, me = _writing(game_id, ply)
    said = request.form
    visibility = said.get("visibility", "private")
    if visibility not in WORDS:
        abort(HTTPStatus.BAD_REQUEST, _("Notes are private, unlisted or public."))
    written = _written(ply)
    problem, seen, meanwhile = "", said.get("seen", ""), None
    try:
        NoteSchema().load(NoteSchema().dump(written))
        archive().layers.put(
            game, written, by=me.account_id or "", visibility=Visibility(visibility),
            seen=seen or None,
        )  # fmt: skip
    except ValidationError:
        problem = _(TOO_MUCH)
    except LayerChanged as changed:
        own = archive().layers.own(game.id, me.account_id or "")
        meanwhile = note_on(own.notes if own else (), ply)
        problem, seen = refusal_told(changed), mark_of(meanwhile)
    except Refused as refused:
        problem = refusal_told(refused)
    if problem:
        return _page(game, opened, written, visibility, problem, seen, meanwhile)
    return led_to("replay.ply", game_id=game.id, ply=ply)


def _written(ply: int) -> Note:
    """Return the note in the form."""
    said = request.form
    comment = said.get("comment", "").replace("\r\n", "\n").strip()
    glyphs = tuple(int(one[:4]) for one in said.getlist("glyph") if one.isdecimal())
    arrows = [*said.getlist("arrow")]
    if said.get("from") and said.get("to"):
        arrows.append(f"{said['from']} {said['to']}")
    if not all(map(ENDS.fullmatch, arrows)):
        abort(HTTPStatus.BAD_REQUEST, _("An arrow leads from one card or place to another."))
    # A browser sends the line ends of a text with several lines as CRLF.
    lines = tuple(one.replace("\r\n", "\n") for one in said.getlist("variation"))
    return Note(ply, comment, glyphs, tuple(Arrow(*one.split()) for one in arrows), lines)


def _writing(game_id: str, ply: int) -> tuple[GameView, CachedReplay, Actor]:
    """Return a game that the reader may write about, opened, and the reader."""
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, game)
    opened = opened_game(game)
    if opened.replay is None or ply > opened.last:
        abort(404, _("This game has no such play."))
    return game, opened, me


def _variation(opened: CachedReplay, ply: int, text: str) -> str:
    """Return a line of what if as a note has it."""
    try:
        line = Line(opened.known, ply - 1, opened.positions)
        line.follow(text)
    except NoPosition:
        abort(HTTPStatus.BAD_REQUEST, _("The line cannot be played here."))
    except LineError as error:
        abort(HTTPStatus.BAD_REQUEST, refusal_told(error))
    return text_of_variation([one.event for one in line.moves])


def _page(
    game: GameView, opened: CachedReplay, found: Note, visibility: str, problem: str = "",
    seen: str = "", meanwhile: Note | None = None,
) -> Response:  # fmt: skip
    view = View(game, opened, 0, number_asked("seat") or 0)
    page: dict[str, Any] = {**view.at(found.ply), "ply": found.ply}
    return responses.form(
        "note.html", problem, **page, note=found, visibility=visibility, words=WORDS,
        seen=seen, meanwhile=None if meanwhile is None else note_shown(meanwhile, view.names),
        glyphs=GLYPHS, others=[one for one in found.glyphs if one not in GLYPHS],
        arrows=[(one, arrow_words(one, view.names)) for one in found.arrows],
        lines=[(text, line_words(text, view.names)) for text in found.variations],
        places=[(text, place_words(text, view.names)) for text in _places(page["table"])],
    )  # fmt: skip


def _places(table: Any) -> list[str]:
    """Return the places where an arrow may begin and end on a table: the middle, the players, their
    cards."""
    found = ["table"]
    for seat in table.seats:
        found.append(f"p{seat.seat}")
        found += [f"p{seat.seat}:{one.rank}{one.suit}" for one in seat.cards if one.rank != "?"]
    return list(dict.fromkeys(found))


notes_pages = Blueprint("notes", __name__)


@notes_pages.get("/g/<game_id>/notes")
def notes(game_id: str) -> Response:
    """Show the layers on a game; `?layers=` names unlisted ones, `?version=2` shows that version of
    one's own."""
    return _all_notes(game_or_404(game_id))


@notes_pages.get("/g/<game_id>/annotated.xxn")
def file(game_id: str) -> Response:
    """Send the record with the layers of `?layers=` written into it; the parameter may be repeated,
    as a form does."""
    game = game_or_404(game_id)
    named = named_in(",".join(request.args.getlist("layers")))
    found = [one for one in layers_of(game, named) if one.id in named]
    weighed = archive().annotating.find(game).body if ANALYST in named else None
    body = with_layers_written(game, found, weighed)
    return responses.record_file(body, f"{game.id}-annotated.xxn", "attachment")


@notes_pages.post("/g/<game_id>/notes")
def change(game_id: str) -> AnyResponse:
    """Change who sees one's notes, go back to a version, or delete them."""
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, game)
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


@notes_pages.post("/g/<game_id>/notes/import")
def bring(game_id: str) -> AnyResponse:
    """Add the notes of a copy of the game to one's own."""
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, game)
    handed = request.files.get("file")
    content = handed.read() if handed and handed.filename else b""
    content = content or request.form.get("text", "").replace("\r\n", "\n").encode()
    try:
        replacing = request.form.get("same") == "replace"
        made = archive().layers.bring(game, content, by=me.account_id or "", replacing=replacing)
    except Refused as refused:
        return _all_notes(game, refusal_told(refused), request.form.get("text", ""))
    said = {"below": made.below or None, "otherwise": 1 if made.otherwise else None}
    return _to(game, brought=made.found, **said)


@notes_pages.post("/g/<game_id>/layers/<layer_id>/hide")
def hide(game_id: str, layer_id: str) -> AnyResponse:
    """Hide a layer from all but its owner, or show it again."""
    game = game_or_404(game_id)
    found = layer_or_404(game, layer_id)
    me = require(Permission.MODERATE)
    archive().layers.hide(found, by=me.account_id, hidden=found.hidden_at is None)
    return _to(game, layers=layer_id)


def _all_notes(game: GameView, problem: str = "", text: str = "") -> Response:
    me, opened = who(), opened_game(game)
    found = layers_of(game, named_in(request.args.get("layers", "")))
    own = next((one for one in found if one.owner_id == me.account_id), None)
    number = number_asked("version", 6)
    then = layer_or_404(game, OWN, number) if own and number else None
    said = ""
    if brought := number_asked("brought", 6):
        said = ngettext("%(num)s note was taken over.", "%(num)s notes were taken over.", brought)
        if below := number_asked("below", 6):
            said += " " + ngettext(
                "%(num)s stands below what you had written about the same play yourself.",
                "%(num)s stand below what you had written about the same plays yourself.", below,
            )  # fmt: skip
        if "otherwise" in request.args:
            said += " " + _("Your copy differs from this sheet in its heading or in totals; these "
                            "were left as they are here.")  # fmt: skip
    return responses.form(
        "notes.html", problem, game=game, names=opened.names(), layers=found, own=own, words=WORDS,
        same_play=SAME_PLAY,
        history=archive().layers.history(own.id) if own else [], then=then, said=said,
        shown=_lines(then or own, opened.names()), text=text,
        writes=may(me, Permission.ANNOTATE, game),
        moderates=may(me, Permission.MODERATE),
        analyst=bool(archive().annotating.find(game).body),
    )  # fmt: skip


def _lines(layer: LayerView | None, names: list[str]) -> list[dict[str, Any]]:
    """Return a layer's notes, one by one."""
    return [
        {
            "ply": one.ply, "glyphs": glyphs_of(one), "comment": one.comment,
            "variations": [line_words(text, names) for text in one.variations],
            "arrows": [arrow_words(arrow, names) for arrow in one.arrows],
        }
        for one in (layer.notes if layer else [])
    ]  # fmt: skip


def _to(game: GameView, **asked: Any) -> AnyResponse:
    return led_to("notes.notes", game_id=game.id, **asked)
