"""Cards, numbers and names as a card player says them: what the sentences are made of."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from archive.core.record import Record
from archive.scoring.card_count import Count, Tally

RANKS = {
    "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king",
    "?": "unknown card",
}  # fmt: skip
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

LONGEST_NAME = 60


class Speaker:
    """Knows the players' names and the census."""

    def __init__(self, record: Record, counts: list[Count]) -> None:
        self.record = record
        self.counts = counts

    @cached_property
    def players(self) -> list[str]:
        return [
            name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
            for name in self.record.players
        ]

    def name(self, seat: int | str | None) -> str:
        number = int(str(seat).lstrip("p")) if seat else 0
        return self.players[number - 1] if 0 < number <= len(self.players) else f"p{number}"

    def names(self, seats: str) -> str:
        """`p1,p3` as Ada and Cem."""
        return listed(self.name(seat) for seat in seats.split(","))


def listed(words: Iterable[str]) -> str:
    """`queen, queen and four`; empty of nothing."""
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def lines_told(numbers: Iterable[int]) -> str:
    """`line 12`, `lines 12, 15 and 19`; empty of none."""
    told = [str(number) for number in sorted(set(numbers))]
    return f"line{'s' if len(told) > 1 else ''} {listed(told)}" if told else ""


def as_shown(ply: int | None, otherwise: str) -> str:
    """What proves a play wrong that was not seen to be wrong at once: `, as play 12 shows`; where
    it is no play, what it is `otherwise`."""
    return f", as play {ply} shows" if ply else f", as {otherwise}"


def number(count: int) -> str:
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def card_name(text: str, count: int = 1) -> str:
    """`9h` as nine of hearts, `J` as jack; several of them in the plural."""
    rank, suit = text[0], SUITS.get(text[1:], "")
    name = RANKS.get(rank, text)
    if rank == "?" and suit:
        return f"cards of {suit}" if count != 1 else f"card of {suit}"
    plural = {"six": "sixes"}.get(name, name + "s") if count != 1 else name
    return f"{plural} of {suit}" if suit else plural


def spaced(run: str) -> str:
    """`QJJ43` with its cards apart."""
    return "".join(f" {sign}" if sign not in SUITS else sign for sign in run).strip()


def points(count: int) -> str:
    return f"{signed(count)} point{'' if abs(count) == 1 else 's'}"


def signed(total: int) -> str:
    """Return a total as it is written, with a minus sign and not a hyphen: `−3`."""
    return f"−{-total}" if total < 0 else str(total)


def counted(tally: Tally) -> str:
    seen = len(tally.seen)
    return f"{number(seen)} {card_name(tally.card.text, seen)}"


def a_card(card: str) -> str:
    """`an ace`, `a nine of hearts`."""
    name = card_name(card)
    return f"an {name}" if name[0] in "aeu" else f"a {name}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
