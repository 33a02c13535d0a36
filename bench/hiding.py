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
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from archive.games import GAMES
from archive.generator.flaws import flaws_of, spoil
from archive.notation import write
from archive.scoring import Answer, Verdict, verify
from archive.telling.findings import CODES
from bench.mass import tables

ACTION = re.compile(r"(?:\d+\. )?p\d+ \S+")
NUMBER = re.compile(r"(?<!\S)\d+\. ")
CARD = re.compile(r"(?<![@\w\[])((?:[A2-9TJQK][cdhs]?)+)")
NAMED = re.compile(r":\d+|([A2-9TJQK][cdhs]?)")
"""A card, as the group, or the value that one is announced at."""
PAIR = re.compile(r"p\d+ [A2-9TJQKcdhs]+(?:=\d+)?")
CHARGED = {Answer.REFUTED, Answer.IMPOSSIBLE}

Lines = list[str]
Hide = Callable[[Lines, Random], Lines]


def line(body: Lines, rng: Random) -> Lines:
    """Return the lines without one of them."""
    at = rng.randrange(len(body))
    return body[:at] + body[at + 1 :]


def _stretch(body: Lines, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(body))
    length = rng.choice([2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 60])
    return start, min(len(body), start + length)


def run(body: Lines, rng: Random) -> Lines:
    """Return the lines without a run of them."""
    start, end = _stretch(body, rng)
    return body[:start] + body[end:]


def runs(body: Lines, rng: Random) -> Lines:
    """Return the lines without two or three runs."""
    for _ in range(rng.choice([2, 3])):
        body = run(body, rng) if body else body
    return body


def gap(body: Lines, rng: Random) -> Lines:
    """Return the lines with a `@gap` in place of one or more of them."""
    start, end = _stretch(body, rng)
    return [*body[:start], "@gap", *body[rng.choice([start + 1, end]) :]]


def tail(body: Lines, rng: Random) -> Lines:
    """Return the lines up to one of them, and often the last one of all."""
    end = rng.randrange(len(body))
    return body[:end] + (body[-1:] if rng.random() < 0.5 else [])


def head(body: Lines, rng: Random) -> Lines:
    """Return the lines from one of them on."""
    return body[rng.randrange(len(body)) :]


def few(body: Lines, rng: Random) -> Lines:
    """Return a few of the lines, most of them near each other."""
    start, end = _stretch(body, rng)
    near = body[start:end] if rng.random() < 0.7 else body
    kept = sorted(rng.sample(range(len(near)), min(len(near), rng.randint(1, 6))))
    return [near[at] for at in kept]


def part(body: Lines, rng: Random) -> Lines:
    """Return the lines with a part of one of them left out."""
    at = rng.randrange(len(body))
    less = _less(body[at], rng)
    return body[:at] + ([less] if less else []) + body[at + 1 :]


def parts(body: Lines, rng: Random) -> Lines:
    """Return the lines with many parts left out."""
    share = rng.choice([0.05, 0.2, 0.5])
    kept = (_less(one, rng) if rng.random() < share else one for one in body)
    return [one for one in kept if one]


def mixed(body: Lines, rng: Random) -> Lines:
    """Return the lines with several things left out."""
    for _ in range(rng.choice([2, 3, 4])):
        body = rng.choice(SINGLE)(body, rng) if body else body
    return body


def unnumbered(body: Lines, rng: Random) -> Lines:
    """Return the lines with no play numbered, and something left out."""
    body = [NUMBER.sub("", one) for one in body]
    return rng.choice(SINGLE)(body, rng)


SINGLE: tuple[Hide, ...] = (line, run, gap, tail, head, part)
KINDS: dict[str, Hide] = {
    one.__name__: one
    for one in (line, run, runs, gap, tail, head, few, part, parts, mixed, unnumbered)
}


def _less(text: str, rng: Random) -> str:
    """Return a line without a part of it: an argument, a claim, a play, a card, a number."""
    if text.startswith("@"):
        return _less_of_table_line(text, rng)
    if re.match(r"p\d+: ", text):
        seat, _, cards = text.partition(": ")
        return f"{seat}: {_card(cards, rng)}"
    plays = ACTION.findall(text)
    if not plays:
        return text
    at = rng.randrange(len(plays))
    plays[at] = _less_of_play(plays[at], rng)
    return " ".join(one for one in plays if one)


def _less_of_play(play: str, rng: Random) -> str:
    match rng.choice(("play", "number", "claim", "claim", "card", "card")):
        case "play":
            return ""
        case "number":
            return NUMBER.sub("", play)
        case "claim":
            taken = re.sub(r">.*", "", play)
            return taken if taken != play else re.sub(rng.choice([r"/\d+", r"=\d+"]), "", play)
    head, _, deed = play.rpartition(" ")
    if deed in ("in", "out", "pass", "x-"):
        return play
    draw = deed[:1] if deed[:1] in "dx" else ""
    return f"{head} {draw}{_card(deed[len(draw) :], rng)}"


def _card(text: str, rng: Random) -> str:
    """Return the text with a card, or its suit, not known."""
    cards = [one for one in NAMED.finditer(text.partition("=")[0]) if one[1]]
    if not cards:
        return text
    card = rng.choice(cards)
    end, less = card.end(), rng.choice(["?", card[0][0]])
    if text[end : end + 1].isdigit() and less == card[0][0]:
        less = "?"
    return text[: card.start()] + less + text[end:]


def _less_of_table_line(text: str, rng: Random) -> str:
    word, *arguments = text.split(" ")
    if word in ("@show", "@keep", "@cut") and arguments:
        pairs = [list(pair) for pair in zip(arguments[::2], arguments[1::2], strict=True)]
        pair = rng.choice(pairs)
        if rng.random() < 0.5:
            pairs.remove(pair)
        else:
            pair[1] = re.sub(r"=\d+", "", pair[1]) if "=" in pair[1] else _card(pair[1], rng)
        return " ".join([word, *(" ".join(one) for one in pairs)]) if pairs else ""
    if word == "@up" and arguments and rng.random() < 0.5:
        return " ".join([word, _card(arguments[0], rng), *arguments[1:]])
    if arguments:
        del arguments[rng.randrange(len(arguments))]
    return " ".join([word, *arguments]) if arguments or word in ("@exchange", "@stay") else ""


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
