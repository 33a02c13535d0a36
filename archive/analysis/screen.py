"""A quick look at a change before a record is judged with it: from the deal in which it stands to
the end of the trouble, by the rules alone.

A record may be a thousand plays long, and a search has thousands of changes to try. The table as it
stood before each deal is kept, so that only the plays of a deal or two are gone through; and no
finding is made, they are only counted. What passes is judged in full.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

from archive.analysis.edits import Edit, edited
from archive.cards import CARDS, UNKNOWN, Card
from archive.events import Deal, Event, Play, Round
from archive.games import choose
from archive.notation import read
from archive.rules.claims import Dealing, Sightings
from archive.rules.kernel import Table
from archive.rules.step import step
from archive.verdict import Verdict
from archive.verdict.examination import RESULT_KINDS

HEADER = '[XXN "1.0"]\n'
MUCH = 2
"""What a card of which there are too many counts, against one event that is wrong."""


class Screen:
    """The tables of one record before each of its deals."""

    def __init__(self, verdict: Verdict) -> None:
        self.record = verdict.record
        self.cost = 0  # events that were gone through
        table = choose(self.record, verdict.asked).open()
        self.starts = [0]
        self.tables = [table.copy()]
        for at, event in enumerate(self.record.events):
            if isinstance(event, Deal | Round) and at:
                self.starts.append(at)
                self.tables.append(table.copy())
            step(table, event, at)
            table.faults = []
        self.places = [self.record.offsets[at] for at in self.starts]
        self.wrong_before: dict[tuple[int, int], int] = {}

    def helps(self, change: tuple[Edit, ...], last: int) -> int | None:
        """How much is still wrong in the deals in which the change stands and up to the place
        `last` in the text, with the change made; None where it is no less than without it."""
        first = min(edit.offset for edit in change)
        last = max(last, *(edit.offset for edit in change))
        begun = max(0, bisect_right(self.places, first) - 1)
        ended = bisect_right(self.places, last)
        was = self.wrong_before.get((begun, ended))
        if was is None:
            was = self.wrong_before[begun, ended] = self._wrong(begun, ended, ())
        wrong = self._wrong(begun, ended, change, most=was)
        return wrong if wrong < was or not was else None

    def made(self, change: tuple[Edit, ...]) -> tuple[int | None, int | None]:
        """What the play that a change writes in makes of the tally, and what it scores."""
        begun = max(0, bisect_right(self.places, change[0].offset) - 1)
        events, start = self._events(begun, len(self.starts), change), self.starts[begun]
        before = bisect_right(self.record.offsets, change[0].offset - 1) - start
        table = self.tables[begun].copy()
        for at, event in enumerate(events[: before + 1], start):
            step(table, event, at)
            table.faults = []
        return table.tally, table.earned

    def _events(self, begun: int, ended: int, change: tuple[Edit, ...]) -> list[Event]:
        """The events of some deals with a change made, and the line after them."""
        text, start = self.record.text, self.record.offsets[self.starts[begun]]
        end = len(text)
        if ended < len(self.starts):
            after = self.starts[ended] + 1
            if after < len(self.record.offsets):
                end = self.record.offsets[after]
        moved = [edit._replace(offset=edit.offset - start) for edit in change]
        part = edited(text[start:end], moved)
        return read((HEADER + part).encode("utf-8", "surrogateescape")).events

    def _wrong(
        self, begun: int, ended: int, change: tuple[Edit, ...], most: int | None = None
    ) -> int:
        """What is wrong there, counted plainly; no further than `most`."""
        events, start = self._events(begun, ended, change), self.starts[begun]
        table, wrong = self.tables[begun].copy(), 0
        for at, event in enumerate(events, start):
            self.cost += 1
            step(table, event, at)
            wrong += _wrong_at(table, event)
            if most and wrong >= most:
                return wrong
        if ended >= len(self.starts):
            table.stop()
            wrong += sum(fault.severity == "error" for fault in table.faults)
        dealings = list(table.dealings())
        return wrong + MUCH * sum(map(_overfull, dealings[-3:]))


def _overfull(dealing: Dealing) -> bool:
    """Whether some card, rank or suit was seen more often than the pack has it. Where, nobody asks
    here: that takes ten times as long as the plays do."""
    seen, pack = dealing.listed, dealing.pack
    cards = seen.cards if isinstance(seen, Sightings) else [one.card for one in seen]
    kinds: Counter[Card] = Counter(cards)
    for card in cards:
        if card.suit and card.rank != "?":
            kinds[CARDS[card.rank]] += 1
            kinds[CARDS["?" + card.suit]] += 1
        # a rank alone or a suit alone has been counted as what it is
    return any(times > pack.holds(card) for card, times in kinds.items() if card is not UNKNOWN)


def _wrong_at(table: Table, event: Event) -> int:
    """Faults of an event, and what it claims wrongly."""
    faults, table.faults = table.faults, []
    wrong = sum(fault.severity == "error" for fault in faults)
    if faults and faults[0].code == "doubled-play":
        return wrong
    kind = type(event)
    if (kind is not Play and kind not in table.claimants) or table.upheld(event) is not None:
        return wrong
    return wrong + sum(
        claim.claimed is not None
        and claim.computed is not None
        and claim.claimed != claim.computed
        and (claim.kind not in RESULT_KINDS or table.over)
        for claim in table.claims(event)
    )
