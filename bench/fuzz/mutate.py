"""Records changed as a slip, a torn page or an attacker would: lines, words and signs left out,
doubled, put elsewhere, exchanged for others of their kind."""

from __future__ import annotations

import copy
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from archive.games import GAMES

WORD = re.compile(rb"[ \t]+|[^ \t]+")
NUMBER = re.compile(rb"\d+")
CARD = re.compile(rb"(?<![A-Za-z])[A2-9TJQK?][cdhs]?")
NUMBERS = (b"0", b"1", b"2", b"7", b"20", b"21", b"99", b"255", b"1000", b"999999", b"999999999",
           b"-1", b"00")  # fmt: skip
CARDS = (b"A", b"K", b"T", b"2", b"?", b"9h", b"As", b"Kc", b"?d", b"10", b"")
SIGNS = (
    b"\n", b"\r", b"\r\n", b"\r\r\n", b"{", b"}", b"(", b")", b"[", b"]", b'"', b"`", b"\\", b"\\`",
    b"@", b";", b"%", b"!?", b"$1", b"$256", b"+", b"*", b"=", b"/", b":", b"^R", b"?", b"\x00",
    b"\xff", b"\xef\xbb\xbf", b"\xc2\xa0", b"\xe2\x80\xae", b"|", b",", b";", b"\t", b"{c}",
)  # fmt: skip
LINES = (
    b"@round n=1 first=p1", b"@round n=2", b"@up 39 bonus=6", b"@deal n=1", b"@deal n=9 dealer=p2",
    b"@deal n=1 dealer=p1 cards=7", b"@cut p1 7 p2 Q", b"@trump p1 h", b"@exchange", b"@stay",
    b"@trick n=1", b"@show p1 As p2 KcKd", b"@keep p1 As=11", b"@out p3 p4", b"@bonus p2 /6",
    b"@score p1:21 p2:16", b"@gap", b"@end p1:82 p2:110 win=p2", b"@end win=draw", b"@end",
    b"p1: 85542", b"p2: Kh+T?", b"p9: ??", b"p1: ", b"1. p1 8=8", b"p2 9=20/10", b"p1 ^R 9h",
    b"p2 Ad+2h+K:2=5", b"p1 QsQh:10+4c=14", b"p1 x9s7d>QhJh", b"p3 x-", b"p1 d5c", b"p2 in",
    b"p2 out", b"p2 pass", b"7. p1 9", b"p99 A", b"`p1 9`", b"`4. p2 x`", b"{a word}", b"(", b")",
    b'[P3 "C"]', b'[Deck "104"]', b'[Result "p1:82 p2:110"]', b'[Game "twenty"]',
)  # fmt: skip

Change = Callable[[bytes, Random, Sequence[bytes]], bytes]


def changed(data: bytes, rng: Random, pool: Sequence[bytes], longest: int = 8_000) -> bytes:
    """The data with some changes, one at least; `pool` is what can be put in from elsewhere."""
    for _ in range(1 + min(int(rng.expovariate(0.6)), 12)):
        data = rng.choices(CHANGES, WEIGHTS)[0](data, rng, pool)
    return data[:longest]


