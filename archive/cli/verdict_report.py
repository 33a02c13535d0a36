"""A verdict as a terminal shows it: first one sentence, then the three answers, then every finding
with its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from archive.cli.diagnostics import SEVERITY_COLOURS, printable, show_excerpt, wrapped
from archive.cli.finding_formats import place_of
from archive.cli.speech import book_of
from archive.cli.words import CHECKED, PLAIN
from archive.core.errors import TwentiesError
from archive.games import find_game
from archive.languages.language import ENGLISH, Language
from archive.scoring import Answer, Finding, Verdict
from archive.scoring.headline import headline
from archive.telling.alike_notes import alike
from archive.telling.names_and_totals import answered, seats_that_won, total_words

if TYPE_CHECKING:  # it takes a while to import, and not every run asks for it
    from archive.importers.origin import Origin

COLOURS = {
    Answer.UPHELD: "green",
    Answer.REFUTED: "red",
    Answer.IMPOSSIBLE: "red",
    Answer.UNDERDETERMINED: "yellow",
    Answer.UNFINISHED: "yellow",
    Answer.UNCLAIMED: "yellow",
}

LINES = 12
"""The most lines that are named for notes that are alike."""


class Report:
    """One record's verdict in the terminal; `first_line` is where the record
    begins in its file, `origin` leads to the lines of the sheet it was made from, and `in_part`
    says that some of the sheet could not be read, `left_over` in how many lines."""

    def __init__(
        self,
        name: str,
        first_line: int,
        verdict: Verdict,
        origin: Origin | None = None,
        *,
        in_part: bool = False,
        left_over: int = 0,
    ) -> None:
        self.in_part, self.left_over = in_part, left_over
        self.origin = origin
        self.name = name
        self.begins = origin.begins if origin else first_line
        self.first_line = first_line
        self.verdict = verdict
        self.language = verdict.language
        self.quoted: set[str] = set()
        self.players = verdict.heading.players
        first = verdict.first_divergence
        self.first = None if first is None else verdict.findings[first]

    def show(self) -> None:
        """Print the verdict: its three answers, what is open, and every finding."""
        self._head()
        if self.verdict.readable:
            self._answers()
            self._open()
        findings = self._in_order()
        others = alike(findings)
        told = {at for more in others.values() for at in more}
        for at, finding in enumerate(findings):
            if at not in told:
                click.echo()
                self._finding(finding, first=finding is self.first)
                self._alike([findings[other] for other in others.get(at, ())])

    def _in_order(self) -> list[Finding]:
        """Return the findings in the order of the text, each followed by those that only follow
        from it."""
        order: dict[int, list[Finding]] = {}
        for finding in [*filter(None, [self.first]), *self.verdict.findings]:
            order.setdefault(id(finding.root), [finding.root])
        for finding in self.verdict.findings:
            if finding is not finding.root:
                order[id(finding.root)].append(finding)
        return [finding for group in order.values() for finding in group]

    def _head(self) -> None:
        record = self.verdict.heading
        about = [f"{self.name}:{self.begins}", " – ".join(record.players)]
        event = record.tag("Event")
        if event not in (None, "", "?"):
            about.append(event)
        click.secho(" · ".join(printable(part) for part in about if part), bold=True)
        if not self.verdict.readable and self.verdict.asked is not None:
            words = self.language.say("This could not be read as the game asked for.")
            click.secho(f"  {words}", fg="red")
            return
        colour = None if self.verdict.readable else "red"
        said = headline(
            self.verdict.as_dict(), self.players, self.language,
            in_part=self.in_part, left_over=self.left_over,
        )  # fmt: skip
        sentence = printable(said)
        click.secho(wrapped(sentence, "  "), fg=colour)

    def _answers(self) -> None:
        verdict = self.verdict.as_dict()
        for question in verdict["answers"]:
            words = {"arithmetic": self._checked, "result": self._score}.get(question, str)()
            answer = Answer(answered(verdict, question))
            none = question == "legality" and answer is Answer.UNCLAIMED
            said = self.language.text("none" if none else PLAIN[answer])
            click.echo(f"  {self.language.text(PLAIN[question]):<11}", nl=False)
            click.secho(f"{said:<16}" if words else said, fg=COLOURS[answer], nl=False)
            click.echo(_beside(words, 29))
        click.echo(f"  {self.language.text('rules'):<11}{_beside(self._rules(), 13)}")

    def _open(self) -> None:
        """Print what would settle the open answers, each thing once."""
        if not self.verdict.open:
            return
        from archive.scoring.open_questions import on_line

        by_sentence: dict[str, list[str]] = {}
        called = (
            self.origin.called(self.language)
            if self.origin
            else on_line(self.first_line, self.language)
        )
        for question, needed in self.verdict.open.items():
            by_sentence.setdefault(needed.told(called), []).append(question)
        for sentence, questions in by_sentence.items():
            about = ", ".join(self.language.text(PLAIN[one]) for one in questions)
            text = f"{about}: {sentence[:1].lower()}{sentence[1:]}"
            click.echo(wrapped(printable(text), "  "))

    def _rules(self) -> str:
        """Return the rules that it was judged by and, where others were asked for, those that the
        record names."""
        rules, named = self.verdict.rules or "", self.verdict.heading.rules
        if self.verdict.asked is None:
            return rules
        same = self.language.say("the same") if named == rules else ""
        says = same or printable(named or self.language.text("none"))
        return self.language.say("{rules} as asked; the sheet names {says}", rules=rules, says=says)

    def _checked(self) -> str:
        if self.verdict.sheet is not None:
            return ""
        found = self.verdict.as_dict()["checked"]
        return ", ".join(
            self.language.say(template, **found[kind])
            for kind, template in CHECKED.items()
            if kind in found
        )

    def _score(self) -> str:
        verdict = self.verdict
        return printable(standing_of(verdict.score, verdict.winner, self.players, self.language))

    def _name(self, seat: int) -> str:
        return printable(self.players[seat - 1]) if seat <= len(self.players) else f"p{seat}"

    def _finding(self, finding: Finding, first: bool) -> None:
        line, column, cell = place_of(finding, self.first_line, self.origin)
        cell = f" ({cell})" if cell else ""
        place = f"{printable(self.name)}:{line}:{column}{printable(cell)}"
        click.echo(f"  {place}: ", nl=False)
        click.secho(
            f"{self.language.text(finding.severity)} {finding.code}",
            fg=SEVERITY_COLOURS[finding.severity],
            nl=False,
        )
        click.echo(f"  ← {self.language.say('first mistake')}" if first else "")
        click.echo(wrapped(printable(finding.sentence), "    "))
        if finding.follows:
            template = "This only follows from what is wrong in line {line}."
            line = place_of(finding.follows, self.first_line, self.origin)[0]
            words = self.language.say(template, line=line)
            click.echo(f"    {words}")
        if effect := self._effect(finding):
            click.echo(wrapped(effect, "    "))
        self._source(finding)
        self._clause(finding)

    def _alike(self, others: Sequence[Finding]) -> None:
        """Print on which lines there are further notes like one."""
        if not others:
            return
        lines = [place_of(one, self.first_line, self.origin)[0] for one in others]
        known = [str(line) for line in dict.fromkeys(lines)]
        most = known if len(known) <= LINES else [*known[: LINES - 2], "…", known[-1]]
        words = self.language.several(
            "There is {n} more note like this one, on line {lines}.",
            "There are {n} more notes like this one, on lines {lines}.",
            len(others),
            lines=", ".join(most).replace(", …, ", " … "),
        )
        click.echo(wrapped(words, "    "))

    def _effect(self, finding: Finding) -> str:
        effect = finding.effect
        return printable(effect.words) if effect and effect.words and not finding.follows else ""

    def _source(self, finding: Finding) -> None:
        """Print the source line of a finding, with a caret under the place; for a sheet its own
        line, and what that was read as."""
        own = self.origin.at(finding.line, finding.column) if self.origin else None
        if own is not None:
            column = 1 if own.cell else own.column
            show_excerpt(own.text, own.line, column)
            click.secho(f"    {self.language.say('read as')}", dim=True)
        lines = self.verdict.record.lines
        line = lines[finding.line - 1] if finding.line <= len(lines) else ""
        show_excerpt(line, self.first_line + finding.line - 1, finding.column)

    def _clause(self, finding: Finding) -> None:
        if finding.clause is None:
            return
        try:
            game = find_game(finding.clause.partition("/")[0])
            clause = book_of(game, self.language).clause(finding.clause)
        except TwentiesError:
            return
        again = finding.clause in self.quoted
        self.quoted.add(finding.clause)
        words = self.language.say("as above") if again else clause.text.replace("*", "")
        number = finding.clause.partition("/")[2]
        text = self.language.say("Rule {number}: {words}", number=number, words=words)
        click.secho(wrapped(text, "    "), dim=True)


def _beside(text: str, column: int) -> str:
    """Return text that begins at a column and goes on below itself."""
    return wrapped(text, " " * column)[column:]


def standing_of(
    score: Mapping[int, int | None],
    winner: str | None,
    players: Sequence[str],
    language: Language = ENGLISH,
) -> str:
    """Return points by player, and who wins with them: `Ada 82, Ben 110: Ben wins`."""

    def name(seat: int) -> str:
        return players[seat - 1] if seat <= len(players) else f"p{seat}"

    standing = ", ".join(
        f"{name(seat)} {'?' if total is None else total_words(total)}"
        for seat, total in score.items()
    )
    if winner is None:
        return standing
    seats = seats_that_won(winner, score)
    if not seats:
        return language.say("{standing}: a draw", standing=standing)
    names = [name(int(seat.removeprefix("p"))) for seat in seats]
    return language.several(
        "{standing}: {names} wins",
        "{standing}: {names} win",
        len(names),
        standing=standing,
        names=language.listed(names),
    )
