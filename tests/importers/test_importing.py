"""The registry, the options, tables and spreadsheets, and how long a text may take."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from archive.core.events import Play
from archive.importers import import_bytes, recognise
from archive.importers.dates import date_in
from archive.importers.prose.names import names_in
from archive.importers.ranks import Ranks, UnknownRanks
from archive.importers.registry import UnknownImporter
from archive.importers.source import MOST_DIAGNOSTICS
from archive.importers.totals import points
from archive.notation import read_json
from archive.scoring import verify

FIXTURES = Path(__file__).parents[2] / "fixtures" / "import"
PLAYS = "Anna: 8 (8) Berta: A (9)\n"


def workbook(*tables: list[list[object]]) -> bytes:
    """A spreadsheet with a sheet a table."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for number, table in enumerate(tables, 1):
        sheet = book.create_sheet(f"Table {number}")
        for row in table:
            sheet.append(row)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n",
        b"hello",
        b"Dear Anna: see you at 8 (or 9)",
        b'[XXN "1.0"]\n{Anna: 8 (8) Berta: A (9)}',
        b'\xef\xbb\xbf[XXN "1.0"]\n',
        b"@round n=1\n1. p1 8=8 2. p2 A=9\n",
        b"name,price\nAnna,8\n",
        b"{}",
        b"PK\x03\x04 and nothing behind it",
        b"Anna: 8 (8)\0Berta: A (9)",
    ],
)
def test_what_is_nobodys_is_left_alone(data: bytes) -> None:
    assert recognise(data) is None
    assert import_bytes(data) is None


def test_a_table_whose_comments_are_a_score_sheet_is_a_table() -> None:
    data = f"player,card,comment\nAnna,8,{PLAYS * 2}".encode()
    found = import_bytes(data)
    assert found is not None
    assert found.importer == "csv"
    named = import_bytes(data, importer="prose")
    assert named is not None
    assert named.importer == "prose"


def test_names_nobody_knows_are_refused() -> None:
    with pytest.raises(
        UnknownImporter, match="csv, evening, figures, json, losing-cards, prose, totals, xlsx"
    ):
        import_bytes(b"x", importer="pdf")
    with pytest.raises(UnknownRanks, match="10, BDKA, BDKT"):
        import_bytes(b"x", ranks="french")


@pytest.mark.parametrize(
    ("ranks", "written", "meant"),
    [("10", "10", "T"), ("10", "B", "?"), ("BDKA", "D", "Q"), ("BDKA", "T", "?"),
     ("BDKT", "T", "A"), ("BDKT", "A", "?"), ("BDKT", "10", "T")],
)  # fmt: skip
def test_foreign_ranks_are_read_only_where_they_are_declared(
    ranks: str, written: str, meant: str
) -> None:
    text = f"Anna: {written} (8) Berta: 9 (17)"
    found = import_bytes(text.encode(), ranks=ranks)
    assert found is not None
    assert found.xxn.decode().splitlines()[6] == f"1. p1 {meant}=8" + " 2. p2 9=17" * (meant != "?")
    assert [one.code for one in found.diagnostics] == ["not-a-card"] * (meant == "?")
    assert (f"Anna: {written} (8)" in found.xxn.decode()) == (meant == "?")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Anna: D (10) Berta: 9 (19)", "Q"), ("Anna: B (10) Berta: 10 (20)", "J"),
     ("Anna: D (10) Berta: J (20)", "?"), ("Anna: 10 (10) Berta: K (20)", "T"),
     ("Anna: 10 (10) Berta: 9 (19)", "T"), ("Anna: D (10) Berta: T (20)", "?")],
)  # fmt: skip
def test_ranks_are_taken_from_cards_that_leave_no_doubt(text: str, meant: str) -> None:
    found = import_bytes(text.encode())
    assert found is not None
    assert f"1. p1 {meant}=10" in found.xxn.decode()


