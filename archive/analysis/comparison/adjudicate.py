"""Which of two sheets the rules support: the text of each is put into the other and judged."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from archive.analysis.comparison.alignment import Block
from archive.analysis.comparison.echoes import Tried
from archive.analysis.comparison.sheet_entries import Objections, SheetEntry, Sort, with_seats
from archive.analysis.entry_statements import Seats
from archive.analysis.error_counts import doubts_of, errors_of, judged_within, roots_of
from archive.core.budgets import Spent, Steps
from archive.notation.edits import Edit, read_edited
from archive.scoring import Finding, Question, Verdict
from archive.scoring.card_count import ply_of
from archive.scoring.full_examination import How


class Difference(NamedTuple):
    """A difference of two sheets: the entries of each, none where a sheet has nothing there.
    Several adjacent entries are one difference where one sheet has fewer.

    `supports` is `a` or `b` where the rules object to the other, `either` where they allow both,
    `neither` where they object to both alike, None where it was not examined. `moves` is what the
    points of sheet A become with B's entries, minus what they are, by seat of A; None for points
    that are then unknown. `because` is the rules' objection to the sheet that they do not support.
    """

    a: tuple[SheetEntry, ...]
    b: tuple[SheetEntry, ...]
    ply: int | None
    supports: str | None
    moves: dict[int, int | None]
    because: Finding | None = None
    echoes: tuple[Difference, ...] = ()


class _Put(NamedTuple):
    """A sheet with entries of the other in place of its own: the edits, and the verdict then."""

    edits: list[Edit]
    verdict: Verdict


class _Sheet:
    """One of the two, corrected where a difference was decided against it. `seats` are its seats by
    those of the other."""

    def __init__(self, verdict: Verdict, seats: Seats, steps: Steps) -> None:
        self.verdict = self.first = verdict
        self.seats, self.steps = seats, steps
        self.edits: list[Edit] = []
        self.errors = Objections(verdict)

    def with_(self, edits: list[Edit]) -> Verdict | None:
        """Return the verdict on the sheet with these further edits; None where they cannot be made.
        Plays are supposed to be missing only where they were before. Raises `Spent` where there are
        no steps for it."""
        try:
            changed = read_edited(self.first.record, [*self.edits, *edits])
        except ValueError:
            return None
        foreseen = self.first.foresight
        how = How(
            language=self.first.language, supposing=foreseen is not None and foreseen.supposes
        )
        return judged_within(self.steps, changed, self.first.asked, how)

    def put(
        self, own: tuple[SheetEntry, ...], new: tuple[SheetEntry, ...], place: int
    ) -> _Put | None:
        """Return the sheet with the other's entries in place of its own, or at a place where it has
        none; None where they cannot be put in."""
        said = [with_seats(entry.text, self.seats) for entry in new]
        tried = []
        for numbers in _numberings(own, new):
            numbered = zip(numbers, said, strict=True)
            texts = [f"{number}. {text}" if number else text for number, text in numbered]
            edits = _edits(self.first.record.text, own, texts, place)
            judged = self.with_(edits)
            if judged is not None:
                tried.append(_Put(edits, judged))
        return min(tried, key=lambda one: errors_of(one.verdict), default=None)

    def objections(self, put: _Put | None) -> Objections | None:
        """Return what the rules object to in the sheet with these entries."""
        return put and Objections(put.verdict, [*self.edits, *put.edits])

    def settle(self, put: _Put) -> None:
        """Put these entries in for good."""
        self.edits += put.edits
        self.verdict = put.verdict
        self.errors = Objections(put.verdict, self.edits)


class Court:
    """Decides difference by difference which sheet the rules support."""

    def __init__(self, a: Verdict, b: Verdict, seats: Seats, steps: Steps) -> None:
        self.a = _Sheet(a, seats, steps)
        self.b = _Sheet(b, {of_a: seat for seat, of_a in seats.items()}, steps)
        self.spent = False
        self.tried: Tried | None = None

    def unjudged(self, block: Block) -> Difference:
        """Return a difference that was not examined."""
        ply = None
        if block.a and block.a[0].sort is Sort.DEED:
            ply = ply_of(self.a.first.record, block.a[0].at) or None
        return Difference(block.a, block.b, ply, None, {})

    def asked(self, block: Block) -> Difference:
        """Return a difference, decided while there are steps; what was tried is in `tried`."""
        self.tried = None
        if not self.spent:
            try:
                return self.judged(block)
            except Spent:
                self.spent = True
        return self.unjudged(block)

    def judged(self, block: Block) -> Difference:
        """Return a difference, decided by the rules: first by the findings at the entries
        themselves, then by putting those of each sheet in the place of the other's."""
        difference, a, b = self.unjudged(block), self.a, self.b
        into_a = a.put(block.a, block.b, block.in_a)
        into_b = b.put(block.b, block.a, block.in_b)
        self.tried = Tried(a.objections(into_a), b.objections(into_b))
        blamed = a.errors.first(block.a), b.errors.first(block.b)
        supports = None
        if block.a and block.b and bool(blamed[0]) != bool(blamed[1]):
            supports = "b" if blamed[0] else "a"
        if into_a is None or into_b is None:
            return difference._replace(supports=supports, because=blamed[0] or blamed[1])
        moves = {
            seat: None if total is None else total - before
            for seat, total in into_a.verdict.score.items()
            if (before := a.verdict.score.get(seat)) is not None and total != before
        }
        deeds = [sum(entry.sort is Sort.DEED for entry in side) for side in (block.a, block.b)]
        of_a, of_b = (a.verdict, into_a.verdict), (b.verdict, into_b.verdict)
        if supports is None and None not in (a.first.sheet, b.first.sheet):
            # no plays: what follows would be wrong with either's entry alone
            supports = _put_right(of_a, of_b)
        supports = supports or _supported(of_a, of_b, left_out=deeds[0] != deeds[1])
        neither = all(blamed) and (supports == "either" or _same(*blamed))
        because = blamed[0] if neither else None
        if supports == "a":
            because = because or blamed[1] or _objection(of_b, of_a)
            b.settle(into_b)
        elif supports == "b":
            because = because or blamed[0] or _objection(of_a, of_b)
            a.settle(into_a)
        supports = "neither" if neither else supports
        return difference._replace(supports=supports, moves=moves, because=because)


