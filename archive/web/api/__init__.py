"""The JSON API, /api/v1: the same use cases as the pages, for programs."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, Final

from flask import Flask, Response
from flask_smorest import Api, Blueprint

from archive.web import caching
from archive.web.api import (
    account,
    collections,
    compare,
    counts,
    games,
    generate,
    jobs,
    managing,
    moderation,
    players,
    records,
    replays,
    revisions,
    rules,
    search,
    uploads,
    verdicts,
    verify,
)
from archive.web.api.describing import INFO, finished

PREFIX: Final = "/api/v1"
RESOURCES: Final = (
    search,
    players,
    games,
    records,
    verdicts,
    revisions,
    replays,
    uploads,
    verify,
    compare,
    rules,
    generate,
    counts,
    managing,
    collections,
    account,
    moderation,
    jobs,
)


class ProblemApi(Api):  # type: ignore[misc]
    """Errors are answered by archive.web.errors, the same for every address, and so are not
    answered here a second way."""

    ERROR_SCHEMA = None

    def _register_error_handlers(self) -> None:
        """Leave them to the app."""

    @cached_property
    def published(self) -> bytes:
        """The description of the API; it does not change while the app runs."""
        found: dict[str, Any] = finished(self.spec.to_dict())
        return json.dumps(found, indent=1, ensure_ascii=False).encode()

    def _openapi_json(self) -> Response:
        return caching.bytes_as_stored(self.published, "application/json")


def add_api(app: Flask) -> list[Blueprint]:
    """Register the API's blueprints, and answer with them."""
    app.config.update(
        API_TITLE="Twenties",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        OPENAPI_JSON_PATH="openapi.json",
    )
    app.json.sort_keys = False  # type: ignore[attr-defined] # a verdict's keys have an order
    api = ProblemApi(app, spec_kwargs={"info": {"description": INFO}})
    blueprints = [module.blueprint for module in RESOURCES]
    for blueprint in blueprints:
        api.register_blueprint(blueprint, url_prefix=f"{PREFIX}{blueprint.url_prefix}")
    caching.add_etags(app)
    return blueprints
