"""Does reading take longer than the text is long? Nasty inputs, doubled up to a record's limit.

    .venv/bin/python -m bench.linearity [--step split|scan|read|write|verify|import] [shape …]

Each shape is measured at four sizes, each twice the one before, the largest just below one record's
1 MiB. CPU seconds are printed, and how many times the larger of two neighbours takes the smaller's:
about 2 is linear, about 4 is quadratic. The least of several runs counts.
"""

from __future__ import annotations

import argparse
import gc
import io
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from archive.importers import import_bytes
from archive.importers.totals import lines_of
from archive.notation import read, split, write
from archive.notation.record_boundaries import slices
from archive.scoring import verify

LIMIT = 1 << 20
SIZES = [LIMIT // 8 - 64, LIMIT // 4 - 64, LIMIT // 2 - 64, LIMIT - 64]
HEAD = '[XXN "1.0"]\n[Game "twenty"]\n'
SUSPECT = 2.8
GAME = (
    (Path(__file__).parents[1] / "fixtures/twenty/flawed/illustrative.xxn")
    .read_text("utf-8")
    .partition("\n\n")[2]
)


def length(piece: str) -> int:
    return len(piece.encode("utf-8", "surrogateescape"))


def run(piece: str) -> Callable[[int], str]:
    """The piece, over and over."""
    return lambda size: HEAD + piece * ((size - len(HEAD)) // length(piece))


def counted(piece: str) -> Callable[[int], str]:
    """The piece with a number in it that grows."""
    return lambda size: (HEAD + "".join(piece.format(n) for n in range(size // len(piece) + 1)))[
        :size
    ]


def after(start: str, piece: str) -> Callable[[int], str]:
    """The piece over and over after a start that is never ended."""
    return lambda size: HEAD + start + piece * ((size - len(HEAD) - len(start)) // length(piece))


HAND = "p1 A p2 A p1 A p2 A p1 A p2 A p1 A p2 A p1 A p2 A\n"


def hands_and_standings(start: str) -> Callable[[int], str]:
    """Numbered hands that are told in full, each with a standing behind it, after a start."""

    def record(size: int) -> str:
        text, hands = HEAD + start, size // len(HAND)
        for n in range(1, hands):
            hand = f"@deal n={n}\n{HAND}@score p1:{n} p2:{n}\n"
            if len(text) + len(hand) > size:
                break
            text += hand
        return text

    return record


SHAPES: dict[str, Callable[[int], str]] = {
    "plays": counted("{}. p1 8=8 "),
    "plays without numbers": run("p1 8 p2 9\n"),
    "a game over and over": run(GAME),
    "open parentheses": run("("),
    "open parentheses apart": run("( "),
    "closed parentheses": run(")"),
    "pairs of parentheses": run("()"),
    "open braces": run("{"),
    "braces open and closed": run("{}"),
    "an open comment": after("{", "word "),
    "an open comment of backslashes": after("{", "\\"),
    "digits": run("1"),
    "numbers": run("1. "),
    "spaces": run(" "),
    "spaces behind a word": after("@deal", " "),
    "spaces behind a seat": after("p1", " "),
    "tabs and line ends": run("\t\n"),
    "carriage returns": run("\r"),
    "carriage returns alone": lambda size: "\r" * size,
    "lines that end with CR": run("x\r"),
    "line ends the wrong way round": run("\n\r"),
    "vertical tabs": run("\v\n"),
    "form feeds": run("\f"),
    "carriage returns and line ends": run("\r\r\r\n"),
    "line ends": run("\n"),
    "carets": run("^"),
    "marks": run("p1 ^R "),
    "seats": run("p1 "),
    "at signs": run("@"),
    "table words": run("@a"),
    "unknown lines": run("@seance p1\n"),
    "brackets": run("["),
    "bracketed lines": run("[\n"),
    "tags": counted('[A{} "x"]\n'),
    "one tag": run('[A "x"]\n'),
    "tags on one line": counted('[A{} "x"]'),
    "an open tag": after('[A "', "x"),
    "tags never closed": run('[A "\n'),
    "tags of backslashes": run('[A "\\\n'),
    "backslashes": run("\\"),
    "quotes": run('"'),
    "backquotes": run("`"),
    "backquotes apart": run("` "),
    "escaped backquotes": run("`\\` "),
    "an open quote": after("`", "\\`"),
    "a long hand": after("p1: ", "9"),
    "a long hand in packets": after("p1: ", "9+"),
    "hands": run("p1: 999\n"),
    "a long play": after("p1 ", "9"),
    "a long play in parts": after("p1 9", "+9:1"),
    "a long play never ended": after("p1 ", "9h9c9?"),
    "a long exchange": after("p1 x", "9"),
    "bad plays": run("p1 10 "),
    "a long cut": after("@cut", " p1 9"),
    "a long cut of seats": after("@cut", " p1"),
    "a long cut of cards": after("@cut", " 9"),
    "a long keep": after("@keep", " p1 As=11"),
    "a long keep of runs": after("@keep", " p1 AsAs"),
    "a long score": after("@score", " p1:1"),
    "a long line of keys": after("@deal", " n=1"),
    "a long line of odd keys": after("@deal", " n=x"),
    "a long line of letters": after("@deal ", "n"),
    "a long line of points": after("@bonus", " /1"),
    "a long line of suits": after("@trump", " h"),
    "deals": run("@deal n=1\n"),
    "deals with hands": run("@deal n=1\np1: 85542\np2: T982A\n"),
    "rounds": run("@round n=1\n"),
    "rounds with hands": run("@round n=1\n@up 39\n@deal n=1\np1: JJJJJ\n"),
    "scores": run("@score p1:1 p2:2\n"),
    "hands and standings": hands_and_standings("@score p1:1 p2:2\n@round n=2\n@up 39\n"),
    "hands and standings behind a gap": hands_and_standings("@gap\n@round n=2\n@up 39\n"),
    "ends": run("@end p1:1 p2:2\n"),
    "gaps": run("@gap\n"),
    "stops": run("* "),
    "glyphs": run("$1 "),
    "suffixes": run("!?"),
    "remarks": run(";\n"),
    "percent remarks": run("%\n"),
    "nulls": run("\0"),
    "no-break spaces": run("\u00a0"),
    "bytes that are no text": run("\udcff"),
    "bytes that are no text, apart": run("\udcff "),
    "wide letters": run("𝔘 "),
    "words": run("word "),
    "one word": run("w"),
    "records": run('[XXN "1.0"]\n'),
    "openings": run('[XXN "\n'),
}

SHEET = "Zwanzig ab: Anna, Berta, Carla, Dora\n"
TABLE = "Player;Card;Tally\nAnna;8;8\n"


def on_two_lines(
    start: str, piece: str, end: str = "x\n", head: str = SHEET
) -> Callable[[int], str]:
    """A sheet with the start, the piece over and over, and an end, on each of two lines."""

    def sheet(size: int) -> str:
        times = (size - len(head)) // 2 // len(piece)
        return head + (start + piece * times + end) * 2

    return sheet


def sheet(piece: str, head: str = SHEET) -> Callable[[int], str]:
    """A sheet of one piece over and over."""
    return lambda size: head + piece * ((size - len(head)) // length(piece))


SHEETS: dict[str, Callable[[int], str]] = {
    "blanks behind a play": on_two_lines("Anna 8", " "),
    "tabs behind a play": on_two_lines("Anna 8", "\t"),
    "blanks behind a name": on_two_lines("Anna", " "),
    "blanks behind a card shown": on_two_lines("Anna shows 8", " "),
    "blanks behind two cards": on_two_lines("8 9", " "),
    "blanks behind a winner": on_two_lines("Winner: Anna", " "),
    "dots behind a list of players": on_two_lines("Anna, Berta and Carla", "."),
    "dashes behind a name": on_two_lines("Anna", "-"),
    "a run of digits behind a name": on_two_lines("Anna ", "9"),
    "a line of cards": on_two_lines("", "A "),
    "commas behind a hand": on_two_lines("Anna's hand ", ","),
    "blanks behind a loser": on_two_lines("Anna loses", " ", head="Twenty-Two: Anna, Berta\n"),
    "blanks behind totals": on_two_lines("Hand 1: Anna 30, Berta 20", " "),
    "lists of losing cards": sheet("Anna: J, A\n", "Twenty-Two\n"),
    "cards of a loser": on_two_lines("Anna: J", ", A", head="Twenty-Two: Anna, Berta\n"),
    "whose hands": sheet("Anna's hand\n"),
    "lines of plays": sheet("Anna: 8 (8)\n"),
    "blank lines": sheet("\n"),
    "rows of a table": sheet("Anna;8;8\n", TABLE),
    "blanks in a cell": on_two_lines("Anna;8", " ", ";8\n", TABLE),
    "separators": sheet(";", TABLE),
    "signs behind changes": on_two_lines("Anna -2, Berta +5", " +", head="Twenty: Anna, Berta\n"),
    "changes between totals": sheet(
        "Anna +2, Berta +5\nAnna 60, Berta 45\n", "Twenty: Anna, Berta\n"
    ),
    "bonuses": sheet("Round 1: Anna 60, Berta 45\nBonus 6\nTotal: Anna 60, Berta 50\n", "Twenty\n"),
    "totals": sheet("Hand 1: Anna 60, Berta 45\n"),
    "strokes behind a losing card": on_two_lines("Anna K ", "/ ", head="Twenty-Two: Anna, Berta\n"),
    "losing cards without numbers": sheet("Anna K / Berta 9\n", "Twenty-Two: Anna, Berta\n"),
    "blanks behind the first person": on_two_lines("I had", " ", head="Count to 20, me vs Sue\n"),
    "cards left in the first person": sheet(
        "Sue out, I had K, K, 4 -> 45\n", "Count to 20, me vs Sue\n"
    ),
    "plays in the first person": sheet("I put 8 (8)\nSue: 9 (17)\n", "Twenty, me vs Sue\n"),
    "stories with the verb first": sheet("Dann spielte Anna die Acht (8). ", "Zwanzig\n"),
    "chats of two": sheet(
        "21:11 - Anna: hand 1 I won, you had 45\n", "21:10 - Berta: count to 20\n" * 3
    ),
    "senders of messages": sheet("Anna: I play 8 (8)\n", "Twenty: Anna, Berta\n"),
    "numbers before tricks": sheet(
        "2. Anna leads Ac, Berta 7c, Carla 8c, Dora 9c\n", SHEET + "Clubs are trumps.\n"
    ),
    "plays numbered in each trick": sheet("Trick 1\n1. Anna: Ac\n2. Berta: 7c\n"),
    "tricks told by name": sheet("T1: Anna Ac, Berta 7c, Carla 8c, Dora 9c\n"),
    "first games": sheet("First game\nAnna out, Berta K 9 (25)\n", "Count to 20: Anna, Berta\n"),
    "all begin with": sheet("Start: 20 each\n1 (hearts): 30 18 16 16\n"),
    "blanks behind all who begin": on_two_lines("Start: 20", " "),
    "a header set apart by tabs": on_two_lines("\tAnna", "\tA"),
    "lists with plus signs": on_two_lines("Anna", " + A"),
    "losing cards with dashes": sheet("Hand 1 - Anna ace - 11, she's out\n", "22: Anna, Berta\n"),
    "losing cards": sheet("Anna loses hand 1 with a king\n", "Twenty-Two: Anna, Berta\n"),
}
"""What sheets of players may be full of, for `--step import`."""


def imported_anew(data: bytes) -> object:
    """Import a text of which nothing is known from the run before."""
    lines_of.cache_clear()
    return import_bytes(data)


STEPS: dict[str, Callable[[bytes], object]] = {
    "split": lambda data: list(split(data)),
    "scan": lambda data: list(slices(io.BytesIO(data))),
    "read": read,
    "write": lambda data: write(read(data)),
    "verify": lambda data: verify(data).json(),
    "import": imported_anew,
}


def least(step: Callable[[bytes], object], data: bytes) -> float:
    """CPU seconds, the least of a few runs; of one where it takes long."""
    times: list[float] = []
    gc.disable()  # it looks at everything that is alive, which is not what is measured here
    while len(times) < 3 and sum(times) < 0.5:
        start = time.process_time()
        step(data)
        times.append(time.process_time() - start)
        gc.collect()
    gc.enable()
    return min(times)


def main() -> None:
    options = argparse.ArgumentParser(description="Double nasty inputs and see what they take.")
    options.add_argument("--step", choices=STEPS, action="append")
    options.add_argument(
        "--give-up", type=float, default=20, help="CPU seconds after which no larger one is tried"
    )
    options.add_argument("shapes", nargs="*", metavar="shape")
    asked = options.parse_args()
    for name in asked.step or STEPS:
        print(
            f"\n{name:<32}{'':2}CPU seconds at {', '.join(f'{s >> 10}' for s in SIZES)} KiB; growth"
        )
        shapes = SHEETS if name == "import" else SHAPES
        for shape in asked.shapes or shapes:
            if shape not in shapes:
                continue
            times: list[float] = []
            for size in SIZES:
                data = shapes[shape](size).encode("utf-8", "surrogateescape")
                times.append(least(STEPS[name], data))
                if times[-1] > asked.give_up:
                    break
            growth = [b / a for a, b in pairwise(times) if a > 0.002]
            told = " ".join(f"{ratio:5.1f}" for ratio in growth)
            mark = "  <- more than linear?" if growth and max(growth[-1:]) > SUSPECT else ""
            print(f"{shape:<32}{' '.join(f'{t:8.4f}' for t in times)}   {told}{mark}", flush=True)


if __name__ == "__main__":
    main()
