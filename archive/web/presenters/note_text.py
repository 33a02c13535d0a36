"""What people write as it is shown: `9♠` as a card, `#47` as the way to a play."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from archive.core.cards import cards
from archive.web.presenters.boards.cards import CardShown, shown

SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
SPECIAL: Final = re.compile(
    r"(?<![\w])(?P<rank>10|[A2-9TJQK])(?P<suit>[♠♥♦♣])\ufe0f?|(?<![\w&])#(?P<ply>\d{1,5})\b"
)


class Piece(NamedTuple):
    """A run of text, a card, or the number of a play; the others are empty."""

    text: str = ""
    card: CardShown | None = None
    ply: int | None = None


def pieces(text: str) -> list[Piece]:
    """Return a text in the pieces that it is drawn of."""
    found: list[Piece] = []
    end = 0
    for match in SPECIAL.finditer(text):
        if match.start() > end:
            found.append(Piece(text[end : match.start()]))
        end = match.end()
        if match["ply"]:
            found.append(Piece(ply=int(match["ply"])))
        else:
            named = match["rank"].replace("10", "T") + SUITS[match["suit"]]
            found.append(Piece(card=shown(cards(named))[0]))
    if end < len(text):
        found.append(Piece(text[end:]))
    return found
