"""Names of players replaced in a record's text, and nothing else in it.

The tags of the seats have the players' names. Such a name, and its words where it has several, is
replaced wherever free text stands: in tags, in comments, in what could not be read. Plays, hands
and table lines have no names and stay as they are; so does every line's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from archive.core.record import LINE_END
from archive.notation.decoding import text_of
from archive.notation.lexer import TOKEN

FREE_TEXT: Final = ("tag", "badtag", "comment", "remark", "quote", "other", "badplay")
NO_NAMES: Final = ("XXN", "Game", "Rules", "Date", "Deck", "View", "Result")
"""Tags that say what is played and how it ended: a player called Twenty changes no game."""
SHORTEST_WORD: Final = 3
"""The fewest letters of a name's word that is replaced: `de`, `A.` and `Jo` occur in too many
sentences."""
_SEAT: Final = re.compile(r"P([1-9]\d?)")
_SEAT_TAG: Final = re.compile(r'\[P([1-9]\d?)[ \t]+"((?:[^"\\\n\r]|\\[^\n\r])*)"', re.ASCII)


class Mask(NamedTuple):
    """The replacement for the name of the player at a seat."""

    seat: int
    instead: str


class Replaced(NamedTuple):
    """A stretch of the text, with its replacement."""

    start: int
    end: int
    instead: str


def seated(data: bytes) -> list[tuple[int, str]]:
    """Return the players by seat as the tags have them, without reading the rest of the record."""
    return [
        (int(match[1]), _unescaped(match[2]))
        for match in _SEAT_TAG.finditer(text_of(data))
        if match[2] not in ("", "?")
    ]


class Masked:
    """A record's bytes with names replaced, and the new places of everything.

    `also` are names in other texts of the record, with their replacements: a record with unreadable
    tags may have them all the same.
    """

    def __init__(
        self, data: bytes, masks: Sequence[Mask], also: Iterable[tuple[str, str]] = ()
    ) -> None:
        self._text = text_of(data)
        self._instead = dict(masks)
        self._named = list(_names(self._text, self._instead))
        called = {(one.name, self._instead[one.seat]) for one in self._named} | {*also}
        self._parts = [part for name, instead in called for part in _patterns(name, instead)]
        self.replaced = list(_settled([*self._tags(), *self._free_text()]))

    @property
    def data(self) -> bytes:
        """Return the bytes that other readers get."""
        return _with(self._text, self.replaced).encode("utf-8", "surrogateescape")

    def said(self, text: str) -> str:
        """Return a sentence about this record, without the names."""
        return _with(text, list(_settled(_found(text, 0, self._parts))))

    def column(self, line: int, column: int) -> int:
        """Return the new column of something in its line."""
        starts = [0, *(match.end() for match in LINE_END.finditer(self._text))]
        if not 0 < line <= len(starts):
            return column
        begin = starts[line - 1]
        at = begin + column - 1
        moved = [one for one in self.replaced if begin <= one.start and one.end <= at]
        return column + sum(len(one.instead) - (one.end - one.start) for one in moved)

    def _tags(self) -> Iterator[Replaced]:
        for seat, start, end, _ in self._named:
            yield Replaced(start, end, self._instead[seat])

    def _free_text(self) -> Iterator[Replaced]:
        for match in TOKEN.finditer(self._text):
            kind = match.lastgroup or ""
            if kind not in FREE_TEXT or (kind == "tag" and match["name"] in NO_NAMES):
                continue
            start, end = match.span("value" if kind == "tag" else kind)
            yield from _found(self._text[start:end], start, self._parts)


class _Named(NamedTuple):
    seat: int
    start: int
    end: int
    name: str


class _Part(NamedTuple):
    pattern: re.Pattern[str]
    instead: str


def said_without(text: str, names: Iterable[tuple[str, str]]) -> str:
    """Return text with each of these names replaced by the text beside it."""
    parts = [part for name, instead in names for part in _patterns(name, instead)]
    return _with(text, list(_settled(_found(text, 0, parts))))


def _names(text: str, instead: dict[int, str]) -> Iterator[_Named]:
    """Yield the tags that name a masked seat, each as often as it occurs."""
    for match in TOKEN.finditer(text):
        if match.lastgroup != "tag":
            continue
        seat = _SEAT.fullmatch(match["name"])
        if seat and int(seat[1]) in instead and match["value"] not in ("", "?"):
            name = _unescaped(match["value"])
            yield _Named(int(seat[1]), match.start("value"), match.end("value"), name)


def _unescaped(value: str) -> str:
    return re.sub(r'\\([\\"])', r"\1", value)


def _patterns(name: str, instead: str) -> Iterator[_Part]:
    """Yield a name and its words, as whole words. A short one must be written just so: `Ace` the
    player is no ace."""
    words = [name, *(word for word in re.findall(r"[^\W\d_][\w'’-]*", name) if word != name)]
    for word in words:
        if not word.strip() or (word is not name and len(word) < SHORTEST_WORD):
            continue
        exact = len(word) <= SHORTEST_WORD
        begin = r"(?<!\w)" if re.match(r"\w", word) else ""
        end = r"(?!\w)" if re.search(r"\w$", word) else ""
        pattern = re.compile(f"{begin}{re.escape(word)}{end}", 0 if exact else re.IGNORECASE)
        yield _Part(pattern, instead)


def _found(text: str, offset: int, parts: Iterable[_Part]) -> Iterator[Replaced]:
    for part in parts:
        for match in part.pattern.finditer(text):
            yield Replaced(match.start() + offset, match.end() + offset, part.instead)


def _settled(found: Iterable[Replaced]) -> Iterator[Replaced]:
    """Yield edits one after the other: of two that overlap the one that begins first, then the
    longer."""
    done = -1
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.start >= done:
            yield one
            done = max(one.end, one.start)


def _with(text: str, replaced: Sequence[Replaced]) -> str:
    made, at = [], 0
    for one in replaced:
        made += [text[at : one.start], one.instead]
        at = one.end
    return "".join([*made, text[at:]])
