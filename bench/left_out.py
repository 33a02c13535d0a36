"""The ways to leave something of a record out: lines, runs of them and parts, each by chance."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

ACTION = re.compile(r"(?:\d+\. )?p\d+ \S+")
PLAYER = re.compile(r"p\d+(?= )")
HAND = re.compile(r"p\d+:")
NUMBER = re.compile(r"(?<!\S)\d+\. ")
NAMED = re.compile(r":\d+|([A2-9TJQK][cdhs]?)")
"""A card, as the group, or the value that one is announced at."""

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
    """Return the lines with a `@gap` in place of some of them, or where nothing is missing."""
    start, end = _stretch(body, rng)
    return [*body[:start], "@gap", *body[rng.choice([start, start + 1, end]) :]]


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


def kind(body: Lines, rng: Random) -> Lines:
    """Return the lines without all of one kind, plays or hands or those of one word, and often
    without a run of what is left."""
    gone = _kind_of(rng.choice(body))
    left = [one for one in body if _kind_of(one) != gone]
    return run(left, rng) if left and rng.random() < 0.5 else left


def _kind_of(text: str) -> str:
    if text.startswith("@"):
        return text.partition(" ")[0]
    return "hand" if HAND.match(text) else "play"


def column(body: Lines, rng: Random) -> Lines:
    """Return the lines without the plays of one player, and often without the hands."""
    seats = sorted({seat for one in body if one[0] != "@" for seat in PLAYER.findall(one)})
    if not seats:
        return line(body, rng)
    gone, hands = rng.choice(seats), rng.random() < 0.5
    left = []
    for one in body:
        if HAND.match(one):
            left += [] if hands and one.startswith(f"{gone}:") else [one]
        elif one.startswith("@"):
            left.append(one)
        else:
            plays = [play for play in ACTION.findall(one) if f"{gone} " not in play]
            left += [" ".join(plays)] if plays else []
    return left


def unnumbered(body: Lines, rng: Random) -> Lines:
    """Return the lines with no play numbered, and something left out."""
    body = [NUMBER.sub("", one) for one in body]
    return rng.choice(SINGLE)(body, rng)


SINGLE: tuple[Hide, ...] = (line, run, gap, tail, head, part)
KINDS: dict[str, Hide] = {
    one.__name__: one
    for one in (line, run, runs, gap, tail, head, few, part, parts, kind, column, mixed, unnumbered)
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
