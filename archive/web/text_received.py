"""The one gate through which text comes in: addresses, parameters, forms, names and keys in
headers.

No text here has a NUL in it, which PostgreSQL cannot keep, or a lone surrogate, which nothing can.
What has one is refused before any view sees it, with the name of the field. Parameters and bodies
of the API are checked by the same rule where they are read (api/resource.py). Records are bytes and
not text: they are kept as they came, and their fields are not checked.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from flask import Flask, abort, request
from werkzeug.datastructures import MultiDict

from archive.web.language import _, marked

RECORDS: Final = {
    "upload.take": ("text",),
    "verify.check": ("text",),
    "compare.check": ("a", "b"),
    "revisions.correct": ("text",),
}
"""The fields of each endpoint's form that have records."""
SAY_IT_THEMSELVES: Final = ("games", "exports")
"""Pages of games, which answer an odd search with their form and mark what was odd."""
NO_TEXT: Final = marked(
    "%(where)s has a character in it that no text here has: U+0000, or half of a pair."
)
NO_NAME: Final = marked(
    "%(where)s has a name with a character that no text here has: U+0000, or half of a pair."
)


def is_text(said: str) -> bool:
    """Return whether every character of a text can be kept."""
    if said.isascii():
        return "\0" not in said
    return "\0" not in said and not any("\ud800" <= sign <= "\udfff" for sign in said)


def no_text_in(said: Mapping[Any, Any] | list[Any], but: Container[str] = ()) -> dict[Any, Any]:
    """Return what is wrong with a body of JSON, by its keys and indices; empty where nothing is.
    The keys in `but` are not checked. A key that is no text is named by its `repr`."""
    found: dict[Any, Any] = {}
    entries: Iterable[tuple[Any, Any]]
    entries = said.items() if isinstance(said, Mapping) else enumerate(said)
    for key, value in entries:
        if isinstance(key, str) and not is_text(key):
            found[repr(key)] = [_(NO_TEXT, where=_("This name"))]
        elif isinstance(value, str) and key not in but and not is_text(value):
            found[key] = [_(NO_TEXT, where=_("This"))]
        elif isinstance(value, Mapping | list) and (inner := no_text_in(value)):
            found[key] = inner
    return found


def add_entering(app: Flask) -> None:
    """Refuse invalid text before anything else is looked at."""

    @app.before_request
    def enter() -> None:
        if not is_text(request.path):
            abort(404)
        programs = request.path.startswith("/api/")
        if not programs and request.blueprint not in SAY_IT_THEMSELVES:
            _hold(request.args, marked("The question in the address"))
        key = request.headers.get("Idempotency-Key", "")
        given = request.authorization
        name = given.username if given is not None and given.type == "basic" else ""
        for what, said in (("Idempotency-Key", key), ("Authorization", name or "")):
            if not is_text(said):
                abort(400, _(NO_TEXT, where=what))
        if request.method not in ("GET", "HEAD") and not programs:
            _hold(request.form, marked("The form"), RECORDS.get(request.endpoint or "", ()))


def _hold(fields: MultiDict[str, str], where: str, but: Container[str] = ()) -> None:
    for name, values in fields.lists():
        if not is_text(name):
            abort(400, _(NO_NAME, where=_(where)))
        if name not in but and not all(map(is_text, values)):
            abort(400, _(NO_TEXT, where=f"{_(where)}: “{name}”"))
