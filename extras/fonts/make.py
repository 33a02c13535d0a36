"""Cuts the archive's faces out of Source Serif 4, as npm's @fontsource-variable has it.

    pip install fonttools brotli
    python extras/fonts/make.py node_modules/@fontsource-variable/source-serif-4/files \
        archive/web/static/fonts

What is left out: weights that no page uses, and features beside kerning, ligatures, figures of one
width and composed letters. The licence asks that a changed face go by another name.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

NAME: Final = "Twenties Serif"
FACES: Final = {
    "source-serif-4-latin-wght-normal": ("twenties-serif", (400, 600)),
    "source-serif-4-latin-ext-wght-normal": ("twenties-serif-ext", (400, 600)),
    "source-serif-4-latin-wght-italic": ("twenties-serif-italic", 400),
}
FEATURES: Final = ["kern", "liga", "tnum", "ccmp", "locl", "mark"]
FAMILY_NAMES: Final = (1, 4, 16)
POSTSCRIPT_NAMES: Final = (6, 25)


def cut(source: Path, into: Path, weights: tuple[int, int] | int) -> int:
    """Write one face; return its bytes."""
    font = instantiateVariableFont(TTFont(source), {"wght": weights})
    whole = io.BytesIO()
    font.flavor = None
    font.save(whole)
    font = TTFont(whole)
    options = subset.Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16]
    options.hinting = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted(font.getBestCmap()))
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            record.string = NAME
        elif record.nameID in POSTSCRIPT_NAMES or record.nameID == 3:
            record.string = NAME.replace(" ", "")
    font.flavor = "woff2"
    font.save(into)
    return into.stat().st_size


def main() -> None:
    """Cut all of them."""
    source, target = map(Path, sys.argv[1:3])
    for name, (made, weights) in FACES.items():
        size = cut(source / f"{name}.woff2", target / f"{made}.woff2", weights)
        sys.stdout.write(f"{made} {size:,}\n")


if __name__ == "__main__":
    main()
