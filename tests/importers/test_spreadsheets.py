"""Spreadsheets as they should not be: each is read, or refused in one sentence."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from archive.importers import Imported, import_bytes
from archive.importers.origin import Origin
from archive.scoring import verify
from tests.importers.printing import workbook

TABLE: list[list[object]] = [["Player", "Card", "Tally"], ["Anna", 8, 8], ["Berta", "A", 9]]
SOUND = workbook(TABLE)
FIXTURES = Path(__file__).parents[2] / "fixtures" / "import" / "xlsx"


def parts() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(SOUND)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def packed(changed: dict[str, bytes | None]) -> bytes:
    """The sound spreadsheet with some of its parts changed or left out."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as fresh:
        for name, data in {**parts(), **changed}.items():
            if data is not None:
                fresh.writestr(name, data)
    return held.getvalue()


def imported(data: bytes, name: str = "club.xlsx") -> Imported:
    found = import_bytes(data, name)
    assert found is not None
    return found


BOOK, ROWS = "xl/workbook.xml", "xl/worksheets/sheet1.xml"
BOMB = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    b"<worksheet>&b;</worksheet>"
)
ENCRYPTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64) + "EncryptedPackage".encode("utf-16-le")
ODS = b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (SOUND[: len(SOUND) // 2], "is damaged"),
        (packed({BOOK: None}), "xl/workbook.xml is missing"),
        (packed({"xl/_rels/workbook.xml.rels": None}), "is missing"),
        (packed({ROWS: None}), "is missing"),
        (packed({ROWS: b"<worksheet><row>"}), "is not what it should be"),
        (packed({BOOK: b"hello"}), "is not what it should be"),
        (packed({BOOK: b"<workbook/>"}), "no sheet is listed"),
        (packed({ROWS: BOMB}), "declares entities"),
        (packed({ROWS: b"<worksheet>" + b" " * (17 << 20) + b"</worksheet>"}), "16 MB"),
        (ENCRYPTED, "password"),
        (ENCRYPTED[:60], "older program"),
        (ODS, "OpenDocument spreadsheet"),
        (ODS.replace(b"spreadsheet", b"text"), "as text"),
        (packed({BOOK: None, "word/document.xml": b"<w/>"}), "word processor"),
        (b"%PDF-1.4\n\0", "This is a PDF."),
    ],
)
def test_what_cannot_be_opened_is_told_in_one_sentence(data: bytes, why: str) -> None:
    found = imported(data)
    assert found.records == []
    assert found.refusal is not None
    assert why in found.refusal
    assert len(found.diagnostics) == 1


@pytest.mark.parametrize(
    ("sheet", "why"),
    [
        ([["Friday"], ["Guest", "Drink"], ["Anna", "wine"]],
         "cell Table 1!A2 has “Guest Drink”; expected is a header"),
        ([["Friday"], [None], ["Anna slams the eight"]],
         "cell Table 1!A3 has “Anna slams the eight”; expected is a header"),
    ],
)  # fmt: skip
def test_what_is_no_game_is_told_by_its_cell(sheet: list[list[object]], why: str) -> None:
    found = import_bytes(workbook(sheet), "club.xlsx")
    assert found is not None
    assert found.refusal is not None
    assert why in found.refusal


def test_json_without_a_game_is_told_by_its_line() -> None:
    found = import_bytes(b'{"tags": {},\n"events": 7}')
    assert found is not None
    expected = "This JSON is no game: line 2, column 11 has “7”; expected is a list of events."
    assert found.refusal == expected


def row(number: int, cells: str) -> str:
    return f'<row r="{number}">{cells}</row>'


def sheet(*rows: str) -> bytes:
    head = "".join(
        f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in ("Player", "Card", "Tally")
    )
    body = row(1, head) + "".join(rows)
    return f"<worksheet><sheetData>{body}</sheetData></worksheet>".encode()


def test_a_row_far_down_is_one_row_and_a_column_far_right_is_reported() -> None:
    anna = '<c t="str"><v>Anna</v></c><c><v>8</v></c><c><v>8</v></c>'
    far = '<c r="XFD3"><v>7</v></c>'
    found = imported(packed({ROWS: sheet(row(99_999_999, anna), row(3, far))}))
    assert found.xxn.decode().splitlines()[5] == "1. p1 8=8"
    assert [(one.code, one.found) for one in found.diagnostics] == [("wide-sheet", "7 (in XFD3)")]