def test_cards_told_by_value_are_shared_out_among_those_that_count_ten() -> None:
    """No round has more than four of each, and a play is of a card that its player's hand has."""
    plays = "Ann 10 (10)\nBen 10 (20)\n" * 4
    found = import_bytes(f"Twenty\nRound 1\n{plays}Round 2\n{plays}".encode())
    assert found is not None
    ranks = [play.cards[0].rank for play in found.records[0].events if isinstance(play, Play)]
    assert "".join(ranks) == "TTTTJJJJ" * 2
    hands = "Ann: 10 10 10 10 10\nBen: 10 10 10 10 10\n"
    found = import_bytes(f"Twenty\nRound 1\n{hands}{plays}".encode(), ranks="")
    assert found is not None
    assert not verify(found.xxn).findings


@pytest.mark.parametrize("ranks", ["", "10", "BDKA", "BDKT"])
@pytest.mark.parametrize(
    ("text", "meant"), [("Pik D", "Qs"), ("Herz Dame", "Qh"), ("Herz 10", "Th"), ("Karo B", "Jd")]
)
def test_a_card_behind_its_suit_is_the_same_however_ranks_are_written(
    ranks: str, text: str, meant: str
) -> None:
    """The ten became the ace of the ranks B, D, K, T, and the queen no card of German ranks."""
    assert str(Ranks.declared(ranks).card(text)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Anna: As (1) Berta: As (2)", "A=2"), ("Anna: Kh (10) Berta: As (11)", "As=11"),
     ("Spieler,Karte,Summe\nAnna,As,1\nBerta,As,2\n", "A=2"),
     ("Player,Card,Tally\nAnna,Kh,10\nBerta,As,11\n", "As=11")],
)  # fmt: skip
def test_as_is_a_german_ace_where_no_other_card_has_a_letter_for_its_suit(
    text: str, meant: str
) -> None:
    found = import_bytes(text.encode())
    assert found is not None
    assert f"2. p2 {meant}" in found.xxn.decode()


def test_a_spreadsheet_shows_how_it_writes_ranks_as_a_text_does() -> None:
    found = import_bytes(workbook([["Spieler", "Karte"], ["Anna", "D"], ["Berta", "As"]]))
    assert found is not None
    assert "1. p1 Q 2. p2 A" in found.xxn.decode()
    assert [(one.code, one.path) for one in found.diagnostics] == [
        ("ranks-not-declared", "Table 1!A1")
    ]


def test_an_encoding_is_declared_or_its_bytes_are_reported() -> None:
    data = "Jörg: 8 (8) Käthe: 9 (17)".encode("cp1252")
    declared = import_bytes(data, encoding="cp1252")
    assert declared is not None
    assert (declared.records[0].players, declared.diagnostics) == (["Jörg", "Käthe"], [])
    silent = import_bytes(data)
    assert silent is not None
    assert [(one.code, one.column, one.byte) for one in silent.diagnostics] == [
        ("not-text", 2, 1), ("not-text", 14, 13),
    ]  # fmt: skip
    assert data[1:2] in silent.xxn


def test_utf_16_says_so_itself() -> None:
    found = import_bytes("player\tcard\nJörg\t8\nJörg\tX\n".encode("utf-16"))
    assert found is not None
    assert found.records[0].players == ["Jörg"]
    assert [(one.line, one.column, one.byte) for one in found.diagnostics] == [(3, 6, 50)]


def test_places_are_told_behind_half_a_character() -> None:
    half = b"\x95\xdf"  # one of a pair, alone
    before, between = "Anna: 8 (8)\nBerta: ".encode("utf-16-le"), " 9 (17)\n".encode("utf-16-le")
    for mark, encoding in ((b"\xff\xfe", ""), (b"", "utf-16-le"), (b"", "utf-16")):
        data = mark + before + half + between
        found = import_bytes(data + half, importer="prose", encoding=encoding)
        assert found is not None
        places = [one.byte for one in found.diagnostics if one.code == "not-text"]
        assert places == [len(mark + before), len(data)]


