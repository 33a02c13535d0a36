"""The choices for the next play in a line of what if, as its page offers them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from archive.core.cards import cards as cards_named
from archive.rules.pack import write_card
from archive.rules.position import Position
from archive.rules.position_json import written
from archive.scoring.what_if import Choice
from archive.web.language import _, marked
from archive.web.presenters.boards.cards import CardShown, Worth, shown
from archive.web.rules_files import address as rules_address

MOST_OFFERED: Final = 16
"""The most plays that are offered one by one; where there are more, cards can be ticked."""

OFFERED: Final = {
    "d": marked("Draw a card"), "pass": marked("Pass"), "in": marked("Stay in"),
    "out": marked("Drop out"), "x-": marked("Stand pat"),
    "trump-c": marked("Clubs trumps"), "trump-d": marked("Diamonds trumps"),
    "trump-h": marked("Hearts trumps"), "trump-s": marked("Spades trumps"),
}  # fmt: skip
TICKED: Final = {"turn": "make"}
"""The name of the action that ticked cards make, by the awaited action, where the two differ."""


@dataclass(frozen=True, slots=True)
class OfferShown:
    """A choice: its cards, or words where it is no play of cards; and the action for the rules, as
    JSON."""

    text: str
    action: str
    cards: list[CardShown]
    words: str
    url: str
    as_played: bool
    worth: Worth | None


def offers_of(
    position: Position,
    choices: Sequence[Choice],
    worth: Mapping[str, Worth],
    address: Callable[[str], str],
) -> list[OfferShown]:
    """Return the plays that are offered: the one of the game first, then those of few cards.
    `address` makes the address of a choice."""
    if position.due == "put_away":
        choices = [one for one in choices if one.as_played or one.text == "x-"]
    order = sorted(choices, key=lambda one: (not one.as_played, len(one.text)))
    return [
        OfferShown(
            one.text,
            json.dumps(one.action),
            shown(cards_named(one.text.removeprefix("x"))) if one.text not in OFFERED else [],
            _in_words(one.text),
            address(one.text),
            one.as_played,
            worth.get(one.text),
        )
        for one in (order[:MOST_OFFERED] if len(order) > MOST_OFFERED else choices)
    ]


def ticked_of(position: Any, choices: Sequence[Choice]) -> list[tuple[CardShown, int]]:
    """Return the hand to tick cards in, where not every choice is offered: each card, and its
    number in the rules."""
    if not choices or (position.due != "put_away" and len(choices) <= MOST_OFFERED):
        return []
    hand = sorted(position.hands[position.turn].known)
    return list(zip(shown(cards_named("".join(map(write_card, hand)))), hand, strict=True))


def for_browser(position: Position, names: Sequence[str]) -> dict[str, str]:
    """Return what a browser needs to ask the rules itself: their address, and the position. A
    position has all hands: it is for no page of one player's knowledge."""
    return {
        "files": rules_address(position),
        "position": json.dumps(written(position), separators=(",", ":")),
        "names": json.dumps(names, ensure_ascii=False),
        "offered": json.dumps({text: _(word) for text, word in OFFERED.items()}),
        "ticked": json.dumps([TICKED.get(position.due, position.due), position.turn]),
    }


def _in_words(text: str) -> str:
    """Return the name of a choice that is no play of cards; empty for one that is."""
    if text in OFFERED:
        return _(OFFERED[text])
    return _("Exchange") if text.startswith("x") else ""
