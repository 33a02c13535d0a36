"""A game stepped through play by play, and the legal plays at each point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from archive.core.events import Draw, Pass, Play
from archive.core.record import Record
from archive.library.assessment import Assessment
from archive.rules.pack import SUITS, write_card
from archive.rules.position import Action, Position
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from archive.scoring.replay import Replay


class Move(NamedTuple):
    """An action that a player may take now. `position.play(move.action)` takes it."""

    seat: int
    name: str
    """The kind of action: `lay`, `draw`, `name_trump`, …"""
    cards: tuple[str, ...]
    """The cards it takes, as records write them: `9h`, or `9` where suits play no part."""
    action: Action

    def __str__(self) -> str:
        return " ".join((f"p{self.seat}", self.name, *self.cards))


class Ply(NamedTuple):
    """One play of a game, and the position right after it. Ply 0 is before the first."""

    ply: int
    seat: int
    """The seat that acted; 0 before the first play."""
    name: str
    """`play`, `draw`, `pass`, `exchange` or `stay`; empty before the first."""
    cards: tuple[str, ...]
    """The cards played or drawn, as the record has them."""
    points: int | None
    """The points that the rules give for it; None where the record does not say enough."""
    clauses: tuple[str, ...]
    """The clauses that give them."""
    position: Position | None
    """The position for `legal`, or to play on from; None once the record leaves out what that
    takes."""


def replay(record: Record | Assessment) -> Iterator[Ply]:
    """Yield the game play by play, from before the first play, by the rules that an assessment
    used. Raises `UnknownRules` when its game is not known here."""
    shown = record.playable if isinstance(record, Assessment) else playable(_record(record))
    steps, known = Replay(shown).steps, positions(shown)
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


def _record(given: Any) -> Record:
    """Return what is a record; raise TypeError for anything else."""
    if isinstance(given, Record):
        return given
    told = type(given).__name__
    raise TypeError(f"A record of read(text) or an assessment is replayed, not {told}.")


def legal(position: Position) -> list[Move]:
    """Return every action that the rules allow next, each once; where suits play no part, cards of
    one rank are one. Empty while the position awaits cards from the pack."""
    given: Any = position
    if not isinstance(given, Position):
        told = type(given).__name__
        raise TypeError(f"A position is asked for its legal plays, not {told}.")
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
