"""The pages, one small blueprint each. docs/pages.md lists their addresses."""

from __future__ import annotations

from flask import Flask

from archive.web.pages import (
    about,
    compare,
    game,
    health,
    home,
    replay,
    rules,
    source,
    upload,
    verdict,
    verify,
)

PAGES = (home, upload, verify, compare, game, verdict, replay, source, rules, about, health)


def add_pages(app: Flask) -> None:
    for module in PAGES:
        app.register_blueprint(module.pages)
