"""Findings for other programs: a line each, and SARIF; what a shell completes; colours."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft4Validator, FormatChecker

from archive.cli import COMMANDS, main
from tests.cli.running import run
from tests.served import TWENTIES

FIXTURES = Path(__file__).parents[2] / "fixtures"
FLAWED = FIXTURES / "twenty/flawed/points-one-too-few.xxn"
SOUND = FIXTURES / "twenty/sound/illustrative-mended.xxn"
LINE = re.compile(r"(?P<file>.+):(?P<line>\d+):(?P<column>\d+): (?P<code>[a-z-]+) (?P<sentence>.+)")

SCHEMA = Path(__file__).parent / "sarif/sarif-schema-2.1.0.json"
"""The schema of SARIF 2.1.0 (errata 01) as OASIS publishes it; its notice stands beside it."""
SARIF = Draft4Validator(
    json.loads(SCHEMA.read_text(encoding="utf-8")), format_checker=FormatChecker()
)


def sarif(*arguments: str | Path, stdin: bytes = b"") -> dict[str, Any]:
    """Return the one run of a document that fits the schema of SARIF."""
    document = json.loads(run(*arguments, "--format=sarif", stdin=stdin).stdout)
    assert [one.message for one in SARIF.iter_errors(document)] == []
    found: dict[str, Any] = document["runs"][0]
    return found


def test_a_finding_is_a_line_as_compilers_write_it() -> None:
    result = run("verify", "--format=short", SOUND, FLAWED)
    (found,) = map(LINE.fullmatch, result.stdout.splitlines())
    verdict = json.loads(run("verify", "--json", "--no-analysis", FLAWED).stdout)
    (wrong,) = verdict["findings"]
    assert found["file"] == str(FLAWED)
    assert (int(found["line"]), int(found["column"])) == (wrong["line"], wrong["column"])
    assert (found["code"], found["sentence"]) == (wrong["code"], wrong["sentence"])
    assert result.exit_code == 1


def test_a_sheet_is_named_by_its_own_lines() -> None:
    sheet = b"Albert: 8 (8)\nBertha: A (9)\nnothing that can be read 17\nAlbert: 2 (12)\n"
    lines = run("verify", "--format=short", "-", stdin=sheet).stdout.splitlines()
    assert lines[0].startswith("-:3:1: ")
    assert any(line.startswith("-:4:1: wrong-tally ") for line in lines)
    checked = run("check", "--format=short", "-", stdin=sheet).stdout.splitlines()
    assert checked[0] == lines[0]


def test_a_verdict_as_sarif() -> None:
    found = sarif("verify", SOUND, FLAWED)
    (result,) = found["results"]
    place = result["locations"][0]["physicalLocation"]
    (line,) = run("verify", "--format=short", FLAWED).stdout.splitlines()
    said = LINE.fullmatch(line)
    assert place["region"] == {
        "startLine": int(said["line"]),
        "startColumn": int(said["column"]),
    }
    assert (result["ruleId"], result["message"]["text"]) == (said["code"], said["sentence"])
    assert [rule["id"] for rule in found["tool"]["driver"]["rules"]] == [said["code"]]
    assert found["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]


def test_nothing_found_is_sarif_too(tmp_path: Path) -> None:
    assert sarif("verify", SOUND)["results"] == []
    assert sarif("check", SOUND)["results"] == []
    missing = sarif("verify", tmp_path / "none.xxn")
    assert missing["invocations"] == [{"executionSuccessful": False, "exitCode": 3}]


def test_what_cannot_be_read_has_its_place(tmp_path: Path) -> None:
    path = tmp_path / "no game: at all.txt"
    path.write_text("\x1b[31mjunk\nmore of it\n")
    for command in ("verify", "check"):
        (one,) = sarif(command, path)["results"]
        assert one["ruleId"] == "unreadable"
        assert one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == path.as_uri()
        (line,) = run(command, "--format=short", path).stdout.splitlines()
        assert line.startswith(f"{path}:1:1: unreadable ")
        assert "\x1b" not in line


def test_json_has_two_names() -> None:
    assert run("check", "--json", FLAWED).stdout == run("check", "--format=json", FLAWED).stdout
    one, other = (run("verify", how, SOUND).stdout for how in ("--json", "--format=json"))
    assert one == other
    assert json.loads(one)["game"] == "twenty"


COMPLETING = {
    "bash": """eval "$(twenties completion bash)"
COMP_WORDS=(twenties ver); COMP_CWORD=1; _twenties_completion twenties; echo "$COMPREPLY" """,
    "zsh": """compdef() { :; }; _describe() { print ${completions_with_descriptions[1]%%:*}; }
eval "$(twenties completion zsh)"; words=(twenties ver); CURRENT=2; _twenties_completion""",
    "fish": "twenties completion fish | source; complete --do-complete 'twenties ver'",
}
"""By shell, what is completed where someone has typed `twenties ver`."""


@pytest.mark.parametrize("shell", COMPLETING)
def test_a_shell_completes(shell: str) -> None:
    assert f"_TWENTIES_COMPLETE={shell}_complete" in run("completion", shell).stdout
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here to ask")
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    asked = [program, "-c", COMPLETING[shell]]
    said = subprocess.run(
        asked, capture_output=True, text=True, check=True, env={**os.environ, "PATH": beside}
    )
    assert said.stdout.split()[:1] == ["verify"], said.stderr


def completed(*words: str) -> list[str]:
    """What bash would offer in place of the last word."""
    env = {
        "_TWENTIES_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(["twenties", *words]),
        "COMP_CWORD": str(len(words)),
    }
    result = CliRunner(env=env).invoke(main, prog_name="twenties")
    return [line.partition(",")[2] for line in result.stdout.splitlines()]


def test_commands_options_and_names_are_completed() -> None:
    assert completed("ver") == ["verify"]
    assert completed("") == [*COMMANDS]
    assert completed("verify", "--form") == ["--format"]
    assert completed("check", "--format", "s") == ["short", "sarif"]
    assert completed("generate", "twenty-") == ["twenty-two"]
    assert "zwanzig-ab/pagat@1" in completed("compare", "--rules", "zwanzig")


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_in_a_pipe_are_asked_for(env: dict[str, str], coloured: bool) -> None:
    said = {"NO_COLOR": "", "FORCE_COLOR": "", **env}
    assert ("\x1b[" in run("verify", FLAWED, **said).stdout) is coloured
    assert "\x1b" not in run("verify", "--format=short", FLAWED, **said).stdout


def test_a_list_into_a_pipe_that_ends_is_no_failure() -> None:
    found = subprocess.run(
        f"{TWENTIES} verify --format=short {FLAWED.parent} | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True, executable=shutil.which("bash"), capture_output=True, text=True, check=False,
    )  # fmt: skip
    first, code = found.stdout.splitlines()
    assert LINE.fullmatch(first)
    assert (code, found.stderr) == ("141", "")
