"""What the terminal says in another language than English."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from archive.cli import COMMANDS, main
from archive.cli.speech import in_figures_of, spoken
from archive.languages.language import language
from archive.ops.broker_health import room
from tests.cli.running import flat, run

FIXTURES = Path(__file__).parents[2] / "fixtures"
TWENTY = FIXTURES / "twenty"
FLAWED = FIXTURES / "zwanzig-ab/flawed/sweep-five-read-as-ten.xxn"
SOUND = TWENTY / "sound/illustrative-mended.xxn"
LOOSE = '[XXN "1.0"]\n[Game "twenty"]\n\n\n1. p1 8=8\n*\n'
GERMAN = language("de")


def test_the_locale_says_the_language() -> None:
    said = {"LC_ALL": "", "LC_MESSAGES": "de_AT.UTF-8", "LANG": "en_GB.UTF-8"}
    assert spoken(None, as_json=False, said=said).code == "de"
    assert spoken(None, as_json=False, said={**said, "LC_ALL": "C"}).code == "en"
    assert spoken(None, as_json=False, said={}).code == "en"
    assert spoken("en", as_json=False, said=said).code == "en"


def test_json_is_english_unless_a_language_is_asked_for() -> None:
    said = {"LANG": "de_DE.UTF-8"}
    assert spoken(None, as_json=True, said=said).code == "en"
    assert spoken("de", as_json=True, said=said).code == "de"


def test_a_report_is_in_german_from_its_first_sentence_to_its_clauses() -> None:
    told = run("verify", FLAWED, LC_ALL="de_DE.UTF-8").stdout
    for words in ("Nach den Regeln gilt:", "stimmt nicht", "erster Fehler", "Alle Stiche.",
                  "Eine Änderung würde"):  # fmt: skip
        assert words in flat(told)
    assert "the sheet" not in told


def german(*arguments: str | Path, stdin: str = "") -> str:
    """Return what a command says where the locale is German, in one line."""
    result = run(*arguments, stdin=stdin, LC_ALL="de_DE.UTF-8")
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return flat(result.output)


def test_a_line_of_a_sheet_is_named_in_german(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("Twenty\nMia and Tom\nMia: 8 (8)\nTom: A (9)\nMia: quen (11)\n")
    assert "das würde es klären: die Karte von Zug 3 (Zeile 5)." in german("verify", sheet)


def test_a_repair_is_told_in_german() -> None:
    told = german("repair", TWENTY / "flawed/illustrative.xxn")
    assert "Eine Änderung stellt das richtig. 1. Zeile 100: Fünf statt Bube." in told
    assert (
        "Stand und Sieger nach den Regeln bleiben: Albert 82, Bertha 110: Bertha gewinnt." in told
    )
    assert "Es gibt nichts richtigzustellen." in german("repair", SOUND)


def test_plays_are_weighed_in_german() -> None:
    told = german("annotate", "--every", "--samples", "2", SOUND)
    assert "Albert und gewann doch mit 28 Vorsprung" in told
    assert re.search(r"Bertha D 22 \+2|Albert B 20 \+10", told), "ranks as they stand on cards"
    assert re.search(r"verschenkt \d+,\d\d ± \d+,\d\d, im Nachhinein", told)
    assert " gave away " not in told


def test_what_cannot_be_read_is_told_in_german() -> None:
    told = german("check", "-", stdin='[XXN "1.0"]\n[Game "twenty"]\n\n1. p1 8=8 2. p2 10=9\n')
    assert "Fehler unreadable-play erwartet: " in told
    assert "gefunden: 10=9" in told
    assert "1 Aufschrieb: 1 Fehler" in told
    assert "zu schreiben: 2. p2 T=9" in told
    assert "nicht in der Normalform" in german("fmt", "--check", "-", stdin=LOOSE)
    assert german("check", SOUND).endswith("1 Aufschrieb: nichts gefunden")


def test_what_the_system_refuses_is_told_in_german(tmp_path: Path) -> None:
    gone, file = tmp_path / "gone.xxn", tmp_path / "file"
    file.touch()
    assert f"{gone}: Die Datei gibt es nicht" in german("verify", gone)
    folder = file / "games"
    assert f"{folder}: Das ist kein Ordner" in german("split", SOUND, "--into", folder)


def test_a_rulebook_is_shown_in_german() -> None:
    assert "Wer alle fünf Stiche macht" in german("rules", "zwanzig-ab/7.2")
    assert "zwanzig-ab/pagat@1 mit 4 Spielern" in german("rules")
    assert "keine Regel 9.9; es gibt 1.1 bis 1.3" in german("rules", "twenty/9.9")


def test_help_is_in_german_for_every_command() -> None:
    told = german("--help")
    assert told.startswith("Aufruf: ")
    for name, (_, summary) in COMMANDS.items():
        assert f"{name} {GERMAN.text(summary)}" in told
        shown = german(name, "--help")
        assert "Optionen: " in shown
        assert "Diese Hilfe zeigen." in shown
        assert not re.search(r"\b(?:the|of|is|and|default)\b", shown), name


@pytest.mark.parametrize("where", [0, 1, 2])
def test_a_language_is_asked_for_wherever_it_stands(where: int) -> None:
    arguments = ["verify", "--help"]
    arguments[where:where] = ["--language", "de"]
    assert CliRunner().invoke(main, arguments).stdout.startswith("Aufruf: ")


def test_a_wrong_command_line_is_told_in_german() -> None:
    for arguments, why in (
        (["verify"], "Es fehlt die Angabe 'FILE…'."),
        (["verify", "--jsn", "x"], "Eine Option '--jsn' gibt es nicht. War '--json' gemeint?"),
        (["load-sample", "0"], "Bei 'N': 0 liegt nicht im Bereich 1<=x<=10000000."),
        (["completion", "tcsh"], "'tcsh' ist keines von 'bash', 'zsh', 'fish'."),
        (["generate", "whist"], "erwartet: eines von count-to-20, twenty, twenty-two, zwanzig-ab."),
        (["nothing"], "Einen Befehl 'nothing' gibt es nicht."),
    ):
        told = german(*arguments)
        assert told.startswith("Aufruf: ")
        assert told.endswith(why)


def test_json_can_be_asked_for_in_german() -> None:
    asked = ["verify", "--json", "--no-analysis", "--language", "de", str(FLAWED)]
    body = json.loads(CliRunner().invoke(main, asked).stdout)
    assert "nicht auf 29" in body["findings"][0]["sentence"]


def test_how_a_card_can_be_read_is_told_in_german(tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text("22: Ann, Bob\nAnn D, Bob 9\n")
    asked = ["check", "--language", "de", str(tmp_path / "sheet.txt")]
    told = CliRunner().invoke(main, asked)
    assert "`--ranks BDKA` oder `--ranks BDKT` liest es als Karte" in told.output
    assert "declare" not in told.output


def test_sizes_have_the_figures_of_the_language() -> None:
    found = room("database disk", int(1271.3 * (1 << 30)), 1)
    assert in_figures_of(GERMAN, found.told(GERMAN)) == "1.271,3 GB sind frei."
    assert in_figures_of(language("en"), found.says) == "1,271.3 GB are free."


def test_two_sheets_are_compared_in_german() -> None:
    told = german("compare", SOUND, TWENTY / "flawed/points-one-too-few.xxn")
    assert "die Zettel unterscheiden sich an einer Stelle." in told
    assert "die Regeln stützen A" in told
    assert "A Zeile 20: " in told
    assert "Gegen B: " in told
    assert "Züge: stimmt, Zahlen: stimmt nicht, Ergebnis: stimmt" in told
    assert "Die beiden Zettel sagen dasselbe." in german("compare", SOUND, SOUND)
