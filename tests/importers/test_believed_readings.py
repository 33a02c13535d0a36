"""A sheet of which much was left over is not accused of what those lines may explain."""

from __future__ import annotations

import pytest

from archive import importers
from archive.languages.language import language
from archive.read_sheet import import_bytes
from archive.scoring import verify
from archive.scoring.upload_phrases import reading_told
from tests.importers.test_fixtures import TEXTS

ALL_RIGHT = """22, hand no. 5 written out in full for Greta who doesn't believe me
before: Al out (28), Bo 5, Cam 5, Di 0
Bo and Cam had both lost with a five, Cam drew the deal, 5 cards each

1. Di Q, Bo K, Cam 2 - Bo takes it and grins at Cam
2. Bo 10, Cam J, Di K - Di again, she has 3 by now
3. Di 9, Bo 2, Cam 3 - Di once more, that makes 4
4. Di 6, Bo 9, Cam 4 - Bo, so it is 2 each
showing: Bo 3, Cam 7, Di 3
Cam loses with the 7, so Cam 12 now (Bo 5, Di 0)
"""


def test_a_sheet_is_not_judged_where_what_was_left_over_may_explain_its_faults() -> None:
    misread = importers.import_bytes(ALL_RIGHT.encode())
    assert misread is not None
    assert any(one.severity == "error" for one in verify(misread.xxn).findings)
    found = import_bytes(ALL_RIGHT.encode())
    assert found is not None
    assert not found.records
    assert found.refusal is not None
    assert found.refusal.startswith("This sheet cannot be judged: line 2, “before: Al out (28)")
    german = reading_told(found.refusal, language("de"))
    assert german.startswith("Dieser Zettel kann nicht geprüft werden: Zeile ")


HARDLY_READ = """Zwanzig ab: Toni, Resi, Sepp, Vroni
Toni gibt, Resi macht Herz
Resi: 3
Sepp: 2
Vroni: raus
Toni: 0
30 14 16
Resi gibt, Sepp macht Karo
Resi: 0
Sepp: 2
Vroni: 2
Toni: 1
29 19 14
"""


def test_a_sheet_hardly_read_is_not_said_to_be_right() -> None:
    partly = importers.import_bytes(HARDLY_READ.encode())
    assert partly is not None
    assert partly.records
    found = import_bytes(HARDLY_READ.encode())
    assert found is not None
    assert found.refusal is not None
    assert "line 3, “Resi: 3”" in found.refusal


WORDS_FOR_NAMES = """"Count to 20", Vera und Willi auf der Terrasse

Vera ging in der ersten gleich aus, Willi saß auf 45.
Zweite: Willi schafft die 20, Vera 30, Willi selbst noch 5.
Dritte: Vera schafft die 20, sie 10, er 20.
Vierte Willi aus, Vera 5.
Fünfte Vera aus, Willi 35.

Vera 45, Willi 105, Schluss. Vera gewinnt.
"""


def test_a_sheet_is_not_judged_where_sentences_about_players_were_taken_for_names() -> None:
    misread = importers.import_bytes(WORDS_FOR_NAMES.encode())
    assert misread is not None
    assert "Vera ging" in [tag.value for tag in misread.records[0].tags]
    found = import_bytes(WORDS_FOR_NAMES.encode())
    assert found is not None
    assert not found.records


def test_players_of_whom_one_has_the_other_name_and_more_are_judged() -> None:
    found = import_bytes(
        b"Twenty, Anna against Anna Lena\nRound 1: Anna 60, Anna Lena 55\n"
        b"Round 2: Anna 102, Anna Lena 118\nFinal: Anna 102, Anna Lena 119\n"
    )
    assert found is not None
    assert _faults(found.xxn) == ["wrong-result"]


def test_a_slip_among_right_numbers_is_found_whatever_was_left_over() -> None:
    sheet = next(path for path in TEXTS if path.stem == "held-a-pair")
    found = import_bytes(sheet.read_bytes())
    assert found is not None
    assert sum(one.code == "kept-as-comment" for one in found.diagnostics) > 1
    assert _faults(found.xxn) == ["wrong-score"]


def test_an_importer_that_is_named_is_taken_at_its_word() -> None:
    found = import_bytes(ALL_RIGHT.encode(), importer="prose")
    assert found is not None
    assert found.records


def test_figures_find_no_fault_where_others_find_none(subtests: pytest.Subtests) -> None:
    """Read by its figures alone, no sheet is accused that is all right by what others read."""
    figures = importers.all_importers()["figures"]
    for path in TEXTS:
        with subtests.test(path.name):
            found = figures.read(path.read_bytes(), importers.Options())
            if path.parent.name in ("evening", "figures") or not found.records:
                continue
            if not _faults(path.with_suffix(".xxn").read_bytes()):
                assert not _faults(found.xxn)


def _faults(xxn: bytes) -> list[str]:
    return [one.code for one in verify(xxn).findings if one.severity == "error"]


def test_a_number_without_a_player_is_no_total() -> None:
    """Of two numbers that may be those of both players one has no name."""
    text = (
        "From: Marjorie\nSubject: Saturday's Twenty\n\n"
        "Dear all, the result of my game of Twenty with Cecil, as promised.\n"
        "First round: Cecil 74, Marjorie 81.\nSecond round: Cecil 69, Marjorie 60.\n"
        "So Cecil won by two, 143 to 141. I want a rematch.\n"
    )
    found = import_bytes(text.encode())
    assert found is not None
    assert verify(found.xxn).score == {1: 141, 2: 143}


def test_an_end_that_says_only_who_is_out_is_no_total() -> None:
    assert import_bytes(b"z 5\nW 23\nBeide zusammen raus\n") is None
