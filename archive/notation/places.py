"""Where a part of an event stands in the text: events carry no places, so it is read again."""

from __future__ import annotations

import re

from archive.notation.lexer import TOKEN

PARTS = {"play": ("number", "seat", "mark", "cards", "tally", "points"), "hand": ("owner", "held")}


def offset_of(text: str, offset: int, part: str) -> int:
    """The first character of `part` in the event that begins at `offset`; the event's own first
    character when it has no such part.

    Parts of a play are `number seat mark cards tally points`, of a hand `cards`; of a table line a
    seat (`p1`), `seat`, `cards`, `points`, or the key of an argument (`bonus`, `win`).
    """
    match = TOKEN.match(text, offset)
    if match is None:
        return offset
    if match.lastgroup == "play" and part in PARTS["play"]:
        start = match.start(part)
        return offset if start < 0 else start
    if match.lastgroup == "hand":
        return match.start("held" if part == "cards" else "hand")
    if match.lastgroup == "table" and part:
        patterns = {"seat": r"p\d", "cards": r"(?<= )[A2-9TJQK?]", "points": r"(?<=/)"}
        pattern = patterns.get(part, rf"(?<={re.escape(part)}[=:])")
        found = re.search(pattern, match["rest"])
        return match.start("rest") + found.start() if found else offset
    return offset


def card_offset(text: str, offset: int, card: str, nth: int) -> int:
    """Where the nth (from 0) card written `card` stands in the event at `offset`."""
    start = offset_of(text, offset, "cards")
    run = re.compile(r"[^\s{;=/]*").match(text, start)
    found = (
        [m.start() for m in re.finditer(r"[A2-9TJQK?][cdhs]?", run[0]) if m[0] == card]
        if run
        else []
    )
    return start + found[nth] if nth < len(found) else start


def tag_offset(text: str, name: str) -> int:
    """Where the value of the first tag of that name stands."""
    match = re.search(rf'\[{re.escape(name)}[ \t]+"', text)
    return match.end() if match else 0
