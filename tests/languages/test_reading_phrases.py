"""What importers say of a sheet is told in German: each text that stands in their code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from archive import importers
from archive.importers import all_importers
from archive.languages.language import language
from archive.notation import read, read_json
from archive.scoring.upload_phrases import found_told, reading_told

ROOM = Path(importers.__file__).parent
GERMAN = language("de")


def expected_texts() -> Iterator[str]:
    """Yield the text that each report of the importers expects, with a 7 for each value."""
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and "report" in ast.unparse(node.func).split("."):
                text = node.args[2] if len(node.args) > 2 else None
                if isinstance(text, ast.Constant):
                    yield str(text.value)
                elif isinstance(text, ast.JoinedStr):
                    yield "".join(str(part.value) if isinstance(part, ast.Constant) else
                                  "tally" if "meaning" in ast.unparse(part) else "7"
                                  for part in text.values)  # fmt: skip


def own_finds() -> Iterator[tuple[str, str]]:
    """Yield the code of each report, and what it found where that is words of the importers' own:
    a constant, alone or in place of nothing, or with a 7 for each value."""
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and "report" in ast.unparse(node.func).split(".")):
                continue
            code, found = [*node.args[1:4:2], None, None][:2]
            if not isinstance(code, ast.Constant):
                continue
            for one in found.values if isinstance(found, ast.BoolOp) else [found]:
                if isinstance(one, ast.Constant):
                    yield str(code.value), str(one.value)
                elif isinstance(one, ast.JoinedStr):
                    yield (
                        str(code.value),
                        "".join(
                            str(part.value) if isinstance(part, ast.Constant) else "7"
                            for part in one.values
                        ),
                    )


def test_what_was_found_is_told_in_words() -> None:
    found = {*own_finds()}
    assert ("ranks-not-declared", "none") in found
    assert ("too-many-games", "7 more") in found
    [no_game] = [one for one in read(b'[XXN "1.0"]').diagnostics if one.code == "no-game"]
    found.add((no_game.code, no_game.found))
    for code, words in found:
        assert found_told(code, words, GERMAN) != words, (code, words)


def test_there_are_texts() -> None:
    assert len({*expected_texts()}) > 12


@pytest.mark.parametrize("text", sorted({*expected_texts()}))
def test_what_was_expected_is_told(text: str) -> None:
    assert reading_told(text, GERMAN) != text


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("a score sheet in words", "ein Spielzettel in Worten"),
        (("No game was found in it: cell Mai!B2 has “a “b””; expected is a header with columns "
          "such as player and card."),
         ("Darin wurde keine Partie gefunden: In Zelle Mai!B2 steht „a “b”“; erwartet wird eine "
          "Kopfzeile mit Spalten wie Spieler und Karte.")),
        ("No game was found in it: line 3 has “7”; expected is a list of events.",
         ("Darin wurde keine Partie gefunden: In Zeile 3 steht „7“; erwartet wird eine Liste von "
          "Ereignissen.")),
        ("a whole number for the tally", "eine ganze Zahl (Spalte: Summe)"),
        ("tally of Anna", "Summe von Anna"),
        (("This gzip file could not be unpacked. It is damaged: what is packed in it makes no "
         "sense."),
         ("Diese gzip-Datei ließ sich nicht entpacken. Sie ist beschädigt: Das Gepackte ergibt "
          "keinen Sinn.")),
        ("Every attempt at this broke off. More is in the log under 4f.",
         "Jeder Versuch ist abgebrochen. Mehr steht im Protokoll unter 4f."),
        ("what Anna wrote", "what Anna wrote"),
    ],
)  # fmt: skip
def test_what_is_kept_is_told(kept: str, said: str) -> None:
    assert reading_told(kept, GERMAN) == said
    assert reading_told(kept, language("en")) == kept


@pytest.mark.parametrize("importer", all_importers().values(), ids=lambda one: one.name)
def test_every_form_of_sheet_has_its_name(importer: importers.Importer) -> None:
    assert reading_told(importer.title, GERMAN) != importer.title


BROKEN_FORMS = [
    '{"tags": {"1x": 3}, "events": [{"type": "play", "seat": "p0", "cards": ["11h"]}, 5], "m": 1}',
    '{"events": [{"type": "foo"}, {"type": "play", "seat": "p1", "cards": [], "mark": "x"}]}',
    '{"tags": {}, "events": {}}',
    '{"tags": [], "events": [{"type": "phase", "word": "end"}, {"type": "line", "word": "A"}]}',
    '{"tags": {}, "events": [{"type": "end", "claims": {"winners": ["p", "draw"]}}]}',
    '{"tags": {}, "events": [{"type": "end", "claims": {"winners": ["p1", "draw"]}}]}',
    '{"tags": {}, "events": [{"type": "gap", "text": "{"}, {"type": "pass", "number": -1}]}',
    '{"tags": {}, "tags": {}, "events": [{"type": "comment", "text": " a"}]}',
    '{"tags": {}, "events": [NaN]}', "[]", '{"tags": {}, "events": [}',
    "[" * 100_000, '{"tags" 1}', '{"tags": "', "[1 2]",
]  # fmt: skip
"""Documents of the JSON form in which nearly everything is wrong."""


@pytest.mark.parametrize("document", BROKEN_FORMS, ids=range(len(BROKEN_FORMS)))
def test_what_the_json_form_expects_is_told(document: str) -> None:
    found = [one for record in read_json(document.encode()) for one in record.diagnostics]
    assert found
    for one in found:
        same = one.expected in ("true", "UTF-8")
        assert same or reading_told(one.expected, GERMAN) != one.expected
        quoted = one.found[:1] in '"[{' or one.found.lstrip("-").isdigit()
        assert quoted or found_told(one.code, one.found, GERMAN) != one.found
