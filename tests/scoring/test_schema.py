"""The published shape of a verdict is that of the verdicts that are given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from archive.analysis import verify_fully
from schemas.verdicts import VerdictSchema

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = [
    "twenty/sound/illustrative-mended", "twenty/flawed/standing-slip", "twenty/flawed/unknown-game",
    "twenty/flawed/play-missing", "zwanzig-ab/flawed/trumps-not-written-down",
]  # fmt: skip


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    spec = APISpec("", "", "3.1.0", plugins=[MarshmallowPlugin()])
    spec.components.schema("Verdict", schema=VerdictSchema)
    defined = json.dumps(spec.to_dict()["components"]["schemas"])
    schemas = json.loads(defined.replace("#/components/schemas/", "#/$defs/"))
    return Draft202012Validator({"$ref": "#/$defs/Verdict", "$defs": schemas})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("asked", [None, "twenty/farrugia@1;hands=open"])
def test_a_verdict_has_the_shape_that_is_published(
    validator: Draft202012Validator, name: str, asked: str | None
) -> None:
    body = verify_fully((FIXTURES / f"{name}.xxn").read_bytes(), rules=asked).as_dict()
    assert [error.message for error in validator.iter_errors(body)] == []
    assert isinstance(body["rules"], dict) is (asked is not None)


def test_rules_of_another_shape_are_none(validator: Draft202012Validator) -> None:
    body = verify_fully(b"").as_dict()
    assert list(validator.iter_errors({**body, "rules": {"asked": None}}))
    assert list(validator.iter_errors({**body, "open": {"legality": {}}}))
