"""Findings as other programs list them: a line each, as compilers do, or SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from urllib.parse import quote

import click

from archive.cli import words
from archive.cli.diagnostics import Exit, json_line, printable
from archive.cli.files import Run
from archive.cli.input_records import InputRecord
from archive.core.diagnostics import Diagnostic, Severity
from archive.core.version import VERSION
from archive.languages.language import Language
from archive.scoring import Finding, Verdict

if TYPE_CHECKING:
    from archive.importers.origin import Origin

FORMATS: Final = ("text", "json", "short", "sarif")
SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
Command = TypeVar("Command", bound=Callable[..., Any])


class Listed(NamedTuple):
    """A finding: its place in the file, its severity, and its sentence."""

    file: str
    line: int
    column: int
    severity: Severity
    code: str
    sentence: str
    clause: str | None = None


def place_of(finding: Finding, first_line: int, origin: Origin | None) -> tuple[int, int, str]:
    """Return line, column and cell of a finding in the user's own file; no cell is empty."""
    own = origin.at(finding.line, finding.column) if origin else None
    if own is None:
        return first_line + finding.line - 1, finding.column, ""
    return own.line, own.column, own.cell or ""


def of_verdict(given: InputRecord, verdict: Verdict) -> Iterator[Listed]:
    """Yield the faults of reading a sheet, and the findings of the record."""
    yield from of_faults(given.name, 1, given.faults, verdict.language)
    for one in verdict.findings:
        line, column, _ = place_of(one, given.line, given.origin)
        where = given.name, line, column
        yield Listed(*where, one.severity, one.code, one.sentence, one.clause)


def of_faults(
    name: str, first_line: int, faults: list[Diagnostic], language: Language
) -> Iterator[Listed]:
    """Yield the faults that a reader found in a record that begins on a line of its file."""
    for one in faults:
        sentence = words.expected(language, one)
        line = first_line + one.line - 1
        yield Listed(name, line, one.column, one.severity, one.code, sentence)


class Short:
    """`file:line:column: code sentence`, a line each."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def add(self, found: Iterator[Listed]) -> None:
        """Print the findings of a record."""
        for one in found:
            place = f"{one.file}:{one.line}:{one.column}"
            self.run.say(click.echo, printable(f"{place}: {one.code} {one.sentence}"))

    def close(self) -> None:
        """Do nothing: every finding was printed as it came."""


class Sarif:
    """Writes one SARIF document. Results are written as they are found; what follows them is known
    only at the end."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.rules: dict[str, Severity] = {}
        self.begun = False

    def add(self, found: Iterator[Listed]) -> None:
        """Print the findings of a record, in the one document of the run."""
        for one in found:
            self.rules.setdefault(one.code, one.severity)
            self._put((",\n" if self.begun else self._head()) + json_line(_result(one)))
            self.begun = True

    def close(self) -> None:
        """Print the end of the document."""
        rules = [
            {"id": code, "defaultConfiguration": {"level": level}}
            for code, level in self.rules.items()
        ]
        driver = {"name": "twenties", "semanticVersion": VERSION, "rules": rules}
        ended = {
            "executionSuccessful": self.run.worst < Exit.UNREADABLE,
            "exitCode": int(self.run.worst),
        }
        rest = {
            "columnKind": "unicodeCodePoints",
            "invocations": [ended],
            "tool": {"driver": driver},
        }
        head = "" if self.begun else self._head()
        self._put(f"{head}\n], {json_line(rest)[1:-1]}}}]}}\n")

    def _head(self) -> str:
        return f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"results": [\n'

    def _put(self, text: str) -> None:
        self.run.say(click.echo, text, nl=False)


def _result(one: Listed) -> dict[str, Any]:
    region = {"startLine": one.line, "startColumn": one.column}
    place = {"artifactLocation": {"uri": _address(one.file)}, "region": region}
    more = {"properties": {"clause": one.clause}} if one.clause else {}
    return {
        "ruleId": one.code,
        "level": one.severity,
        "message": {"text": one.sentence},
        "locations": [{"physicalLocation": place}],
        **more,
    }


def _address(name: str) -> str:
    """Return a file's name as an address, relative to the current folder unless the name is
    absolute."""
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogateescape")


def lister(form: str, run: Run) -> Short | Sarif | None:
    """Return the writer of a list format; None for formats that are no list of findings."""
    return Short(run) if form == "short" else Sarif(run) if form == "sarif" else None


def format_option(command: Command) -> Command:
    """Add the option for the format of findings; `--json` is one of them."""
    known = click.option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        default=FORMATS[0],
        show_default=True,
        help="How to say it: `short` is file:line:column: code sentence, a line each.",
    )
    return known(
        click.option("--json", "form", flag_value="json", help="The same as --format=json.")(
            command
        )
    )
