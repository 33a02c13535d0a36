"""Records read and judged: three answers, and the findings they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archive.core.ledger import Line
from archive.core.record import Record
from archive.notation import read as read_one
from archive.notation import split
from archive.scoring import Answers, Verdict, verify
from archive.scoring.full_examination import judge
from archive.scoring.headline import headline
from archive.scoring.prepared import Playable, playable
from archive.scoring.scoresheet import ScoreRow, scoresheet


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a record, or a note about it, and its place."""

    code: str
    """One of the codes in docs/findings.md: `wrong-tally`."""
    severity: str
    """error, warning or note"""
    sentence: str
    """The finding in plain words."""
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
        """The engine's own verdict; its shape is not promised to stay."""

    def __repr__(self) -> str:
        return f"<Assessment: {self.sentence}>"

    @property
    def record(self) -> Record:
        """Return the record that was judged."""
        return self.verdict.record

    @property
    def rules(self) -> str | None:
        """Return the rules it was judged by, as a Rules tag names them, if they are known."""
        return self.verdict.rules

    @property
    def sentence(self) -> str:
        """Return the whole verdict in one sentence."""
        return headline(self.verdict.as_dict(), self.record.players)

    @property
    def answers(self) -> Answers:
        """Return `legality`, `arithmetic` and `result`, each with a word: upheld, refuted,
        underdetermined, impossible, unfinished or unclaimed."""
        return self.verdict.answers

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """Return the findings in the order of the text."""
        return tuple(_finding(one) for one in self.verdict.as_dict()["findings"])

    @property
    def sound(self) -> bool:
        """Return whether no error was found."""
        return all(one.severity != "error" for one in self.findings)

    @property
    def score(self) -> dict[int, int | None]:
        """Return points by seat by the rules; None where the record does not say enough."""
        return dict(self.verdict.score)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won: none before the end of the game, all in a draw."""
        winner = self.verdict.winner
        if winner == "draw":
            return tuple(self.score)
        return tuple(int(seat[1:]) for seat in winner.split(",")) if winner else ()

    @property
    def ledger(self) -> tuple[Line, ...]:
        """Return every score by the rules: `ply`, `seat`, `points`, and their `clause`."""
        found = self.verdict.examination
        return tuple(found.table.ledger.lines) if found else ()

    @cached_property
    def playable(self) -> Playable:
        """Return the record with all that is known and foreseen about it; its shape is not promised
        to stay. Raises `UnknownRules` when its game is not known here."""
        return playable(self.record, self.verdict.asked)

    @cached_property
    def score_sheet(self) -> tuple[ScoreRow, ...]:
        """Return the game hand by hand: the points by the rules beside the points claimed."""
        return tuple(scoresheet(self.playable)) if self.verdict.readable else ()

    def json(self) -> str:
        """Return the verdict as one line of JSON (docs/verdicts.md): the same bytes for the same
        record from here, the archive's pages and `twenties verify --json --no-analysis`."""
        return self.verdict.json()


def read(data: bytes | str) -> list[Record]:
    """Return the records of a text in XXN, in their order. Nothing is refused: what cannot be read
    is in a record's `diagnostics`, with its place."""
    raw = bytes_of(data)
    return [read_one(raw[one.start : one.end], one.number) for one in split(raw)]


def assess(data: bytes | str | Record, rules: str | None = None) -> Assessment:
    """Return the verdict on one record, given as its text or as a record from `read`. `rules`,
    where given, replace those that it names: `twenty/farrugia@1;hands=open`.

    Raises ValueError for a text of several records; judge each of what `read` returns.
    """
    given: Any = rules
    if given is not None and not isinstance(given, str):
        told = type(given).__name__
        raise TypeError(f"Rules are named by a str such as twenty/farrugia@1, not {told}.")
    if not isinstance(data, Record):
        raw = bytes_of(data)
        if (number := sum(1 for _ in split(raw))) > 1:
            raise ValueError(f"This text has {number} records; assess each of read(text).")
        return Assessment(verify(raw, rules=rules))
    if data.raw:
        return Assessment(verify(data.raw, data.number, rules))
    return Assessment(judge(data, rules))


def _finding(one: dict[str, Any]) -> Finding:
    seat = one["seat"]
    return Finding(
        one["code"], one["severity"], one["sentence"], one["clause"], one["line"], one["column"],
        one["ply"], int(seat[1:]) if seat else None, one["expected"], one["found"], one["follows"],
    )  # fmt: skip


def bytes_of(data: bytes | str) -> bytes:
    """Return a text as bytes; characters that no encoding has become bytes that are none, which the
    reader reports. Raises TypeError for what is no text."""
    if isinstance(data, bytes | bytearray | memoryview):
        return bytes(data)
    if not isinstance(data, str):
        raise TypeError(f"A text in XXN is str or bytes, not {type(data).__name__}.")
    try:
        return data.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return data.encode("utf-8", "surrogatepass")
