"""The published shape of a record as JSON: current, and held by every record there is."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from archive.cli import main
from archive.core.record import Record
from archive.notation import from_json, read, split, to_json
from archive.notation.json_events import FORMS
from tests.laws import tried
from tests.notation.strategies import RECORDS
from tests.notation.test_json_form import FORM, _spoil, _with

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / "docs" / "schema" / "record.schema.json"
SCHEMA = json.loads(PUBLISHED.read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
FIXTURES = sorted((ROOT / "fixtures").rglob("*.xxn"))
NOT_IN_A_SCHEMA = (
    "the cards of the play",
    "several parts",
    "winners or a draw",
    "variations at most",
    "a tag, a table",
)


def test_the_published_schema_is_current() -> None:
    """If not: `twenties schema > docs/schema/record.schema.json`."""
    printed = CliRunner().invoke(main, ["schema"])
    assert printed.exit_code == 0
    assert printed.stdout == PUBLISHED.read_text(encoding="utf-8")


def test_it_is_a_schema() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(SCHEMA)


def test_every_fixture_has_this_shape(subtests: pytest.Subtests) -> None:
    """The schema, which is slow, is asked of every event that brings something new."""
    known: set[object] = set()
    for path in FIXTURES:
        with subtests.test(path.stem):
            data = path.read_bytes()
            for part in split(data):
                form = to_json(read(data[part.start : part.end]))
                new = {_kind(event): event for event in form["events"]}
                new = {kind: event for kind, event in new.items() if kind not in known}
                if new or frozenset(form) not in known:
                    some = {**form, "events": list(new.values())}
                    VALIDATOR.validate(some)
                known |= {frozenset(form), *new}
    assert {kind[0] for kind in known if isinstance(kind, tuple)} == set(FORMS)


def _kind(event: dict[str, Any]) -> tuple[object, ...]:
    return (event["type"], frozenset(event), *(type(each) for each in event.values()))


@tried(5)
@given(RECORDS)
def test_every_record_has_this_shape(record: Record) -> None:
    form = to_json(record)
    assert VALIDATOR.is_valid(form)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["tags"], []), (["tags", "a b"], "x"), (["tags", "Event"], "a\nb"), (["tags", "A"], 1),
        (["events"], {}), (["moves"], []), (["repeated_tags"], [{"name": "A"}]),
        (["events", 0], 7), (["events", 0, "type"], "rounds"), (["events", 0, "n"], 1),
        (["events", 1, "cards", 0], "10"), (["events", 1, "claims"], None),
        (["events", 1, "claims", "bonus"], "6"), (["events", 3, "packets"], []),
        (["events", 4, "seat"], "p0"), (["events", 4, "number"], True),
        (["events", 4, "number"], -1), (["events", 4, "number"], 1.5), (["events", 4, "cards"], []),
        (["events", 4, "claims", "tallly"], 8), (["events", 6, "value"], 256),
        (["events", 8, "events", 0, "seat"], "west"), (["events", 9, "claims", "winners"], "draw"),
    ],
)  # fmt: skip
def test_what_is_broken_does_not_have_it(path: list[Any], value: Any) -> None:
    form = _with(path, value)
    assert not VALIDATOR.is_valid(form)
    assert from_json(form).diagnostics


@pytest.mark.parametrize("key", ["tags", "events"])
def test_what_lacks_a_part_does_not_have_it(key: str) -> None:
    form = deepcopy(FORM)
    del form[key]
    assert not VALIDATOR.is_valid(form)
    assert from_json(form).diagnostics


@given(st.data(), RECORDS)
def test_schema_and_reader_accept_the_same(data: st.DataObject, record: Record) -> None:
    """What one of them refuses the other refuses."""
    form = to_json(record)
    _spoil(data, form)
    faults = [
        fault
        for fault in from_json(form).diagnostics
        if not fault.expected.startswith(NOT_IN_A_SCHEMA)
    ]
    assert VALIDATOR.is_valid(form) is not bool(faults)
