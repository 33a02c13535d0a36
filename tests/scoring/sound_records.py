"""Records by the thousand, sound ones and spoiled ones, to hold two ways of judging together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from random import Random

from archive.games import GAMES
from archive.generator.flaws import flaws_of, spoil
from archive.notation import write
from bench.mass import Table, tables

SIGNS = 'pP123456789AKQJT?cdhs=/:+-.@*{} \n"[]xn$;%\\\tu\u00e9'

WORDS = (
    "@trick", "@score", "@deal", "@end", "@up", "@bonus", "@show", "@keep", "@cut", "@exchange",
    "@stay", "@out", "@round", "@trump", "p1:", "[P1", "[Deck", "[Result", "[Event",
)  # fmt: skip


def written_out(game: str, seed: int) -> Iterator[tuple[Table, int, bytes]]:
    """Yield made-up records without end, of every rule set, reading, number of players and way of
    writing in turn."""
    every = tables(game)
    for at in count(seed):
        table = every[at % len(every)]
        yield table, at, write(table.play(at).record).encode()


def faulty(game: str, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield made-up records without end that have one known fault each, and its name."""
    every = tables(game)
    for at in count(seed):
        table = every[at % len(every)]
        flaws = sorted(flaws_of(game, table.rules))
        flaw = flaws[(at // len(every) + at) % len(flaws)]
        record = spoil(table.play(at).record, flaw, Random(at))
        if record is not None:
            yield f"{flaw}: {table}, seed {at}", write(record).encode()


def mangled(data: bytes, rng: Random) -> bytes:
    """Return a record after one to three changes by chance, of lines, words or signs."""
    text = data.decode()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(CHANGES)(text, rng)
    return text.encode()


REMARKS = (
    "{well played}", "{}", "{ Anna’s: 9♠ [#4] }", "{a {b}", "{open", '{[XXN "1.0"]}', "{`}",
    "{\\}}", "{two\nlines}", "{a\u00a0b}", "{\x1f}", "$1", "$007", "$255", "$256", "$3$4", "!",
    "?!", "; said", "% said", "(", ")", "`x`", "}", "*", "*1", "{a}{b}", "@gap", "@gap {why}",
)  # fmt: skip
BLANK, BEHIND_PLAYS = re.compile(r"[ \n]"), re.compile(r"(?<= \S\S)[ \n](?=\d+\. p|@|\n)")
BLANKS = ("\n", "\n\n", "  ", "\t", "\n ", " \n", "\r\n", "\f", "\u00a0", "")


def scribbled(data: bytes, rng: Random) -> bytes:
    """Return a record with remarks and blanks at some places between its words, and now and then
    without numbers."""
    head, _, body = data.decode().partition("\n\n")
    if rng.random() < 0.3:
        body = re.sub(r"\b\d+\. (?=p\d)", "", body)
    few = rng.random() < 0.5
    remarks, blanks = (REMARKS[:1], BLANKS[:3]) if few else (REMARKS, BLANKS)
    for _ in range(rng.choice((1, 1, 2, 5))):
        places = [at.span() for at in (BEHIND_PLAYS if few else BLANK).finditer(body)]
        if not places:
            break
        start, end = rng.choice(places)
        kept = body[start:end]
        put = rng.choice((
            f" {rng.choice(remarks)}{kept}", f"{kept}{rng.choice(remarks)}{rng.choice(blanks)}",
            rng.choice(blanks),
        ))  # fmt: skip
        body = body[:start] + put + body[end:]
    return f"{head}\n\n{body}".encode()


def _without_a_line(text: str, rng: Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    return "\n".join(lines[:at] + lines[at + rng.choice((1, 1, 1, 2, 9)) :])


def _with_a_line_twice(text: str, rng: Random) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "\n".join(lines)


def _with_lines_swapped(text: str, rng: Random) -> str:
    lines = text.split("\n")
    one = rng.randrange(len(lines) - 1)
    other = min(one + rng.choice((1, 1, 2, 5)), len(lines) - 1)
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _without_all_of_a_word(text: str, rng: Random) -> str:
    word = rng.choice(WORDS)
    return "\n".join(line for line in text.split("\n") if not line.startswith(word))


def _cut_short(text: str, rng: Random) -> str:
    lines = text.rstrip("\n").split("\n")
    kept = lines[: rng.randrange(10, len(lines) + 1) if len(lines) > 10 else None]
    kept = [line if not line.startswith("[Result") else '[Result "*"]' for line in kept]
    return "\n".join(kept + rng.choice(([], ["*"], ["+"], ["*", ""]))) + "\n"


def _with_another_word(text: str, rng: Random) -> str:
    words = text.split(" ")
    at = rng.randrange(len(words))
    words[at] = rng.choice((rng.choice(words), "", words[at] + words[at]))
    return " ".join(words)


def _with_another_sign(text: str, rng: Random) -> str:
    at = rng.randrange(len(text))
    return text[:at] + rng.choice((rng.choice(SIGNS), "", text[at] + rng.choice(SIGNS))) + text[
        at + 1 :
    ]  # fmt: skip


def _with_a_sign_of_its_kind(text: str, rng: Random) -> str:
    """A number for a number, a rank for a rank, a suit for a suit."""
    at = rng.randrange(text.find("\n\n") + 1, len(text))
    for kind in ("0123456789", "A23456789TJQK", "cdhs"):
        if text[at] in kind:
            return text[:at] + rng.choice(kind) + text[at + 1 :]
    return text


def _without_claims(text: str, rng: Random) -> str:
    """Drop all of one kind of claim, or one."""
    sign = rng.choice(("=", "/", " dealer=", " cards=", " first=", " bonus=", " win=", ":"))
    parts = text.split(sign)
    if len(parts) < 2:
        return text
    chosen = rng.randrange(1, len(parts))
    alone = rng.random() < 0.5
    rest = [
        part.lstrip("0123456789p") if not alone or at == chosen else sign + part
        for at, part in enumerate(parts[1:], 1)
    ]
    return parts[0] + "".join(rest)


CHANGES = (
    _without_a_line, _with_a_line_twice, _with_lines_swapped, _without_all_of_a_word, _cut_short,
    _with_another_word, _with_another_sign, _with_a_sign_of_its_kind, _with_a_sign_of_its_kind,
    _without_claims,
)  # fmt: skip

ALL = tuple(GAMES)
