"""The places of events in the text, and of their parts: events carry no places, so the text is read
again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import overload

from archive.notation.lexer import CARD, TOKEN

PARTS = {"play": ("number", "seat", "mark", "cards", "tally", "points"), "hand": ("owner", "held")}
ACTION_PARTS = {
    "number": ("turn",), "seat": ("actor",), "mark": ("flag",), "cards": ("drawn", "put", "choice"),
}  # fmt: skip
"""The groups of an exchange, a draw, a choice or a pass that correspond to a play's parts."""

LINE_PARTS = {"seat": r"p\d", "cards": r"(?<= )[A2-9TJQK?]", "points": r"(?<=/)"}

ONE_CARD = re.compile(CARD)
RUN = re.compile(r"[^\s{;=/]*")
RUN_IN_A_LINE = re.compile(rf"(?<=[ \t])(?:{CARD})+(?=[\s=]|$)")
REST_OF_LINE = re.compile(r"[^\n\r{;]*")


class Offsets(Sequence[int]):
    """The places of a record's events in its text. Of those in a stretch the reader kept only
    `~start` of the stretch: they are looked for when one of them is asked for, which is seldom."""

    def __init__(self, text: str, kept: list[int]) -> None:
        self._text = text
        self._kept = kept

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self._kept)))]
        if self._kept[index] < 0:
            self._look_through(range(len(self._kept))[index])
        return self._kept[index]

    def _look_through(self, at: int) -> None:
        """Find the events of the stretch around one: the next tokens from its start, one by one."""
        kept, stretch = self._kept, self._kept[at]
        first, end = at, at + 1
        while first and kept[first - 1] == stretch:
            first -= 1
        while end < len(kept) and kept[end] == stretch:
            end += 1
        tokens = islice(TOKEN.finditer(self._text, ~stretch), end - first)
        kept[first:end] = [token.start(token.lastgroup or 0) for token in tokens]


def offset_of(text: str, offset: int, part: str) -> int:
    """Return the offset of `part` in the event that begins at `offset`; that of the event itself
    when it has no such part.

    Parts of a play are `number seat mark cards tally points`, of another action the first four, of
    a hand `cards`; of a table line a seat (`p1`), `seat`, `cards`, `points`, or the key of an
    argument (`bonus`, `win`).
    """
    match = TOKEN.match(text, offset)
    if match is None:
        return offset
    if match.lastgroup == "play" and part in PARTS["play"]:
        start = match.start(part)
        return offset if start < 0 else start
    if match.lastgroup == "action" and part in ACTION_PARTS:
        return max(offset, *(match.start(group) for group in ACTION_PARTS[part]))
    if match.lastgroup == "hand":
        return match.start("held" if part == "cards" else "hand")
    if match.lastgroup == "table" and part:
        key = re.escape(part)
        for pattern in (LINE_PARTS.get(part), rf"(?<=\b{key}[=:])", rf"\b{key}\b"):
            found = re.search(pattern, match["rest"]) if pattern else None
            if found:
                return match.start("rest") + found.start()
    return offset


def card_offset(text: str, offset: int, card: str) -> int:
    """Return the offset of the first card written `card` in the event at `offset`."""
    found = card_offsets(text, offset).get(card)
    return found[0] if found else offset_of(text, offset, "cards")


def card_offsets(text: str, offset: int) -> Mapping[str, Sequence[int]]:
    """Return the offsets of the cards in the event at `offset`, by how they are written."""
    found: dict[str, list[int]] = {}
    start = offset_of(text, offset, "cards")
    for run in _runs(text, start, in_a_line=text.startswith("@", offset)):
        for match in ONE_CARD.finditer(text, *run):
            found.setdefault(match[0], []).append(match.start())
    return found


def _runs(text: str, start: int, *, in_a_line: bool) -> Iterator[tuple[int, int]]:
    """Yield the runs of cards: one in a play or a hand, often several in a table line."""
    if not in_a_line:
        run = RUN.match(text, start)
        return iter([run.span()] if run else [])
    rest = REST_OF_LINE.match(text, start)
    spans = RUN_IN_A_LINE.finditer(text, start, rest.end()) if rest else ()
    return iter([run.span() for run in spans])
