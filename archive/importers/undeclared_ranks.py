"""The way a sheet writes ranks if it does not declare one and its cards leave no doubt.

A `10` beside a `J`, a `Q` or a `K` is the ten, and a `D` or a `B` where there is no `J`, `Q` or `T`
is German. A `10` without letters beside it may be any card that counts ten, except in the games in
which a ten is another card than a king: such a sheet of Twenty tells the cards by their values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, repeat

from archive.core import events as said
from archive.core.cards import CARDS, Card
from archive.core.events import Event
from archive.importers import which_game
from archive.importers.action_words import ARTICLE, HAS, LAYS
from archive.importers.ranks import SAID, Ranks
from archive.importers.source import Source
from archive.importers.which_game import COUNT_TO_20, TWENTY, TWENTY_TWO, ZWANZIG

LOOKED_AT = 1 << 16
"""The number of characters in which ranks are looked for."""
STAYS = r"(?i:(?:bleibt?|bleibe|blieb|sitzt|saß)[ \t](?:noch[ \t])?(?:mit|auf)[ \t])"
"""What may stand before cards left: “Tom bleibt auf B B 7 sitzen”."""
BLANKS = re.compile(r"[ \t]+")
WRITTEN = re.compile(
    r"(?<![^\s:;,|*_])(?P<played>10|[JQKTBD])(?=[ \t]?[(\[=+][ \t]?\d)"
    r"|(?<=:[ \t])(?P<told>10|[JQKTBD])(?=[ \t]\d{1,2}(?:[ \t]|$))"
    r"|(?:^|[,;|\t:])[ \t]?(?P<cell>10|[JQKTBD])(?=[ \t]?(?:[,;|\t]|$))"
    rf"|(?<=[ \t])(?i:{LAYS})[ \t](?:(?i:{ARTICLE})[ \t])?(?P<laid>10|[JQKTBD])(?!\w)"
    rf"|(?<=[ \t])(?:{HAS}|{STAYS})(?P<left>10|[JQKTBD])(?=[ \t,])"
    r"|(?<!\S)[A-Z](?P<glued>10|[JQKT])(?=[\s,;(]|$)"
    r"|(?<!\w)(?P<named>(?i:jack|queen|king|bube|dame|könig))(?!\w)"
    r"|(?<=[ \t])(?P<run>[JQK])(?=[ \t](?:10|[2-9JQKA])[ \t]?(?:$|[,;.]))"
    r"|(?<![^\s:;,|*_])(?P<suited>[JQKTBD])(?=[♣♦♥♠])"
    r"|[♣♦♥♠]\ufe0f?(?P<first>10|[JQKTBD])(?!\w)"
    r"|(?<=[ \t][JQK][ \t])(?P<second>10)(?=[ \t]?(?:$|[,;.]))"
    r"|^(?:\d{1,4}\.[ \t])?[^\W\d_]{1,40}[ \t](?P<behind>10|[JQKT])(?=[ \t]?$)",
    re.MULTILINE,
)
"""A rank with a tally or a suit behind it, alone in its cell, behind a word for playing, or before
other cards, in a text where one blank stands for many: looked for from each of them, a long run of
tabs would be looked at many times."""


WITH_SUIT = re.compile(
    r"(?<!\w)(?:(?:10|[2-9TJQKBD])[cdhsCDHS]|[aA][cdhCDH]|[CDHS](?:10|[2-9TJQKA]))(?!\w)"
)
"""A card with the letter of its suit, other than `As`."""
BY_RANK = frozenset({TWENTY_TWO, ZWANZIG, COUNT_TO_20})
"""Games in which a ten is another card than a king."""
BEHIND = re.compile(r"(?<=[^\W\d_][ ])[BD](?=[ ]?(?:[,;|]|$))", re.MULTILINE)
"""A `B` or `D` alone behind a name: the German jack or queen, or a second name."""
GERMAN = re.compile(r"(?<!\w)(?:ass?|könig|dame|bube)n?(?!\w)", re.IGNORECASE)
"""A card named in German, beside which a single `D` will do."""
ENGLISH = re.compile(r"(?<!\w)[JQT](?!\w)")
VALUE = re.compile(r"(?<!\S)10(?=[ \t]?[(\[=][ \t]?\d)")
"""A `10` with a tally behind it."""
TEN, COUNT_TEN, SUITS = CARDS["T"], "TJQK", 4
FEW = 3
TITLED = 200
"""Characters in which a sheet says which game it is of."""


@lru_cache(maxsize=2)
def inferred(text: str) -> str:
    """Return the one way of writing ranks that the cards of a text allow; empty where it is that of
    XXN, or in doubt."""
    found = _written(text)
    if "T" not in found and found & {"B", "D"}:
        return "" if found & {"J", "Q"} else "BDKA"
    game = which_game.in_title(text[:TITLED])
    if game and game[0] in BY_RANK:
        letters = [letter[0] for letter in BEHIND.finditer(text)]
        enough = len(letters) >= FEW or {*letters} == {"B", "D"} or GERMAN.search(text)
        german = letters and enough and not ENGLISH.search(text)
        return "BDKA" if german else "10"
    return "10" if "T" not in found and "10" in found and _letters(found) else ""


def _written(text: str) -> set[str]:
    """Return the ranks of court cards and tens, as they are written."""
    text = BLANKS.sub(lambda blanks: "\t" if "\t" in blanks[0] else " ", text)
    return {one[one.lastgroup or 0] for one in WRITTEN.finditer(text)}


def _letters(found: set[str]) -> bool:
    """Return whether court cards are told apart."""
    return bool(found & {"J", "Q", "K"}) or any(len(one) > 2 for one in found)


def are_told_by_value(text: str) -> bool:
    """Return whether the cards of a sheet of Twenty are told by what they count, so that its `10`
    with tallies behind it are any cards that count ten."""
    game = which_game.in_title(text[:TITLED])
    return (game is None or game[0] == TWENTY) and (
        VALUE.search(text) is not None and _written(text) == {"10"}
    )


def with_tens_shared_out(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events of a game told by values, with the cards that count ten shared out in each
    round: four tens, jacks, queens and kings, each as in its player's hand where that is told.
    Which of them it was makes no difference to Twenty (twenty/2.1)."""
    pack, held = _count_ten(), dict[int, Iterator[Card]]()
    for event in events:
        match event:
            case said.Round():
                pack, held = _count_ten(), {}
                yield event
            case said.Up() | said.Play():
                own = held.get(event.seat, pack) if isinstance(event, said.Play) else pack
                yield event._replace(cards=_instead_of_tens(event.cards, own))
            case said.Held():
                packets = tuple(_instead_of_tens(packet, pack) for packet in event.packets)
                told = [card for one in packets for card in one if card.text in COUNT_TEN]
                held[event.seat] = chain(told, pack)
                yield event._replace(packets=packets)
            case _:
                yield event


