"""What cannot be read at all: one sentence, with what in it could not be used, its line and words,
what was expected there, and an example."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core.record import Record
from archive.importers import import_bytes, recognise
from archive.importers.which_game import EXAMPLES, TITLES
from archive.languages.language import language
from archive.scoring import verify
from archive.scoring.verdict import Verdict
from archive.telling import not_a_game
from tests.importers.test_fixtures import FIXTURES
from tests.laws import tried

GERMAN = language("de")
TEXTS = {
    "prose": (
        "Friday at the club\n\nWe had beer.\nAnna ... 8 ... 8\nBerta ... 9 ... 17\n",
        4, "Anna ... 8 ... 8", "such as “Anna: 8 (8)”.",
    ),
    "words": (
        "Dear all\nBerta answers with the nine, seventeen\n",
        2, "Berta answers with the nine, seventeen", "such as “Anna: 8 (8)”.",
    ),
    "figures": ("8 17 20\n9 3 5\n", 1, "8 17 20", "such as “Anna: 8 (8)”."),
    "hello": ("\n  hello", 2, "hello", "such as “Anna: 8 (8)”."),
    "another game's form": (
        "Zwanzig ab\n\nAnna sticht mit der Sieben, Bert muss raus\n",
        3, "Anna sticht mit der Sieben, Bert muss raus", "written as in “Ute: 7♣”.",
    ),
    "a game named in a sentence": (
        "We played Twenty-Two, and in the end I lost to Bob with 24\n",
        1, "We played Twenty-Two, and in the end I lost to Bob with 24", "such as “Ann: K♦”.",
    ),
    "one line in the way": (
        "Twenty\nRound 1: Ann 82, Ben 110\ngfx 12 = 5 [88] ::\nRound 2: Ann 160, Ben 190",
        3, "gfx 12 = 5 [88] ::", "and without it the rest could be read; expected is a line",
    ),
    "one of several lines in the way": (
        ("Zwanzig ab\nDeal 1: Resi 20 -> 16, Sepp 20 -> 19, Uschi 20, Max 20 -> 25\n"
         "Gewinner Anna 12\nDeal 2: Resi 16 -> 21, Sepp 19 -> 14, Uschi 20, Max 25\n"),
        2, "Deal 1: Resi 20 -> 16, Sepp 20 -> 19, Uschi 20, Max 20 -> 25",
        "or without another one the rest could be read; expected are lines such as",
    ),
    "no game named": (
        "Hand,Maria,Luis\n1,24,10\n2,33,41\n3,48,43\n",
        2, "1,24,10", "nothing says which game it is, and line 2, “1,24,10”, may be of several;",
    ),
    "heading": (
        "Game: Twenty\nPlayers: Anna, Berta\n",
        1, "Game: Twenty", "no hand and no total; expected is a line such as “Anna: 8 (8)”.",
    ),
    "all in one line": (
        "Count to 20. We met at Gran's. Mia had two left, Tom 2 or 3\n",
        1, "Count to 20. We met at Gran's. Mia had two left, Tom 2 or 3", "is not understood as a",
    ),
    "one play": ("Twenty\nAnna: 8 (8)\n", 2, "Anna: 8 (8)", "is its only play; expected are at"),
    "a sheet that was not read": (
        "Friday\nAnna: 8 (8)\nBerta: 9 (17)\n", 2, "Anna: 8 (8)", "or not within its time;",
    ),
    "no cards": (
        "Name;Wins;Losses\nAnna;3;1\nBerta;1;3\n",
        1, "Name;Wins;Losses", "no column with the cards; expected are columns such as Player,",
    ),
    "no players": ("Card,Sum\n8,8\n9,17\n", 1, "Card,Sum", "no column with the players; expected"),
    "no header": ("1;2;3\n4;5;6\n", 1, "1;2;3", "no column with players or cards; expected"),
    "title above a table": (
        "Our evening\nfoo;bar\n8;8\n9;17\n", 2, "foo;bar", "no column with players or cards;",
    ),
    "JSON": (
        '{"game": "twenty", "plays": [["anna", 8]]}',
        1, '{"game": "twenty", "plays": [["anna", 8]]}', "a sheet such as {\"tags\": {\"Game\":",
    ),
    "broken JSON": ('[{"a":', 1, '[{"a":', "“tags” and “events”; expected"),
    "another notation": (
        '[Event "x"]\n[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n',
        4, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2", "such as “Anna: 8 (8)”.",
    ),
    "moves alone": (
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n", 1, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "such as “Anna:",
    ),
    "brackets": ("{a comment}\n", 1, "{a comment}", "such as “Anna: 8 (8)”."),
    "a picture": ("\udc89PNG\r\n\x1a\n\0\0\0\rIHDR", 1, "\udc89PNG", "it is no text"),
}  # fmt: skip


def told(text: str) -> list[str]:
    """What is said of how a text was read."""
    found = import_bytes(text.encode())
    return [one.found for one in found.diagnostics] if found else ["unread"]


def judged(text: str, code: str = "en") -> Verdict:
    """The verdict on a text that is no game."""
    return verify(text.encode("utf-8", "surrogateescape"), language=language(code))


@pytest.mark.parametrize("kind", TEXTS)
def test_it_is_said_what_could_not_be_used(kind: str) -> None:
    text, line, words, expected = TEXTS[kind]
    verdict = judged(text)
    about = verdict.findings[0]
    sentence = not_a_game.sentence(verdict.record)
    assert not verdict.readable
    assert [one.code for one in verdict.findings if one.severity == "error"] in (
        ["unreadable"], ["unreadable", "not-utf-8"]
    )  # fmt: skip
    assert verdict.record.place(about.offset).line == line
    assert f"line {line}" in sentence
    assert f"“{words}”" in sentence
    assert expected in sentence
    assert sentence.count(". ") == words.count(". ")  # it is one sentence


@pytest.mark.parametrize("kind", TEXTS)
def test_it_is_said_in_german_too(kind: str) -> None:
    text, line, words, _ = TEXTS[kind]
    verdict = judged(text, "de")
    sentence = not_a_game.sentence(verdict.record, GERMAN)
    assert f"Zeile {line}" in sentence
    assert f"„{words}“" in sentence
    assert "expected" not in sentence


@pytest.mark.parametrize("blank", ["", "\n", " \n\t\n", "\ufeff"])
def test_it_is_said_that_there_is_nothing(blank: str) -> None:
    verdict = judged(blank)
    assert [one.code for one in verdict.findings if one.severity != "note"][:1] == ["unreadable"]
    assert not_a_game.sentence(verdict.record).startswith("There is nothing in it;")
    assert not_a_game.sentence(verdict.record, GERMAN).startswith("Darin steht nichts;")


def test_a_long_line_is_quoted_in_part() -> None:
    verdict = judged("so " * 50 + "\n")
    assert "so so…”" in not_a_game.sentence(verdict.record)


def test_a_sheet_that_is_too_long_is_told_so() -> None:
    verdict = judged("Anna: 8 (8) Berta: 9 (17)\n" * 170_000)
    assert "more than 4 MB" in not_a_game.sentence(verdict.record)


@pytest.mark.parametrize("text", ['[Game "twenty"]\nblah\n', '[XXN "1.0"]\nblah\n', "p1: 8\nblah"])
def test_what_is_a_game_in_part_is_not_put_aside(text: str) -> None:
    assert not_a_game.faults_of(judged(text).record) is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_record_in_another_encoding_is_told_that_alone(encoding: str) -> None:
    found = verify('[XXN "1.0"]\n[Game "twenty"]\n'.encode(encoding)).findings
    assert [one.code for one in found] == ["utf-16"]


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_example_is_what_is_read_in_its_game(game: str) -> None:
    line = EXAMPLES[game]
    found = import_bytes(f"{TITLES[game]}\n\n{line}\n{line}\n{line}\n".encode())
    assert found is not None
    assert found.records[0].game == game
    assert found.records[0].plies[-1] == 3


def test_a_play_in_words_that_is_not_used_is_said() -> None:
    said = told("Round 1: Anna eight, Berta nine up to seventeen\nRound 2: Anna two\n")
    assert any("Berta nine up to seventeen" in one for one in said)


GARBAGE = [
    "Bello: 7 (3) 12 [5]", "milk 2, bread 1: 5 (3)", "♠7 and 8 of it, 3 (4)", "gfx 12 = 5 [88] ::",
    "Anna lays 7 and draws 3", "8 17 20", "Bring 2 beers, 3 wines, Tom: 5!", "x=7;y=8",
]  # fmt: skip
SHEETS = sorted(
    path
    for form in ("csv", "losing-cards", "prose", "totals")
    for path in (FIXTURES / form).iterdir()
    if path.suffix not in (".xxn", ".misread") and path.stat().st_size <= 500
    and "ranks=" not in path.name and "encoding" not in path.name
)  # fmt: skip


@given(st.sampled_from(SHEETS), st.sampled_from(GARBAGE), st.integers(0, 100))
@tried(40)
def test_the_line_that_is_blamed_is_the_one_without_which_the_sheet_is_read(
    sheet: Path, garbage: str, place: int
) -> None:
    """A line that says nothing of the game is put into a sheet that can be read: it can still be
    read, or a line is named without which it can. That is the one put in, unless two stand in each
    other's way."""
    lines = sheet.read_bytes().decode("utf-8", "replace").splitlines()
    at = place % (len(lines) + 1)
    text = "\n".join([*lines[:at], garbage, *lines[at:]])
    if import_bytes(text.encode()) is None:
        blamed = text[: not_a_game.finding(Record(text=text)).offset].count("\n")
        left = text.split("\n")
        del left[blamed]
        assert recognise("\n".join(left).encode()) is not None
        assert blamed <= at
