"""The arguments of a table line: keys, seats, cards and totals, taken by kind."""

from __future__ import annotations

import re

from archive.core.cards import CARDS, cards
from archive.core.events import Kept, Shown, Totals
from archive.notation.lexer import ARGUMENT

NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
ONE_SEAT = re.compile(r"p[1-9]\d?", re.ASCII)
BLANK = " \t\f\v"
WINNERS = re.compile(r"draw|p[1-9]\d?(?:,p[1-9]\d?)*", re.ASCII)


class Arguments:
    """The arguments of one line by kind, in one pass. Arguments that are not taken are odd."""

    __slots__ = ("left",)

    def __init__(self, text: str) -> None:
        self.left: dict[str, list[re.Match[str]]] = {}
        for match in ARGUMENT.finditer(text.rstrip(BLANK)):
            key = match["key"]
            self._put_back(f"{key}=" if key else match.lastgroup or "", match)

    def value(self, key: str, pattern: re.Pattern[str]) -> str | None:
        """Return the value after `key=`, if it is written as `pattern` asks."""
        for match in self.left.get(f"{key}=", ()):
            if pattern.fullmatch(match["value"]):
                self._take(f"{key}=", match)
                return match["value"]
        return None

    def number(self, key: str) -> int | None:
        """Return the number that a key has; None where it is not there."""
        value = self.value(key, NUMBER)
        return None if value is None else int(value)

    def seat_of(self, key: str) -> int | None:
        """Return the seat that a key has; None where it is not there."""
        value = self.value(key, ONE_SEAT)
        return None if value is None else int(value[1:])

    def totals(self) -> Totals:
        """Return the points by seat that the line gives."""
        return tuple(
            [(int(m["total_seat"][1:]), int(m["total"])) for m in self.left.pop("total", ())]
        )

    def shown(self) -> Shown:
        """Return seats, each with the cards after it."""
        return tuple((int(s["seat"][1:]), cards(c["cards"])) for s, c in self._pairs("cards"))

    def kept(self) -> tuple[Kept, ...]:
        """Return seats, each with a card after it and what that is worth."""
        found = []
        for seat, match in self._pairs("cards", "worth"):
            card, _, worth = (match["worth"] or match["cards"]).partition("=")
            if card not in CARDS:  # several cards are odd here
                self._put_back("seat", seat)
                self._put_back("cards", match)
                continue
            found.append(Kept(int(seat["seat"][1:]), CARDS[card], int(worth) if worth else None))
        return tuple(found)

    def _pairs(self, *kinds: str) -> list[tuple[re.Match[str], re.Match[str]]]:
        """Return each seat with the argument right after it; an argument without a partner is left,
        and is odd."""
        matches = [match for kind in ("seat", *kinds) for match in self.left.pop(kind, ())]
        matches.sort(key=lambda match: match.start())
        pairs = []
        waiting: re.Match[str] | None = None  # a seat that may have its partner next
        for match in matches:
            if waiting and not match["seat"]:
                pairs.append((waiting, match))
                waiting = None
                continue
            if waiting:
                self._put_back("seat", waiting)
            waiting = match if match["seat"] else None
            if not waiting:
                self._put_back(match.lastgroup or "", match)
        if waiting:
            self._put_back("seat", waiting)
        return pairs

    def _put_back(self, kind: str, match: re.Match[str]) -> None:
        self.left.setdefault(kind, []).append(match)

    def one(self, kind: str) -> str | None:
        """Return the first argument of that kind; a second one is left, and is odd."""
        for match in self.left.get(kind, ()):
            self._take(kind, match)
            return match[kind]
        return None

    def _take(self, kind: str, match: re.Match[str]) -> None:
        rest = self.left[kind]
        rest.remove(match)
        if not rest:
            del self.left[kind]

    def seats(self) -> tuple[int, ...]:
        """Return the seats that the line names."""
        return tuple([int(match["seat"][1:]) for match in self.left.pop("seat", ())])

    def odd(self) -> list[tuple[int, str]]:
        """Return the arguments that were not taken, in the order written: where each starts, and
        its text."""
        matches = [match for rest in self.left.values() for match in rest]
        written = [(match.end(), match[0].lstrip(BLANK)) for match in matches]
        found = [(end - len(text), text) for end, text in written]
        return sorted(found)