def test_numbers_that_are_none_and_days_are_text() -> None:
    odd = '<c t="str"><v>Anna</v></c><c><v>8</v></c><c><v>NaN</v></c>'
    found = imported(packed({ROWS: sheet(row(2, odd))}))
    assert [(one.code, one.found) for one in found.diagnostics] == [("not-a-number", "NaN")]


def test_a_spreadsheet_broken_anywhere_is_read_or_refused() -> None:
    """Bytes of the zip and of each part turned, taken away and doubled: nothing raises."""
    rng = random.Random(1)  # the same on every run
    whole = parts()
    for _ in range(150):
        if rng.random() < 0.4:
            data = spoiled(SOUND, rng)
        else:
            name = rng.choice(sorted(whole))
            data = packed({name: spoiled(whole[name], rng)})
        found = import_bytes(data, "club.xlsx")
        assert found is None or found.records or found.refusal


def spoiled(data: bytes, rng: random.Random) -> bytes:
    held = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(held))
        match rng.randrange(4):
            case 0:
                held[at] = rng.randrange(256)
            case 1:
                del held[at : at + rng.randint(1, 40)]
            case 2:
                held[at:at] = held[at : at + rng.randint(1, 40)]
            case 3:
                held[at : at + 1] = rng.choice([b"<", b"&", b'"', b"\0", b"99999999", b"NaN"])
        if not held:
            return b""
    return bytes(held)


def cells_of(table: list[list[object]]) -> list[tuple[str, str | None]]:
    """What is wrong in a spreadsheet, by the cell at which that is told."""
    found = imported(workbook(table))
    origin = found.origin(1)
    assert origin is not None
    kept = Origin.kept(found.records[0], found.as_stored()["origins"][0])
    verdict = verify(found.xxn).as_dict()
    places = origin.of_findings(verdict)
    assert [place and place["line"] for place in places] == [
        place and place["line"] for place in kept.of_findings(verdict)
    ]
    return [
        (finding["code"], place["cell"].rpartition("!")[2] if place else None)
        for finding, place in zip(verdict["findings"], places, strict=True)
        if finding["severity"] == "error"
    ]


def test_a_wrong_number_is_told_at_its_own_cell() -> None:
    rows: list[list[object]] = [
        ["Player", "Card", "Tally", "Points", "Standing"],
        ["Anna", 8, 8, None, None], ["Berta", "A", 10, None, None], ["Anna", 2, 11, 5, None],
        ["Berta", 9, 20, 10, 11],
    ]  # fmt: skip
    assert cells_of(rows) == [("wrong-tally", "C3"), ("wrong-points", "D4"), ("wrong-score", "E5")]


def test_a_wrong_total_under_a_players_column_is_told_at_its_own_cell() -> None:
    rows: list[list[object]] = [["", "Anna", "Berta"], ["1", 8, "A"], ["2", 2, 9], ["Total", 0, 12]]
    assert cells_of(rows) == [("wrong-score", "C4")]


def test_a_bonus_stands_in_a_row_or_a_column_of_its_own() -> None:
    row: list[list[object]] = [
        ["Twenty"], ["Round", "Anna", "Berta"], ["1", 82, 76], ["Bonus", 6, ""], ["2", 50, 50],
        ["Total", 139, 126],
    ]  # fmt: skip
    column: list[list[object]] = [
        ["Twenty"], ["Round", "Anna", "Berta", "Bonus"], ["1", 82, 76, 6], ["2", 50, 50, 8],
        ["Total", 139, 134, ""],
    ]  # fmt: skip
    assert cells_of(row) == [("wrong-result", "B6")]
    assert cells_of(column) == [("wrong-result", "B5")]


def test_a_player_in_a_spreadsheet_may_be_called_jack() -> None:
    rows: list[list[object]] = [
        ["Twenty"], ["Player", "Card", "Tally"], ["Jack", "8", 8], ["Ben", "Jack", 18],
        ["Jack", "2", 20], ["Ben", "9", 9],
    ]  # fmt: skip
    found = imported(workbook(rows))
    [record] = found.records
    assert record.players == ["Jack", "Ben"]
    assert "2. p2 J=18 3. p1 2=20" in found.xxn.decode().replace("\n", " ")
