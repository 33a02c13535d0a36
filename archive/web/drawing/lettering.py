"""Estimates of how much room text takes, without its typeface."""

from __future__ import annotations

import unicodedata
from typing import Final

from archive.web.drawing.scene import DARK, GOLD, Box, Scene, Words

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
