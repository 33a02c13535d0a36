"""Players whose names are words of sheets: a sheet says the same of Jack as of any other."""

from __future__ import annotations

import re

import pytest

from archive.core import events as said
from archive.importers import Imported, import_bytes
from archive.importers.players_like_cards import shown_to_readers
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


@pytest.mark.parametrize("name", ["Jack", "Drew", "May"])
@pytest.mark.parametrize(("sheet", "player"), SHEETS)
def test_a_sheet_says_the_same_of_them(sheet: str, player: str, name: str) -> None:
    text = (FIXTURES / f"{sheet}.txt").read_text("utf-8")
    called = re.sub(rf"(?<!\w){player}(?!\w)", name, text)
    found = import_bytes(called.encode())
    assert events_of(found) == events_of(import_bytes(text.encode()))
    assert found is not None
    assert name in found.records[0].players
    assert found.line_of is not None
    assert not re.search("Jaxk|Drxw|Mxy", found.xxn.decode() + str(found.as_dict()))


def test_a_jack_is_a_card_beside_a_player_of_that_name() -> None:
    sheet = "Twenty: Jack against Ben\nJack: 8 (8)\nBen: Jack (18)\nJack: 2 (20) 10 points\n"
    found = import_bytes(sheet.encode())
    assert found is not None
    cards = [one.cards[0].rank for one in found.records[0].events if isinstance(one, said.Play)]
    assert cards == ["8", "J", "2"]


@pytest.mark.parametrize("text", [
    "Anna: Jack (10)\nBen: Queen (20) 10 points\n", "Anna plays the Jack of hearts, Ben a Queen.",
    "Anna's hand: King, Jack, 9\n", "Ben leads a Jack.\n", "1. Ann Jack, Ben Queen\n",
    "Twenty, 5 May 2026\nAnn: 8 (8)\n", "May 5, 2026\nTwenty\nAnn: 8 (8)\n",
])  # fmt: skip
def test_a_sheet_without_such_a_player_is_shown_as_it_is(text: str) -> None:
    assert shown_to_readers(text.encode()) == text.encode()
