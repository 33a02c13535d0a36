"""Two sheets of one game, held side by side: where they differ, which of the two the rules support,
and what follows for the score.

Whoever writes less down contradicts nobody, so that only what both say is a difference. At each one
the text of the one sheet is put into the other and judged there; the rules support the text that
leaves less to object to. What has been decided goes for the differences after it: a standing is not
held against a sheet a second time when its wrong play has been found already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from archive.analysis.alignment import Block, Entry, Sort, aligned, seats_by_name, with_seats
from archive.analysis.edits import Edit, reread
from archive.analysis.measure import doubts_of, errors_of
from archive.analysis.saying import LINES, Seats
from archive.events import ACTIONS
from archive.verdict import Verdict

MOST_DIFFERENCES = 200
MOST_JUDGED = 40
"""Differences of which it is asked what the rules say; each costs some records judged."""
FEW_JUDGED = 5
"""As many of sheets that are hardly of one game."""


class Difference(NamedTuple):
    """Where two sheets part: the entries of each, none where a sheet has nothing there. Several
    that stand next to each other are one difference where one sheet has fewer.

    `supports` is `a` or `b` where the rules object to the other, `either` where they allow both,
    `neither` where they object to both alike, None where it was not asked. `moves` is what the
    points of sheet A become with B's entries, minus what they are, by seat of A; None for points
    that can then no longer be told.
    """

    a: tuple[Entry, ...]
    b: tuple[Entry, ...]
    ply: int | None
    supports: str | None
    moves: dict[int, int | None]


class Silence(NamedTuple):
    """What only one sheet says, and how often: `hands`, `suits`, `tallies`; `first` is where it
    says so for the first time. No difference: the other does not speak of it."""

    sheet: str
    what: str
    times: int
    first: Entry

    @property
    def words(self) -> str:
        return f"{self.what} ({'once' if self.times == 1 else f'{self.times} times'})"


class Comparison(NamedTuple):
    """Two sheets judged and aligned. `alike` counts entries that agree in all that both say,
    `apart` those that do not; `seats` are the seats of B by those of A. `complete` is False where
    they differ in more places than are listed."""

    a: Verdict
    b: Verdict
    seats: Seats
    alike: int
    apart: int
    differences: list[Difference]
    silences: list[Silence]
    complete: bool

    @property
    def same_game(self) -> bool:
        """Whether the two can be sheets of one game at all: as much is alike as differs."""
        return self.a.record.game == self.b.record.game and self.alike >= self.apart

    @property
    def seated_alike(self) -> bool:
        return all(seat == other for seat, other in self.seats.items())

    def only(self, sheet: str) -> str:
        """What only this sheet gives: `suits (122 times) and hands (20 times)`; empty where that
        is nothing."""
        words = [one.words for one in self.silences if one.sheet == sheet]
        return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)

    def as_dict(self) -> dict[str, Any]:
        return {
            "a": _sheet(self.a),
            "b": _sheet(self.b),
            "seats": {f"p{seat}": f"p{of_a}" for seat, of_a in sorted(self.seats.items())},
            "same_game": self.same_game,
            "alike": self.alike,
            "complete": self.complete,
            "differences": [
                {
                    "ply": one.ply,
                    "a": [_entry(entry, self.a) for entry in one.a],
                    "b": [_entry(entry, self.b) for entry in one.b],
                    "supports": one.supports,
                    "moves": {f"p{seat}": moved for seat, moved in one.moves.items()},
                }
                for one in self.differences
            ],
            "one_sided": [
                {
                    "sheet": one.sheet,
                    "says": one.what,
                    "count": one.times,
                    "first": _entry(one.first, self.a if one.sheet == "a" else self.b),
                }
                for one in self.silences
            ],
        }


def compare(a: Verdict, b: Verdict) -> Comparison:
    """Hold two judged sheets against each other."""
    seats = seats_by_name(a.record, b.record)
    blocks = aligned(a.record, b.record, seats)
    parted = [block for block in blocks if not block.agrees and not block.silent]
    alike = sum(block.agrees for block in blocks)
    apart = sum(max(len(block.a), len(block.b)) for block in parted)
    most = MOST_JUDGED if alike >= apart else FEW_JUDGED
    court = _Court(a, b, seats)
    found = [
        court.judged(block) if index < most else court.unjudged(block)
        for index, block in enumerate(parted[:MOST_DIFFERENCES])
    ]
    complete = len(found) == len(parted)
    return Comparison(a, b, seats, alike, apart, found, _silences(blocks, a, b), complete)


# -- what the rules say


class _Sheet:
    """One of the two, with what has been decided against it put right."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self.first = verdict
        self.edits: list[Edit] = []

    def blames(self, entries: Iterable[Entry]) -> bool:
        """Whether the rules object to any of these entries, as the sheet now stands."""
        for entry in entries:
            moved = sum(
                len(edit.new) - len(edit.old) for edit in self.edits if edit.offset <= entry.offset
            )
            start, end = entry.offset + moved, entry.end + moved
            if any(
                finding.severity == "error" and start <= finding.offset < end
                for finding in self.verdict.findings
            ):
                return True
        return False

    def with_(self, edits: list[Edit]) -> Verdict | None:
        """The sheet judged with these edits, too; None where they cannot be made."""
        try:
            return Verdict(reread(self.first.record, [*self.edits, *edits]), self.first.asked)
        except ValueError:
            return None

    def settle(self, edits: list[Edit], judged: Verdict) -> None:
        self.edits += edits
        self.verdict = judged


