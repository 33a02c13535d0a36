"""What it is, and which keys it knows."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from archive.web import caching
from archive.web.words import QUESTIONS

pages = Blueprint("about", __name__)


@pages.get("/about")
def about() -> Response:
    return caching.page(render_template("about.html", questions=QUESTIONS))


@pages.get("/help/keys")
def keys() -> Response:
    return caching.page(render_template("keys.html"))
