"""The worth of each choice in a line of what if, as far as the analysis has it or the end of the
game can be played out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from archive.analyst.annotations import PlyWeighed
from archive.analyst.twenty.last_hand import wins_by
from archive.games.twenty.rules import VALUES, Twenty
from archive.rules.pack import RANKS, SUITS
from archive.rules.position import Position
from archive.scoring.what_if import Choice
from archive.web.language import _, decimal
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown, Worth

NOTHING: Final = 0.05
"""Points so few that they are not shown."""


def worth_of(
    position: Position, choices: Sequence[Choice], weighed: PlyWeighed | None
) -> dict[str, Worth]:
    """Return the worth of choices, by their text: the end of the game where it can be played out,
    else the points each gives away by what the player could know, where the play was `weighed`."""
    if isinstance(position, Twenty):
        ends = wins_by(position)
        if ends:
            most = max(ends.values())
            return {one.text: _end(ends[_value(one)], most) for one in choices}
    if weighed is None or len(weighed.options) < 2 or weighed.seat != position.turn:
        return {}
    by_text = {one.card: one.fair for one in weighed.options}
    if isinstance(position, Twenty):  # cards of one value are one choice
        by_value = {VALUES[RANKS.index(text[0])]: fair for text, fair in by_text.items()}
        by_text = {one.text: by_value[_value(one)] for one in choices if _value(one) in by_value}
    most_fair = max(by_text.values(), default=0.0)
    return {
        one.text: _given_away(most_fair - by_text[one.text])
        for one in choices
        if one.text in by_text
    }


def with_worth(
    table: TableShown, seat: int, choices: Sequence[Choice], worth: Mapping[str, Worth]
) -> TableShown:
    """Return the table with the worth of a play on those of a seat's cards that may be played."""
    by_card = {}
    for one in choices:
        cards = one.action[2:] if len(one.action) > 2 else ()
        alone = cards[0] if cards and isinstance(cards[0], list | tuple) else cards
        if one.text in worth and len(alone) == 1 and isinstance(alone[0], int):
            by_card[alone[0]] = worth[one.text]
    seats: Sequence[Any] = table.seats  # type: ignore[attr-defined]
    marked = [
        replace(one, cards=[
            replace(card, worth=by_card.get(_number(card))) if card.lies == "may" else card
            for card in one.cards
        ]) if one.seat == seat else one
        for one in seats
    ]  # fmt: skip
    return replace(table, seats=marked)  # type: ignore[call-arg]


def _number(card: CardShown) -> int:
    """Return the number of a card in the rules."""
    return 16 * SUITS.index(card.suit) + RANKS.index(card.rank)


def _value(choice: Choice) -> int:
    return VALUES[choice.action[2] & 15]


def _end(margin: int, most: int) -> Worth:
    if not margin:
        return Worth(_("draw"), _("draw"), margin == most)
    words = _("wins by %(points)s") if margin > 0 else _("loses by %(points)s")
    sign = "+" if margin > 0 else "−"
    return Worth(words % {"points": abs(margin)}, f"{sign}{abs(margin)}", margin == most)


def _given_away(loss: float) -> Worth:
    if loss < NOTHING:
        return Worth(_("best"), _("best"), best=True)
    points = decimal(f"{loss:.1f}")
    return Worth(_("gives away %(points)s", points=points), f"−{points}", best=False)
