"""What the rules make of plays that are weighed: every play is tried, and lines are followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from archive.analyst import Annotations
from archive.analyst.annotated import annotated
from archive.analyst.annotations import Move
from archive.core.events import Variation
from archive.core.record import Record
from archive.notation import read, write
from archive.rules.position import Position
from archive.scoring.line_in_address import BETWEEN
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from archive.scoring.what_if import Line


def best_by_rules(position: Any, seat: int, worth: Callable[[Any], int | None]) -> int:
    """Return what a seat comes to if all others play against it: every play is tried on the
    position itself. `worth` says what a position is worth in which there is none to be tried."""
    if (known := worth(position)) is not None:
        return known
    found = []
    for action in position.legal():
        twin = position.copy()
        twin.play(action)
        found.append(best_by_rules(twin, seat, worth))
    return max(found) if position.turn == seat else min(found)


def followed(
    record: Record, stood: Mapping[int, Position], start: int, moves: list[Move], trumps: str = ""
) -> Line:
    """Return a line of play stepped through from a play on, all of it allowed; `stood` are the
    positions of the game."""
    line = Line(record, start, stood, trumps)
    line.follow(BETWEEN.join(move.card for move in moves))
    assert [move.seat for move in line.moves] == [move.seat for move in moves]
    assert not any(move.broken for move in line.moves)
    return line


def lines_followed(record: Record, said: Annotations) -> list[Line]:
    """Return all lines of a game as they are stepped through. Each begins with a better play, and
    they stand in a copy of the record, which can be read again."""
    told = [one for one in said.plies if one.line]
    assert told
    assert all(one.line[0].card == one.best != one.card for one in told)
    twin = annotated(record, said)
    assert sum(isinstance(one, Variation) for one in twin.events) == len(told)
    assert read(write(twin).encode()).events == twin.events
    stood = positions(playable(record))
    return [followed(record, stood, one.ply - 1, one.line) for one in told]
