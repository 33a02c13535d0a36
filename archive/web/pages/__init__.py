"""The pages, one small blueprint each. docs/pages.md lists their addresses."""

from __future__ import annotations

from http import HTTPStatus
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from flask import Blueprint, Flask, redirect, url_for
from werkzeug.wrappers import Response


def add_pages(app: Flask) -> None:
    """Register the pages: every blueprint that a module of this room defines."""
    for found in iter_modules(__path__):
        module = import_module(f"{__name__}.{found.name}")
        for blueprint in [one for one in vars(module).values() if isinstance(one, Blueprint)]:
            app.register_blueprint(blueprint)


def led_to(endpoint: str, **values: Any) -> Response:
    """Return a redirect to a page, for a reader who has just changed something."""
    return redirect(url_for(endpoint, **values), HTTPStatus.SEE_OTHER)
