"""Addresses within the site, and their parameters. Addresses that are the same on every page are
made once: one costs as much as a small statement, and a page has dozens.

An unknown parameter of an address that programs read is refused. Ignoring it would answer another
question than the one that was asked (`?plyer=Anna` finds all games). Pages for people accept any: a
link that was passed around may have something added to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import starmap
from typing import Any, Final
from urllib.parse import urlencode

from apispec.ext.marshmallow.common import resolve_schema_instance
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


_QUESTION: Final = frozenset({*PARAMETERS, "mine"})
_REVISION: Final = frozenset({"revision"})
_NOTHING: Final = frozenset[str]()

_TAKEN: Final[dict[str, frozenset[str]]] = {
    "exports.export": _QUESTION | {"sort"},
    "standings.table_json": _QUESTION,
    "standings.table_csv": _QUESTION,
    "game.record": _REVISION,
    "lines.as_variation": frozenset({"line", "revision"}),
    "notes.file": frozenset({"layers", "revision"}),
    "alternates.source": _REVISION,
    "verdict.repair_patch": _REVISION,
    "jobs.job_json": frozenset({"after"}),
    "upload.job_json": _NOTHING,
    "upload.judged_text": _NOTHING,
    "upload_results.results": _NOTHING,
    "standings.upload_table_csv": _NOTHING,
    "together.state": _NOTHING,
    "alternates.home": _NOTHING,
    "rules.files": frozenset({"v"}),
}
"""The parameters of addresses that programs read and that no operation of the API answers."""


def taken_by(endpoint: str) -> frozenset[str] | None:
    """Return the parameters that an endpoint knows; None for a page for people, which takes any."""
    described = getattr(current_app.view_functions.get(endpoint), "_apidoc", None)
    if described is None:
        return _TAKEN.get(endpoint)
    asked = described.get("arguments", {}).get("parameters", ())
    schemas = [resolve_schema_instance(one["schema"]) for one in asked if one["in"] == "query"]
    return frozenset(name for schema in schemas for name in schema.fields)


_PARSER: Final = FlaskParser(unknown=RAISE)
"""A parser that looks at names alone; the values are checked as text (text_received.py), or by the
page."""


def add_questions(app: Flask) -> None:
    """Refuse unknown parameters."""

    @app.before_request
    def refuse_unknown() -> None:
        if request.args and (names := taken_by(request.endpoint or "")) is not None:
            schema = Schema.from_dict({name: fields.Raw() for name in names})()
            _PARSER.parse(schema, request, location="query")
