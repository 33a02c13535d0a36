"""What players do, as a sentence about them: `exchanges two cards`, `makes 14 with …`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Action, Draw, Exchange, Part, Pass, Play, Stay
from archive.scoring.wording import listed
from archive.web.words import card_sign, card_words

NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def cards_counted(number: int) -> str:
    """`two cards`, `13 cards`."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} card{'' if number == 1 else 's'}"


def named(run: Iterable[Card]) -> str:
    """Cards in words."""
    return listed(card_words(card.rank, card.suit) for card in run)


def deed(action: Action, *, leads: bool = False, count: int | None = None) -> str:
    """What somebody does, without the name. `count` is the count that a play makes, where the game
    has counts and it is known."""
    match action:
        case Play():
            return _play(action, leads, count)
        case Exchange():
            return _exchange(action)
        case Draw():
            known = action.card is not UNKNOWN
            return f"draws a card: {named([action.card])}" if known else "draws a card"
        case Stay():
            return "stays in" if action.stays else "drops out"
        case Pass():
            return "passes"


def _play(play: Play, leads: bool, count: int | None) -> str:
    said = listed(_announced(play.parts)) if play.parts else named(play.cards)
    said = said or "cards that nobody wrote down"
    if count is not None:
        return f"makes {count} with {said}"
    return f"{'leads' if leads else 'plays'} {said}"


def _announced(parts: Iterable[Part]) -> Iterable[str]:
    """Cards one by one, a single one with the value announced for it: `king as 2`. What a pair
    counts shows in what the set makes."""
    for part in parts:
        alone = part.value is not None and len(part.cards) == 1
        for card in part.cards:
            yield card_words(card.rank, card.suit) + (f" as {part.value}" if alone else "")


def _exchange(action: Exchange) -> str:
    if not action.put and not action.taken:
        return "stands pat" if action.taken is not None else "may have exchanged cards"
    said = f"exchanges {cards_counted(max(len(action.put), len(action.taken or ())))}"
    if all(card is UNKNOWN for card in (*action.put, *(action.taken or ()))):
        return said
    away = named(action.put) or "nothing"
    return f"{said}: {away} for {named(action.taken) if action.taken else 'cards nobody named'}"


def sign(action: Action) -> str:
    """An action in a list: `9♥`, `7♠7♦`, `+K`, `⇄ 2`, `in`."""
    match action:
        case Play():
            return signs(action.cards) or "?"
        case Exchange():
            if not action.put and not action.taken:
                return "–" if action.taken is not None else "?"
            return str(max(len(action.put), len(action.taken or ())))
        case Draw():
            return "+" + signs([action.card])
        case Stay():
            return "in" if action.stays else "out"
        case Pass():
            return "pass"


def signs(run: Sequence[Card]) -> str:
    return "".join(card_sign(card.rank, card.suit) for card in run)
