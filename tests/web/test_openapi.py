"""The description of the API: valid, whole, and about nothing that is not there."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from archive.notation import split, to_json
from archive.scoring import verify
from archive.web.api.describing import METHODS, finished

from .conftest import ROOT, Shelf

PLAIN = re.compile(r"<(?:\w+(?:\([^)]*\))?:)?(\w+)>")
FIXTURES = sorted((ROOT / "fixtures").rglob("*.xxn"))
NOT_DESCRIBED = {"/api/v1/openapi.json"}
"""The description itself."""


@pytest.fixture
def described(client: FlaskClient) -> dict[str, Any]:
    answer = client.get("/api/v1/openapi.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.get_json()
    return found


def test_it_is_valid(described: dict[str, Any]) -> None:
    assert described["openapi"].startswith("3.1")
    validate(described)


def test_every_address_is_described_and_every_description_has_its_address(
    shelf: Shelf, described: dict[str, Any]
) -> None:
    there = {
        (PLAIN.sub(r"{\1}", rule.rule), method.lower())
        for rule in shelf.app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.rule not in NOT_DESCRIBED
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    said = {
        (path, method)
        for path, operations in described["paths"].items()
        for method in operations
        if method in METHODS
    }
    assert said == there


def _operations(described: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method} {path}", operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    ]


def test_every_operation_says_what_it_does_and_answers(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    names = set()
    for name, operation in _operations(described):
        assert operation.get("summary"), name
        assert not operation["summary"].endswith("."), name
        names.add(operation["operationId"])
        responses = operation["responses"]
        successes = [status for status in responses if status.startswith("2")]
        assert successes, name
        for status, response in responses.items():
            assert "$ref" not in response, (name, status)
            if status in ("204", "304"):
                continue
            for kind, body in response["content"].items():
                assert body["schema"], (name, status, kind)
                if not status.startswith("2"):
                    assert kind == "application/problem+json", (name, status)
        for parameter in operation.get("parameters", []):
            assert parameter["schema"], (name, parameter)
    assert len(names) == len(_operations(described))
    assert all(shape.keys() & {"properties", "oneOf"} for shape in schemas.values())


def test_parameters_in_addresses_and_headers_are_told(described: dict[str, Any]) -> None:
    told: dict[str, bool] = {}
    for name, operation in _operations(described):
        for parameter in operation.get("parameters", []):
            told[f"{name} {parameter['name']}"] = bool(parameter.get("description"))
    assert [name for name, said in told.items() if not said] == []


def test_operations_have_names_that_a_person_would_choose(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in _operations(described)]
    assert len({*names}) == len(names) > 100
    assert {"upload_records", "get_upload", "get_verdict", "find_games"} < {*names}
    for name in names:
        assert re.fullmatch(r"[a-z]+(_[a-z]+){0,4}", name)
        assert "_by_" not in name


def _parts(value: Any, at: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the description, but for the examples in it, with its place."""
    if isinstance(value, dict):
        yield at, value
        for key, inner in value.items():
            if key not in ("example", "examples"):
                yield from _parts(inner, f"{at}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _parts(inner, f"{at}/{index}")


def test_no_choice_is_an_empty_one(described: dict[str, Any]) -> None:
    choices = [
        (at, one["enum"]) for at, one in _parts(described) if isinstance(one.get("enum"), list)
    ]
    assert choices
    for at, enum in choices:
        assert "" not in enum, at


def test_numbers_are_numbers(described: dict[str, Any]) -> None:
    asked = {
        parameter["name"]: parameter["schema"]["type"]
        for _, operation in _operations(described)
        for parameter in operation.get("parameters", [])
    }
    counted = ("min", "max", "limit", "first", "revision", "seed", "count", "players", "move")
    assert {asked[name] for name in counted} == {"integer"}


def test_what_is_sent_and_answered_has_an_example(described: dict[str, Any]) -> None:
    components = described["components"]
    wanted = set()
    for _, operation in _operations(described):
        successes = [
            answer for code, answer in operation["responses"].items() if code.startswith("2")
        ]
        for body in [operation.get("requestBody", {}), *successes]:
            shape = body.get("content", {}).get("application/json", {}).get("schema", {})
            if found := re.search(r"schemas/(\w+)", str(shape)):
                wanted.add(found[1])
    assert len(wanted) > 50
    for name in sorted(wanted | {"Problem"}):
        shown = components["schemas"][name].get("examples")
        assert shown, name
        shape = {"$ref": f"#/components/schemas/{name}", "components": components}
        assert [*Draft202012Validator(shape).iter_errors(shown[0])] == [], name


def test_a_form_says_what_its_address_may(described: dict[str, Any]) -> None:
    body = described["paths"]["/api/v1/uploads"]["post"]["requestBody"]["content"]
    form = body["multipart/form-data"]["schema"]
    assert form["properties"]["visibility"]["enum"] == ["private", "unlisted", "public"]
    assert form["properties"]["ranks"]["enum"] == ["10", "BDKA", "BDKT"]
    assert form["required"] == ["file"]


def test_a_token_is_a_way_in(described: dict[str, Any]) -> None:
    schemes = described["components"]["securitySchemes"]
    assert (schemes["bearer"]["type"], schemes["bearer"]["scheme"]) == ("http", "bearer")
    used = {
        scheme
        for _, operation in _operations(described)
        for choice in operation.get("security", described["security"])
        for scheme in choice
    }
    assert used == schemes.keys()


def test_a_verdict_is_described_whole(
    client: FlaskClient, shelf: Shelf, described: dict[str, Any]
) -> None:
    verdict = client.get(f"/api/v1/games/{shelf.game}/verdict").get_json()
    assert described["components"]["schemas"]["Verdict"]["properties"].keys() == verdict.keys()


def test_it_does_not_change_while_it_is_finished() -> None:
    rough = {"tags": [], "paths": {}}
    before = json.dumps(rough)
    finished(rough)
    assert json.dumps(rough) == before


def test_verdicts_and_records_are_as_they_are_described(described: dict[str, Any]) -> None:
    """Of some fixtures: to hold one against the description takes its time."""
    components = described["components"]
    verdicts = Draft202012Validator(
        {"$ref": "#/components/schemas/Verdict", "components": components}
    )
    records = Draft202012Validator(
        {"$ref": "#/components/schemas/Encoded", "components": components}
    )
    for path in FIXTURES[::40]:
        data = path.read_bytes()
        for piece in split(data):
            judged = verify(data[piece.start : piece.end], piece.number)
            assert [*verdicts.iter_errors(json.loads(judged.json()))] == [], path
            encoded = json.loads(json.dumps(to_json(judged.record)))
            assert [*records.iter_errors(encoded)] == [], path
