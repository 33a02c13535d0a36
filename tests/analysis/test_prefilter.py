"""A quick look at a change reads only the lines that it changes, and keeps tables for the next."""

from __future__ import annotations

from itertools import islice

import pytest

from archive.analysis.repairs.candidates import changes
from archive.analysis.repairs.quick_check import QuickCheck
from archive.core.budgets import Steps
from archive.games import GAMES
from archive.notation import read
from archive.notation.edits import edited
from archive.scoring import verify
from tests.scoring.sound_records import faulty


@pytest.mark.parametrize("game", GAMES)
def test_a_change_is_seen_in_its_place(game: str) -> None:
    _, data = next(islice(faulty(game, 4), 1))
    verdict, steps = verify(data), Steps(10**9)
    screen, record = QuickCheck(verdict, steps), verdict.record
    proposed = changes(verdict, steps, lambda: False)
    within = (one for one in proposed if one[0].offset >= record.offsets[0])
    some = list(islice(within, 0, 200, 8))
    assert some
    for change in some:
        start, events = screen._events(0, len(screen.starts), change)
        assert record.events[:start] + events == read(edited(record.text, change).encode()).events
        alone = QuickCheck(verdict, Steps(10**9)).helps(change, 0)
        assert screen.helps(change, 0) == alone, "tables kept from other changes alter nothing"