def test_a_spreadsheet_is_read_like_the_table_in_it() -> None:
    with (FIXTURES / "csv/illustrative.csv").open(encoding="utf-8") as file:
        rows: list[list[object]] = [
            [int(cell) if cell.isdigit() else cell or None for cell in row]
            for row in csv.reader(file)
        ]
    found = import_bytes(workbook(rows), "club.xlsx")
    assert found is not None
    assert found.importer == "xlsx"
    assert found.diagnostics == []
    assert found.xxn.decode() == (FIXTURES / "csv/illustrative.xxn").read_text("utf-8")
    assert found.mapping[5] == ("Table 1!F", "Card", "card")


def test_a_spreadsheet_tells_the_cell() -> None:
    table: list[list[object]] = [["Player", "Card", "Colour"], ["Anna", 8.0], [None], ["Anna", 10]]
    found = import_bytes(
        workbook(table, [["a list", "of guests"]], [["who", "played"], ["Bo", "K"]])
    )
    assert found is not None
    assert [(one.code, one.path, one.line, one.column) for one in found.diagnostics] == [
        ("unknown-column", "Table 1!C1", 1, 3),
        ("not-a-card", "Table 1!B4", 4, 2),
        ("no-header", "Table 2!A1", 1, 1),
    ]
    assert [record.players for record in found.records] == [["Anna"], ["Bo"]]


def test_a_spreadsheet_that_would_burst_says_so_in_one_sentence() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/_rels/workbook.xml.rels", b"<r>" + b" " * (1 << 25) + b"</r>")
        packed.writestr("xl/workbook.xml", b"<w/>")
    found = import_bytes(held.getvalue())
    assert found is not None
    assert found.records == []
    assert [one.code for one in found.diagnostics] == ["unreadable-spreadsheet"]
    assert "16 MB" in found.diagnostics[0].expected


def test_a_line_of_several_documents_comes_to_an_end() -> None:
    (record,) = read_json(b"0 0")
    assert [one.code for one in record.diagnostics] == ["not-json"]


def test_what_is_reported_has_an_end() -> None:
    found = import_bytes(("Anna: X (8) Berta: X (9)\n" * 1000).encode())
    assert found is not None
    assert len(found.diagnostics) == MOST_DIAGNOSTICS + 1
    assert found.diagnostics[-1].found == "1500 more"


