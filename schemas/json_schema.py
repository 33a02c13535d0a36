"""The schemas as JSON Schema, for other programs (docs/schema/)."""

from __future__ import annotations

import json
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import fields

from schemas.record import EVENTS, EventField, RecordSchema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
OPENAPI = "3.1.0"  # whose schemas are of that dialect
THERE, HERE = "#/components/schemas/", "#/$defs/"


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of a record as JSON."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec("", "", OPENAPI, plugins=[plugin])
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_event)  # type: ignore[no-untyped-call]
    plugin.converter.add_attribute_function(_names)  # type: ignore[no-untyped-call]
    for shape in EVENTS.values():
        spec.components.schema(_name(shape), schema=shape)
    spec.components.schema(_name(RecordSchema), schema=RecordSchema)
    defined: dict[str, Any] = spec.to_dict()["components"]["schemas"]
    defined["Event"] = {"oneOf": [{"$ref": THERE + _name(shape)} for shape in EVENTS.values()]}
    record = defined.pop(_name(RecordSchema))
    found: dict[str, Any] = _here(
        {
            "$schema": DIALECT,
            "title": "A record of XXN",
            "description": (RecordSchema.__doc__ or "").strip(),
            **record,
            "$defs": {name: defined[name] for name in sorted(defined)},
        }
    )
    return found


def text_of(schema: dict[str, Any]) -> str:
    """Return a schema as it is published."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _name(shape: Any) -> str:
    return (shape if isinstance(shape, type) else type(shape)).__name__.removesuffix("Schema")


def _event(_converter: Any, field: fields.Field[Any], **_more: Any) -> dict[str, Any]:
    return {"$ref": THERE + "Event"} if isinstance(field, EventField) else {}


def _names(converter: Any, field: fields.Field[Any], **_more: Any) -> dict[str, Any]:
    """Return the constraint on the names of an object, which the converter leaves out."""
    if not isinstance(field, fields.Dict) or field.key_field is None:
        return {}
    return {"propertyNames": converter.field2property(field.key_field)}


def _here(value: Any) -> Any:
    """Return a value with its references pointing into the schema itself."""
    if isinstance(value, dict):
        return {key: _here(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_here(one) for one in value]
    return HERE + value.removeprefix(THERE) if str(value).startswith(THERE) else value
