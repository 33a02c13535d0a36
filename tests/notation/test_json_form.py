"""Records as JSON: without loss both ways, and a clear word about whatever does not fit."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core import events as said
from archive.core.cards import CARDS
from archive.core.record import Record, Tag
from archive.notation import from_json, read, read_json, to_json, write
from archive.notation.json_source import (
    read_json_line,
    write_json,
    write_json_line,
)
from tests.notation.strategies import RECORDS

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures").rglob("*.xxn"))
RECORD = read(b"""\
[XXN "1.0"]
[Game "twenty"]
[P1 "Ada"]

@round n=1 first=p1
@up 39 bonus=6
@deal n=1
p1: 8h55+42
1. p1 8h=8 {a start} $1 2. p2 ^R K+2:2=20/10
( 2. p2 x- )
@end p1:82 p2:110 win=p2
""")
FORM: dict[str, Any] = {
    "tags": {"XXN": "1.0", "Game": "twenty", "P1": "Ada"},
    "events": [
        {"type": "round", "number": 1, "claims": {"first": "p1"}},
        {"type": "up", "cards": ["3", "9"], "claims": {"bonus": 6}},
        {"type": "deal", "number": 1},
        {"type": "hand", "seat": "p1", "packets": [["8h", "5", "5"], ["4", "2"]]},
        {"type": "play", "number": 1, "seat": "p1", "cards": ["8h"], "claims": {"tally": 8}},
        {"type": "comment", "text": "a start"},
        {"type": "nag", "value": 1},
        {
            "type": "play", "number": 2, "seat": "p2", "cards": ["K", "2"], "mark": "^R",
            "parts": [{"cards": ["K"]}, {"cards": ["2"], "value": 2}],
            "claims": {"tally": 20, "points": 10},
        },
        {"type": "variation", "events": [
            {"type": "exchange", "number": 2, "seat": "p2", "put": []},
        ]},
        {"type": "end", "claims": {
            "score": [{"seat": "p1", "points": 82}, {"seat": "p2", "points": 110}],
            "winners": ["p2"],
        }},
    ],
}  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["p1", "9h", "10", "play", "^R", "*", "draw"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(["tags", "events", "type", "seat", "cards", "claims", "x"])
        | st.text(max_size=5),
        inner, max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


def test_the_form_can_be_read() -> None:
    assert to_json(RECORD) == FORM
    assert list(to_json(RECORD)["events"][7]) == list(FORM["events"][7])
    assert from_json(FORM) == RECORD


@given(RECORDS)
def test_nothing_is_lost_either_way(record: Record) -> None:
    form = to_json(record)
    again = from_json(form)
    assert again == record
    assert not again.diagnostics
    assert json.dumps(to_json(again)) == json.dumps(form)
    for text in (write_json(record), write_json_line(record)):
        assert read_json(text.encode()) == [record]
    assert "\n" not in write_json_line(record)


def test_every_fixture_survives(subtests: pytest.Subtests) -> None:
    for path in FIXTURES:
        with subtests.test(path.stem):
            record = read(path.read_bytes())
            again = from_json(json.loads(write_json(record)))
            assert again == record
            said = Record(record.tags, record.events)  # on which lines is not kept
            assert write(again) == write(said)
            assert {fault.code for fault in again.diagnostics} <= {"unreadable"}


@given(st.text(alphabet='[]{}()"\\`@;%$!?*+p129AKh:.=/^ \n\rXXN', max_size=80))
def test_whatever_was_read_survives(text: str) -> None:
    record = read(text.encode())
    again = from_json(to_json(record))
    assert again == record
    assert {fault.code for fault in again.diagnostics} <= {"unreadable"}


@given(ANYTHING)
def test_no_value_is_too_strange(form: Any) -> None:
    record = from_json(form)
    write(record)
    assert record.diagnostics or to_json(record) is not None


@given(st.data(), RECORDS)
def test_what_is_accepted_can_be_written_and_read_back(data: st.DataObject, record: Record) -> None:
    form = to_json(record)
    _spoil(data, form)
    found = from_json(form)
    text = write(found).encode("utf-8", "surrogateescape")
    if not found.diagnostics and "comment" not in str(form) and found.tags == record.tags:
        assert read(text) == found


def _spoil(data: st.DataObject, form: dict[str, Any]) -> None:
    """Put something else at one place of the form."""
    holders: list[Any] = [form]
    for holder in holders:
        values = holder.values() if isinstance(holder, dict) else holder
        holders += [value for value in values if isinstance(value, dict | list)]
    holder = data.draw(st.sampled_from([one for one in holders if one]))
    key = data.draw(
        st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder)))
    )
    holder[key] = data.draw(ANYTHING)


def _with(path: list[Any], value: Any) -> dict[str, Any]:
    form = deepcopy(FORM)
    holder: Any = form
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    return form


@pytest.mark.parametrize(
    ("path", "value", "place", "found"),
    [
        (["events", 1, "cards", 0], "10", "$.events[1].cards[0]", '"10"'),
        (["events", 1, "cards"], "39", "$.events[1].cards", '"39"'),
        (["events", 4, "seat"], 1, "$.events[4].seat", "1"),
        (["events", 4, "seat"], "p0", "$.events[4].seat", '"p0"'),
        (["events", 4, "seat"], "p1\n", "$.events[4].seat", '"p1\\n"'),
        (["events", 4, "claims", "tally"], True, "$.events[4].claims.tally", "true"),
        (["events", 4, "claims", "tally"], 8.5, "$.events[4].claims.tally", "8.5"),
        (["events", 4, "claims", "tally"], 10**30, "$.events[4].claims.tally", str(10**30)),
        (["events", 4, "claims", "tallly"], 8, "$.events[4].claims.tallly", '"tallly"'),
        (["events", 4, "type"], "plays", "$.events[4].type", '"plays"'),
        (["events", 4], None, "$.events[4]", "null"),
        (["events", 7, "parts", 1, "cards", 0], "3", "$.events[7].parts", "other cards"),
        (["events", 8, "events", 0, "seat"], None, "$.events[8].events[0].seat", "null"),
        (
            ["events", 9, "claims", "winners"],
            ["draw", "p1"],
            "$.events[9].claims.winners",
            "winners and a draw",
        ),
        (["events"], {}, "$.events", "{}"),
        (["tags", "a b"], "c", '$.tags["a b"]', '"a b"'),
        (["tags", "Event"], "two\nlines", "$.tags.Event", '"two\\nlines"'),
        (["tags"], [], "$.tags", "[]"),
        (["moves"], [], "$.moves", '"moves"'),
    ],
)
def test_a_fault_says_where_and_what(path: list[Any], value: Any, place: str, found: str) -> None:
    record = from_json(_with(path, value))
    (fault,) = record.diagnostics
    assert (fault.path, fault.found, fault.severity) == (place, found, "error")
    assert fault.expected


def test_a_ten_is_told_to_be_t() -> None:
    (fault,) = from_json(_with(["events", 1, "cards", 0], "10h")).diagnostics
    assert (fault.expected, fault.fix) == ("the rank T for a ten", "Th")


def test_an_event_that_does_not_fit_is_kept_and_its_neighbours_stay() -> None:
    record = from_json(_with(["events", 4, "cards"], ["8x"]))
    assert record.events[4] == said.Unread(
        '{"type": "play", "number": 1, "seat": "p1", "cards": ["8x"], "claims": {"tally": 8}}'
    )
    assert record.events[3] == RECORD.events[3]
    assert record.events[5:] == RECORD.events[5:]


def test_faults_come_to_an_end_and_so_does_depth() -> None:
    many = from_json({"tags": {}, "events": [None] * 2000}).diagnostics
    assert (len(many), many[-1].code) == (501, "too-many-faults")
    deep: Any = []
    for _ in range(5000):
        deep = [{"type": "variation", "events": deep}]
    (fault,) = from_json({"tags": {}, "events": deep}).diagnostics
    assert fault.expected == "variations at most 32 deep"


def test_a_repeated_tag_stays_repeated() -> None:
    record = Record([Tag("Event", "one"), Tag("A", "x"), Tag("Event", "two")])
    form = to_json(record)
    assert form["tags"] == {"Event": "one", "A": "x"}
    assert form["repeated_tags"] == [{"name": "Event", "value": "two"}]
    assert from_json(form) == record


def test_a_whole_number_may_have_a_point() -> None:
    assert from_json(_with(["events", 6, "value"], 1.0)) == RECORD


# -- documents


def test_places_count_in_the_document() -> None:
    text = write_json(RECORD).replace('["8h"]', '["ä", "10"]')
    record = read_json(text.encode())[0]
    line = next(line for line in text.split("\n") if '"10"' in line)
    first, second = record.diagnostics
    assert second.line == text.split("\n").index(line) + 1
    assert second.column == line.index('"10"') + 1
    assert text.encode()[second.byte :].startswith(b'"10"')
    assert first.found == '"ä"'


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        (b"", "not-json", 1, 1),
        (b'{"tags": {},\n  "events": [}', "not-json", 2, 14),
        (b"[]", "not-json", 1, 1),
        (b"7", "unreadable-value", 1, 1),
        (b"[" * 100_000, "not-json", 1, 1),
        (b'{"tags": {}, "events": [{"type": "nag", "value": NaN}]}', "not-json", 1, 1),
        (b"1" * 5000, "not-json", 1, 1),
        (b'{"a": "\xff"}', "not-utf-8", 1, 8),
        (b'{"tags": {"A": "x", "A": "y"}, "events": []}', "unreadable-value", 1, 26),
    ],
)
def test_a_document_that_is_none_is_a_diagnostic(
    text: bytes, code: str, line: int, column: int
) -> None:
    (record,) = read_json(text)
    (fault,) = record.diagnostics
    assert (fault.code, fault.line, fault.column) == (code, line, column)


@given(
    st.binary(max_size=60) | st.text(alphabet='{}[]":,1e-tags\\ \n', max_size=60).map(str.encode)
)
def test_reading_a_document_never_raises(data: bytes) -> None:
    assert read_json(data)


def test_several_records_make_a_list_or_lines() -> None:
    other = Record([Tag("XXN", "1.0")], [said.Draw(None, 1, CARDS["9h"])])
    listed = f"[{write_json(RECORD)}, {write_json(other)}]"
    lines = write_json_line(RECORD) + "\n\n" + write_json_line(other) + "\n"
    for text in (listed, lines):
        records = read_json(text.encode())
        assert records == [RECORD, other]
        assert [record.number for record in records] == [1, 2]


def test_a_line_that_is_broken_harms_no_other() -> None:
    lines = write_json_line(RECORD) + '\n{"tags": \n' + write_json_line(RECORD)
    first, broken, last = read_json(lines.encode())
    assert first == last == RECORD
    assert [(fault.code, fault.line) for fault in broken.diagnostics] == [("not-json", 2)]
    assert read_json_line(b"{", first_line=9).diagnostics[0].line == 9


def test_nothing_in_the_text_steers_a_terminal() -> None:
    events: list[said.Event] = [said.Comment("\x1b[31m\u2028"), said.Unread("\udc80\U000e0001")]
    record = Record([Tag("Event", "Zoë\x9b31m\u202e")], events)
    for text in (write_json(record), write_json_line(record)):
        assert text.replace("\n", "").isprintable()
        assert "Zoë" in text
        assert read_json(text.encode()) == [record]


@pytest.mark.parametrize(("text", "seat"), [("", 2), ("x", 2), ("p1 x", 2), ("p1 x", 0)])
def test_unread_text_has_the_seat_that_is_read_in_it(text: str, seat: int) -> None:
    """Written as XXN it would have another; what was said of it is a fault."""
    record = Record([Tag("XXN", "1.0")], [said.Unread(text, seat)])
    (found,) = read_json(write_json(record).encode())
    assert read(write(found).encode()).events == found.events
    assert [(one.code, one.path) for one in found.diagnostics if one.code != "unreadable"] == [
        ("unreadable-value", "$.events[0].seat")
    ]


@pytest.mark.parametrize(
    "form",
    [
        {"tags": {"Event": "\ud800"}, "events": []},
        {"tags": {"\ud800": ""}, "events": [], "\udfff": 1},
        {"tags": {}, "events": [{"type": "comment", "text": "a\ud800b"}]},
        {"tags": {}, "events": [{"type": "unread", "text": "\udfff"}, {"type": "\ud800"}]},
        {"tags": {}, "events": [{"type": "line", "word": "@\ud800", "text": "\ud800"}]},
    ],
)
def test_half_a_sign_is_a_fault_and_kept_as_an_escape(form: dict[str, object]) -> None:
    """No text has it alone: the record could not be written."""
    (record,) = read_json(json.dumps(form).encode())
    text = write(record).encode("utf-8", "surrogateescape")
    assert read(text).events == record.events
    assert record.diagnostics
    assert rb"\ud" in text
    assert json.dumps([*record.diagnostics], ensure_ascii=False).encode()
