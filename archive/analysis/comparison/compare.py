"""Comparing two sheets of one game: where they differ, which of the two the rules support, and what
follows for the score.

A sheet that says less contradicts no other, so that only what both say is a difference. At each one
the text of the one sheet is put into the other and judged there; the rules support the text that
leaves less to object to. A decision counts for the differences after it: a standing does not count
against a sheet a second time when its wrong play has been found already.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple, TypeAlias

from archive.analysis.comparison.adjudicate import Court, Difference
from archive.analysis.comparison.alignment import Block, align
from archive.analysis.comparison.echoes import Echoes
from archive.analysis.comparison.sheet_entries import SheetEntry, Sort, seats_by_name
from archive.analysis.comparison.totals_apart import TotalApart, totals_apart
from archive.analysis.entry_statements import LINES, Seats
from archive.core.budgets import ALIGNED, COMPARED, Steps
from archive.core.events import Action
from archive.core.record import Record
from archive.games import GAMES
from archive.importers.origin import Origin
from archive.languages.language import Language
from archive.scoring import Verdict

__all__ = ["FEW_JUDGED", "MOST_DIFFERENCES", "MOST_JUDGED", "Comparison", "Difference", "Silence",
           "compare"]  # fmt: skip

MOST_DIFFERENCES = 200
MOST_JUDGED = 40
"""The most differences that are examined; each costs some records judged."""
FEW_JUDGED = 5
"""The most for sheets that are hardly of one game."""


Origins: TypeAlias = tuple[Origin | None, Origin | None]
"""The ways back to sheets A and B, where they were no XXN."""


class Silence(NamedTuple):
    """Something that only one sheet has, and how often: `hands`, `suits`, `tallies`; `first` is the
    first place where it does. It is no difference: the other sheet is silent about it."""

    sheet: str
    what: str
    times: int
    first: SheetEntry

    def words(self, language: Language) -> str:
        """Return it as `hands (20 times)`."""
        what = language.text(self.what)
        return language.several("{what} (once)", "{what} ({n} times)", self.times, what=what)


class Agreed(NamedTuple):
    """The score of both sheets once each difference is decided by the rules."""

    score: dict[int, int | None]
    winner: str | None


class Comparison(NamedTuple):
    """Two sheets judged and aligned. `alike` counts entries that agree in all that both say,
    `apart` those that do not; `seats` are the seats of B by those of A. `complete` is False where
    they differ in more places than are listed. `not_one_game` is the reason why they cannot be
    sheets of one game, where that is certain; then nothing else is examined. `spent` means that the
    steps were used up: entries may then be paired wrongly, and some differences are not examined.
    `taken` are the steps of both. `agreed` is the score of both in the end; None where there is
    none, or where not every difference was examined. `settled` are both sheets with the decisions
    against them corrected. `stops` is the sheet that ends before the plays of the other do, `a` or
    `b`."""

    a: Verdict
    b: Verdict
    seats: Seats
    alike: int
    apart: int
    differences: list[Difference]
    silences: list[Silence]
    complete: bool
    not_one_game: str | None = None
    spent: bool = False
    taken: int = 0
    agreed: Agreed | None = None
    settled: tuple[Verdict, ...] = ()
    stops: str = ""

    @property
    def same_game(self) -> bool:
        """Return whether the two can be sheets of one game at all: as much is alike as differs,
        without what only follows from another difference."""
        echoes = sum(max(len(echo.a), len(echo.b)) for one in self.differences
                     for echo in one.echoes)  # fmt: skip
        return self.not_one_game is None and self.alike >= self.apart - echoes

    @property
    def seated_alike(self) -> bool:
        """Return whether the players have the same seats on both."""
        return all(seat == other for seat, other in self.seats.items())

    @property
    def places(self) -> int:
        """Return in how many places the sheets differ: each total of a standing is one."""
        return sum(max(1, len(self.totals_apart(one))) for one in self.differences)

    def totals_apart(self, one: Difference) -> list[TotalApart]:
        """Return the totals that differ where the difference is one of standings."""
        return totals_apart(one, self.seats)

    def only(self, sheet: str) -> str:
        """Return what only this sheet has, `suits (122 times) and hands (20 times)`, or nothing."""
        language = self.a.language
        return language.listed(one.words(language) for one in self.silences if one.sheet == sheet)

    def as_dict(self, origins: Origins = (None, None)) -> dict[str, Any]:
        """Return it as JSON has it; `origins` lead to the lines of sheets that were no XXN."""
        sheets = {"a": (self.a, origins[0]), "b": (self.b, origins[1])}
        return {
            "a": _sheet(self.a),
            "b": _sheet(self.b),
            "seats": {f"p{seat}": f"p{of_a}" for seat, of_a in sorted(self.seats.items())},
            "same_game": self.same_game,
            "not_one_game": self.not_one_game,
            "alike": self.alike,
            "complete": self.complete,
            "spent": self.spent,
            "differences": [
                {
                    **self._places(one, origins),
                    "supports": one.supports,
                    "moves": {f"p{seat}": moved for seat, moved in one.moves.items()},
                    "because": one.because
                    and {
                        "code": one.because.code,
                        "clause": one.because.clause,
                        "sentence": one.because.sentence,
                    },
                    "echoes": [self._places(echo, origins) for echo in one.echoes],
                }
                for one in self.differences
            ],
            "agreed": self.agreed
            and {
                "score": {f"p{seat}": total for seat, total in self.agreed.score.items()},
                "winner": self.agreed.winner,
            },
            "one_sided": [
                {
                    "sheet": one.sheet,
                    "says": one.what,
                    "count": one.times,
                    "first": _entry(one.first, *sheets[one.sheet]),
                }
                for one in self.silences
            ],
        }

    def _places(self, one: Difference, origins: Origins) -> dict[str, Any]:
        """Return the places of a difference on both sheets."""
        return {
            "ply": one.ply,
            "a": [_entry(entry, self.a, origins[0]) for entry in one.a],
            "b": [_entry(entry, self.b, origins[1]) for entry in one.b],
        }


def compare(a: Verdict, b: Verdict, budget: int = COMPARED, to_align: int = ALIGNED) -> Comparison:
    """Return two judged sheets compared, within limits of steps: `to_align` for aligning them,
    `budget` for deciding differences."""
    seats = seats_by_name(a.record, b.record)
    if why := _not_one_game(a.record, b.record, a.language):
        return Comparison(a, b, seats, 0, 0, [], [], complete=False, not_one_game=why)
    laying, asking = Steps(to_align), Steps(budget)
    blocks, exact = align(a.record, b.record, seats, laying)
    parted = [block for block in blocks if not block.agrees and not block.silent]
    alike = sum(block.agrees for block in blocks)
    apart = sum(max(len(block.a), len(block.b)) for block in parted)
    most = MOST_JUDGED if alike >= apart else FEW_JUDGED
    court, echoes = Court(a, b, seats, asking), Echoes(a, b, seats)
    found: list[Difference] = []
    following: list[list[Difference]] = []
    for block in parted[:MOST_DIFFERENCES]:
        origin = echoes.origin(block)
        if origin is not None:
            following[origin].append(court.unjudged(block))
            continue
        found.append(court.asked(block) if len(found) < most else court.unjudged(block))
        following.append([])
        echoes.add(block, court.tried)
    complete = len(parted) <= MOST_DIFFERENCES
    stops = next((block.after for block in blocks if block.after and _has_plays(block)), "")
    decided = complete and all(one.supports is not None for one in found)
    return Comparison(
        a, b, seats, alike, apart,
        [
            one._replace(echoes=tuple(its), moves=one.moves or echoes.moved(index))
            for index, (one, its) in enumerate(zip(found, following, strict=True))
        ],
        _silences(blocks),
        complete=complete,
        spent=court.spent or not exact,
        taken=laying.taken + asking.taken,
        agreed=_agreed(court, seats, stops) if decided else None,
        settled=(court.a.verdict, court.b.verdict),
        stops=stops,
    )  # fmt: skip


def _has_plays(block: Block) -> bool:
    return any(entry.sort is Sort.DEED for entry in block.a + block.b)


def _agreed(court: Court, seats: Seats, stops: str) -> Agreed | None:
    """Return the score and the winner of both sheets; None where they differ, or are unknown. What
    only one of them has is taken from it: all of it, where the other one `stops` earlier."""
    sheets: dict[str, tuple[Verdict, Seats]] = {
        "a": (court.a.verdict, {}), "b": (court.b.verdict, seats)
    }  # fmt: skip
    sheets.pop(stops, None)
    score: dict[int, int | None] = {}
    winners = set()
    for verdict, seated in sheets.values():
        for seat, total in verdict.score.items():
            own = score.setdefault(seated.get(seat, seat), total)
            if None not in (own, total) and own != total:
                return None
            if own is None:
                score[seated.get(seat, seat)] = total
        if verdict.winner:
            winners.add(_seated(verdict.winner, seated))
    if len(winners) > 1 or not score or None in score.values():
        return None
    return Agreed(score, next(iter(winners), None))


def _seated(winner: str, seats: Seats) -> str:
    """Return winners, `p2`, `p1,p3` or `draw`, by their seats on the other sheet."""
    if winner == "draw":
        return winner
    of_a = sorted(seats.get(seat, seat) for seat in (int(one[1:]) for one in winner.split(",")))
    return ",".join(f"p{seat}" for seat in of_a)


def _not_one_game(a: Record, b: Record, language: Language) -> str | None:
    """Return why two records cannot be of one game: of other games, or for other numbers of
    players. These count where exactly the named ones play: a seat too many is a slip."""
    game, other = GAMES.get(a.game or ""), GAMES.get(b.game or "")
    if game and other and game is not other:
        return language.say(
            "A is {game}, B is {other}: these are not two sheets of one game.",
            game=game.book.title, other=other.book.title,
        )  # fmt: skip
    if (ours := _all_play(a)) and (theirs := _all_play(b)) and ours != theirs:
        return language.say(
            "A has {ours} players, B has {theirs}: these are not two sheets of one game.",
            ours=ours, theirs=theirs,
        )  # fmt: skip
    return None


def _all_play(record: Record) -> int | None:
    """Return the number of players; None where those who play are not those who are named."""
    seats = {event.seat for event in record.events if isinstance(event, Action)}
    players = len(record.players)
    return players if seats == set(range(1, players + 1)) else None


# -- what only one of them has


def _silences(blocks: list[Block]) -> list[Silence]:
    """Return what one sheet has and the other leaves out, in the order in which it first occurs."""
    told: defaultdict[tuple[str, str], list[SheetEntry]] = defaultdict(list)
    for block in blocks:
        if block.silent:
            sheet, entries = ("b", block.b) if block.silent == "a" else ("a", block.a)
            for entry in entries:
                line = LINES.get(type(entry.event), "lines")
                told[sheet, "plays" if entry.sort is Sort.DEED else line].append(entry)
        elif block.agrees and block.told is not None:
            for what in sorted(block.told.only_a):
                told["a", what].append(block.a[0])
            for what in sorted(block.told.only_b):
                told["b", what].append(block.b[0])
    return [Silence(*key, len(entries), entries[0]) for key, entries in told.items()]


# -- as JSON


def _sheet(verdict: Verdict) -> dict[str, Any]:
    body = verdict.as_dict()
    return {key: body[key] for key in ("record", "rules", "answers", "claimed", "score", "winner")}


def _entry(entry: SheetEntry, verdict: Verdict, origin: Origin | None) -> dict[str, Any]:
    place = verdict.record.place(entry.offset)
    told = {"line": place.line, "column": place.column, "text": entry.text}
    if origin is None:
        return told
    own = origin.at(place.line, place.column)
    return {**told, "sheet": own.as_dict() if own else None}