def test_who_is_said_to_begin_is_no_player_of_a_longer_name() -> None:
    """“Cards” behind it begins a sentence of its own, and no hand."""
    sheet = "Round 1, Tom starts. Cards turned up 9 and 8.\nTom: 3\nMia: 4\nTom: 3\n"
    assert names_in(sheet) == ["Tom", "Mia"]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_players_sit_in_one_order_in_every_process(seed: str) -> None:
    """Two texts that may be a name began at one place, and their order was that of a set."""
    sheet = "Anna 8, Berta 9\nAnna 3, Berta 10\n\nAnn got a king in hand 1 (10).\nAnn 10, Bob 9\n"
    asked = f"from archive.importers.prose.names import names_in; print(names_in({sheet!r}))"
    told = subprocess.run(
        [sys.executable, "-c", asked], env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "['Anna', 'Berta', 'Ann', 'Ann got', 'Bob']"


@pytest.mark.parametrize("strokes", ["**", "A_", "_ "])
def test_a_long_line_of_strokes_is_looked_through_once_for_names(strokes: str) -> None:
    """Tried from every end that a name may have, this would take half an hour."""
    sheet = f"Anna: 8 (8) Berta: A (9)\n{strokes * 60_000}\nAnna: 8 (8)\n"
    assert names_in(sheet) == ["Anna", "Berta"]


@pytest.mark.parametrize(
    ("start", "piece", "end"),
    [("", "\r", "x"), ("", " ", "x\n"), ("Players: Anna", "\t", "x, Berta\n")],
)
def test_a_long_run_of_nothing_is_looked_at_once(start: str, piece: str, end: str) -> None:
    """Looked at from each of its characters, it would take this test many minutes."""
    plays = "Anna: 8 (8) Berta: A (9)\n"
    run = piece * 60_000
    found = import_bytes((start + run + end + plays).encode(), "sheet.txt", importer="prose")
    assert found is not None
    assert [len(record.events) for record in found.records]


@pytest.mark.parametrize("between", ["\t", " ", ", "])
def test_what_stands_between_the_totals_of_a_row_is_gone_through_once(between: str) -> None:
    """Ten tabs took twenty seconds, and each further one three times as long."""
    row = f"Anna: 20{between * 60}x\n"
    found = import_bytes(f"Zwanzig ab\n{row * 2}".encode(), "sheet.txt", importer="totals")
    assert found is not None


def test_places_in_the_second_game_of_an_evening_are_those_of_the_sheet() -> None:
    above = "Count to 20\nHand 1: Ada 20, Ben 0\nHand 2: Ada 60, Ben 45\n\n"
    plays = "Twenty\nAnna: 8 (8)\nBerta: X (9)\nAnna: 2 (99)\n"
    found = import_bytes((above + plays).encode())
    assert found is not None
    (fault,) = found.diagnostics
    own = plays.index("X")
    assert (fault.code, fault.line, fault.byte) == ("not-a-card", 7, len(above) + own)
    origin = found.origin(2)
    assert origin is not None
    at = next(n for n, line in enumerate(origin.record.lines, 1) if "2=99" in line)
    place = origin.at(at, origin.record.lines[at - 1].index("3. p1") + 1)
    assert place is not None
    assert (place.line, place.text) == (8, "Anna: 2 (99)")


@pytest.mark.parametrize(
    "text",
    [
        "Twenty\nRound 1\nAnna: 8 (8) Berta: A (9)\nTwenty\nRound 2\nBerta: 8 (8) Anna: A (9)\n",
        (
            "Count to 20\nHand 1: Ada 20, Ben 0\nHand 2: Ada 60, Ben 45\nHand 3\n"
            "Ada: A (1) Ben: 2 (2) Ada: 3 (3)\n"
        ),
        (
            "Count to 20\nAda draws 5c\nBen: A (1)\nAda: 2 (2)\nHand 1: Ada 20, Ben 0\n"
            "Hand 2\nBen draws 3c\nAda: A (1)\nHand 2: Ada 60, Ben 45\n"
        ),
    ],
    ids=["a title on every page", "totals between plays", "the standing behind a hand"],
)
def test_what_opens_no_further_game(text: str) -> None:
    found = import_bytes(text.encode())
    assert found is not None
    assert (found.importer, len(found.records)) == ("prose", 1)


def test_games_beyond_the_last_of_an_evening_are_said_not_to_be_read() -> None:
    both = "Twenty\nAnna: 8 (8) Berta: A (9)\n\nCount to 20\nHand 1: Ada 20, Ben 0\n\n"
    found = import_bytes((both * 60).encode())
    assert found is not None
    (fault,) = [one for one in found.diagnostics if one.code == "too-many-games"]
    assert (fault.line, fault.expected) == (
        300, "at most 100 games in one text; upload the rest by itself"
    )  # fmt: skip


def test_games_beyond_the_last_of_many_totals_are_said_not_to_be_read() -> None:
    found = import_bytes(("Count to 20\nHand 1: Ada 20, Ben 0\n" * 502).encode())
    assert found is not None
    assert len(found.records) == 500
    (fault,) = [one for one in found.diagnostics if one.code == "too-many-games"]
    assert (fault.line, fault.found) == (1001, "2 more")


def test_games_beyond_the_last_of_a_table_are_said_not_to_be_read() -> None:
    rows = [f"{game},Anna,8,8" for game in range(502)]
    found = import_bytes("\n".join(["Game,Player,Card,Tally", *rows]).encode())
    assert found is not None
    assert len(found.records) == 500
    (fault,) = [one for one in found.diagnostics if one.code == "too-many-games"]
    assert (fault.line, fault.found) == (502, "2 more")


HALVES = [
    [[1, "Anna", 8, 8], [2, "Berta", "A", 9], [3, "Anna", 2, 11], [4, "Berta", 9, 20]],
    [[1, "Berta", 4, 4], [2, "Anna", 6, 10], [3, "Berta", 10, 20], [4, "Anna", 9, 9]],
]


def asked(rows: list[list[object]]) -> list[tuple[int, str]]:
    """Where another game may begin in a table, as text and as a spreadsheet."""
    text = "\n".join(",".join(map(str, row)) for row in rows)
    found = [import_bytes(text.encode()), import_bytes(workbook(rows), "club.xlsx")]
    told = [
        [(one.line, one.expected) for one in each.diagnostics if one.code == "perhaps-another-game"]
        for each in found
        if each is not None and len(each.records) == 1
    ]
    assert told[0] == told[1]
    return told[0]


def test_where_another_game_may_begin_in_a_table_the_uploader_is_told_what_settles_it() -> None:
    header, (above, below) = ["No", "Player", "Card", "Tally"], HALVES
    may_be = "one game; this may be another: then a column “Game” to number both"
    assert asked([header, *above, *below[:3]]) == [(6, may_be)]
    bare = [row[1:] for row in (header, *above, [], *below)]
    assert asked(bare) == [(7, may_be)]
    (behind,) = asked([*bare[:5], ["Winner", "Berta"], *bare[6:]])
    begins = "where another game begins, a column “Game” to number both"
    assert behind == (7, f"no play behind a result; {begins}")
    games = [["Game", *header[1:]]] + [
        [number, *row[1:]] for number, rows in enumerate(HALVES, 1) for row in rows
    ]
    found = import_bytes(workbook(games), "club.xlsx")
    assert found is not None
    assert len(found.records) == 2


def test_no_other_game_is_asked_for_where_a_table_shows_that_there_is_none() -> None:
    above, below = HALVES
    header = ["No", "Player", "Card", "Tally", "Total"]
    totals = [0, 0, 0, 10, 10, 0, 20, 0]
    rows = [[*row, total] for row, total in zip(above + below, totals, strict=True)]
    assert asked([header, *rows]) == []  # the totals go on
    dealt = [["Deal", *header[1:4]]] + [[1, *row[1:]] for row in above]
    assert asked([*dealt, *([2, *row[1:]] for row in below)]) == []
    two = [row[1:] for row in (header[:4], *above[:2], [], *above[2:], [], *below)]
    assert asked(two) == []  # empty rows between all hands


def test_a_byte_that_is_no_text_is_told_once_of_an_evening() -> None:
    text = "Count to 20\nHand 1: Ada 20, Ben 0\n\nTwenty\nAnna: 8 (8) Berta: A (9)\n{Caf\udce9}\n"
    found = import_bytes(text.encode("utf-8", "surrogateescape"))
    assert found is not None
    assert found.importer == "evening"
    assert [(one.code, one.line) for one in found.diagnostics if one.code == "not-text"] == [
        ("not-text", 6)
    ]


@pytest.mark.parametrize(
    "line",
    ["Twenty: Anna: 8 (8) Berta: A (9)", "Twenty on 3rd May in the club", "Twenty, then", "Twenty"],
)
def test_a_line_of_totals_with_a_game_in_it_is_used_or_told(line: str) -> None:
    sheet = "Count to 20\nFriday’s Count to 20\nHand 1: Ada 20, Ben 0\nHand 2: Ada 60, Ben 45\n"
    found = import_bytes(f"{sheet}{line}\n".encode(), importer="totals")
    assert found is not None
    told = [one.found for one in found.diagnostics]
    assert line in told
    assert line in found.xxn.decode()


@pytest.mark.parametrize(
    ("turns", "players"),
    [
        ("Anna Bob Anne Anna Bob Anna Bob Anna", ["Anna", "Bob", "Anne"]),
        ("Anna Bob Anne Bob Anna Bob Anna", ["Anna", "Bob"]),
        ("Jana Jane Jana Jane Jana", ["Jana", "Jane"]),
        ("Maria Marie Mario Maria Mario Maria Mario Maria", ["Maria", "Marie", "Mario"]),
        ("Ann Bob Anna Ann Bob Ann Bob Ann", ["Ann", "Bob", "Anna"]),
    ],
)
def test_two_players_of_like_names_are_not_made_one(turns: str, players: list[str]) -> None:
    """Who has a turn beside the other between two turns of a third is no slip of the pen."""
    found = import_bytes(
        ("Count to 20\n" + "".join(f"{name}: draws\n" for name in turns.split())).encode()
    )
    assert found is not None
    assert found.records[0].players == players


def test_a_long_line_is_not_gone_through_for_totals(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def counted(text: str) -> int:
        tried.append(text)
        return int(text)

    monkeypatch.setattr(points, "number_of", counted)
    sheet = "Count to 20\nHand 1: Mia 5, Tom 0\nHand 2: Mia 10, Tom 0\n"
    import_bytes((sheet + "Mia 1 " * 100_000).encode(), importer="totals")
    assert len(tried) < 100


@pytest.mark.parametrize(
    "said",
    [
        "Resi took the jack of diamonds with her king.",
        "Der Karo Bube war noch im Spiel.",
        "Resi hatte noch ♦.",
        "Resi bleibt zu Hause.",
    ],
)
def test_a_sentence_that_may_be_about_the_game_is_reported(said: str) -> None:
    """However it is kept: a comment is judged by no rule."""
    found = import_bytes(f"Zwanzig ab\nPik ist Trumpf.\n{said}\n".encode(), "abend.txt")
    assert found is not None
    assert [(one.code, one.line) for one in found.diagnostics] == [("kept-as-comment", 3)]


def test_cards_are_read_behind_words_for_following_trumping_and_throwing_off() -> None:
    sheet = (
        "Zwanzig ab\nSpieler: Resi, Sepp, Uschi, Vroni\nPik ist Trumpf.\n"
        "Resi spielt den Herz Buben, Sepp bedient mit der Herz Neun, Uschi wirft die Karo Neun, "
        "Vroni sticht mit dem Pik Ass.\nVroni leads the ace of diamonds, Resi discards the nine of "
        "clubs, Sepp ruffs with the queen of spades, Uschi follows with the ten of diamonds.\n"
    )
    found = import_bytes(sheet.encode(), "abend.txt")
    assert found is not None
    told = [event for event in found.records[0].events if isinstance(event, Play)]
    assert [f"p{one.seat} {one.cards[0].text}" for one in told] == [
        "p1 Jh", "p2 9h", "p3 9d", "p4 As", "p4 Ad", "p1 9c", "p2 Qs", "p3 Td",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "players"),
    [("Samstag. Anna gegen Berta", ["Anna", "Berta"]),
     ("Dr. Anna gegen J. Berta", ["Dr. Anna", "J. Berta"])],
)  # fmt: skip
def test_a_sentence_before_the_players_is_no_part_of_a_name(head: str, players: list[str]) -> None:
    found = import_bytes(f"{head}\nAnna 8 (8)\nBerta 9 (17)\n".encode())
    assert found is not None
    assert found.records[0].players == players


def test_a_sheet_of_no_known_game_for_three_is_not_taken_for_one_of_two_players() -> None:
    found = import_bytes(b"Anna 2\nBernd 3\nClara 4\nAnna 5\n", "evening.txt")
    assert found is not None
    assert not found.records
    assert "expected is a line or a column that names the game" in (found.refusal or "")


@pytest.mark.parametrize(
    ("heading", "day"),
    [("Twenty, 5 November 2026", "2026.11.05"), ("Zwanzig ab, 5. März 2026", "2026.03.05"),
     ("Zwanzig ab am 5.11.2026", "2026.11.05"), ("Twenty 2026-11-05", "2026.11.05"),
     ("Twenty, 5/11/2026", None), ("Twenty, 31 June 2026", None), ("Twenty, 5 games 2026", None)],
)  # fmt: skip
def test_a_day_is_taken_from_a_heading_where_it_can_be_only_one(
    heading: str, day: str | None
) -> None:
    assert date_in(heading) == day


def test_a_first_deal_written_twice_begins_no_other_game() -> None:
    lines = [
        "Count to 20",
        "Hand 1: Ada 25, Ben 0",
        "Hand 2: Ada 25, Ben 40",
        "Hand 3: Ada 65, Ben 40",
    ]
    for at in (1, 2):
        found = import_bytes("\n".join([*lines[: at + 1], *lines[at:]]).encode())
        assert found is not None
        assert len(found.records) == 1


def test_a_wrong_winner_below_totals_is_on_its_own_line() -> None:
    text = "Twenty\nRound 1: Ada 112, Ben 98\nRound 2: Ada 201, Ben 240\nWinner: Ada\n"
    for head in ("", "Final score: Ada 201, Ben 240\n"):
        sheet = text.replace("Winner", f"{head}Winner")
        found = import_bytes(sheet.encode())
        assert found is not None
        origin = found.origin(1)
        assert origin is not None
        verdict = verify(found.xxn).as_dict()
        own = origin.of_findings(verdict)[verdict["first_divergence"]]
        assert own is not None
        assert own["text"] == "Winner: Ada"


OF_TWO = "Players: Ana, Ben\nHand 1: Ben deals, 7 cards each\n"


@pytest.mark.parametrize(
    ("game", "lines", "meant"),
    [("Twenty-Two", "7. Ana Q Q, 8. Ben A K, 9. Ana 4 5", "7. p1 QQ 8. p2 AK\n"),
     ("Zwanzig ab", "1. Ana 9, Ben K, Cem 7, Dora K, 2. Ben 7", "4. p4 K\n"),
     ("Count to 20", "1. Ana: A, 2. Ben: 2, 3. Ana: K, 4. Ben: 4", "3. p1 K 4. p2 4"),
     ("Count to 20", "Ana: A (1)\nBen passes Ana: 2 (2)", "2. p2 pass\n3. p1 2=2"),
     ("Twenty-Two", "Ana exchanges 8, 9 for A, 7\nBen swaps 8, 9", "1. p1 x89>A7 2. p2 x89"),
     ("Twenty-Two", "Ana swaps 2, Ben 3", "1. p1 x?? 2. p2 x???"),
     ("Count to 20", "1. Ana d3\n2. Ben d4\n3. Ana 1: A\n4. Ben 2: 2", "3. p1 A=1 4. p2 2=2"),
     ("Twenty", "1. Ana K\n2. Ben 10\n3. Ana 3\nAna: 5 Ben: 12\n4. Ben 2",
      "3. p1 3\n@score p1:5 p2:12"),
     ("Twenty", "1. Ana K\n2. Ben 3\n3. Ana 2\n4. Ben 10\nAna: 11 Ben: 13",
      "p2 T\n@score p1:11 p2:13"),
     ("Twenty", "Ana K\nBen 3\nAna 2\nBen 7\nAna: 11 Ben: 14\nAna J",
      "4. p2 7\n@score p1:11 p2:14"),
     ("Twenty-Two", "Shown: Ana 7, Ben 7\nAna: 7 Ben: 7", "@score p1:7 p2:7")],
)  # fmt: skip
def test_what_follows_on_the_same_line_is_no_part_of_a_play(
    game: str, lines: str, meant: str
) -> None:
    found = import_bytes(
        f"{game}\n{OF_TWO * (game != 'Zwanzig ab')}{lines}\n".encode(), importer="prose"
    )
    assert found is not None
    assert meant in found.xxn.decode()
