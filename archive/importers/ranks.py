"""The ways to write ranks: as in XXN, or in a way that the uploader has declared.

German `D` and `K` beside English letters would be a guess, and so would be a `10`, which may be any
card that counts ten; `T` even means two cards: the ten, and the ace of the German `B D K T`. A `10`
with its suit can only be the ten.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from archive.core.cards import CARDS, Card
from archive.core.errors import TwentiesError
from archive.languages import marked

_PIPS = {rank: rank for rank in "23456789"}

RANKS: dict[str, dict[str, str]] = {
    "": {**_PIPS, **{rank: rank for rank in "ATJQK"}},
    "10": {**_PIPS, **{rank: rank for rank in "ATJQK"}, "10": "T"},
    "BDKA": {**_PIPS, "10": "T", "B": "J", "D": "Q", "K": "K", "A": "A"},
    "BDKT": {**_PIPS, "10": "T", "B": "J", "D": "Q", "K": "K", "T": "A"},
}
"""The ways to write ranks that can be declared, and what they mean in XXN."""

SAID: dict[str, str] = {
    "": "A 2–9 T J Q K",
    "10": "A 2–9 10 J Q K",
    "BDKA": "A 2–9 10 B D K",
    "BDKT": marked("T 2–9 10 B D K, T being the ace"),
}
"""The ways to write ranks in words, for forms and messages."""

EXPECTED: dict[str, str] = {
    "": "a card: A, 2 to 9, T for a ten, J, Q or K",
    "10": "a card: A, 2 to 10, J, Q or K",
    "BDKA": "a card: A, 2 to 10, B, D or K",
    "BDKT": "a card: T for an ace, 2 to 10, B, D or K",
}
"""What is expected where a card should stand, by the way ranks are written."""

SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
SUITS = {**SIGNS, **{suit: suit for suit in "cdhs"}, **{suit.upper(): suit for suit in "cdhs"}}
"""Suits as they are written beside a rank."""

SUIT_WORDS = {
    "clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s",
    "club": "c", "diamond": "d", "heart": "h", "spade": "s",
    "kreuz": "c", "karo": "d", "herz": "h", "pik": "s", **SUITS,
}  # fmt: skip
"""Suits as they are named, in English and German."""

RANK_WORDS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "T", "jack": "J", "knave": "J", "queen": "Q", "king": "K",
    "ass": "A", "bube": "J", "dame": "Q", "könig": "K",
}  # fmt: skip
"""Ranks as they are named, in English and, of the cards above ten, in German."""

GERMAN_RANKS = {
    "ass": "A", "könig": "K", "koenig": "K", "dame": "Q", "bube": "J", "buben": "J", "zehn": "T",
    "neun": "9", "acht": "8", "sieben": "7", "sechs": "6", "fünf": "5", "vier": "4", "drei": "3",
    "zwei": "2",
}  # fmt: skip
"""Ranks as they are named in German behind their suit: `Pik-König`, `Herzneun`, `Karo 7`."""

IN_WORDS = GERMAN_RANKS | RANK_WORDS
CALLED = IN_WORDS | {"as": "A"}
"""Ranks by what they are called, where `As` can be no ace of spades."""
COUNTS = {"A": 11, **{str(pips): pips for pips in range(2, 10)}, **dict.fromkeys("TJQK", 10)}
"""What a losing card of Twenty-Two counts, by its rank."""
_GERMAN = rf"(?:{'|'.join(GERMAN_RANKS)}|as|10|[2-9ATJQKBD?])"
_SUIT_FIRST = re.compile(rf"(?i:(kreuz|karo|herz|pik)[ \t-]?({_GERMAN}))")
_ENGLISH = rf"(?:{'|'.join(RANK_WORDS)}|10|[2-9AJQK])"
_NAMED_FIRST = re.compile(rf"(?i:((?:club|diamond|heart|spade)s?)[ \t-]({_ENGLISH}))")
_ALL = "".join(SIGNS)
_CAPITALS = ("C", "D", "H", "S")
_WRITTEN = ("10", *"23456789ATJQK")
_VARIANT = "\ufe0f?"


class UnknownRanks(TwentiesError):
    """The error raised for a way to write ranks that does not exist here."""

    def __init__(self, asked: str) -> None:
        super().__init__(f"no such ranks: {asked!r}; expected {', '.join(filter(None, RANKS))}")
        self.asked = asked


@cache
def word(name: str) -> str:
    """Return the pattern of any text with the shape of a card, whatever ranks were declared: `8`,
    `8h`, `8H`, `8♥`, `♥8`, `H8`, `k`, `K?`, `8 of hearts`, `queen`, `eight of hearts`, `Herz-Acht`.
    A `D` beside German ranks is the queen, never diamonds."""
    letters = "cdhsCHS" + ("" if "D" in RANKS[name] else "D")
    first = "CHS" + ("" if "D" in RANKS[name] else "D")
    rank = rf"(?:10|[2-9ATJQKBD?]|(?<!\w)[atjqk](?=[{letters}{_ALL}]?{_VARIANT}(?!\w)))"
    words = "clubs|diamonds|hearts|spades|kreuz|karo|herz|pik"
    named = "|".join(RANK_WORDS)
    counted = "cards?|points?|tricks?|tens?|hands?|more"
    of = rf"[ \t](?:of[ \t])?(?i:{words})\b"
    named = rf"(?<!\w)(?i:{named})(?!\w|'|[ \t]+(?i:{counted})\b)(?:{of})?"
    named += r"|(?<!\w)As[ \t](?i:kreuz|karo|herz|pik)\b"
    numbers = "|".join(word.capitalize() for word in GERMAN_RANKS)
    number = rf"(?<!\w)(?:{numbers})(?!\w|[ \t]+(?i:karten?|punkte?n?|stiche?n?|mal)\b)"
    number = rf"(?:{number}|(?<!\w)(?:{'|'.join(GERMAN_RANKS)})(?=[ \t]*(?:[(\[=,;]|$)))"
    english = rf"(?<!\w)(?i:(?:club|diamond|heart|spade)s?[ \t-]{_ENGLISH})(?!\w)"
    german = rf"(?<!\w)(?i:(?:kreuz|karo|herz|pik)[ \t-]?{_GERMAN})(?!\w)"
    doubtful = r"(?<![\w?])(?:10|[2-9ATJQKB])\?(?![\w?])"  # its suit cannot be read
    return (
        rf"(?:{german}|{english}|{named}|{number}|{doubtful}"
        rf"|(?<!\w)[{first}](?:10|[2-9ATJQK])(?![{letters}\w])|{rank}(?:[{letters}{_ALL}]{_VARIANT}|{of})?"
        rf"|[{_ALL}]{_VARIANT}(?:10|[2-9ATJQKBDatjqk])" + ")"
    )


@cache
def words(name: str) -> re.Pattern[str]:
    """Return the pattern of one card, to be looked for anywhere in a run."""
    return re.compile(word(name))


class Ranks(NamedTuple):
    """One way to write ranks. `as_is_ace` is for sheets in which `As` is the German word for an
    ace, and not the ace of spades; `by_value` for those of Twenty in which a `10` is any card that
    counts ten."""

    name: str
    as_is_ace: bool = False
    by_value: bool = False

    @classmethod
    def declared(cls, name: str) -> Ranks:
        """Return the ranks of a declared way to write them. Raises `UnknownRanks`."""
        if name not in RANKS:
            raise UnknownRanks(name)
        return cls(name)

    @property
    def expected(self) -> str:
        """Return what a card should look like, for a message."""
        return EXPECTED[self.name]

    @lru_cache(4096)  # noqa: B019 - there are five of these
    def card(self, text: str) -> Card | None:
        """Return the card that `text` names; None where it names none."""
        rank, suit = parts_of(text.strip())
        if self.as_is_ace and text.strip().lower() == "as":
            return CARDS.get("A")
        if rank == "?":
            return CARDS.get(rank + suit)
        if rank == "1":  # no other card can be meant
            return CARDS.get("A" + suit)
        if (told := rank.lower()) in IN_WORDS:
            return CARDS.get(IN_WORDS[told] + suit)
        known = RANKS[self.name].get(rank) or RANKS[self.name].get(rank.upper())
        if known is None and rank == "10" and suit:
            known = "T"
        if named := _SUIT_FIRST.fullmatch(text.strip()) or _NAMED_FIRST.fullmatch(text.strip()):
            known = RANKS[self.name].get(named[2].upper(), rank)  # `Pik D`, `Herz Dame`, `Herz 10`
        return None if known is None else CARDS.get(known + suit)

    def run(self, text: str) -> tuple[Card, ...] | None:
        """Return cards written one after the other, with or without something between; among others
        `10` without a suit is a ten."""
        found = []
        at, text = 0, LAST_OF_SEVERAL.sub(" ", text)
        for match in words(self.name).finditer(text):
            ten = match[0] == "10" != text.strip()
            card = CARDS["T"] if ten else self.card(match[0])
            if card is None or text[at : match.start()].strip(" \t,;-+&"):
                return None
            found.append(card)
            at = match.end()
        return tuple(found) if found and not text[at:].strip(" \t,;") else None

    def hint(self, text: str) -> str | None:
        """Return how `text` could be a card after all: the ranks that would have to be declared."""
        rank = parts_of(text)[0]
        names = [name for name, ranks in RANKS.items() if rank in ranks]
        declared = " or ".join(f"ranks={name}" for name in names if name and name != self.name)
        return f"declare {declared}" if declared else None


LAST_OF_SEVERAL = re.compile(r"(?<=[ \t])(?:and|und)(?=[ \t])", re.IGNORECASE)
"""What may stand before the last of several cards."""


def parts_of(text: str) -> tuple[str, str]:
    """Return rank and suit of a card as they are written, the suit as in XXN; a rank that does not
    exist where the text has no such shape."""
    text = text.replace("\ufe0f", "")
    text = text[:1] + text[1:].removesuffix("?")
    if first := _SUIT_FIRST.fullmatch(text) or _NAMED_FIRST.fullmatch(text):
        suit, rank = first.groups()
        rank = IN_WORDS.get(rank.lower(), rank.upper())
        return {"B": "J", "D": "Q", "10": "T", "AS": "A"}.get(rank, rank), SUIT_WORDS[suit.lower()]
    rank, named, suit = text.replace(" of ", " ").partition(" ")
    if named:
        return "A" if rank == "As" else rank, SUIT_WORDS.get(suit.strip().lower(), "!")
    if text.lower() in IN_WORDS:
        return text, ""
    if text[:1] in SIGNS or (text[:1] in _CAPITALS and text[1:].upper() in _WRITTEN):
        return text[1:], SUITS[text[0]]
    size = 2 if text.startswith("10") else 1
    return text[:size], SUITS.get(text[size:], "!") if text[size:] else ""
