"""The JSON API, /api/v1: the same use cases as the pages, for programs."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask_smorest import Api, Blueprint

from archive.web.api import compare, games, uploads, verify


class ProblemApi(Api):  # type: ignore[misc]
    """Errors are answered by archive.web.problems, the same for every address, and so are not
    answered here a second way."""

    ERROR_SCHEMA = None

    def _register_error_handlers(self) -> None:
        """Leave them to the app."""


def add_api(app: Flask) -> list[Blueprint]:
    """Register the API's blueprints, and answer with them."""
    app.config.update(
        API_TITLE="Twenties",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX="/api/v1",
        OPENAPI_JSON_PATH="openapi.json",
    )
    description: dict[str, Any] = {
        "description": "Hand in transcripts of card games, and read what was found in them."
    }
    api = ProblemApi(app, spec_kwargs={"info": description})
    blueprints = [uploads.blueprint, games.blueprint, verify.blueprint, compare.blueprint]
    for blueprint in blueprints:
        api.register_blueprint(blueprint, url_prefix=f"/api/v1{blueprint.url_prefix}")
    return blueprints
