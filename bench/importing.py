"""Do importers take longer than what they read is long? Nasty sheets of every form, doubled.

    .venv/bin/python -m bench.importing [--largest BYTES] [importer …]

Each shape is measured at four sizes, each twice the one before. Processor seconds are printed, and
how many times the larger of two neighbours takes the smaller's: about 2 is linear, about 4 is
quadratic.
"""

from __future__ import annotations

import argparse
import io
import time
import zipfile
from collections.abc import Callable
from itertools import pairwise

from archive.importers import import_bytes

LARGEST = 1 << 20
SUSPECT = 2.8
PLAYS = "Anna: 8 (8) Berta: A (9)\n"
HEADER = "Player,Card,Tally,Points\n"
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
ENDED = "</sheetData></worksheet>"
Make = Callable[[int], bytes]


def around(start: str, piece: str, end: str = "") -> Make:
    """The piece over and over, after a start."""
    return lambda size: (start + piece * (size // len(piece.encode())) + end).encode()


def counted(start: str, piece: str) -> Make:
    """The piece with a number in it that grows."""
    return lambda size: (
        start + "".join(piece.format(n) for n in range(size // len(piece)))
    ).encode()


def workbook(row: str, *, shared: str = "") -> Make:
    """A spreadsheet whose sheet is that row over and over, `{}` being its number."""

    def make(size: int) -> bytes:
        rows = "".join(row.format(n) for n in range(1, size // len(row) + 1))
        texts = "<sst>" + "".join(f"<si><t>{shared}</t></si>" for _ in range(8)) + "</sst>"
        parts = {
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Type="x/worksheet" '
            'Target="worksheets/sheet1.xml"/></Relationships>',
            "xl/workbook.xml": '<workbook><sheets><sheet name="S" id="a"/></sheets></workbook>',
            "xl/sharedStrings.xml": texts,
            "xl/worksheets/sheet1.xml": SHEET + rows + ENDED,
        }
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, text in parts.items():
                packed.writestr(name, text)
        return held.getvalue()

    return make


def cell(text: str) -> str:
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>'


SHAPES: dict[str, dict[str, Make]] = {
    "prose": {
        piece.encode("unicode_escape").decode(): around(PLAYS, piece, "\n" + PLAYS)
        for piece in (
            PLAYS, "Anna", "Anna: ", "a ", " ", "\n", " \n", "(", "8 ", "Anna's hand",
            "Anna's hand: ", "Anna's hand: 8\n", "The bonus is ", "**", "Anna: 1 ", "Anna: 8, ",
            "Anna 8, ", "Round ", "Round 1\n", "Hand 1\n", "T T T T ", "1. ", '"', "x\n\n", "#",
            "|", "- ", "Score: ", "Cut: ", "_", "A_", "A'", "Anna, ", "Anna Berta ",
        )
    }
    | {
        "names that differ": counted(PLAYS, "Name{}: 8 (8)\n"),
        "owners that differ": counted(PLAYS, "Abc{}'s hand: 8\n"),
        "games": around("", f"Round 1\n{PLAYS}"),
        "CR alone": around(PLAYS, "\r", "x"),
        "results between plays": around(PLAYS, f"Result: Anna 8, Berta 0\n{PLAYS}"),
        "winners between plays": around(PLAYS, f"Anna wins\n{PLAYS}"),
        "players who come": counted(PLAYS, "Name{0}: 8 (8) Anna: 8 (8)\nName{0}: 8 (8)\n"),
        "tabs in a line": around(PLAYS, "\t", "x\n" + PLAYS),
        "blanks in a line": around(PLAYS, " ", "x\n" + PLAYS),
        "blanks behind a name": around("Players: Anna", " ", "x, Berta\n" + PLAYS),
    },
    "csv": {
        piece.encode("unicode_escape").decode(): around(HEADER, piece)
        for piece in (
            "Anna,8,8,\n", ",", "\n", '"', '"",', "Anna,", "Anna's hand: 8\n", "x\n",
            "a,b,c,d,e,f\n",
        )
    }
    | {
        "names that differ": counted(HEADER, "Name{},8,8,\n"),
        "markdown": around("| Player | Card |\n|---|---|\n", "| Anna | 8 |\n"),
        "a column a player": around("Anna;Berta\n", "8 (8);A (9)\n"),
        "bars": around("| Player | Card |\n", "|"),
        "games": counted("Game," + HEADER, "{},Anna,8,8,\n"),
        "tables": counted(HEADER, "Player,Card,Tally\nAnna,8,8\nPlayer,Card\nAnna,{}\n"),
        "names that change places": around("Anna;Berta\n", "8 (8);A (9)\nBerta;Anna\n"),
    },
    "totals": {
        "hands": counted("Count to 20\n", "Hand {0}: Ada {0}, Ben 45\n"),
        "one hand": around("Count to 20\n", "Hand 1: Ada 63, Ben 0\n"),
        "rows": counted("Hand;Ada;Ben\n", "{0};{0};45\n"),
        "players": counted("Hand 1: Ada 3", ", Ada{0} {0}"),
        "names alone": around("Hand 1: Ada 3, Ben 4\n", "Ada, "),
        "starts": around("Count to 20\n", "Start: Ada 0, Ben 0\n"),
        "words": around("Hand 1: Ada 3, Ben 4\nHand 2: Ada 4, Ben 5\n", "Ada won it.\n"),
    },
    "evening": {
        "titles": around("", f"Twenty\n{PLAYS}{PLAYS}\nCount to 20\nHand 1: Ada 20, Ben 0\n"),
        "totals": around(PLAYS, f"Hand 1: Ada 20, Ben 0\nHand 2: Ada 60, Ben 45\n{PLAYS}"),
        "headers": around(PLAYS, f"Hand;Ada;Ben\n1;20;0\n2;60;45\n{PLAYS}"),
        "first rounds": around(PLAYS, f"Twenty\nRound 1\n{PLAYS}"),
    },
    "xlsx": {
        "rows": workbook(f"<row>{cell('Anna')}{cell('8')}</row>"),
        "rows with a header": workbook(f'<row r="{{}}">{cell("Player")}{cell("Card")}</row>'),
        "rows far apart": workbook('<row r="{}9999999"><c><v>8</v></c></row>'),
        "columns far right": workbook('<row r="{0}"><c r="XFD{0}"><v>8</v></c></row>'),
        "shared strings": workbook('<row><c t="s"><v>1</v></c></row>', shared="x" * 3000),
        "merged ranges": workbook('<mergeCell ref="A{0}:Z{0}"/>'),
        "formulas": workbook('<row r="{0}"><c r="A{0}"><f>B{0}</f></c></row>'),
    },
    "json": {
        "events": around('{"tags": {"Game": "twenty"}, "events": [', '{"x": 1},', '{"x": 1}]}'),
        "brackets": around('{"tags": {}, "events": ', "["),
        "records": around('[{"tags": {}}', ', {"tags": {}}', "]"),
    },
}  # fmt: skip


def seconds(importer: str, data: bytes) -> float:
    begun = time.process_time()
    import_bytes(data, importer=importer)
    return time.process_time() - begun


def main() -> None:
    options = argparse.ArgumentParser(description="Double nasty sheets and see what they take.")
    options.add_argument("--largest", type=int, default=LARGEST)
    options.add_argument("--give-up", type=float, default=20, help="seconds for one reading")
    options.add_argument("importers", nargs="*", metavar="importer")
    asked = options.parse_args()
    sizes = [asked.largest >> shift for shift in (3, 2, 1, 0)]
    for importer in asked.importers or SHAPES:
        print(f"\n{importer}: processor seconds at {', '.join(f'{s >> 10}' for s in sizes)} KiB")
        for name, make in SHAPES[importer].items():
            times: list[float] = []
            for size in sizes:
                times.append(seconds(importer, make(size)))
                if times[-1] > asked.give_up:
                    break
            growth = [b / a for a, b in pairwise(times) if a > 0.02]
            told = " ".join(f"{ratio:4.1f}" for ratio in growth)
            mark = "  <- more than linear?" if growth and growth[-1] > SUSPECT else ""
            print(
                f"{name[:30]:<32}{' '.join(f'{t:7.3f}' for t in times)}   {told}{mark}", flush=True
            )


if __name__ == "__main__":
    main()
