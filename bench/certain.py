"""Whether who is said to have won a record with holes is who has won the whole game.

    .venv/bin/python -m bench.certain [--cases N] [--seed N] [--show N] [game …]

Of games made up by chance, every rule set and option in turn, one or two plays are taken away, or
their cards, and often the numbers of plays or all that is written of points before the end too. The
result is left as it was, or left out, or falsified: a total, several, the winner, or both.

- The player named as the winner (`certain-winner`, or the verdict's own) has won the whole game.
- A true result is never refuted.
- A false one is never upheld.

What breaks this is printed with what makes it again; then, by game, in how many a winner was told
though something is missing, how many true results were upheld and how many false ones refuted.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from archive.core.cards import CARD
from archive.games import GAMES
from archive.notation import write
from archive.scoring import Answer, Verdict, verify
from bench.left_out import NUMBER
from bench.mass import tables

PLAY = re.compile(r"(?<!\S)(?:\d+\. )?p\d+ (?![dx]|in\b|out\b|pass\b)[A2-9TJQK]\S*")
STANDINGS = re.compile(r"^@(?:score|bonus|trick|keep|show|cut) .*\n", re.MULTILINE)
SUMS = re.compile(r"(?<=[A2-9TJQKcdhs])(?:=\d+)?(?:/-?\d+)?(?=\s)")
ENDS = re.compile(r'^@end .*$|^\[Result "[^"]*"\]$', re.MULTILINE)
TOTAL = re.compile(r"(?<=p)(\d+):(-?\d+)")
WINNERS = re.compile(r"win=\S+")
EACH = 10  # cases of one record: to make it costs as much as to judge it

Change = Callable[[str, int, Random], str]


def as_it_is(text: str, _seats: int, _rng: Random) -> str:
    """Return a record as it is."""
    return text


def unsaid(text: str, _seats: int, _rng: Random) -> str:
    """Return a record without its result."""
    return ENDS.sub("", text)


def one_total(text: str, seats: int, rng: Random) -> str:
    """Return a record with another total for one player, wherever it says how the game ended."""
    seat, more = rng.randint(1, seats), rng.choice([-10, -3, -1, 1, 2, 5, 10])
    return _with_totals(text, {seat: more})


def all_totals(text: str, seats: int, rng: Random) -> str:
    """Return a record with another total for each player."""
    return _with_totals(text, {seat: rng.choice([-7, -2, 1, 4]) for seat in range(1, seats + 1)})


def another_winner(text: str, seats: int, rng: Random) -> str:
    """Return a record in which others are said to have won, with the totals as they were."""
    said = WINNERS.search(text)
    others = [one for seat in range(1, seats + 1)
              if (one := f"win=p{seat}") != (said and said[0])]  # fmt: skip
    return WINNERS.sub(rng.choice(others), text)


def another_end(text: str, seats: int, rng: Random) -> str:
    """Return a record with other totals and other winners."""
    return another_winner(one_total(text, seats, rng), seats, rng)


def _with_totals(text: str, more: dict[int, int]) -> str:
    def changed(total: re.Match[str]) -> str:
        return f"{total[1]}:{int(total[2]) + more.get(int(total[1]), 0)}"

    return ENDS.sub(lambda end: TOTAL.sub(changed, end[0]), text)


TRUE: tuple[Change, ...] = (as_it_is, unsaid)
FALSE: tuple[Change, ...] = (one_total, all_totals, another_winner, another_end)


class Torn(NamedTuple):
    """A game with holes: how it came about, its text, and what of the result was changed."""

    made: str
    text: str
    change: Change
    winner: str | None  # of the whole game


def torn_games(game: str, number: int, seed: int) -> Iterator[Torn]:
    """Yield so many games with a hole or two, what they say of the end changed in turn."""
    seats = tables(game)
    Random(seed).shuffle(seats)
    for at in range(number):
        if not at % EACH:
            table = seats[at // EACH % len(seats)]
            whole = write(table.play(seed + at // EACH).record)
            winner = verify(whole.encode()).winner
        rng = Random(f"{seed} {at}")
        change = rng.choice(TRUE if rng.random() < 0.4 else FALSE)
        text = change(_with_holes(whole, rng), table.seats, rng)
        yield Torn(f"{at}, {change.__name__}: {table}, seed {seed + at // EACH}", text, change,
                   winner)  # fmt: skip


def _with_holes(text: str, rng: Random) -> str:
    """Return a record without a play or two, or without their cards."""
    plays = [*PLAY.finditer(text)]
    late = plays[-12:] if rng.random() < 0.5 else plays
    for hole in sorted(rng.sample(late, rng.choice([1, 1, 2])), key=lambda one: -one.start()):
        unknown = "" if rng.random() < 0.5 else re.sub(r"\S+$", _unnamed, hole[0])
        text = text[: hole.start()] + unknown + text[hole.end() :]
    head, blank, body = text.partition("\n\n")
    if rng.random() < 0.3:
        body = NUMBER.sub("", body)
    if rng.random() < 0.4:
        body = STANDINGS.sub("", body)
    if rng.random() < 0.4:
        body = "\n".join(one if one.startswith("@") else SUMS.sub("", f"{one} ").rstrip()
                         for one in body.split("\n"))  # fmt: skip
    return head + blank + body


def _unnamed(deed: re.Match[str]) -> str:
    return "?" * len(CARD.findall(deed[0].partition("=")[0]))


def broken(torn: Torn, verdict: Verdict) -> str:
    """Return which law a verdict breaks; nothing where it breaks none."""
    if any(one not in (None, torn.winner) for one in (verdict.winner, *told(verdict))):
        return "another winner"
    if torn.change in TRUE:
        refuted = verdict.answers.result in (Answer.REFUTED, Answer.IMPOSSIBLE)
        return "a true result refuted" if refuted else ""
    return "a false result upheld" if verdict.answers.result is Answer.UPHELD else ""


def told(verdict: Verdict) -> list[str]:
    """Return who is said to have won though something is missing."""
    return [one.expected or "" for one in verdict.findings if one.code == "certain-winner"]


def hold(game: str, asked: argparse.Namespace) -> Counter[str]:
    """Hold the law; print and count what breaks it, and count what is told."""
    found: Counter[str] = Counter()
    for torn in torn_games(game, asked.cases, asked.seed):
        verdict = verify(torn.text.encode())
        law = broken(torn, verdict)
        found["told"] += bool(told(verdict))
        claims = "true" if torn.change is as_it_is else "false" if torn.change in FALSE else "none"
        found[f"{claims} {verdict.answers.result}{', told' if told(verdict) else ''}"] += 1
        if law:
            found["broken"] += 1
            found[law] += 1
            if found[law] <= asked.show:
                print(f"  {law}: {torn.made}", flush=True)
    return found


def main() -> int:
    """Hold the law as often as asked; return 1 where it was broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cases", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many of each kind to print")
    parser.add_argument("game", nargs="*", help=", ".join(GAMES))
    asked = parser.parse_args()
    start, count = time.process_time(), 0
    for game in asked.game or GAMES:
        print(game, flush=True)
        found = hold(game, asked)
        count += found["broken"]
        print("  " + ", ".join(f"{name} {times}" for name, times in sorted(found.items())))
    print(f"{count} broken, {time.process_time() - start:.0f} CPU seconds")
    return int(bool(count))


if __name__ == "__main__":
    sys.exit(main())
