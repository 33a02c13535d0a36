"""The shape of a record as JSON, for other programs (docs/schema/)."""

from __future__ import annotations

import json
from typing import Any

from archive.notation.json_events import FORMS
from archive.notation.json_form import PARTS
from archive.notation.json_values import Schema

DEFINED = "#/$defs/"
RECORD: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A record of XXN",
    "description": "One game as it was written down.",
    "type": "object",
    "properties": PARTS,
    "required": ["tags", "events"],
    "additionalProperties": False,
    "$defs": {"Event": {"oneOf": [form.schema for _, form in FORMS.values()]}},
}


def record_schema() -> Schema:
    """Return the JSON Schema of a record as JSON, each object in it under its title."""
    found: Schema = {}
    record = {key: _apart(value, found) for key, value in RECORD.items()}
    found |= record["$defs"]
    return {**record, "$defs": {name: found[name] for name in sorted(found)}}


def text_of(schema: Schema) -> str:
    """Return a schema as it is published."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _apart(value: Any, found: Schema) -> Any:
    """Return a value with references to the objects in it, which are put into `found`."""
    if isinstance(value, list):
        return [_apart(one, found) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _apart(one, found) for key, one in value.items() if key != "title"}
    title = value.get("title")
    if title is None:
        return inner
    found[title] = inner
    return {"$ref": DEFINED + title}
