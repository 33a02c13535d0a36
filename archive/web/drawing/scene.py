"""The parts of a picture of a table: cards, words and signs, each with its place; how much room
text takes, estimated without its typeface; and the picture as PNG, for whatever shows no SVG: cards
of links in messages, printers, slides.

Lengths are in units of the picture, which is 1,200 wide and 630 high.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import resvg_py

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


NARROW: Final = frozenset(" .,:;'|!ijlIft()[]’‘`-rJ–+1")
WIDE: Final = frozenset("MWmw@%—…&QOGDHNU")
BOLD: Final = 1.05


def width_of(text: str, size: float, weight: int = 400) -> float:
    """Return about how wide a text is, rather too wide than too narrow."""
    em = sum(map(_letter, text))
    return em * size * (BOLD if weight > 400 else 1)


def _letter(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if letter in NARROW:
        return 0.38
    if letter in WIDE or unicodedata.east_asian_width(letter) in "WF":
        return 1.0 if letter not in "QOGDHNU" else 0.8
    return 0.7 if letter.isupper() else 0.56


def fitted(text: str, width: float, size: float, weight: int = 400) -> str:
    """Return as much of a text as a width holds, with dots where something is left out."""
    if width_of(text, size, weight) <= width:
        return text
    room = width - width_of("…", size, weight)
    kept = ""
    for letter in text:
        if width_of(kept + letter, size, weight) > room:
            break
        kept += letter
    return kept.rstrip() + "…"


def size_for(text: str, width: float, size: float, least: float) -> float:
    """Return the size in which a text fits a width: `size` at most, and `least` at least."""
    whole = width_of(text, size)
    return size if whole <= width else max(least, round(size * width / whole, 1))


def in_lines(text: str, width: float, size: float) -> list[str]:
    """Return a text broken into lines; a word that is too long for one is cut."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= width:
            lines[-1] = longer
        elif lines[-1]:
            lines.append(fitted(word, width, size))
        else:
            lines[-1] = fitted(word, width, size)
    return lines


def pill(scene: Scene, x: float, y: float, text: str, size: float) -> float:
    """Write a word on a golden ground with its baseline at `y`; return the width of that."""
    width = width_of(text, size, 600) + size
    scene.boxes.append(Box(x, y - size * 1.02, width, size * 1.42, GOLD, radius=size * 0.71))
    scene.words.append(Words(x + width / 2, y, text, size, DARK, "middle", 600))
    return width


RENDERER: Final = f"resvg_py {version('resvg_py')}"
"""The renderer: with another version the same drawing may be other bytes."""
FONTS: Final = sorted(map(str, (Path(__file__).parent / "fonts").glob("*.ttf")))
FAMILY: Final = "Twenties Serif"
KEPT: Final = 64
OURS: Final = re.compile(
    "[\n\x20-\x7e\xa0-\u012b\u0130\u0131\u0134-\u0165\u0168-\u017f\u0218-\u021b\u0386\u0388-\u038a"
    "\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1ef2-\u1ef9\u2013\u2014"
    "\u2018-\u201a\u201c-\u201e\u2026\u2212]*"
)
"""Text for which the faces here have every letter."""


@lru_cache(maxsize=KEPT)
def png(svg: str, width: int) -> bytes:
    """Return a drawing as PNG, `width` pixels wide. The machine's own typefaces are read only for a
    name in a script that those here lack."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=bool(OURS.fullmatch(svg)),
            font_files=FONTS,
            font_family=FAMILY,
            serif_family=FAMILY,
        )
    )
