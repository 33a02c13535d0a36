"""The shape of a record as JSON, for other programs (docs/schema/)."""

from __future__ import annotations

import json
from typing import Any

from archive.notation.json_form import SCHEMA

DEFINED = "#/$defs/"


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of a record as JSON, each object in it under its title."""
    found: dict[str, Any] = {}
    record = {key: _apart(value, found) for key, value in SCHEMA.items()}
    found |= record["$defs"]
    return {**record, "$defs": {name: found[name] for name in sorted(found)}}


def text_of(schema: dict[str, Any]) -> str:
    """Return a schema as it is published."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _apart(value: Any, found: dict[str, Any]) -> Any:
    """Return a value with references to the objects in it, which are put into `found`."""
    if isinstance(value, list):
        return [_apart(one, found) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _apart(one, found) for key, one in value.items() if key != "title"}
    title = value.get("title")
    if not isinstance(title, str):
        return inner if title is None else {**inner, "title": _apart(title, found)}
    found[title] = inner
    return {"$ref": DEFINED + title}