def packed_changed(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """A zip file with one of its files changed, or a change in its own bytes."""
    if rng.random() < 0.2:
        return _sign(data, rng, pool)
    into = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(into, "w") as new:
        names = old.namelist()
        chosen = rng.choice([name for name in names if "sheet1" in name] * 6 + names)
        for name in names:
            text = old.read(name)
            if name == chosen:
                if rng.random() < 0.1:
                    continue
                for _ in range(rng.randint(1, 4)):
                    text = rng.choice((_xml, _xml, _sign, _number))(text, rng, pool)
            new.writestr(name, text)
    return into.getvalue()


def bytes_changed(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """The data with some of its bytes changed, most near an end, where a packed file tells what is
    in it."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(max(0, len(data) - 200), len(data) + 1) if rng.random() < 0.5 else 0
        near = data[at : at + 200]
        data = (
            data[:at]
            + rng.choice((_sign, _sign, _torn, _repeated))(near, rng, pool)
            + data[at + 200 :]
        )
    return data


ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1e999, 10**30, 0.5, "", "x", "p1", "p9", "9h", "??", [], {}, [[]], "\ud800",
    "\n", {"": 1}, ["p1", "9"], "p1 9h", "@gap", "a" * 300,
)  # fmt: skip


def json_changed(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """A document of JSON with some of its values changed, or with changes as in any text."""
    try:
        said = json.loads(data)
    except ValueError:
        said = None
    if rng.random() < 0.2 or not isinstance(said, list | dict):
        return changed(data, rng, pool)
    for _ in range(rng.randint(1, 4)):
        if not (places := [*_values(said)]):
            break  # nothing is left of it
        within, key = rng.choice(places)
        kind = rng.randrange(4)
        if kind == 0:
            del within[key]
        elif kind == 1 and isinstance(within, list):
            within.insert(rng.randint(0, len(within)), within[key])
        elif kind == 2:
            other, there = rng.choice(places)
            within[key] = copy.deepcopy(other[there])
        else:
            within[key] = rng.choice(ODD)
    return json.dumps(said).encode()


def _values(said: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in a document, as where it is and by what it is found there."""
    for key in [*said] if isinstance(said, dict) else range(len(said)):
        yield said, key
        if isinstance(said[key], list | dict):
            yield from _values(said[key])


def _xml(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """Leave out, double or exchange an element or its text."""
    parts = re.split(rb"(<[^>]*>)", data)
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    kind = rng.randrange(5)
    if kind == 0:
        del parts[at]
    elif kind == 1:
        parts.insert(other, parts[at])
    elif kind == 2:
        parts[at], parts[other] = parts[other], parts[at]
    elif kind == 3:
        parts[at] = rng.choice((b"", b"-1", b"1e999", b"NaN", b"99999999", b"A99999999", b"x"))
    else:
        parts[at] = re.sub(rb't="\w+"', rng.choice((b't="s"', b't="d"', b't="b"', b't="e"')),
                           parts[at])  # fmt: skip
    return b"".join(parts)


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True) or [b""]


def _left_out(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    lines = _lines(data)
    at = rng.randrange(len(lines))
    del lines[at : at + rng.choice((1, 1, 1, 2, 5, 20))]
    return b"".join(lines)


def _doubled(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    lines = _lines(data)
    at = rng.randrange(len(lines))
    lines[at:at] = lines[at : at + rng.choice((1, 1, 2, 5))]
    return b"".join(lines)


def _moved(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    lines = _lines(data)
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randint(0, len(lines)), line)
    return b"".join(lines)


def _put_in(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    lines = _lines(data)
    lines.insert(rng.randint(0, len(lines)), _line(rng, pool) + b"\n")
    return b"".join(lines)


def _exchanged(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    lines = _lines(data)
    lines[rng.randrange(len(lines))] = _line(rng, pool) + b"\n"
    return b"".join(lines)


def _line(rng: Random, pool: Sequence[bytes]) -> bytes:
    if rng.random() < 0.5:
        return rng.choice(LINES)
    return rng.choice(_lines(rng.choice(pool))).rstrip(b"\r\n")


def _spliced(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    ours, theirs = _lines(data), _lines(rng.choice(pool))
    return b"".join(ours[: rng.randint(0, len(ours))] + theirs[rng.randint(0, len(theirs)) :])


def _torn(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    return data[: rng.randint(0, len(data))]


def _word(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """A word of a line left out, doubled, or exchanged for one of another line."""
    lines = _lines(data)
    at = rng.randrange(len(lines))
    words = WORD.findall(lines[at]) or [b""]
    one, kind = rng.randrange(len(words)), rng.randrange(3)
    others = WORD.findall(rng.choice(_lines(rng.choice((data, rng.choice(pool))))))
    if kind == 0:
        del words[one]
    elif kind == 1:
        words[one:one] = [words[one], b" "]
    elif others:
        words[one] = rng.choice(others).rstrip(b"\r\n")
    lines[at] = b"".join(words)
    return b"".join(lines)


def _number(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    def other(old: bytes) -> bytes:
        near = str(int(old[:9]) + rng.choice((-10, -1, 1, 10))).encode()
        return near if rng.random() < 0.6 else rng.choice(NUMBERS)

    return _one(NUMBER, data, rng, other)


def _card(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    return _one(CARD, data, rng, lambda _: rng.choice(CARDS))


def _one(
    what: re.Pattern[bytes], data: bytes, rng: Random, other: Callable[[bytes], bytes]
) -> bytes:
    found = list(what.finditer(data))
    if not found:
        return data
    match = rng.choice(found)
    return data[: match.start()] + other(match[0]) + data[match.end() :]


def _sign(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    at = rng.randint(0, len(data))
    kind = rng.randrange(3)
    if kind == 0:
        return data[:at] + rng.choice(SIGNS) + data[at:]
    if kind == 1:
        return data[:at] + data[at + 1 :]
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _repeated(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """A stretch of text many times over."""
    at, long = rng.randint(0, len(data)), rng.choice((1, 1, 2, 5, 20))
    piece = rng.choice((data[at : at + long], rng.choice(SIGNS), rng.choice(LINES) + b"\n"))
    return data[:at] + piece * rng.choice((2, 5, 30, 200)) + data[at:]


def _rules(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """Other rules than the record was played by, often of another game."""
    game = rng.choice(list(GAMES.values()))
    rule_set = rng.choice(game.rule_sets)
    title = rule_set.plain_title
    for key, option in rule_set.options.items():
        if rng.random() < 0.4:
            title += f";{key}={rng.choice(option.readings)}"
    data = re.sub(rb"\[Rules [^\n]*\n", b"", data)
    tag = f'[Rules "{title}"]\n'.encode()
    if rng.random() < 0.6:
        old = re.search(rb'\[Game "([^"]*)"', data)
        if not old or old[1].decode("utf-8", "replace") != game.name:
            data = re.sub(rb'\[Game "[^"]*"', f'[Game "{game.name}"'.encode(), data)
    return re.sub(rb'(\[Game "[^\n]*\n)', lambda found: found[0] + tag, data, count=1)


def _all_of(data: bytes, rng: Random, pool: Sequence[bytes]) -> bytes:
    """All of one kind left out or written otherwise: suits, numbers, hands, claims, line ends."""
    pattern, instead = rng.choice((
        (rb"(?<=[A2-9TJQK?])[cdhs](?![a-z])", b""), (rb"(?m)(?<=^)\d+\. ?", b""),
        (rb"(?m)^p\d+:[^\n]*\n", b""), (rb"=\d+", b""), (rb"/-?\d+", b""), (rb"\n", b"\r\n"),
        (rb"\n", b"\r"), (rb"(?m)^@deal[^\n]*\n", b""), (rb"(?m)^@score[^\n]*\n", b""),
        (rb"(?m)^\[[^\n]*\n", b""), (rb" \d+\.", b""), (rb"p1\b", b"p3"), (rb"p2\b", b"p1"),
        (rb"(?m)^(p\d+: ).*$", rb"\1?????"), (rb"(?<= )[A2-9TJQK](?=[cdhs]?[ =/\n])", b"?"),
    ))  # fmt: skip
    return re.sub(pattern, instead, data)


CHANGES: tuple[Change, ...] = (
    _left_out, _doubled, _moved, _put_in, _exchanged, _spliced, _torn, _word, _number, _card, _sign,
    _repeated, _rules, _all_of,
)  # fmt: skip
WEIGHTS = (10, 6, 6, 10, 8, 6, 3, 16, 14, 16, 8, 2, 3, 4)