class _Court:
    """Asks difference by difference whom the rules support."""

    def __init__(self, a: Verdict, b: Verdict, seats: Seats) -> None:
        self.a, self.b = _Sheet(a), _Sheet(b)
        self.seats = {"a": seats, "b": {of_a: seat for seat, of_a in seats.items()}}

    def unjudged(self, block: Block) -> Difference:
        ply = None
        if block.a and block.a[0].sort is Sort.DEED:
            events = self.a.first.record.events[: block.a[0].at + 1]
            ply = sum(type(event) in ACTIONS for event in events) or None
        return Difference(block.a, block.b, ply, None, {})

    def judged(self, block: Block) -> Difference:
        """One difference, and what the rules say to it: first by what is found at the entries
        themselves, then by putting those of each sheet in the place of the other's."""
        difference = self.unjudged(block)
        a, b = self.a, self.b
        into_a = self._put(a, block.a, block.b, block.in_a, "a")
        into_b = self._put(b, block.b, block.a, block.in_b, "b")
        blamed = a.blames(block.a), b.blames(block.b)
        supports = None
        if block.a and block.b and blamed[0] != blamed[1]:
            supports = "b" if blamed[0] else "a"
        if into_a is None or into_b is None:
            return difference._replace(supports=supports)
        moves = {
            seat: None if total is None else total - before
            for seat, total in into_a[1].score.items()
            if (before := a.verdict.score.get(seat)) is not None and total != before
        }
        deeds = [sum(entry.sort is Sort.DEED for entry in side) for side in (block.a, block.b)]
        supports = supports or _supported(
            (a.verdict, into_a[1]), (b.verdict, into_b[1]), left_out=deeds[0] != deeds[1]
        )
        if supports == "either" and all(blamed):
            supports = "neither"
        if supports == "a":
            b.settle(*into_b)
        elif supports == "b":
            a.settle(*into_a)
        return difference._replace(supports=supports, moves=moves)

    def _put(
        self, sheet: _Sheet, own: tuple[Entry, ...], new: tuple[Entry, ...], place: int, letter: str
    ) -> tuple[list[Edit], Verdict] | None:
        """A sheet with the other's entries in place of its own, or at a place where it has none;
        None where they cannot be put in."""
        seats = self.seats[letter]
        tried = []
        for numbers in _numberings(own, new):
            texts = [
                f"{number}. {text}" if number else text
                for number, text in zip(
                    numbers, (with_seats(entry.text, seats) for entry in new), strict=True
                )
            ]
            edits = _edits(sheet.first.record.text, own, texts, place)
            judged = sheet.with_(edits)
            if judged is not None:
                tried.append((edits, judged))
        return min(tried, key=lambda one: errors_of(one[1]), default=None)


