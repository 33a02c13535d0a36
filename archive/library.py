"""The face for other programs: read records, judge them, ask what would put them right, step
through them, and ask what may be played.

`from archive import …` gives what `__all__` names (docs/python-api.md). It stays as it is from
version to version; what it rests on may be turned inside out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from archive.analysis import analyse as analyse_verdict
from archive.core.events import Draw, Pass, Play
from archive.core.ledger import Line
from archive.core.record import Record
from archive.games import GAMES
from archive.notation import read as read_one
from archive.notation import split
from archive.notation.edits import edited
from archive.rules.pack import SUITS, write_card
from archive.rules.position import Action, Position
from archive.scoring import Answers, Verdict, verify
from archive.scoring.careful import CarefulVerdict
from archive.scoring.headline import headline
from archive.scoring.positions import positions
from archive.scoring.replay import Replay
from archive.scoring.scoresheet import ScoreRow, scoresheet
from archive.scoring.serialize import with_analysis

__all__ = [
    "GAMES",
    "Analysis",
    "Assessment",
    "Finding",
    "Move",
    "OtherReading",
    "Ply",
    "Position",
    "Record",
    "Repair",
    "analyse",
    "assess",
    "legal",
    "read",
    "replay",
]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a record, or worth a note, and where it stands."""

    code: str
    """Of the list in docs/findings.md: `wrong-tally`."""
    severity: str
    """error, warning or note"""
    sentence: str
    """The same in plain words."""
    clause: str | None
    """The rule that decides it: `twenty/4.1`."""
    line: int
    column: int
    """Both in the record's own text, from 1."""
    ply: int | None
    seat: int | None
    expected: Any
    found: Any
    follows: int | None
    """The index of the finding that this one only follows from; None for a mistake of its own."""


class Assessment:
    """What the rules say to one record: three answers, and the findings they rest on."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        """As the engine has it; of that nothing is promised."""

    def __repr__(self) -> str:
        return f"<Assessment: {self.sentence}>"

    @property
    def record(self) -> Record:
        """Return the record that was judged."""
        return self.verdict.record

    @property
    def rules(self) -> str | None:
        """Return the rules it was judged by, as a Rules tag names them; None where none are
        known."""
        return self.verdict.rules

    @property
    def sentence(self) -> str:
        """Return all of it in one sentence."""
        return headline(self.verdict.as_dict(), self.record.players)

    @property
    def answers(self) -> Answers:
        """`legality`, `arithmetic` and `result`, each a word: upheld, refuted, underdetermined,
        impossible, unfinished or unclaimed."""
        return self.verdict.answers

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Return what was found, in the order of the text."""
        return tuple(_finding(one) for one in self.verdict.as_dict()["findings"])

    @property
    def sound(self) -> bool:
        """Return whether no error was found."""
        return all(one.severity != "error" for one in self.findings)

    @property
    def score(self) -> dict[int, int | None]:
        """Return points by seat as the rules give them; None where the record does not say
        enough."""
        return dict(self.verdict.score)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won; none while the game is not over. All of them in a
        draw."""
        winner = self.verdict.winner
        if winner == "draw":
            return tuple(self.score)
        return tuple(int(seat[1:]) for seat in winner.split(",")) if winner else ()

    @property
    def ledger(self) -> tuple[Line, ...]:
        """Return every score the rules give: `ply`, `seat`, `points`, and the `clause` that gives
        it."""
        found = self.verdict.examination
        return tuple(found.table.ledger.lines) if found else ()

    @cached_property
    def score_sheet(self) -> tuple[ScoreRow, ...]:
        """Return the game hand by hand: what the rules give, beside what the record claims."""
        return tuple(scoresheet(self.record)) if self.verdict.readable else ()

    def json(self) -> str:
        """Return the verdict as one line of JSON (docs/verdicts.md): the same bytes for the same
        record from here, the archive's pages and `twenties verify --json --no-analysis`."""
        return self.verdict.json()


class OtherReading(NamedTuple):
    """What other rules make of a record."""

    rules: str
    answers: Answers
    score: dict[int, int | None]
    sound: bool
    """Whether nothing is wrong with it by these rules."""


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes that leave no error in a record. Nothing is changed by it: it is an offer."""

    words: str
    text: str
    """The whole record with the changes."""
    patch: str
    """The changes as a unified diff."""
    changes: int
    score: dict[int, int | None]
    """What the rules give then."""


class Analysis:
    """What is said of a flawed record beyond its verdict."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self._found = analyse_verdict(verdict)

    @property
    def readings(self) -> tuple[OtherReading, ...]:
        """Return what every other way to play makes of the record."""
        return tuple(
            OtherReading(one.rules, one.answers, dict(one.score), one.divergence is None)
            for one in self._found.readings.found
        )

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """Return what would put the record right: the fewest changes, and what was found that does
        as well."""
        text, verdict = self.verdict.record.text, self.verdict
        return tuple(
            Repair(
                one.words(verdict), edited(text, one.edits), one.patch(verdict), len(one.changes),
                dict(one.score),
            )
            for one in self._found.repairs.found
        )  # fmt: skip

    @property
    def complete(self) -> bool:
        """Return whether everything was tried; where not, there may be other repairs."""
        return self._found.repairs.complete and self._found.readings.complete

    def json(self) -> str:
        """Return the verdict with its analysis as one line of JSON, as `twenties verify --json`
        prints it."""
        verdict = self.verdict.json()
        if not self.verdict.asks_for_analysis:
            return verdict
        return with_analysis(verdict, self._found.json())


