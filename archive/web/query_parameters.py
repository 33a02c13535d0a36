"""Numbers in addresses, and what addresses that programs read may be asked: a name that they do not
know is refused. And which of these addresses say the same as a page: its twins.

Leaving it out would answer another question than the one that was asked (`?plyer=Anna` finds all
games). The API refuses it by its schemas; these are the addresses beside it. Pages for people take
whatever comes: a link that was passed around may have something added to it.

Every page that has a twin says so twice, in a `Link` header and in its head, so that a program that
was given a page's address finds the data behind it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from flask import Flask, Response, current_app, g, request, url_for
from marshmallow import RAISE, Schema, fields
from webargs.flaskparser import FlaskParser
from werkzeug.routing import IntegerConverter

from archive.services.search import PARAMETERS


class Digits(IntegerConverter):
    """0 to 9, and so few that every database takes the number. Digits of other scripts would be
    second addresses of the same page."""

    regex = r"[0-9]{1,9}"


def number_asked(name: str, digits: int = 2) -> int | None:
    """Return a number of at most so many digits from the question of an address; None where it has
    none, or something else."""
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
    "twins.ply": _REVISION,
    "twins.source": _REVISION,
    "twins.verdict": _REVISION,
    "twins.revisions": _NOTHING,
    "verdict.repair_patch": _REVISION,
    "revisions.stored_verdict": _NOTHING,
    "jobs.job_json": frozenset({"after"}),
    "upload.job_json": _NOTHING,
    "upload.judged_text": _NOTHING,
    "report.report": _NOTHING,
    "standings.upload_table_csv": _NOTHING,
    "together.state": _NOTHING,
    "twins.home": _NOTHING,
    "twins.rules": _NOTHING,
    "rules.files": frozenset({"v"}),
    "twins.rulebook": _NOTHING,
    "twins.collection": _NOTHING,
    "twins.collections": _NOTHING,
}
"""By endpoint, the names that a question may have there."""

_SCHEMAS: Final = {
    endpoint: Schema.from_dict({name: fields.Raw() for name in sorted(names)})()
    for endpoint, names in TAKEN.items()
}

_PARSER: Final = FlaskParser(unknown=RAISE)
"""It looks at names alone; what is said under them is held against the rule for text
(text_received.py), or by the page that is asked."""


def add_questions(app: Flask) -> None:
    """Have what is not known refused."""

    @app.before_request
    def refuse_unknown() -> None:
        schema = _SCHEMAS.get(request.endpoint or "")
        if schema is not None and request.args:
            _PARSER.parse(schema, request, location="query")


JSON: Final = "application/json"
XXN: Final = "application/x-xxn"
CSV: Final = "text/csv"

TWINS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "home.home": (("twins.home", JSON),),
    "game.game": (("game.verdict_json", JSON), ("game.record", XXN)),
    "replay.ply": (("twins.ply", JSON), ("game.record", XXN)),
    "source.source": (("twins.source", JSON), ("game.record", XXN)),
    "verdict.verdict": (("twins.verdict", JSON), ("game.record", XXN)),
    "revisions.revisions": (("twins.revisions", JSON), ("game.record", XXN)),
    "upload.job": (("upload.job_json", JSON), ("upload.judged_text", XXN)),
    "jobs.job": (("jobs.job_json", JSON),),
    "games.games": (("games.games_json", JSON),),
    "games.tag": (("games.tag_json", JSON),),
    "standings.events": (("standings.events_json", JSON),),
    "standings.table": (("standings.table_json", JSON), ("standings.table_csv", CSV)),
    "standings.upload_table": (("standings.upload_table_csv", CSV),),
    "players.players": (("players.players_json", JSON),),
    "players.player": (("players.player_json", JSON),),
    "players.head_to_head": (("players.head_to_head_json", JSON),),
    "rules.rules": (("twins.rules", JSON),),
    "rules.page": (("twins.rulebook", JSON),),
    "collections.collection": (("twins.collection", JSON),),
    "collections.own": (("twins.collections", JSON),),
    "about.api": (("api-docs.openapi_json", JSON),),
}
"""By the endpoint of a page those of its twins, and what they are."""


class Twin(NamedTuple):
    address: str
    content_type: str


def twins_here() -> list[Twin]:
    """Return the twins of the page that is being asked for. The page and its header both name
    them."""
    if "twins" not in g:
        found = TWINS.get(request.endpoint or "", ())
        g.twins = [Twin(_address(endpoint), kind) for endpoint, kind in found]
    there: list[Twin] = g.twins
    return there


def add_twins(app: Flask) -> None:
    """Have every page name its twins."""

    @app.after_request
    def name_them(response: Response) -> Response:
        if response.status_code < 400:
            for twin in twins_here():
                said = f'<{twin.address}>; rel="alternate"; type="{twin.content_type}"'
                response.headers.add("Link", said)
        return response

    @app.context_processor
    def twins() -> dict[str, Any]:
        return {"twins_here": twins_here}


def _address(endpoint: str) -> str:
    """Return where a twin is: of what the page's address says, as much as the twin's asks for."""
    said = request.view_args or {}
    rules = current_app.url_map.iter_rules(endpoint)
    wanted: set[str] = set().union(*(rule.arguments for rule in rules))
    taken = TAKEN.get(endpoint, ())
    question = {key: value for key, value in request.args.items() if key in taken}
    return url_for(
        endpoint, **{**question, **{name: said[name] for name in said if name in wanted}}
    )
