"""The pages, one small blueprint each. docs/pages.md lists their addresses."""

from __future__ import annotations

from flask import Flask

from archive.web.pages import (
    about,
    account,
    alternates,
    api_docs,
    collections,
    compare,
    embed,
    events,
    exports,
    game,
    games,
    health,
    home,
    jobs,
    language,
    learn,
    lines,
    managing,
    moderation,
    pictures,
    player_names,
    players,
    printing,
    puzzles,
    replay,
    report,
    revisions,
    rules,
    sign_in,
    source,
    upload,
    verdict,
    verify,
    weighed,
)

PAGES = (
    home,
    upload,
    verify,
    compare,
    game,
    verdict,
    replay,
    embed,
    lines,
    pictures,
    printing,
    source,
    weighed,
    puzzles,
    rules,
    learn,
    about,
    health,
    sign_in,
    account,
    managing,
    collections,
    moderation,
    api_docs,
    alternates,
    games,
    players,
    player_names,
    exports,
    events,
    report,
    revisions,
    jobs,
    language,
)


def add_pages(app: Flask) -> None:
    for module in PAGES:
        app.register_blueprint(module.pages)