class Move(NamedTuple):
    """Something that a player may do now. `position.play(move.action)` does it."""

    seat: int
    name: str
    """`lay`, `draw`, `name_trump`, …: what is done."""
    cards: tuple[str, ...]
    """The cards it is done with, as records write them: `9h`, or `9` where suits play no part."""
    action: Action

    def __str__(self) -> str:
        return " ".join((f"p{self.seat}", self.name, *self.cards))


class Ply(NamedTuple):
    """One ply of a game, and how the game stands right after it. Ply 0 is before the first."""

    ply: int
    seat: int
    """Who acted; 0 before anybody has."""
    name: str
    """`play`, `draw`, `pass`, `exchange` or `stay`; empty before the first."""
    cards: tuple[str, ...]
    """The cards played or drawn, as the record has them."""
    points: int | None
    """What the rules give for it; None where they cannot say."""
    clauses: tuple[str, ...]
    """The rules that give it."""
    position: Position | None
    """For `legal`, and to play on from; None from where the record leaves out what that takes."""


def read(data: bytes | str) -> list[Record]:
    """Return the records of a text in XXN, in their order. Nothing in it is refused: what cannot
    be read is in a record's `diagnostics`, with its place."""
    raw = _bytes(data)
    return [read_one(raw[one.start : one.end], one.number) for one in split(raw)]


def assess(data: bytes | str | Record, rules: str | None = None) -> Assessment:
    """Judge one record: its text, or what `read` gave. By `rules`, where they are given, in place
    of those that it names: `twenty/farrugia@1;hands=open`.

    Raises ValueError for a text of several records; judge each of what `read` returns.
    """
    if isinstance(data, Record):
        if data.raw:
            return Assessment(verify(data.raw, data.number, rules))
        return Assessment(CarefulVerdict(data, rules))
    raw = _bytes(data)
    if (number := sum(1 for _ in split(raw))) > 1:
        raise ValueError(f"This text has {number} records; assess each of read(text).")
    return Assessment(verify(raw, rules=rules))


def analyse(assessment: Assessment) -> Analysis:
    """Work out what other rules make of a flawed record, and what would put it right. It takes a
    hundred times as long as judging; of a sound record there is nothing to work out."""
    return Analysis(assessment.verdict)


def replay(record: Record | Assessment) -> Iterator[Ply]:
    """Yield the game ply by ply, from before the first play. Raises `UnknownRules` when its game
    is not known here."""
    record = record.record if isinstance(record, Assessment) else record
    steps, known = Replay(record).steps, positions(record)
    yield Ply(0, 0, "", (), None, (), known.get(0))
    for step in steps:
        action = step.action
        cards: tuple[str, ...] = ()
        if isinstance(action, Play):
            cards = tuple(card.text for card in action.cards)
        elif isinstance(action, Draw):
            cards = (action.card.text,)
        name = "pass" if isinstance(action, Pass) else type(action).__name__.lower()
        yield Ply(step.ply, step.seat, name, cards, step.points, step.clauses, known.get(step.ply))


def legal(position: Position) -> list[Move]:
    """Return everything that the rules allow next, each once; where suits play no part, cards of
    one rank are one. Nothing while the position awaits cards from the pack."""
    return [_move(action) for action in position.legal()]


def _move(action: Action) -> Move:
    name, seat, *rest = action
    cards: tuple[str, ...] = ()
    for argument in rest:
        if name == "name_trump":
            cards += (SUITS[argument],)
        elif isinstance(argument, bool):
            cards += ("yes" if argument else "no",)
        else:
            several = argument if isinstance(argument, list | tuple) else [argument]
            cards += tuple(write_card(card) for card in several)
    return Move(seat, name, cards, action)


def _finding(one: dict[str, Any]) -> Finding:
    seat = one["seat"]
    return Finding(
        one["code"], one["severity"], one["sentence"], one["clause"], one["line"], one["column"],
        one["ply"], int(seat[1:]) if seat else None, one["expected"], one["found"], one["follows"],
    )  # fmt: skip


def _bytes(data: bytes | str) -> bytes:
    return data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
