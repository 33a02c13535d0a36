"""The JSON API, /api/v1: the same use cases as the pages, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final

from flask import Blueprint, Flask, Response
from flask_smorest import Api

from archive.web import responses
from archive.web.addresses import Digits
from archive.web.api.describing import INFO, finished
from archive.web.api.resource import Resource

PREFIX: Final = "/api/v1"
RESOURCES: Final = (
    "search_and_players", "games_and_verdicts", "replays", "analysis_and_puzzles", "notes",
    "uploads", "check_and_compare", "rules_and_sample_games", "own_games_and_collections",
    "account", "moderation_and_jobs",
)  # fmt: skip
"""The modules of this room with operations, in the order in which they are described."""


class ProblemApi(Api):  # type: ignore[misc]
    """The API of flask-smorest. Errors are described for every address alike, and so not here
    again."""

    ERROR_SCHEMA = None


@cache
def description() -> bytes:
    """Return the description of the API, built when it is first asked for.

    That takes longer than the rest of an app, and is the same for all apps: the addresses are
    described as they are registered with an app of no other use.
    """
    app = Flask(__name__, static_folder=None)
    app.url_map.converters["int"] = Digits
    app.config.update(API_TITLE="Twenties", API_VERSION="v1", OPENAPI_VERSION="3.1.0")
    api = ProblemApi(app, spec_kwargs={"info": {"description": INFO}})
    for blueprint in _blueprints():
        api.register_blueprint(blueprint, url_prefix=f"{PREFIX}{blueprint.url_prefix}")
    found: dict[str, Any] = finished(api.spec.to_dict())
    return json.dumps(found, indent=1, ensure_ascii=False).encode()


def add_api(app: Flask) -> None:
    """Register the API's addresses. Its errors are answered by archive.web.errors, like all
    others."""
    app.json.sort_keys = False  # type: ignore[attr-defined] # a verdict's keys have an order
    for blueprint in _blueprints():
        app.register_blueprint(blueprint, url_prefix=f"{PREFIX}{blueprint.url_prefix}")
    docs = Blueprint("api-docs", __name__, url_prefix=PREFIX)
    docs.add_url_rule("/openapi.json", "openapi_json", _described)
    app.register_blueprint(docs)
    responses.add_etags(app)


def _described() -> Response:
    return responses.bytes_as_stored(description(), "application/json")


def _blueprints() -> Iterator[Resource]:
    for name in RESOURCES:
        module = import_module(f"{__name__}.{name}")
        for one in vars(module).values():
            if isinstance(one, Resource) and one.import_name == module.__name__:
                yield one
