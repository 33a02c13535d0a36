"""Laws of importing: a game of any kind, written down in any form and spelling, gets the verdict of
its record; and whatever stands in a sheet is either used or named."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core import events as said
from archive.core.events import ACTIONS, Event
from archive.core.record import Record, Tag
from archive.generator import generate
from archive.importers import Imported, import_bytes
from archive.importers.origin import Origin
from archive.notation import write
from archive.scoring import verify
from tests.importers.printing import (
    Style,
    by_player,
    in_words,
    markdown,
    rows_of,
    separated,
    workbook,
)
from tests.laws import tried

GAMES = [
    ("twenty/farrugia@1", 2), ("twenty-two/north-american@1", 3), ("twenty-two/rasmussen@1", 4),
    ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4), ("count-to-20/stovel@1", 2),
    ("count-to-20/stovel@1", 4),
]  # fmt: skip
ONE_EACH = {
    ("twenty/farrugia@1", 2), ("twenty-two/north-american@1", 3), ("zwanzig-ab/pagat@1", 4),
    ("count-to-20/stovel@1", 2),
}  # fmt: skip
"""One of each game; the others are left to `make odd`."""
FORMS = {
    "words": lambda record, style: in_words(record, style).encode(),
    "commas": lambda record, style: separated(rows_of(record, style), ",").encode(),
    "tabs": lambda record, style: separated(rows_of(record, style), "\t").encode(),
    "markdown": lambda record, style: markdown(rows_of(record, style)).encode(),
    "spreadsheet": lambda record, style: workbook(rows_of(record, style)),
    "a column a player": lambda record, style: separated(by_player(record, style), ";").encode(),
    "markdown, a column a player": lambda record, style: markdown(
        by_player(record, style)
    ).encode(),
    "spreadsheet, a column a player": lambda record, style: workbook(by_player(record, style)),
}
STYLES = st.builds(
    Style,
    card=st.sampled_from(["plain", "sign", "before", "capital"]),
    colon=st.sampled_from([": ", " ", " : ", ":  "]),
    claim=st.sampled_from(["brackets", "square", "equals", "trailing", "slash"]),
    spelled=st.sampled_from(["as is", "capitals", "small"]),
    numbers=st.sampled_from(["", ".", ")"]),
    plays=st.sampled_from(["\n", ", ", "; "]),
    words=st.booleans(),
    heading=st.sampled_from(["", "## "]),
    owner=st.sampled_from(["’s hand: ", "'s cards: ", " holds: "]),
    run=st.sampled_from([" ", ", ", ""]),
)
RECORDS = st.tuples(st.sampled_from(GAMES), st.integers(0, 40))


@cache
def game(rules: str, seats: int, seed: int) -> tuple[Record, object]:
    """A generated game, and what its own verdict says."""
    record = generate(rules, seats, seed, {})
    return record, substance(write(record).encode())


def substance(data: bytes) -> object:
    """A verdict without the places, which differ."""
    body = verify(data).as_dict()
    findings = [
        (one["code"], one["ply"], one["seat"], one["clause"], one["expected"], one["found"])
        for one in body["findings"]
    ]
    return body["answers"], body["score"], body["winner"], findings


def imported(data: bytes) -> Imported:
    found = import_bytes(data)
    assert found is not None
    return found


LIKE_OTHERS = ("tabs", "markdown, a column a player", "spreadsheet, a column a player")


@pytest.mark.parametrize(
    "form",
    [pytest.param(one, marks=pytest.mark.broad if one in LIKE_OTHERS else ()) for one in FORMS],
)
@given(RECORDS, STYLES)
@tried(2)
def test_a_game_in_any_form_gets_the_verdict_of_its_record(
    form: str, chosen: tuple[tuple[str, int], int], style: Style
) -> None:
    (rules, seats), seed = chosen
    record, verdict = game(rules, seats, seed)
    found = imported(FORMS[form](record, style))
    assert [one for one in found.diagnostics if one.severity != "note"] == []
    assert substance(found.xxn) == verdict


FRAGMENTS = [
    "Dora: 7 (7)", "12 points", "zwölf Punkte für Ada", "[33]", "X9", "Ada: nine",
    "Ben lays it down", "= 20", "(11)", "7♠", "Round and round 3 times", "Score 1-11",
    "Ada's hand:", "bonus 6?", "10",
    "Ben: 10", "Trick", "20; 10 points", "Carl passes", "Ada, 8", "?", "Ben 77 (8)",
]  # fmt: skip


@given(st.integers(0, 5), st.sampled_from(FRAGMENTS), st.integers(0, 10_000), st.booleans(), STYLES)
@tried(5)
def test_what_stands_in_a_sheet_is_used_or_named(
    seed: int, fragment: str, place: int, behind: bool, style: Style
) -> None:
    """Something more in a line, or in a line of its own, changes what is read or is reported."""
    record, _ = game("twenty/farrugia@1", 2, seed)
    lines = in_words(record, style).splitlines()[:60]
    at = 8 + place % (len(lines) - 8)
    before = imported("\n".join(lines).encode())
    if behind:
        lines[at] += f" {fragment}"
    else:
        lines.insert(at, fragment)
    after = imported("\n".join(lines).encode())
    named = [one for one in after.diagnostics if one.line == at + 1]
    assert named or played(after) != played(before)


@given(st.sampled_from(FRAGMENTS), st.integers(0, 500), st.integers(0, 4), st.booleans())
@tried(5)
def test_what_stands_in_a_cell_is_used_or_named(
    fragment: str, place: int, column: int, sheet: bool
) -> None:
    record, _ = game("count-to-20/stovel@1", 2, 1)
    rows = [row + [""] * (6 - len(row)) for row in rows_of(record, Style())][:60]
    at = 12 + place % (len(rows) - 12)
    before = imported(separated(iter(rows), ",").encode())
    rows[at] = [*rows[at]]
    rows[at][column] = fragment
    data = workbook(iter(rows)) if sheet else separated(iter(rows), ",").encode()
    after = imported(data)
    named = [one for one in after.diagnostics if one.line == at + 1]
    assert named or played(after) != played(before)


def played(found: Imported) -> list[object]:
    """What was read, without comments."""
    return [
        [(type(event), event) for event in record.events if not isinstance(event, said.Comment)]
        + [tuple(record.tags)]
        for record in found.records
    ]


@pytest.mark.parametrize(
    ("rules", "players", "form"),
    [
        pytest.param(
            *one, form, marks=() if one in ONE_EACH and form == "words" else pytest.mark.broad
        )
        for form in ("words", "commas")
        for one in GAMES
    ],
)
def test_two_sheets_put_together_are_two_games(rules: str, players: int, form: str) -> None:
    """With all that stands at their heads; and in words without it, if others play."""
    one, other = (generate(rules, players, seed, {}) for seed in (13, 29))
    sheets = [FORMS[form](record, Style()).decode() for record in (one, other)]
    alone = [read_as(sheet) for sheet in sheets]
    assert [len(found.records) for found in alone] == [1, 1]
    together = read_as("\n".join(sheets))
    assert [_deeds(record) for record in together.records] == [
        _deeds(found.records[0]) for found in alone
    ]
    if form == "words":
        tags = [Tag(t.name, t.value + "x" if t.name[0] == "P" else t.value) for t in other.tags]
        strangers = in_words(Record(tags, other.events), Style())
        bare = [HEADS.sub("", sheet) for sheet in (sheets[0], strangers)]
        assert len(read_as("\n".join(bare)).records) == 2


HEADS = re.compile(r"^(?:Game|Rules|Event|Deck|Players|Round|Deal|Hand \d).*\n", re.MULTILINE)


def read_as(text: str) -> Imported:
    found = import_bytes(text.encode())
    assert found is not None
    return found


def _deeds(record: Record) -> list[Event]:
    return [event for event in record.events if type(event) in ACTIONS]


@pytest.mark.parametrize("form", ["words", "commas", "a column a player"])
def test_hands_of_many_players_are_of_one_game(form: str) -> None:
    """That some of them have not played when the next ones’ hands are listed shows nothing."""
    record, verdict = game("twenty-two/north-american@1", 6, 3)
    found = imported(FORMS[form](record, Style()))
    assert len(found.records) == 1
    assert substance(found.xxn) == verdict


def test_a_hand_written_twice_begins_no_other_game() -> None:
    record, _ = game("twenty-two/north-american@1", 5, 1003)
    text = re.sub(
        r"(?m)^.*’s hand: .*\n(?!.*’s hand)", r"\g<0>\g<0>", in_words(record, Style()), count=1
    )
    assert len(imported(text.encode()).records) == 1


def test_a_wrong_total_above_the_line_of_the_winner_is_on_its_own_line() -> None:
    record, _ = game("twenty/farrugia@1", 2, 1)
    text = in_words(record, Style())
    final = re.search(r"(?m)^Final score: .*?(\d+)$", text)
    assert final is not None
    wrong = f"{text[: final.start(1)]}{int(final[1]) + 5}{text[final.end(1) :]}"
    found = imported(wrong.encode())
    origin = found.origin(1)
    assert origin is not None
    verdict = verify(found.xxn).as_dict()
    kept = Origin.kept(found.records[0], found.as_stored()["origins"][0])
    number = wrong.count("\n", 0, final.start()) + 1
    for one in (origin, kept):
        own = one.of_findings(verdict)[verdict["first_divergence"]]
        assert own is not None
        assert (own["line"], own["text"]) == (number, wrong.split("\n")[number - 1])
