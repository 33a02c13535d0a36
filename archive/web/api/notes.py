"""Layers: notes that people write about the plays of a game, beside its record."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, abort

from archive.notation.notes import Arrow, Note
from archive.services.layers import Imported, LayerView
from archive.services.permissions import Permission, Visibility
from archive.web import responses
from archive.web.api.resource import Resource, match
from archive.web.api.uploads import from_body, request_body
from archive.web.auth import require, who
from archive.web.language import _
from archive.web.lookup import OWN, archive, game_or_404, layer_or_404, layers_of
from archive.web.presenters.layers import ANALYST, named_in, with_layers_written
from archive.web.responses import XXN
from schemas.layers import (
    ImportedSchema,
    LayerHistorySchema,
    LayerImportAskedSchema,
    LayerSchema,
    LayersSchema,
    LayerVersionAskedSchema,
    LayerWantedSchema,
    NamedLayersSchema,
)

blueprint = Resource(
    "api-layers", __name__, url_prefix="/games", description="What people write about the plays"
)


@blueprint.get("/<game_id>/layers", name="list_layers")
@blueprint.answers(LayersSchema, 404, 422, query=NamedLayersSchema)
def layers(said: dict[str, Any], game_id: str) -> dict[str, Any]:
    """The layers on a game: public ones, one's own, and unlisted ones that are named"""
    return {"layers": layers_of(game_or_404(game_id), named_in(said["layers"]))}


@blueprint.get("/<game_id>/layers/<layer_id>", name="get_layer")
@blueprint.answers(LayerSchema, 404, 422, query=LayerVersionAskedSchema)
def layer(said: dict[str, Any], game_id: str, layer_id: str) -> LayerView:
    """A layer, as it is or as one of its versions was; `own` is one's own"""
    return layer_or_404(game_or_404(game_id), layer_id, said["version"])


@blueprint.get("/<game_id>/layers/<layer_id>/history", name="get_layer_history")
@blueprint.answers(LayerHistorySchema, 404, by="bearer")
def history(game_id: str, layer_id: str) -> dict[str, Any]:
    """The versions of a layer, each a change that was saved"""
    found = layer_or_404(game_or_404(game_id), layer_id)
    require(Permission.SEE_AS_IT_CAME, found)
    return {"versions": archive().layers.history(found.id)}


@blueprint.put("/<game_id>/layers/own", name="save_own_layer")
@blueprint.answers(LayerSchema, 404, 412, 415, 422, json=LayerWantedSchema, by="bearer")
def save(said: dict[str, Any], game_id: str) -> LayerView:
    """Save one's layer: all of its notes

    Its earlier versions stay in its history. With `If-Match`, the ETag of reading it, only where it
    was not saved since.
    """
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, game)
    by = me.account_id or ""
    if (mine := archive().layers.own(game.id, by)) is not None:
        match(LayerSchema, mine)
    wanted = said["visibility"]
    return archive().layers.save(
        game, map(note_of, said["notes"]), by=by,
        visibility=None if wanted is None else Visibility(wanted),
    )  # fmt: skip


@blueprint.post("/<game_id>/layers/own/import", name="import_into_own_layer")
@blueprint.answers(ImportedSchema, 404, 413, 415, 422, query=LayerImportAskedSchema, by="bearer")
@blueprint.doc(requestBody=request_body())
def bring(said: dict[str, Any], game_id: str) -> Imported:
    """Add the notes of a copy of the game to one's layer

    Of every play with a note in the copy that the record lacks. One's own note on the same play
    stays, above it. A copy of another game is refused, with the play where it differs.
    """
    game = game_or_404(game_id)
    me = require(Permission.ANNOTATE, game)
    content = from_body().data
    return archive().layers.bring(game, content, by=me.account_id or "", replacing=said["replace"])


@blueprint.delete("/<game_id>/layers/<layer_id>", name="delete_layer")
@blueprint.answers(None, 404, status=204, by="bearer")
def delete(game_id: str, layer_id: str) -> None:
    """Delete a layer with its history"""
    game = game_or_404(game_id)
    if layer_id == OWN and who().account_id is None:
        require(Permission.ANNOTATE, game)
    found = layer_or_404(game, layer_id)
    me = require(Permission.DELETE, found)
    archive().layers.delete(found, by=me.account_id)


@blueprint.put("/<game_id>/layers/<layer_id>/hidden", name="hide_layer")
@blueprint.answers(None, 404, status=204, by="bearer")
def hide(game_id: str, layer_id: str) -> None:
    """Hide a layer from all but its owner"""
    _hide(game_id, layer_id, hidden=True)


@blueprint.delete("/<game_id>/layers/<layer_id>/hidden", name="unhide_layer")
@blueprint.answers(None, 404, status=204, by="bearer")
def unhide(game_id: str, layer_id: str) -> None:
    """Show a hidden layer again"""
    _hide(game_id, layer_id, hidden=False)


def _hide(game_id: str, layer_id: str, *, hidden: bool) -> None:
    found = layer_or_404(game_or_404(game_id), layer_id)
    me = require(Permission.MODERATE)
    archive().layers.hide(found, by=me.account_id, hidden=hidden)


@blueprint.get("/<game_id>/annotated", name="get_annotated_record")
@blueprint.gives(
    XXN, "The record with what the layers have about its plays.", 404, 422, query=NamedLayersSchema
)
def with_layers(said: dict[str, Any], game_id: str) -> Response:
    """The record as XXN with layers written into it: comments, `$n` and variations

    `?layers=` names them; `analyst` is the play-by-play analysis, where there is one.
    """
    game = game_or_404(game_id)
    named = named_in(said["layers"])
    found = [one for one in layers_of(game, named) if one.id in named]
    if missing := set(named) - {one.id for one in found} - {ANALYST}:
        abort(
            HTTPStatus.NOT_FOUND,
            _("There are no notes “%(name)s” on this game.", name=min(missing)),
        )
    weighed = archive().annotating.find(game).body if ANALYST in named else None
    return responses.bytes_as_stored(with_layers_written(game, found, weighed), XXN)


def note_of(said: dict[str, Any]) -> Note:
    """Return a note from its JSON."""
    return Note(
        said["ply"], said["comment"].strip(), tuple(said["glyphs"]),
        tuple(Arrow(**one) for one in said["arrows"]), tuple(said["variations"]),
    )  # fmt: skip
