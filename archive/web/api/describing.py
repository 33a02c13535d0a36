"""The finished description of the API: what holds for every operation is added once, here.

flask-smorest describes each operation from its view. Added is what no view has: how to sign in, the
errors of any address, and that whatever can be read can be asked for by its ETag.
"""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import schemas
from archive.notation.json_schema import record_schema
from archive.web.errors import MEDIA_TYPE

EXAMPLES: Final = Path(schemas.__file__).with_name("examples.json")
"""Examples of bodies by schema; a test checks each against its schema."""
STREAMED: Final = frozenset({"application/zip", "text/csv"})
"""Answers that are made while they are sent, and so have no ETag."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
_PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}


def _header(about: str, kind: str = "string", **more: Any) -> dict[str, Any]:
    """Return the description of a header."""
    return {"description": about, **more, "schema": {"type": kind}}


_ETAG: Final = _header("Changes when the answer does.")
_IF_NONE_MATCH: Final = {
    "name": "If-None-Match", "in": "header",
    **_header("An ETag that is known: if it still holds, 304 and no body."),
}  # fmt: skip
_IF_MATCH: Final = {
    "name": "If-Match", "in": "header",
    **_header("The ETag of what was read: if it has changed since, 412 and nothing is done."),
}  # fmt: skip
_LOCATION: Final = _header("Where it can be followed, or is.", required=True)
_LINK: Final = _header('The next page, if there is one: `<…>; rel="next"`.')
_CHALLENGE: Final = _header(
    "What is to be sent, and what is wrong with what was (RFC 6750, RFC 7617).", required=True
)
_LIMITS: Final = {
    "RateLimit-Limit": _header("So many requests one address may make in a while.", "integer"),
    "RateLimit-Remaining": _header("So many of them are left.", "integer"),
    "RateLimit-Reset": _header("In so many seconds all may be made again.", "integer"),
}
PAGED: Final = frozenset({
    "find_games", "find_players", "get_player", "compare_players", "list_own_uploads",
    "list_log_entries", "list_differences", "list_plies", "get_source_lines",
})  # fmt: skip
"""Operations that return a list page by page."""
_TRACE: Final = {"X-Request-ID": _header("What the archive's log has this request under.")}
_SHOWN: Final[dict[str, str | int]] = {
    "against_id": "c4xw8n2hq7", "clause": "4.1", "comment": "The ten was a nine.", "count": 2,
    "filename": "evening.xxn",
    "finding": "wrong-score", "flaw": "wrong-score", "from": "2026-01", "game": "twenty",
    "game_id": "k7m2p9x4qd", "line": "9h.7s", "number": 1, "player": "Anna", "ply": 34,
    "q": "summer", "rules": "twenty/farrugia@1", "seed": 7, "subject": "record:k7m2p9x4qd",
    "tag": "summer-cup", "to": "2026-12-31", "upload_id": "k7m2p9x4qd", "vs": "Bertha",
}  # fmt: skip
"""Example values of parameters."""
_NAMED: Final = {
    "account_id": "An account's identifier.",
    "against_id": "The other game's identifier.",
    "clause": "A clause's number: `4.1`.",
    "collection_id": "A collection's identifier.",
    "game": "A game's name: `twenty`.",
    "game_id": "A game's identifier.",
    "kind": "How to write it.",
    "layer_id": "A layer's identifier, or `own`.",
    "number": "Which one, from 1.",
    "other_id": "Another player's identifier.",
    "player_id": "A player's identifier.",
    "ply": "A ply's number; 0 is before the first.",
    "report_id": "A report's identifier.",
    "tag": "A tag: `summer-cup`.",
    "token_id": "A token's identifier.",
    "upload_id": "An upload's identifier.",
    "verdict_id": "A verdict's identifier.",
}
"""Parameters in addresses."""
_SECURITY: Final = {
    "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of an account, made on its page or by `POST /api/v1/account/"
        "tokens`. Without one everything works that works without an account.",
    },
    "password": {
        "type": "http",
        "scheme": "basic",
        "description": "An account's name and password, for what a token may not do: make tokens, "
        "end sessions or the account, take another password.",
    },
}
INFO: Final = """\
Upload transcripts of card games, have them replayed and scored by the rules, and read what was
found in them. `docs/api.md` goes through it with examples.

