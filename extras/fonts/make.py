"""Cuts the archive's faces out of Source Serif 4, as npm's @fontsource-variable has it.

    pip install fonttools brotli
    python extras/fonts/make.py node_modules/@fontsource-variable/source-serif-4/files \
        archive/web/static/fonts
    python extras/fonts/make.py --pictures node_modules/@fontsource-variable/source-serif-4/files \
        archive/web/drawing/fonts

The second line makes those that pictures of tables are set in: one weight each, not packed.

What is left out: weights that no page uses, and features beside kerning, ligatures, figures of one
width and composed letters. The licence asks that a changed face go by another name.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

NAME: Final = "Twenties Serif"
EXT_A: Final = frozenset((*range(0x100, 0x180), *range(0x218, 0x21C)))
"""The letters that most names need that Latin-1 cannot write: Polish, Czech, Turkish, Maltese …"""
FACES: Final = {
    "twenties-serif": ("source-serif-4-latin-wght-normal", (400, 600)),
    "twenties-serif-ext": ("source-serif-4-latin-ext-wght-normal", (400, 600)),
    "twenties-serif-rare": ("source-serif-4-latin-ext-wght-normal", (400, 600)),
    "twenties-serif-italic": ("source-serif-4-latin-wght-italic", 400),
}
LETTERS: Final = {
    "twenties-serif-ext": EXT_A.__contains__,
    "twenties-serif-rare": lambda letter: letter not in EXT_A,
}
"""Which letters of its source a face has, where not all."""
SCRIPTS: Final = ("latin", "latin-ext", "cyrillic", "greek")
WEIGHTS: Final = (400, 600)
"""What pictures of tables are set in: a file for each weight, with all the scripts."""
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
    cutter.populate(unicodes=sorted(filter(LETTERS.get(into.stem, bool), font.getBestCmap())))
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            record.string = NAME
        elif record.nameID in POSTSCRIPT_NAMES or record.nameID == 3:
            record.string = NAME.replace(" ", "")
    font.flavor = "woff2" if into.suffix == ".woff2" else None
    font.save(into)
    return into.stat().st_size


def joined(source: Path, into: Path, weight: int) -> int:
    """Write the upright face of all scripts in one weight, without features; return its bytes."""
    with TemporaryDirectory() as name:
        parts = [Path(name) / f"{script}.ttf" for script in SCRIPTS]
        for script, part in zip(SCRIPTS, parts, strict=True):
            cut(source / f"source-serif-4-{script}-wght-normal.woff2", part, weight)
            font = TTFont(part)
            for table in ("GSUB", "GPOS", "GDEF"):
                if table in font:
                    del font[table]
            font.save(part)
        font = merge.Merger().merge([str(part) for part in parts])
        font.save(into)
    return into.stat().st_size


def main() -> None:
    """Cut all of them."""
    *which, source, target = sys.argv[1:]
    if which:
        for weight in WEIGHTS:
            made = f"twenties-serif-{weight}.ttf"
            sys.stdout.write(f"{made} {joined(Path(source), Path(target) / made, weight):,}\n")
        return
    for made, (name, weights) in FACES.items():
        size = cut(Path(source) / f"{name}.woff2", Path(target) / f"{made}.woff2", weights)
        sys.stdout.write(f"{made} {size:,}\n")


if __name__ == "__main__":
    main()
