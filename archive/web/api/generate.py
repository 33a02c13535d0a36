"""Whole games made up by chance, to try things out with."""

from __future__ import annotations

from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from flask import Response, abort

from archive.core.errors import UnknownRules
from archive.games import find_game
from archive.made_up_games import MOST_TRIES, CannotInvent, check_flaw, chosen_for, invented
from archive.notation import write
from archive.scoring.reading_phrases import told
from archive.web import caching
from archive.web.api.resource import Resource
from archive.web.language import _
from archive.web.lookup import checked
from archive.web.spoken import speech
from schemas.generate import GenerateSchema

blueprint = Resource("api-generate", __name__, url_prefix="/generate", description="Sample games")

XXN: Final = "application/x-xxn"


@blueprint.get("/<game>", name="generate_games")
@blueprint.gives(XXN, "Records, an empty line between them.", 404, 422, 503, query=GenerateSchema)
def generate(said: dict[str, Any], game: str) -> Response:
    """Whole games made up by chance, with every claim in them

    They are played and scored without the rules that judge them, so that checking them finds
    nothing wrong; with `flaw` it is the first thing found.
    """
    try:
        find_game(game)
    except UnknownRules as unknown:
        known = told(unknown.expected, speech())
        abort(
            HTTPStatus.NOT_FOUND, _("There is no such game here; expected %(known)s.", known=known)
        )
    found = checked(
        make, game, said["rules"], said["players"], said["seed"], said["count"], said["flaw"]
    )
    if isinstance(found, str):
        abort(HTTPStatus.UNPROCESSABLE_ENTITY, told(found, speech()))
    return caching.bytes_as_stored(found, XXN)


def make(
    game: str, rules: str | None, players: int | None, seed: int, count: int, flaw: str | None
) -> bytes | str:
    """Return the games as text, or why there are none."""
    try:
        chosen = chosen_for(game, rules, players)
        if flaw is not None:
            check_flaw(game, flaw, chosen.title)
    except CannotInvent as why:
        return str(why)
    games = [write(record) for record in islice(invented(chosen, seed, flaw), count)]
    if len(games) < count:
        return f"None of {MOST_TRIES} games had a place for {flaw}: other rules may have one."
    return "\n".join(games).encode()
