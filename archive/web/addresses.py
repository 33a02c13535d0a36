"""Addresses within the site, and their parameters. Addresses that are the same on every page are
made once: one costs as much as a small statement, and a page has dozens.

An unknown parameter of an address that programs read is refused. Ignoring it would answer another
question than the one that was asked (`?plyer=Anna` finds all games). The API refuses it by its
schemas; these are the addresses beside it. Pages for people accept any parameter: a link that was
passed around may have something added to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import starmap
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, current_app, has_request_context, request
from marshmallow import RAISE, Schema, fields
from webargs.flaskparser import FlaskParser
from werkzeug.routing import IntegerConverter

from archive.services.search import PARAMETERS

_ALIKE: Final = {"filename", "kind"}
"""The values that an address made once may have; each has only a few."""
_AS_IT_IS: Final = "!$'()*,/:;?@"
"""Characters that url_for leaves as they are in parameters."""


def add_addresses(app: Flask) -> None:
    """Let templates and `address_to` make an address with no parameters only once for each
    prefix."""

    @lru_cache(maxsize=2_000)
    def kept(_root: str, endpoint: str, **values: Any) -> str:
        return app.url_for(endpoint, **values)

    def address(endpoint: str, **values: Any) -> str:
        if values.keys() <= _ALIKE and endpoint[0] != "." and has_request_context():
            return kept(request.script_root, endpoint, **values)
        return app.url_for(endpoint, **values)

    app.jinja_env.globals["url_for"] = app.extensions["address"] = address


def address_to(endpoint: str, **values: Any) -> str:
    """Return the address of an endpoint of this application."""
    address: str = current_app.extensions["address"](endpoint, **values)
    return address


def asking(address: str, parameters: Iterable[tuple[str, str]]) -> str:
    """Return an address with these parameters, if there are any."""
    said = "&".join(starmap(_said, parameters))
    return f"{address}?{said}" if said else address


@lru_cache(maxsize=4_000)
def _said(key: str, value: str) -> str:
    """Return a parameter as an address has it."""
    return urlencode({key: value}, safe=_AS_IT_IS)


class Digits(IntegerConverter):
    """The digits 0 to 9, and so few that every database takes the number. Digits of other scripts
    would make further addresses of the same page."""

    regex = r"[0-9]{1,9}"


def number_asked(name: str, digits: int = 2) -> int | None:
    """Return a number of at most `digits` digits from a parameter of the address; None where it is
    missing, or something else."""
    text = request.args.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


_SORT: Final = "sort"
_QUESTION: Final = frozenset({*PARAMETERS, _SORT, "mine"})
_PAGED: Final = _QUESTION | {"cursor"}
_REVISION: Final = frozenset({"revision"})
_NOTHING: Final = frozenset[str]()

TAKEN: Final[dict[str, frozenset[str]]] = {
    "games.games_json": _PAGED,
    "games.tag_json": _PAGED - {"tag"},
    "players.players_json": frozenset({"q", "after", "limit"}),
    "players.player_json": _PAGED - {"player", "mine"},
    "players.head_to_head_json": _PAGED - {"player", "vs", "mine"},
    "exports.export": _QUESTION,
    "standings.events_json": frozenset({"q", "cursor"}),
    "standings.table_json": _QUESTION - {_SORT},
    "standings.table_csv": _QUESTION - {_SORT},
    "game.verdict_json": _REVISION,
    "game.record": _REVISION,
    "lines.as_variation": frozenset({"line", "revision"}),
    "notes.file": frozenset({"layers", "revision"}),
    "alternates.ply": _REVISION,
    "alternates.source": _REVISION,
    "alternates.verdict": _REVISION,
    "alternates.revisions": _NOTHING,
    "verdict.repair_patch": _REVISION,
    "revisions.stored_verdict": _NOTHING,
    "jobs.job_json": frozenset({"after"}),
    "upload.job_json": _NOTHING,
    "upload.judged_text": _NOTHING,
    "upload_results.results": _NOTHING,
    "standings.upload_table_csv": _NOTHING,
    "together.state": _NOTHING,
    "alternates.home": _NOTHING,
    "alternates.rules": _NOTHING,
    "rules.files": frozenset({"v"}),
    "alternates.rulebook": _NOTHING,
    "alternates.collection": _NOTHING,
    "alternates.collections": _NOTHING,
}
"""The parameters that each endpoint knows."""

_SCHEMAS: Final = {
    endpoint: Schema.from_dict({name: fields.Raw() for name in sorted(names)})()
    for endpoint, names in TAKEN.items()
}

_PARSER: Final = FlaskParser(unknown=RAISE)
"""A parser that looks at names alone; the values are checked as text (text_received.py), or by the
page."""


def add_questions(app: Flask) -> None:
    """Refuse unknown parameters."""

    @app.before_request
    def refuse_unknown() -> None:
        schema = _SCHEMAS.get(request.endpoint or "")
        if schema is not None and request.args:
            _PARSER.parse(schema, request, location="query")
