"""The pages, one small blueprint each. docs/pages.md lists their addresses."""

from __future__ import annotations

from flask import Flask

from archive.web.pages import about, game, health, home, replay, rules, source, upload, verify


def add_pages(app: Flask) -> None:
    for module in (home, upload, verify, game, replay, source, rules, about, health):
        app.register_blueprint(module.pages)
