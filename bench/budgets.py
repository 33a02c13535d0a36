"""What do the worst records cost? Nasty ones of many kinds, up to a record's limit.

    .venv/bin/python -m bench.budgets [--sizes 1,16,128,1024] [--give-up 60] [--game G] [shape …]

Each is read, judged, read by other rules and repaired, as an upload is. For each size are printed
the processor seconds and the steps that the searches took (core/budgets.py says how many they
may): deals, readings, repairs. What is beyond the searches should grow as the record does.
"""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator
from itertools import count, cycle

from archive.analysis import verify_fully
from archive.core.budgets import RECORD
from archive.generator import generate
from archive.notation import write

KIB = 1 << 10
LIMIT = 1 << 20
GAMES: dict[str, tuple[str, int, str]] = {
    "twenty": ("twenty/farrugia@1", 2, "@round n=1 first=p1\n@up ??\n@deal n=1\n"),
    "twenty-two": ("twenty-two/north-american@1", 3, "@deal n=1 dealer=p2 cards=7\n"),
    "zwanzig-ab": ("zwanzig-ab/pagat@1", 4, "@deal n=1 dealer=p1 cards=5\n"),
    "count-to-20": ("count-to-20/stovel@1", 2, "@deal n=1 dealer=p2 cards=7\n"),
}
"""By game the rules, how many play, and how a deal begins."""

Shape = Callable[[str, int], str]
CARD = re.compile(r"(?<![\w.])[A2-9TJQK][cdhs]|(?<=[cdhsdx>+?])[A2-9TJQK][cdhs]")


def repeated(piece: str) -> Shape:
    """A deal, and the piece again and again, its number `{n}` and the seat whose turn it is `{p}`
    in it."""

    def made(game: str, size: int) -> str:
        seats = cycle(range(1, GAMES[game][1] + 1))
        pieces = (piece.format(n=n, p=p) for n, p in zip(count(1), seats, strict=False))
        return GAMES[game][2] + "".join(_as_many(pieces, size))

    return made


