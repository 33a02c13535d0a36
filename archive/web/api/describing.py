"""The description of the API, finished: what holds for every operation is said once, here.

flask-smorest describes each operation from its view. What no view says is added: how to sign in,
what any address may answer when something is wrong, and that whatever can be read can be asked
about by its ETag.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any, Final

from archive.web.errors import MEDIA_TYPE
from schemas.publish import record_schema

STREAMED: Final = frozenset({"application/zip", "text/csv"})
"""What is made while it is sent, and so has no ETag."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
_PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}
_ETAG: Final = {
    "description": "Changes when the answer does.",
    "schema": {"type": "string"},
}
_IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "An ETag that is known: if it still holds, 304 and no body.",
    "schema": {"type": "string"},
}
_TRACE: Final = {
    "X-Request-ID": {
        "description": "What the archive's log has this request under.",
        "schema": {"type": "string"},
    }
}
_NAMED: Final = {
    "account_id": "An account's identifier.",
    "clause": "A clause's number: `4.1`.",
    "collection_id": "A collection's identifier.",
    "game": "A game's name: `twenty`.",
    "game_id": "A game's identifier.",
    "kind": "How to write it.",
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
"""What stands in addresses."""
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
about. Lists have a `cursor` for their next page. What takes long answers 202 with a job and its
`Location`."""


def finished(described: dict[str, Any]) -> dict[str, Any]:
    """The description as it is published."""
    found = deepcopy(described)
    for tag in found["tags"]:
        tag["name"] = _title(tag["name"])
    found["security"] = [{}, {"bearer": []}]
    components = found.setdefault("components", {})
    components["securitySchemes"] = _SECURITY
    components.pop("responses", None)
    components.pop("headers", None)
    _add_records(components.setdefault("schemas", {}))
    for path, operations in found["paths"].items():
        for parameter in operations.get("parameters", []):
            parameter.setdefault("description", _NAMED.get(parameter["name"], "Which one."))
        for method, operation in operations.items():
            if method in METHODS:
                _finish(path, method, operation)
    return found


def _add_records(components: dict[str, Any]) -> None:
    """Records as JSON have a schema of their own, which is published as a file as well."""
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
    """References within the record's schema, as they are within ours."""
    if isinstance(value, dict):
        return {key: _moved(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_moved(one) for one in value]
    if isinstance(value, str) and value.startswith("#/$defs/"):
        return value.replace("#/$defs/", "#/components/schemas/Record")
    return value


def _finish(path: str, method: str, operation: dict[str, Any]) -> None:
    operation["operationId"] = _name(path, method)
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
    for response in responses.values():
        response["headers"] = {**_TRACE, **response.get("headers", {})}


def _title(blueprint: str) -> str:
    """A blueprint's name as a heading: `api-games` is `Games`."""
    return blueprint.removeprefix("api-").capitalize()


def _problem(description: str) -> dict[str, Any]:
    return {"description": description, "content": {MEDIA_TYPE: {"schema": _PROBLEM}}}


def _name(path: str, method: str) -> str:
    """A name for the operation, for programs that make clients: `get_games_by_game_id_verdict`."""
    words = re.sub(r"\{(\w+)\}", r"by_\1", path.removeprefix("/api/v1"))
    return "_".join([method, *re.findall(r"\w+", words)])
