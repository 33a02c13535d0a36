"""How often the one slip that spoiled a record is among its repairs, and what the search takes.

`python -m bench.slipped [--games N] [--seed S] [--budget B] [--kind KIND] [--less PART …]`. Whole
games are made by chance, each is spoiled by one slip of a pen, as people make them and without
regard to what can be found out, and its repairs are asked for. Of slips that leave no error nothing
can be asked (`no error`); the others count. `found` means that a repair restores the record event
by event, `but for a card` that it does save for cards or claims that it leaves open; `others` and
`nothing` that the search came to its end before it did; `claimed complete` that it says to have
tried all. `one mistake` counts the records in which one error follows from no other.

Clubs write down less than everything: `--less hands numbers` leaves out the hands, and the numbers
of the plays.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from random import Random

from archive.analysis.entry_statements import agreement_of, statement_of
from archive.analysis.report import analyse
from archive.core.budgets import REPAIRS
from archive.core.cards import RANKS, SUITS
from archive.generator import generate
from archive.notation import read, write
from archive.notation.edits import edited
from archive.scoring import verify

TABLES = [
    ("twenty/farrugia@1", 2), ("twenty-two/north-american@1", 3), ("twenty-two/rasmussen@1", 3),
    ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4), ("count-to-20/stovel@1", 2),
]  # fmt: skip
KINDS = ("card in a hand", "card played", "seat", "claim", "play left out", "play doubled",
         "plays swapped", "standing")  # fmt: skip
OUTCOMES = ("found", "but for a card", "others", "nothing", "claimed complete")
SHOWN = (*OUTCOMES, "one mistake", "no error")
LESS = {
    "hands": r"(?m)^p\d: .*\n",
    "numbers": r"\b\d+\. (?=p\d)",
    "standings": r"(?m)^@score .*\n",
    "lines": r"(?m)^@(?:deal|trick|exchange|stay)\b.*\n",
}
"""What clubs leave out, by what it is called."""
CARD = re.compile("[A2-9TJQK][cdhs](?![a-z])")
PLAY = re.compile(r"\d+\. p\d+ \S+")
SHORT_PACK = "AKQJT987"


def slip(text: str, kind: str, rng: Random) -> str | None:
    """The record with one slip of this kind in it; None where it has no place for one."""
    lines = text.split("\n")
    hands, plays, scores = (
        [at for at, line in enumerate(lines) if re.match(start, line)]
        for start in (r"p\d+: \S", r"\d+\. ", "@score")
    )
    if kind.startswith("card"):
        at = rng.choice(hands if kind == "card in a hand" else plays)
        found = CARD.search(lines[at])
        if found is None:
            return None
        card = rng.choice(list(CARD.finditer(lines[at])))
        ranks = SHORT_PACK if '[Game "zwanzig-ab"]' in text else RANKS
        other = rng.choice(ranks) + rng.choice(SUITS)
        lines[at] = lines[at][: card.start()] + other + lines[at][card.end() :]
    elif kind in ("claim", "standing"):
        pattern = r"=(\d+)" if kind == "claim" else r"p\d+:(\d+)"
        at = rng.choice(plays if kind == "claim" else scores)
        numbers = list(re.finditer(pattern, lines[at]))
        if not numbers:
            return None
        number = rng.choice(numbers)
        other = str(int(number[1]) + rng.choice([-1, 1, 2, 5]))
        lines[at] = lines[at][: number.start(1)] + other + lines[at][number.end(1) :]
    else:
        at = rng.choice(plays)
        written = PLAY.findall(lines[at])
        if not _order(written, kind, rng, len(re.findall(r"\[P\d+ ", text))):
            return None
        lines[at] = " ".join(written)
    return "\n".join(lines)


def _order(plays: list[str], kind: str, rng: Random, seats: int) -> bool:
    """Slip in the plays of one line; whether there was a place."""
    at = rng.randrange(len(plays))
    if kind == "seat":
        seat = re.search(r"p(\d+)", plays[at])
        others = [str(one) for one in range(1, seats + 1) if seat and str(one) != seat[1]]
        plays[at] = re.sub(r"p\d+", f"p{rng.choice(others)}", plays[at], count=1)
    elif kind == "play left out":
        del plays[at]
    elif kind == "play doubled":
        plays.insert(at, plays[at])
    elif len(plays) > 1:
        at = rng.randrange(len(plays) - 1)
        (one, deed), (two, other) = (play.split(" ", 1) for play in plays[at : at + 2])
        plays[at : at + 2] = [f"{one} {other}", f"{two} {deed}"]
    else:
        return False
    return True


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=192)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--budget", type=int, default=REPAIRS)
    arguments.add_argument("--kind", choices=KINDS)
    arguments.add_argument("--less", choices=LESS, nargs="*", default=[])
    arguments.add_argument("--missed", action="store_true", help="name the slips not found")
    asked = arguments.parse_args()
    kinds = [asked.kind] if asked.kind else list(KINDS)
    outcomes: dict[str, Counter[str]] = defaultdict(Counter)
    times: list[tuple[float, str]] = []
    for number in range(asked.games):
        rules, seats = TABLES[number % len(TABLES)]
        kind = kinds[number // len(TABLES) % len(kinds)]
        seed = asked.seed * 1000 + number
        whole = write(generate(rules, seats, seed, {}))
        spoiled = slip(whole, kind, Random(seed)) or whole
        sound, slipped = (without(text, asked.less) for text in (whole, spoiled))
        verdict = verify(slipped.encode())
        if verdict.first_divergence is None:
            outcomes[kind]["no error"] += sound != slipped
            continue
        roots = [f for f in verdict.findings if f.severity == "error" and f.follows is None]
        outcomes[kind]["one mistake"] += len(roots) == 1
        start = time.process_time()
        found = analyse(verdict, budgets=(asked.budget,)).repairs
        times.append((time.process_time() - start, f"{rules} {kind} {seed}"))
        mended = [edited(verdict.record.text, one.edits) for one in found.found]
        outcome = outcome_of(sound, mended, complete=found.complete)
        outcomes[kind][outcome] += 1
        if asked.missed and outcome not in OUTCOMES[:2]:
            print(f"{outcome:<18}{rules} {kind} {seed}: {_told(sound, slipped)}", flush=True)
    _show(outcomes, sorted(times, reverse=True))


def without(text: str, parts: list[str]) -> str:
    for part in parts:
        text = re.sub(LESS[part], "", text)
    return text


def outcome_of(sound: str, mended: list[str], *, complete: bool) -> str:
    if any(write(read(text.encode())) == sound for text in mended):
        return "found"
    if any(restores(sound, text) for text in mended):
        return "but for a card"
    return "claimed complete" if complete else "others" if mended else "nothing"


def restores(sound: str, mended: str) -> bool:
    """Whether two records agree event by event in all that both say."""
    one, other = (read(text.encode()).events for text in (sound, mended))
    return len(one) == len(other) and all(
        agreement_of(statement_of(a, {}), statement_of(b, {})).agrees
        for a, b in zip(one, other, strict=True)
    )


def _told(sound: str, slipped: str) -> str:
    return " | ".join(
        f"{line} / {other}"
        for line, other in zip(sound.split("\n"), slipped.split("\n"), strict=True)
        if line != other
    )


def _show(outcomes: dict[str, Counter[str]], times: list[tuple[float, str]]) -> None:
    print(f"{'':<16}" + "".join(f"{outcome:>17}" for outcome in SHOWN))
    for kind, counts in outcomes.items():
        print(f"{kind:<16}" + "".join(f"{counts[outcome]:>17}" for outcome in SHOWN))
    print(f"CPU seconds: {sum(taken for taken, _ in times):.0f} in all; the longest:")
    for taken, name in times[:5]:
        print(f"{taken:8.1f}  {name}")


if __name__ == "__main__":
    main()