def hands_and_plays(hand: str, play: str) -> Shape:
    """Two long hands, and as many plays from them."""

    def made(game: str, size: int) -> str:
        run = hand * (size // 9 // len(hand))
        plays = repeated(play)(game, size * 7 // 9) if play else GAMES[game][2]
        opening = GAMES[game][2]
        return f"{opening}p1: {run}\np2: {run}\n{plays.removeprefix(opening)}"

    return made


def line(start: str, piece: str, end: str = "\n") -> Shape:
    """A deal, and one line that is very long."""
    return lambda game, size: GAMES[game][2] + start + piece * (size // len(piece)) + end


def deals(piece: str) -> Shape:
    """Deal after deal."""
    return lambda game, size: "".join(
        _as_many((GAMES[game][2].replace("n=1", f"n={n}") + piece for n in count(1)), size)
    )


def whole_game(share: int, claim: str = "") -> Shape:
    """A game made up by chance, over and over, with one of so many cards left out, and one claim
    spoiled."""

    def made(game: str, size: int) -> str:
        rules, seats, _ = GAMES[game]
        text = write(generate(rules, seats, 3, {})).partition("\n\n")[2]
        cards = count()
        lines = [
            one if one.startswith("@") or not share
            else CARD.sub(lambda card: card[0] if next(cards) % share else "?", one)
            for one in text.splitlines()
        ]  # fmt: skip
        body = "\n".join(lines) + "\n"
        whole = (body * (size // len(body) + 1))[:size]
        return whole.replace("=", claim, 1) if claim else whole

    return made


def _as_many(pieces: Iterator[str], size: int) -> Iterator[str]:
    for piece in pieces:
        yield piece
        size -= len(piece)
        if size <= 0:
            return


SHAPES: dict[str, Shape] = {
    "two hands of ?": hands_and_plays("?", ""),
    "hands of ?, plays of ?": hands_and_plays("?", "{n}. p{p} ? "),
    "hands of ?h, plays of 9": hands_and_plays("?h", "{n}. p{p} 9 "),
    "hands of 9 ?h, plays of 9h": hands_and_plays("9?h?", "{n}. p{p} 9h "),
    "one play of ?": line("p1: 9h8h7h6h5h\n1. p1 ", "?"),
    "one play of ?+?": line("1. p1 ?", "+?", "=20\n"),
    "one play of ?:1+?:2": line("p1: ????\n1. p1 ?:1", "+?:2", "=20\n"),
    "one play of many cards": line("p1: 9h9c\n1. p1 ", "9h9c?hT", "=20\n"),
    "plays of ?": repeated("{n}. p{p} ? "),
    "plays of 9": repeated("{n}. p{p} 9\n"),
    "plays by one": repeated("{n}. p1 9\n"),
    "plays with wrong claims": repeated("{n}. p{p} 9=3/4\n"),
    "plays of one number": repeated("7. p{p} 9=3/4\n"),
    "plays that skip numbers": repeated("{n}7. p{p} ?\n"),
    "hands": repeated("p{p}: 9h8?7???\n"),
    "deals of hidden hands": deals("p1: ?????\np2: 9h8h???\n1. p1 ?h 2. p2 9s\n"),
    "deals told in part": deals("p1: 9??h?d?\np2: 9h8h?h??\np1 9h p2 9s p1 8 p2 ?h\n"),
    "deals": repeated("@deal n={n}\n"),
    "rounds": repeated("@round n={n}\n"),
    "standings": repeated("@score p1:{n} p2:2\n"),
    "ends": repeated("@end p1:{n} p2:2\n"),
    "bonuses": repeated("@bonus p2 /3\n"),
    "cards turned up": repeated("@up 39 bonus=6\n"),
    "cards shown": repeated("@show p1 9h8h? p2 ??\n"),
    "cards kept": repeated("@keep p1 As=11\n"),
    "exchanges": repeated("{n}. p{p} x9h?>8h?\n"),
    "one exchange": line("p1: 9h8h7h6h5h\n@exchange\n1. p1 x", "9h?", ">??\n"),
    "draws and plays": repeated("{n}. p{p} d9h p{p} ?=3\n"),
    "trumps": repeated("@trump p1 h\n"),
    "gaps": repeated("@gap\n"),
    "plays that cannot be read": repeated("{n}. p{p} 10\n"),
    "hands that cannot be read": repeated("p1: 10 11\n"),
    "words": repeated("word\n"),
    "seats without players": repeated("p77 9 p98 8\n"),
    "a game, one card in ten left out": whole_game(10),
    "a game, every other card left out": whole_game(2),
    "a game, one card in ten left out, a wrong claim": whole_game(10, "=1"),
    "a game, a wrong claim": whole_game(0, "=1"),
}


def record(game: str, shape: str, size: int) -> bytes:
    """A record of one game and shape, of about so many bytes."""
    rules, seats, _ = GAMES[game]
    names = "".join(f'[P{seat} "Player {seat}"]\n' for seat in range(1, seats + 1))
    head = f'[XXN "1.0"]\n[Game "{game}"]\n[Rules "{rules}"]\n{names}\n'
    return (head + SHAPES[shape](game, max(1, size - len(head)))).encode()[:size]


def main() -> None:
    options = argparse.ArgumentParser(description="Print what the worst records cost.")
    options.add_argument("--sizes", default="1,16,128,1024", help="KiB, with commas")
    options.add_argument("--give-up", type=float, default=60, help="CPU seconds a record")
    options.add_argument("--game", choices=GAMES, action="append")
    options.add_argument("shapes", nargs="*", metavar="shape")
    asked = options.parse_args()
    sizes = [min(int(size) * KIB, LIMIT) for size in asked.sizes.split(",")]
    print(f"Steps a record, beyond its own length: at most {RECORD:,}")
    worst = (0.0, "")
    for game in asked.game or GAMES:
        print(f"\n{game:<48}CPU seconds and steps at {asked.sizes} KiB")
        for shape in asked.shapes or SHAPES:
            row = []
            for size in sizes:
                data = record(game, shape, size)
                start = time.process_time()
                verdict = verify_fully(data)
                verdict.json()
                seconds = time.process_time() - start
                row.append(f"{seconds:7.2f} {sum(verdict.taken.values()):>8,}")
                worst = max(worst, (seconds, f"{game}, {shape}"))
                if seconds > asked.give_up:
                    break
            print(f"{shape:<48}{'  '.join(row)}", flush=True)
    print(f"\nThe longest: {worst[0]:.2f} CPU seconds ({worst[1]})")


if __name__ == "__main__":
    main()