def _count_ten() -> Iterator[Card]:
    """Return the cards of a pack that count ten, the last again and again."""
    return chain((CARDS[rank] for rank in COUNT_TEN for _ in range(SUITS)), repeat(CARDS["K"]))


def _instead_of_tens(cards: Sequence[Card], those: Iterator[Card]) -> tuple[Card, ...]:
    """Return cards with the next ones of `those` in place of tens."""
    return tuple(next(those) if card is TEN else card for card in cards)


def ranks_of(source: Source, text: str, declared: str, at: int = 0) -> Ranks:
    """Return the ranks declared for a sheet, otherwise those that its cards show; a note at `at`
    says so where they are German. Where no other card has a letter for its suit, `As` is the German
    ace and no ace of spades."""
    shown = "" if declared else inferred(text[:LOOKED_AT])
    if shown == "BDKA":
        expected = f"ranks declared; the cards were read as {SAID[shown]}"
        source.report(at, "ranks-not-declared", expected, "none", severity="note")
    ranks = Ranks.declared(declared or shown)
    if by_value := not (declared or shown) and are_told_by_value(text[:LOOKED_AT]):
        expected = "ranks declared; each “10” was read as a card that counts ten, whichever it was"
        source.report(at, "ranks-not-declared", expected, "none", severity="note")
        ranks = Ranks.declared("10")
    without_suits = WITH_SUIT.search(text, 0, LOOKED_AT) is None
    return ranks._replace(as_is_ace=without_suits, by_value=by_value)
