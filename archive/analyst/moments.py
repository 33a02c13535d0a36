"""The moments of a record at which a player chooses, in a game of deals, each with all choices and
what that player could know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from archive.analyst.hidden import RANK, Doubting, Faults
from archive.core.events import Action, Exchange
from archive.core.record import Record
from archive.rules.position import Position
from archive.scoring.prepared import playable
from archive.scoring.record_positions import numbers, positions

P = TypeVar("P", bound=Position)
S = TypeVar("S")


class Moment(NamedTuple, Generic[P, S]):
    """A player about to choose."""

    ply: int
    seat: int
    done: str
    """The choice made, as a line of play gives it."""
    made: int
    """The choice made as a whole number, in the form of its game."""
    choices: dict[int, str]
    """All choices as whole numbers, and how each is written."""
    sizes: tuple[int, ...]
    """By place, from this player on, the number of cards held."""
    unseen: Sequence[int]
    """The cards that the player has not seen."""
    faults: tuple[Faults | None, ...]
    """By place, from the next player on, what rules cards out there."""
    position: P
    stand: S
    """The table, from this player on, in whole numbers."""
    known: Sequence[int] = ()
    """The next cards of the stock, as far as they were drawn."""
    doubting: tuple[Doubting | None, ...] = ()
    """By place, from the next player on, what makes cards there less likely."""


class Shown(Protocol):
    """What a deal has shown so far."""

    def note(self, position: Any, event: Action) -> None:
        """Note what is about to be done."""


W = TypeVar("W", bound=Shown)


def followed(
    record: Record, kind: type[P], begin: Callable[[int], W], *, suits: bool = False
) -> Iterator[tuple[int, Action, P, W]]:
    """Yield the actions of a record for as long as their results are known: the number, the event,
    the position before it and what the deal had shown. `begin` returns what a deal with this many
    seats shows at first. It ends at a card laid or put away that has no rank, or no suit where
    `suits` matter."""
    stood = positions(playable(record))
    deals, shown = -1, begin(0)  # not yet any, for a deal whose line is missing is number 0
    for ply, event in enumerate(one for one in record.events if isinstance(one, Action)):
        position = stood.get(ply)
        if not isinstance(position, kind) or ply + 1 not in stood:
            return
        if position.deals != deals:  # type: ignore[attr-defined]  # every game of deals has them
            deals, shown = position.deals, begin(position.seats)  # type: ignore[attr-defined]
        if not all(card & RANK and card > RANK * suits for card in _cards(event)):
            return
        yield ply + 1, event, position, shown
        shown.note(position, event)


def _cards(event: Action) -> list[int]:
    """Return the cards laid or put away."""
    return numbers(event.put if isinstance(event, Exchange) else getattr(event, "cards", ()))