def _numberings(own: tuple[Entry, ...], new: tuple[Entry, ...]) -> list[list[str]]:
    """How the entries put in may be numbered: as those they stand for, by their own numbers where
    the sheets count alike, or not at all where they do not."""
    if len(own) == len(new):
        return [[entry.number and other.number for entry, other in zip(own, new, strict=True)]]
    theirs = [entry.number for entry in new]
    return [theirs, [""] * len(new)] if any(theirs) else [theirs]


def _edits(text: str, own: tuple[Entry, ...], new: list[str], place: int) -> list[Edit]:
    """Edits that take a sheet's own entries away and write others; one for one where they are as
    many, so that what else stands between them stays."""
    old = [text[entry.offset : entry.end] for entry in own]
    if own and len(own) == len(new):
        return [
            Edit(entry.offset, was, words, "")
            for entry, was, words in zip(own, old, new, strict=True)
        ]
    edits = [Edit(entry.offset, was, "", "") for entry, was in zip(own, old, strict=True)]
    if new:
        written = "\n" + "\n".join(new) + "\n"
        if own:
            edits[0] = edits[0]._replace(new=written)
        else:
            edits.append(Edit(place, "", written, ""))
    return edits


def _supported(a: tuple[Verdict, Verdict], b: tuple[Verdict, Verdict], *, left_out: bool) -> str:
    """Whom the rules support, by each sheet before and after it took the other's entries. Where
    plays are left out on one of them, it counts, too, what nobody could then decide any more."""
    (was_a, then_a), (was_b, then_b) = (
        tuple(errors_of(one) for one in sheets) for sheets in (a, b)
    )
    # a play that fills a gap is missed where it is not written, whatever else it brings to light
    if then_b.missing < was_b.missing and then_a.missing > was_a.missing:
        return "a"
    if then_a.missing < was_a.missing and then_b.missing > was_b.missing:
        return "b"
    for_b = then_a < was_a or was_b < then_b
    for_a = then_b < was_b or was_a < then_a
    if for_a != for_b:
        return "a" if for_a else "b"
    if left_out and not for_a:
        doubts = [doubts_of(one) for one in (*a, *b)]
        if doubts[0] < doubts[1] and doubts[3] < doubts[2]:
            return "a"
        if doubts[1] < doubts[0] and doubts[2] < doubts[3]:
            return "b"
    return "either"


# -- what only one of them says


def _silences(blocks: list[Block], a: Verdict, b: Verdict) -> list[Silence]:
    """What one sheet says and the other leaves out, in the order in which it is first said."""
    counts: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], Entry] = {}

    def note(sheet: str, what: str, entry: Entry) -> None:
        counts[sheet, what] += 1
        first.setdefault((sheet, what), entry)

    for block in blocks:
        if block.silent:
            sheet, entries, verdict = (
                ("b", block.b, b) if block.silent == "a" else ("a", block.a, a)
            )
            for entry in entries:
                kind = type(verdict.record.events[entry.at])
                note(sheet, "plays" if entry.sort is Sort.DEED else LINES.get(kind, "lines"), entry)
        elif block.agrees and block.told is not None:
            for what in sorted(block.told.only_a):
                note("a", what, block.a[0])
            for what in sorted(block.told.only_b):
                note("b", what, block.b[0])
    return [Silence(*key, counts[key], entry) for key, entry in first.items()]


# -- as JSON


def _sheet(verdict: Verdict) -> dict[str, Any]:
    body = verdict.as_dict()
    return {key: body[key] for key in ("record", "rules", "answers", "claimed", "score", "winner")}


def _entry(entry: Entry, verdict: Verdict) -> dict[str, Any]:
    place = verdict.record.place(entry.offset)
    return {"line": place.line, "column": place.column, "text": entry.text}