def _numberings(own: tuple[SheetEntry, ...], new: tuple[SheetEntry, ...]) -> list[list[str]]:
    """Return the possible numberings of the entries put in: as those they replace, by their own
    numbers where the sheets count alike, or none where they do not."""
    if len(own) == len(new):
        return [[entry.number and other.number for entry, other in zip(own, new, strict=True)]]
    theirs = [entry.number for entry in new]
    return [theirs, [""] * len(new)] if any(theirs) else [theirs]


def _edits(text: str, own: tuple[SheetEntry, ...], new: list[str], place: int) -> list[Edit]:
    """Return edits that replace a sheet's own entries by others; one for one where they are as
    many, so that what stands between them stays."""
    together = "\n" + "\n".join(new) + "\n"
    if not own:
        return [Edit(place, "", together, "")]
    if len(own) != len(new):
        new = [together if new else "", *[""] * (len(own) - 1)]
    return [
        Edit(entry.offset, text[entry.offset : entry.end], words, "")
        for entry, words in zip(own, new, strict=True)
    ]


_Both: TypeAlias = tuple[Verdict, Verdict]
"""The verdicts on a sheet before and after it took the other's entries."""


def _objection(wrong: _Both, right: _Both) -> Finding | None:
    """Return the rules' objection to a sheet they do not support, outside the entries: one that
    goes when it takes the other's, or that the other gets with its own."""
    for more, less in (wrong, reversed(right)):
        known = {(finding.code, finding.ply) for finding in roots_of(less)}
        for finding in roots_of(more):
            if (finding.code, finding.ply) not in known:
                return finding
    return None


def _same(one: Finding | None, other: Finding | None) -> bool:
    """Return whether the rules object to two numbers in the same way: one of them may be nearer to
    the right one, or corrected soon, and is as wrong."""
    return (
        one is not None and other is not None
        and one.code == other.code and one.question is Question.ARITHMETIC
    )  # fmt: skip


def _put_right(a: _Both, b: _Both) -> str:
    """Return the supported one of two sheets of totals: one with no errors, whose entry takes away
    those of the other; otherwise both may be."""
    (was_a, then_a), (was_b, then_b) = ([len(roots_of(one)) for one in sheets] for sheets in (a, b))
    if not was_a and then_b < was_b:
        return "a"
    return "b" if not was_b and then_a < was_a else "either"


def _supported(a: _Both, b: _Both, *, left_out: bool) -> str:
    """Return the supported sheet. Where one leaves plays out, open answers count as well."""
    (was_a, then_a), (was_b, then_b) = (map(errors_of, sheets) for sheets in (a, b))
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
        (sure_a, open_a), (sure_b, open_b) = (map(doubts_of, sheets) for sheets in (a, b))
        if sure_a < open_a and open_b < sure_b:
            return "a"
        if open_a < sure_a and sure_b < open_b:
            return "b"
    return "either"
