"""A verdict as a terminal shows it: the three answers first, then every finding with its place."""

from __future__ import annotations

import click

from archive.cli.showing import SEVERITY_COLOURS, printable, show_excerpt, wrapped
from archive.errors import TwentiesError
from archive.games import find_game
from archive.verdict import Answer, Finding, Verdict

COLOURS = {
    Answer.UPHELD: "green",
    Answer.REFUTED: "red",
    Answer.IMPOSSIBLE: "red",
    Answer.UNDERDETERMINED: "yellow",
    Answer.UNFINISHED: "yellow",
    Answer.UNCLAIMED: "yellow",
}
CLAIMS = {
    "tally": "tallies", "points": "scores", "up": "bonus values", "bonus": "bonus points",
    "bonus-to": "bonus takers", "score": "standings", "result": "results", "winner": "winners",
}  # fmt: skip


class Report:
    """One record's verdict in the terminal; `first_line` is where the record begins in its file."""

    def __init__(self, name: str, first_line: int, verdict: Verdict) -> None:
        self.name = name
        self.first_line = first_line
        self.verdict = verdict

    def show(self) -> None:
        self._head()
        if self.verdict.readable:
            self._answers()
        for index, finding in enumerate(self.verdict.findings):
            click.echo()
            self._finding(finding, first=index == self.verdict.first_divergence)
        click.echo()

    def _head(self) -> None:
        record = self.verdict.record
        about = [f"{self.name}:{self.first_line}", " – ".join(record.players)]
        event = record.tag("Event")
        if event not in (None, "", "?"):
            about.append(event)
        click.secho(" · ".join(printable(part) for part in about if part), bold=True)
        if not self.verdict.readable:
            click.secho("  This could not be read as a record of a game known here.", fg="red")

    def _answers(self) -> None:
        verdict = self.verdict
        for question, answer in verdict.answers._asdict().items():
            click.echo(f"  {question:<11}", nl=False)
            click.secho(f"{answer:<16}", fg=COLOURS[answer], nl=False)
            click.echo({"arithmetic": self._checked, "result": self._score}.get(question, str)())
        click.echo(f"  {'rules':<11}{verdict.rules}")

    def _checked(self) -> str:
        found = self.verdict.examination
        if found is None:
            return ""
        return ", ".join(
            f"{found.held[kind]} of {found.claimed[kind]} {name}"
            for kind, name in CLAIMS.items()
            if found.claimed[kind] and kind not in ("result", "winner")
        )

    def _score(self) -> str:
        players = self.verdict.record.players
        standing = ", ".join(
            f"{printable(players[seat - 1]) if seat <= len(players) else f'p{seat}'} "
            f"{'?' if total is None else total}"
            for seat, total in self.verdict.score.items()
        )
        winner = self.verdict.winner
        if winner is None:
            return standing
        if winner == "draw":
            return f"{standing}: a draw"
        seat = int(winner[1:])
        name = players[seat - 1] if seat <= len(players) else winner
        return f"{standing}: {printable(name)} wins"

    def _finding(self, finding: Finding, first: bool) -> None:
        place = f"{printable(self.name)}:{self.first_line + finding.line - 1}:{finding.column}"
        click.echo(f"  {place}: ", nl=False)
        click.secho(
            f"{finding.severity} {finding.code}", fg=SEVERITY_COLOURS[finding.severity], nl=False
        )
        click.echo(f"{'  ← first divergence' if first else ''}")
        click.echo(wrapped(printable(finding.sentence), "    "))
        if finding.follows:
            click.echo(
                f"    It only follows from {finding.follows.code} at ply {finding.follows.ply}."
            )
        if effect := self._effect(finding):
            click.echo(f"    {effect}")
        self._source(finding)
        self._clause(finding)

    def _effect(self, finding: Finding) -> str:
        effect = finding.effect
        if effect is None or finding.follows or not (effect.points or effect.winner):
            return ""
        players = self.verdict.record.players
        moved = [
            f"{printable(players[seat - 1]) if seat <= len(players) else f'p{seat}'} {points:+d}"
            for seat, points in sorted(effect.points.items())
            if points
        ]
        parts = ["It moves " + ", ".join(moved) if moved else "It moves no points"]
        if effect.winner:
            parts.append("the result changes with it" if effect.result else "the result stands")
            parts.append("another winner" if effect.winner == "changes" else "same winner")
        return "; ".join(parts) + "."

    def _source(self, finding: Finding) -> None:
        """The line it stands in, with a caret under the place."""
        lines = self.verdict.record.lines
        line = lines[finding.line - 1] if finding.line <= len(lines) else ""
        show_excerpt(line, self.first_line + finding.line - 1, finding.column)

    def _clause(self, finding: Finding) -> None:
        if finding.clause is None:
            return
        try:
            clause = find_game(self.verdict.record.game).book.clause(finding.clause)
        except TwentiesError:
            return
        text = f"{finding.clause}: {clause.text.replace('*', '')}"
        click.secho(wrapped(text, "    "), dim=True)
