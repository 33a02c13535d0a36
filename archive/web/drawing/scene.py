"""The parts of a picture of a table: cards, words and signs, each with its place.

Lengths are in units of the picture, which is 1,200 wide and 630 high.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from archive.web.presenters.boards.cards import CardShown

WIDTH: Final = 1200
HEIGHT: Final = 630
CARD_HEIGHT: Final = 84 / 60
"""The height of a card of width 1."""

INK: Final = "#f5f1e4"
SOFT: Final = "#cadbd1"
GOLD: Final = "#efc968"
DARK: Final = "#20242a"
GREY: Final = "#5a5f68"
BAD: Final = "#a02a1e"


@dataclass(frozen=True, slots=True)
class Behind:
    """Text that follows another, with a `gap` between them."""

    text: str
    gap: float
    size: float
    fill: str = INK


@dataclass(frozen=True, slots=True)
class Words:
    """Text with its baseline at (x, y). What stands `behind` it follows it closely, however wide
    the typeface that is found makes it."""

    x: float
    y: float
    text: str
    size: float
    fill: str = INK
    anchor: str = "start"
    weight: int = 400
    behind: tuple[Behind, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A card with its upper left corner at (x, y). `ring` is the colour of its edge where that says
    something, `dashes` the strokes of that edge, and `badge` a sign at its corner."""

    x: float
    y: float
    width: float
    card: CardShown
    ring: str = ""
    dashes: str = ""
    opacity: float = 1
    badge: str = ""

    @property
    def scale(self) -> float:
        """Return the size of the card relative to one of 60 units."""
        return self.width / 60


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    radius: float = 0
    dashes: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A suit's sign, or another of the sprites', in a square."""

    name: str
    x: float
    y: float
    size: float
    fill: str = INK


@dataclass(frozen=True, slots=True)
class Pointer:
    """An arrow."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(slots=True)
class Scene:
    """Everything on a picture, in the order in which it is painted: boxes, cards, signs, words,
    arrows."""

    boxes: list[Box] = field(default_factory=list)
    cards: list[Placed] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    pointers: list[Pointer] = field(default_factory=list)
