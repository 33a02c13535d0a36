"""What the analyst says of games: every play weighed, when somebody asks for it."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import url_for

from archive.services import AnnotationView
from archive.web.api.resource import Resource
from archive.web.lookup import archive, game_or_404
from schemas.annotations import WeighingSchema

blueprint = Resource("api-annotations", __name__, url_prefix="/games", description="Plays weighed")


@blueprint.get("/<game_id>/annotations", name="get_annotations")
@blueprint.of_a_revision
@blueprint.answers(WeighingSchema, 404)
def plays(game_id: str) -> dict[str, Any]:
    """What the analyst says of its plays

    A mistake is what could be expected to give points away by what the player could know; what gave
    them away only as the cards lay is bad luck. It is there once it was asked for, and belongs to
    this version of the analyst and the engine.
    """
    return _told(archive().annotating.find(game_or_404(game_id)))


@blueprint.post("/<game_id>/analysis", name="weigh_plays")
@blueprint.of_a_revision
@blueprint.answers(WeighingSchema, 404, 429, status=202)
def ask(game_id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Have its plays weighed

    Done once, however often it is asked for; one that was given up is tried again. `Location` is
    where the answer will be.
    """
    found = archive().annotating.ask_for(game_or_404(game_id))
    where = url_for("api-annotations.plays", game_id=game_id)
    return _told(found), HTTPStatus.ACCEPTED, {"Location": where}


def _told(found: AnnotationView) -> dict[str, Any]:
    said = json.loads(found.body) if found.body else None
    if said is not None:
        said["not_weighed"] = said["not_weighed"] or None
        for ply in [*said["plies"], *said["trumps"]]:
            ply["luck"], ply["how"] = ply["luck"] or None, ply["how"] or None
    return {"state": found.state, "note": found.note, "annotations": said}