Everything is JSON unless it says otherwise. What cannot be done is answered with a problem
(RFC 9457, `application/problem+json`); `request_id` in it is what to ask the archive's keeper
about. Lists name their next page in a `Link` header. What takes long answers 202 and says in
`Location` where it can be followed. The `RateLimit-` headers say how much more one address may
ask. Pages of other sites may read what everyone may."""


def finished(described: dict[str, Any]) -> dict[str, Any]:
    """Return the description as it is published."""
    found = deepcopy(described)
    for tag in found["tags"]:
        tag["name"] = _title(tag["name"])
    found["security"] = [{}, {"bearer": []}]
    components = found.setdefault("components", {})
    components["securitySchemes"] = _SECURITY
    components.pop("responses", None)
    components.pop("headers", None)
    _add_records(components.setdefault("schemas", {}))
    for name, example in json.loads(EXAMPLES.read_text("utf-8")).items():
        if name in components["schemas"]:
            components["schemas"][name]["examples"] = [example]
    for path, operations in found["paths"].items():
        for parameter in operations.get("parameters", []):
            parameter.setdefault("description", _NAMED.get(parameter["name"], "Which one."))
            _show(parameter)
        for method, operation in operations.items():
            if method in METHODS:
                _finish(path, method, operation)
    return found


def _add_records(components: dict[str, Any]) -> None:
    """Add the schema of records as JSON, which is published as a file as well."""
    record = record_schema()
    record.pop("$schema")
    definitions = record.pop("$defs")
    for name, definition in definitions.items():
        components[f"Record{name}"] = _moved(definition)
    components["Encoded"] = _moved(record)
    if "Ply" in components:
        components["Ply"]["properties"]["action"] = {
            "description": "What was done, as in the record as JSON.",
            "$ref": "#/components/schemas/RecordEvent",
        }


def _moved(value: Any) -> Any:
    """Return a value with the references within the record's schema moved into ours."""
    if isinstance(value, dict):
        return {key: _moved(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_moved(one) for one in value]
    if isinstance(value, str) and value.startswith("#/$defs/"):
        return value.replace("#/$defs/", "#/components/schemas/Record")
    return value


def _finish(path: str, method: str, operation: dict[str, Any]) -> None:
    operation["tags"] = [_title(tag) for tag in operation["tags"]]
    responses = operation["responses"]
    # flask-smorest refers to answers of its own here; ours say the same and more.
    for status in [status for status, one in responses.items() if "$ref" in one]:
        responses[status] = _problem("Something in the request is missing or wrong.")
    for status, response in responses.items():
        if not status.startswith("2") and "application/json" in response.get("content", {}):
            responses[status] = _problem(response["description"])
    responses.setdefault("422", _problem("The address asks something that is not known here."))
    responses["default"] = _problem("What could not be done, and why.")
    if method == "get" and "200" in responses and not STREAMED & responses["200"]["content"].keys():
        responses["200"].setdefault("headers", {})["ETag"] = _ETAG
        responses["304"] = {"description": "It is what the ETag names."}
        operation.setdefault("parameters", []).append(_IF_NONE_MATCH)
    if method in ("put", "patch", "delete") or "412" in responses:
        responses.setdefault("412", _problem("It has been changed since; see `If-Match`."))
        operation.setdefault("parameters", []).append(_IF_MATCH)
    responses.setdefault("429", _problem("Too many requests from one address."))
    for parameter in operation.get("parameters", []):
        _say_plainly(parameter["schema"])
        _show(parameter)
    _fill_form(operation)
    for status, response in responses.items():
        headers = _headers(operation["operationId"], status, "429" in responses)
        response["headers"] = {**headers, **response.get("headers", {})}


def _headers(name: str, status: str, limited: bool) -> dict[str, Any]:
    """Return the headers of an operation's answer with a status."""
    found: dict[str, Any] = dict(_TRACE)
    if status in ("201", "202") or (name, status) == ("upload_records", "200"):
        found["Location"] = _LOCATION
    if status == "200" and name in PAGED:
        found["Link"] = _LINK
    if status == "401":
        found["WWW-Authenticate"] = _CHALLENGE
    if limited and (status.startswith("2") or status == "429"):
        found |= _LIMITS
    if status in ("429", "503"):
        found["Retry-After"] = _header("In seconds.", "integer")
    return found


def _say_plainly(schema: dict[str, Any]) -> None:
    """Leave out that a parameter may be null or empty: an unset parameter is not sent."""
    if isinstance(schema.get("type"), list):
        schema["type"] = next(kind for kind in schema["type"] if kind != "null")
    if schema.get("default", 0) in (None, ""):
        del schema["default"]


def _show(parameter: dict[str, Any]) -> None:
    """Add an example to a parameter."""
    if parameter["schema"].get("type") != "array" and parameter["name"] in _SHOWN:
        parameter["example"] = _SHOWN[parameter["name"]]


def _fill_form(operation: dict[str, Any]) -> None:
    """Describe the fields of a form beside its file, which are parameters of the address too."""
    form = operation.get("requestBody", {}).get("content", {}).get("multipart/form-data")
    if form is None:
        return
    said = {one["name"]: one for one in operation.get("parameters", [])}
    properties = form["schema"]["properties"]
    for name in properties.keys() & said.keys():
        properties[name] = {**said[name]["schema"], "description": said[name]["description"]}


def _title(blueprint: str) -> str:
    """Return a blueprint's name as a heading: `api-games` is `Games`."""
    return blueprint.removeprefix("api-").capitalize()


def _problem(description: str) -> dict[str, Any]:
    return {"description": description, "content": {MEDIA_TYPE: {"schema": _PROBLEM}}}
