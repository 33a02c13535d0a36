"""Tables drawn beside words: the one at the end of a record, or the one where it first goes
wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from archive.core.record import Record
from archive.scoring.replay import Replay
from archive.web.presenters.boards import TableShown, table_at, with_dealt
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import with_allowed
from archive.web.presenters.boards.twenty import TwentyShown
from archive.web.presenters.findings import FindingShown
from archive.web.presenters.replay_cache import CachedReplay, open_record
from archive.web.presenters.replay_view import announcement, is_against_the_rules


class TableAfter(NamedTuple):
    """A table after a play, the players' names, and that play; `wrong` where the rules forbid
    it."""

    table: TableShown
    names: list[str]
    told: str
    wrong: bool = False

    @property
    def cards(self) -> list[CardShown]:
        """Return the cards that were played, on the one that lay in a tally pile before them."""
        step = self.table.step
        known = shown(card for card in (step.cards if step else ()) if card.rank != "?")
        pile = self.table.pile[-2:] if isinstance(self.table, TwentyShown) else []
        return pile if known and len(pile) > 1 else known[:3]


def table_after(record: Record) -> TableAfter | None:
    """Return the table after the last play of a record, with the hands that were dealt since; None
    where no game is played in it."""
    opened = open_record(record)
    if opened.replay is None:
        return None
    names = opened.names()
    after = table_at(opened.replay, opened.last, names)
    shown = with_dealt(after, opened.replay, names)
    return TableAfter(shown, names, announcement(after, []))


def table_in(opened: CachedReplay) -> TableAfter | None:
    """Return the table in the middle of a game; None where none is played."""
    if opened.replay is None:
        return None
    names = opened.names()
    table = table_at(opened.replay, opened.last // 2, names)
    return TableAfter(table, names, announcement(table, []))


def table_at_fault(opened: CachedReplay, findings: Sequence[FindingShown]) -> TableAfter | None:
    """Return the table at the first play with a finding, from the side of its player, with the
    allowed cards marked; None where no play has one."""
    faults = [one for one in findings if one.severity == "error" and one.ply]
    found = min(faults, key=lambda one: (not one.first, one.ply), default=None)
    if found is None or opened.replay is None:
        return None
    names, ply = opened.names(), _scored(found, opened.replay)
    table = table_at(opened.replay, ply, names)
    if table.step is not None:
        table = table_at(opened.replay, ply, names, table.step.seat)
    wrong = is_against_the_rules(found)
    if wrong:
        table = with_allowed(table, opened.positions.get(ply - 1))
    return TableAfter(table, names, announcement(table, []), wrong)


def _scored(found: FindingShown, replay: Replay) -> int:
    """Return the play that a finding is about: for a wrong standing, the last that scored for its
    player."""
    ply = found.ply or 0
    scores = (
        step.ply
        for step in reversed(replay.steps[:ply])
        if step.points and f"p{step.seat}" == found.seat
    )
    return next(scores, ply) if found.code == "wrong-score" else ply
