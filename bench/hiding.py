"""Whether what is left of a record is judged as fairly as the whole: lines, runs and parts hidden.

    .venv/bin/python -m bench.hiding [--cases N] [--seed N] [--kind KIND] [--wrong] [--shrink] …

Of games made up by chance, every rule set and option in turn, some is taken away: a line, a run of
lines, a run that a `@gap` stands for, the record's end, parts of lines, numbers. What is left of a
sound record says nothing but the truth, so nothing in it may be refuted, called impossible or
charged as an error; that plays are missing may be said.

With `--wrong` one slip is put into each game first. Where the slip's own words are still written,
what they make wrong is never upheld as long as everything that shows it is written too: only what
comes after the place where it was found is taken away.

Every case that breaks the law is printed with what makes it again; with `--shrink` the fewest lines
that still break it, as the same code, are printed too.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from archive.games import GAMES
from archive.generator.flaws import flaws_of, spoil
from archive.notation import write
from archive.scoring import Answer, Verdict, verify
from archive.telling.findings import CODES
from bench.left_out import KINDS, Lines
from bench.mass import tables

CHARGED = {Answer.REFUTED, Answer.IMPOSSIBLE}


class Case:
    """A record that something was hidden of, and what is wrong with how it is judged."""

    def __init__(self, head: Lines, body: Lines) -> None:
        self.head, self.body = head, body

    @property
    def text(self) -> str:
        return "\n".join([*self.head, "", *self.body]) + "\n"

    def charges(self) -> list[str]:
        """Return what is said against those who played, by its code; nothing by the law."""
        return charges(verify(self.text.encode()))


def charges(verdict: Verdict) -> list[str]:
    """Return the codes of errors that are no missing plays, and answers that refute."""
    found = [
        one.code
        for one in verdict.findings
        if one.severity == "error" and one.code in CODES and one.root.code != "missing-play"
    ]
    if not found:
        found = [f"{name} {answer}" for name, answer in verdict.answers._asdict().items()
                 if answer in CHARGED]  # fmt: skip
    return found


def split(text: str) -> tuple[Lines, Lines]:
    """Return a record's tags and its other lines."""
    lines = [one for one in text.split("\n") if one.strip()]
    tags = [one for one in lines if one.startswith("[")]
    return tags, lines[len(tags) :]


def shrunk(case: Case, code: str) -> Case:
    """Return the fewest lines of a case that still break the law by this code."""
    body, size = case.body, max(1, len(case.body) // 2)
    while size:
        at, smaller = 0, False
        while at < len(body):
            less = body[:at] + body[at + size :]
            if code in Case(case.head, less).charges():
                body, smaller = less, True
            else:
                at += size
        size = size if smaller and size == 1 else size // 2
    return Case(case.head, body)


def cases(game: str, number: int, seed: int, kinds: list[str]) -> Iterator[tuple[str, str, Case]]:
    """Yield so many sound records of a game with something hidden, the kinds in turn."""
    seats = tables(game)
    Random(seed).shuffle(seats)
    each = 10  # cases of one record: to make it costs as much as to judge it
    for at in range(number):
        if not at % each:
            table = seats[at // each % len(seats)]
            tags, body = split(write(table.play(seed + at // each).record))
        kind = kinds[at % len(kinds)]
        rng = Random(f"{seed} {at} {kind}")
        if rng.random() < 0.3:
            tags = [one for one in tags if not one.startswith("[Result")]
        yield kind, f"{table}, seed {seed + at // each}", Case(tags, KINDS[kind](body, rng))


def hold(asked: argparse.Namespace, game: str) -> Counter[str]:
    """Hold the law for sound records; print and count what breaks it."""
    found: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    kinds = asked.kind or list(KINDS)
    for kind, name, case in cases(game, asked.cases, asked.seed, kinds):
        found[kind] += 1
        try:
            said = case.charges()
        except Exception as raised:  # any at all breaks the law
            said = [f"raised {type(raised).__name__}"]
        if not said:
            continue
        found[f"{kind} broken"] += 1
        found[f"{kind} {said[0]}"] += 1
        if shown[said[0]] >= asked.show or (asked.code and said[0] != asked.code):
            continue
        shown[said[0]] += 1
        print(f"  {kind}: {said[0]}: {name}", flush=True)
        if asked.shrink:
            small = shrunk(case, said[0])
            print("    " + small.text.replace("\n", "\n    "), flush=True)
            for one in verify(small.text.encode()).findings:
                print(f"      {one.line}: {one.severity} {one.code}: {one.sentence}")
    return found


def hold_wrong(asked: argparse.Namespace, game: str) -> Counter[str]:
    """Hold the law for records with one slip; print and count what breaks it."""
    found: Counter[str] = Counter()
    seats = tables(game)
    Random(asked.seed).shuffle(seats)
    shown: Counter[str] = Counter()
    for at in range(asked.cases):
        table = seats[at % len(seats)]
        flaws = sorted(flaws_of(game, table.rules))
        flaw = flaws[at % len(flaws)]
        record = spoil(table.play(asked.seed + at).record, flaw, Random(at))
        if record is None:
            continue
        tags, body = split(write(record))
        whole = Case(tags, body)
        verdict = verify(whole.text.encode())
        wrong = {name for name, answer in verdict.answers._asdict().items() if answer in CHARGED}
        last = max((one.line for finding in verdict.findings if finding.severity == "error"
                    for one in (finding, *finding.places)), default=0) - len(tags) - 1  # fmt: skip
        if not wrong or last >= len(body):
            continue
        rng = Random(f"{asked.seed} {at}")
        for kind in ("line", "run", "gap", "tail", "parts"):
            after = body[last:]
            if not after:
                break
            less = Case(tags, body[:last] + KINDS[kind](after, rng))
            answers = verify(less.text.encode()).answers._asdict()
            found[kind] += 1
            if any(answers[name] is Answer.UPHELD for name in wrong if name != "result"):
                found[f"{kind} broken"] += 1
                found[f"{kind} {flaw}"] += 1
                if shown[flaw] < asked.show:
                    shown[flaw] += 1
                    print(f"  {kind}: {flaw} upheld: {table}, seed {asked.seed + at}", flush=True)
    return found


def main() -> int:
    """Hold the law as often as asked; return 1 where it was broken."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--cases", type=int, default=1000, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--code", help="show only what breaks the law by this code")
    parser.add_argument("--show", type=int, default=3, help="how many of each code to print")
    parser.add_argument("--wrong", action="store_true", help="put a slip into each game first")
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("game", nargs="*", help=", ".join(GAMES))
    asked = parser.parse_args()
    start, broken = time.process_time(), 0
    for game in asked.game or GAMES:
        print(game, flush=True)
        found = (hold_wrong if asked.wrong else hold)(asked, game)
        for kind in KINDS:
            bad = found[f"{kind} broken"]
            broken += bad
            codes = {name.removeprefix(f"{kind} "): times for name, times in found.most_common()
                     if name.startswith(f"{kind} ") and not name.endswith(" broken")}  # fmt: skip
            if found[kind]:
                print(f"  {kind:<12}{found[kind]:>8}{bad:>8}  "
                      + ", ".join(f"{code} {times}" for code, times in codes.items()))  # fmt: skip
    print(f"{broken} broken, {time.process_time() - start:.0f} CPU seconds")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
