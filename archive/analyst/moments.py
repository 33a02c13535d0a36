"""The moments at which a player chooses in a game of deals, with all choices and what the player
could know; and a choice weighed over deals drawn by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from archive.analyst import glyphs
from archive.analyst.annotations import Move, Option, PlyWeighed
from archive.analyst.comparison import Compared
from archive.analyst.hidden import RANK, Doubting, Faults, HiddenCards
from archive.core.events import Action, Exchange
from archive.core.record import Record
from archive.rules.hand import UNCOUNTED
from archive.rules.position import Action as Choice
from archive.rules.position import Position
from archive.scoring.line_in_address import text_of
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
    """Yield the actions of a record while their results are known: number, event, position before
    it, and what the deal had shown, at first what `begin` returns. It ends at a card laid or put
    away that has no rank, or no suit where `suits` matter."""
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


EXACT, SURE, AVERAGE, NOT = "exact", "sure", "average", "not"
"""The ways to weigh a choice."""


class Weigher(Protocol):
    """The way a game weighs the choices at a moment."""

    def known(self) -> Mapping[int, float] | None:
        """Return the value of each choice with all cards known; None where it was not weighed."""

    def fair(self) -> tuple[str, Compared[int]]:
        """Return how the choices were weighed by what the player could know, and the result."""

    def line(self, choice: int) -> list[Move]:
        """Return the line of play that a choice leads to."""


def weighed(
    game: str, now: Moment[Any, Any], seed: str, weigher: Callable[[HiddenCards], Weigher]
) -> PlyWeighed:
    """Return the choice made at a moment, weighed; `seed` determines which cards are drawn."""
    if len(now.choices) == 1:
        return PlyWeighed(now.ply, now.seat, now.done, now.done, 0, 0, 0.0, 0.0)
    rng = Random(f"{seed}/{now.ply}")  # noqa: S311 - nothing secret
    hidden = HiddenCards(now.unseen, now.sizes[1:], now.faults, rng, now.doubting)
    if not hidden.fits:
        return PlyWeighed(now.ply, now.seat, now.done, now.done, 0, None, 0.0, 0.0, how=NOT)
    weighs = weigher(hidden)
    known = weighs.known()
    how, found = weighs.fair()
    one = told(game, now, found, how, known)
    if one.glyph in (0, glyphs.GOOD):
        return one
    return replace(one, line=weighs.line(found.choices[found.found.best]))


def line_from(
    now: Moment[Any, Any], action: Choice, following: Callable[[Any], Choice | None], text: str = ""
) -> list[Move]:
    """Return the line that an action leads to within its deal, beginning with its own text. At each
    position `following` returns what is done next; None where the line ends."""
    position = now.position.copy()
    found = [Move(now.seat, text or text_of(action), 0, 0)]
    while True:
        position.play(action)
        then = following(position)
        if then is None or position.deals != now.position.deals:
            return found
        action = then
        found.append(Move(position.turn, text_of(action), 0, 0))


def told(
    game: str, now: Moment[Any, Any], found: Compared[int], how: str,
    known: Mapping[int, float] | None,
) -> PlyWeighed:  # fmt: skip
    """Return the annotation of a choice without its line. `known` are the choices' values with all
    cards known, None where these were not weighed."""
    at, loss, error = found.found
    best = found.choices[at]
    mark = glyphs.mistake(game, loss, error) or glyphs.GOOD * (found.only and best == now.made)
    lost = None if known is None else round(max(known.values()) - known[now.made], 2)
    options = sorted(zip(found.choices, found.worth, strict=True), key=lambda one: -one[1])
    stood, then = now.position.totals[now.seat], found.points[found.choices.index(now.made)]
    total = round(stood + then, 2) if stood > UNCOUNTED // 2 else None
    return PlyWeighed(
        now.ply, now.seat, now.done, now.choices[best], 0, lost, round(loss, 2),
        round(error, 2), mark, glyphs.luck(game, mark, lost),
        [
            Option(now.choices[one], None if known is None else known[one], round(worth, 2))
            for one, worth in options
        ],
        how=how, total=total,
    )  # fmt: skip
