"""A drawing as PNG, for whatever shows no SVG: cards of links in messages, printers, slides."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import resvg_py

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
