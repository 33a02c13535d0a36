"""An analysis as a terminal shows it: the outcome under other rules, and the repairs."""

from __future__ import annotations

import click

from archive.analysis import Analysis
from archive.analysis.other_rules import Reading
from archive.analysis.repairs import words as repair_words
from archive.cli.diagnostics import printable, wrapped
from archive.cli.words import of_repairs
from archive.importers.origin import Origin
from archive.telling.names_and_totals import outcome


class AnalysisReport:
    """One record's analysis in the terminal; `first_line` is where the record begins in its file,
    `origin` leads to the lines of the sheet it was made from."""

    def __init__(self, analysis: Analysis, first_line: int, origin: Origin | None = None) -> None:
        self.analysis, self.verdict = analysis, analysis.verdict
        self.players, self.language = self.verdict.heading.players, self.verdict.language
        self.first_line, self.origin = first_line, origin

    def show(self) -> None:
        """Print the outcome under other rules, and the repairs."""
        self._readings()
        self._repairs()

    def _readings(self) -> None:
        """Print the outcome of the same record under other rules: most quarrels are two
        readings."""
        readings = self.analysis.readings
        if not readings.complete:
            click.echo()
            words = "Not all other rules of the game were tried: the sheet is too long."
            click.echo(f"  {self.language.say(words)}")
        if not readings.found:
            return
        differing = [one for one in readings.found if self._differs(one)]
        click.echo()
        if not differing:
            words = "The other rules of the game, and its options, make no difference to this."
            click.echo(wrapped(self.language.say(words), "  "))
            return
        click.echo(f"  {self.language.say('Under other rules of the game:')}")
        for one in differing:
            first = one.divergence
            click.echo(f"    {one.rules}")
            words = first.sentence if first else self._unobjected(one)
            click.secho(wrapped(printable(words), "      "), fg="red" if first else "green")

    def _differs(self, reading: Reading) -> bool:
        """Return whether another way to play has another first finding; for a game that only ends
        too soon, whether that way has no finding and a winner."""
        first = self.verdict.first_divergence
        if first is None:
            return reading.winner != self.verdict.winner and reading.divergence is None
        own = self.verdict.findings[first]
        return _told_by(reading) != (own.code, own.ply)

    def _unobjected(self, reading: Reading) -> str:
        """Return the sentence about a way to play by which nothing is wrong, with its winner where
        that is another player."""
        if reading.winner not in (None, self.verdict.winner):
            score = {f"p{seat}": total for seat, total in reading.score.items()}
            won = outcome(reading.winner, score, self.players, self.language)
            return self.language.say("{won}.", won=won)
        return self.language.say("Nothing to object to.")

    def _repairs(self) -> None:
        repairs = [one.as_dict(self.verdict) for one in self.analysis.repairs.found]
        if not repairs:
            return
        named = self.origin.named if self.origin else repair_words.lines_from(self.first_line)
        text = of_repairs(
            self.language, repairs[0]["cost"], len(repairs),
            repair_words.in_words(repairs[0]["changes"], named, self.language),
            everything=self.analysis.one_mistake and self._roots() > 1,
            complete=self.analysis.repairs.complete,
        )  # fmt: skip
        click.echo()
        click.echo(wrapped(printable(text), "  "))

    def _roots(self) -> int:
        """Return the number of errors that follow from no other."""
        return sum(
            finding.severity == "error" and finding.follows is None
            for finding in self.verdict.findings
        )


def _told_by(reading: Reading) -> tuple[str, int | None] | None:
    """Return the code and ply of another reading's first finding; None where it has none."""
    first = reading.divergence
    return (first.code, first.ply) if first else None
