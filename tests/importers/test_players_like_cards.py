"""Players whose names are words of sheets: a sheet says the same of Jack as of any other."""

from __future__ import annotations

import re

import pytest

from archive.core import events as said
from archive.importers import Imported, import_bytes
from archive.importers.players_like_cards import shown_to_readers
from tests.importers.printing import workbook
from tests.importers.test_fixtures import FIXTURES

SHEETS = [
    ("figures/bonuses-either-way", "Ben"), ("figures/changes-and-totals", "Dora"),
    ("figures/hands-of-each-round-wrong", "Nils"), ("figures/names-between-bars", "Sepp"),
    ("figures/rows-that-grow-wrong", "Bob"), ("figures/viv-complains", "Tom"),
    ("losing-cards/both-lose-with-6s", "Max"), ("losing-cards/stuck-with", "Cleo"),
    ("losing-cards/eine-dame-unter-assen", "Tim"), ("prose/illustrative", "Albert"),
    ("prose/count-to-20", "Tom"), ("prose/deutsche-stiche", "Uschi"), ("prose/twenty-two", "Ruth"),
    ("prose/und-nimmt-den-stich", "Clara"), ("prose/tricks-with-winners", "Karl"),
    ("prose/score-before-and-after", "Viv"), ("totals/in-sentences", "Ada"),
]  # fmt: skip


def events_of(found: Imported | None) -> list[object]:
    assert found is not None
    [record] = found.records
    return [one for one in record.events if not isinstance(one, said.Comment)]


@pytest.mark.parametrize("name", ["Jack", "Drew", "May", "Page"])
@pytest.mark.parametrize(("sheet", "player"), SHEETS)
def test_a_sheet_says_the_same_of_them(sheet: str, player: str, name: str) -> None:
    text = (FIXTURES / f"{sheet}.txt").read_text("utf-8")
    called = re.sub(rf"(?<!\w){player}(?!\w)", name, text)
    found = import_bytes(called.encode())
    assert events_of(found) == events_of(import_bytes(text.encode()))
    assert found is not None
    assert name in found.records[0].players
    assert found.line_of is not None
    assert not re.search("Jaxk|Drxw|Mxy|Pxge", found.xxn.decode() + str(found.as_dict()))


def test_a_jack_is_a_card_beside_a_player_of_that_name() -> None:
    sheet = "Twenty: Jack against Ben\nJack: 8 (8)\nBen: Jack (18)\nJack: 2 (20) 10 points\n"
    found = import_bytes(sheet.encode())
    assert found is not None
    cards = [one.cards[0].rank for one in found.records[0].events if isinstance(one, said.Play)]
    assert cards == ["8", "J", "2"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
@pytest.mark.parametrize(("sheet", "player", "other"), [
    ("figures/bonuses-either-way", "Ben", "Anna"), ("figures/viv-complains", "Tom", "Ulla"),
    ("prose/score-before-and-after", "Viv", "Tom"),
])  # fmt: skip
def test_in_any_encoding_beside_a_player_with_any_letters(
    sheet: str, player: str, other: str, encoding: str
) -> None:
    text = (FIXTURES / f"{sheet}.txt").read_text("utf-8")
    text = re.sub(rf"(?<!\w){other}(?!\w)", "Özlem", text)
    called = re.sub(rf"(?<!\w){player}(?!\w)", "Jack", text)
    declared = {"encoding": encoding} if encoding == "cp1252" else {}
    found = import_bytes(called.encode(encoding), **declared)
    assert events_of(found) == events_of(import_bytes(text.encode(encoding), **declared))
    assert found is not None
    assert {"Jack", "Özlem"} <= {*found.records[0].players}


def test_what_stands_in_a_spreadsheet_is_not_taken_for_such_a_name() -> None:
    rows = [["Twenty"], ["Player", "Card", "Count"], ["Mxy", 8, 8], ["Ben", 9, 17], ["Mxy", 3, 20]]
    found = import_bytes(workbook(rows), "twenty.xlsx")
    assert found is not None
    assert {*found.records[0].players} == {"Mxy", "Ben"}


@pytest.mark.parametrize("text", [
    "Anna: Jack (10)\nBen: Queen (20) 10 points\n", "Anna plays the Jack of hearts, Ben a Queen.",
    "Anna's hand: King, Jack, 9\n", "Ben leads a Jack.\n", "1. Ann Jack, Ben Queen\n",
    "Twenty, 5 May 2026\nAnn: 8 (8)\n", "May 5, 2026\nTwenty\nAnn: 8 (8)\n",
])  # fmt: skip
def test_a_sheet_without_such_a_player_is_shown_as_it_is(text: str) -> None:
    assert shown_to_readers(text.encode()) == text.encode()
