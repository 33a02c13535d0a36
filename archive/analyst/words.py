"""What the analyst says, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from archive.analyst.annotations import Annotations, Move, PlyWeighed, Story
from archive.analyst.glyphs import GLYPHS, GOOD, certain

NOT_WEIGHED: Final = {
    "no-rules": "This is no record of a game known here, so nothing was weighed.",
    "other-game": "The analyst does not weigh this game yet.",
    "against-the-rules": "Not every play is known to be allowed, so nothing was weighed.",
    "unfinished": "It does not tell all the cards, or in Twenty no whole round with its bonus, so "
    "nothing was weighed.",
    "partly": "What is not told to the end, with all the cards, was not weighed.",
}
"""Why nothing, or not all, was weighed."""

LEAST: Final = 5
"""Points that make a difference in the story of a game."""
SHARE: Final = 4
"""And so does a part of the margin: one in so many."""


def story(told: Story, names: Sequence[str]) -> str:
    """Return a game's story in a sentence: who won, and whether by play or by cards."""
    if not told.margin:
        return f"A draw; {_compared(told, names)}."
    winner, loser = (names[0], names[1]) if told.margin > 0 else (names[1], names[0])
    won_by = abs(told.margin)
    by_play, by_cards = (one if told.margin > 0 else -one for one in (told.by_play, told.by_cards))
    enough = max(LEAST, won_by / SHARE)
    if abs(by_play) < enough:
        return f"{winner} won by {won_by}; both gave away about as much; the cards did it."
    if by_play < 0:
        more = _points(-by_play)
        return f"{winner} won by {won_by}, having given away {more} more; the cards did it."
    more = f"{winner} won by {won_by}; {loser} gave away {_points(by_play)} more"
    if by_cards >= enough:
        return f"{more}, and the cards did the rest."
    if by_cards <= -enough:
        return f"{more}, and the cards kept it closer than that."
    return f"{more}; that was the game."


def _compared(told: Story, names: Sequence[str]) -> str:
    if abs(told.by_play) < LEAST:
        return "both gave away about as much"
    more = names[1] if told.by_play > 0 else names[0]
    return f"{more} gave away {_points(abs(told.by_play))} more, and the cards made up for it"


def play(one: PlyWeighed) -> str:
    """Return what is said of a marked play, empty where nothing is."""
    if one.glyph == GOOD:
        return f"The only good play; anything else gave away {_points(_next_best(one))} or more."
    if one.glyph:
        said = f"Better was {better(one.best)}: {gain(one)}. {as_it_lay(one)}"
        return said.rstrip()
    if one.luck and one.hindsight is not None:
        return f"Unlucky: no mistake, but as the cards lay it cost {_points(one.hindsight)}."
    return ""


def gain(one: PlyWeighed) -> str:
    """Return what the better choice could be expected to bring, or, in a game that the fewest
    points win, to save."""
    if one.total is None:
        return f"{_points(one.fair)} more to be expected{_doubt(one)}"
    return f"{_points(one.fair)} to be saved, by what could be known{_doubt(one)}"


def as_it_lay(one: PlyWeighed) -> str:
    """Return what a mistake cost with all cards known, empty where that was not weighed."""
    if one.luck:
        return "Lucky: as the cards lay, it cost nothing."
    if one.hindsight is None:
        return ""
    return f"As the cards lay, it cost {_points(one.hindsight)}."


def better(text: str) -> str:
    """Return what would have been better, as it follows “Better was”: `the 9♠`, `to draw`."""
    words = better_words(text)
    return " ".join([*[words] * bool(words), *map(card, cards_in(text))])


def better_words(text: str) -> str:
    """Return the same without the cards that follow."""
    if text in DONE:
        return f"to {DONE[text]}"
    return "to put away" if text.startswith("x") else "the" if len(cards_in(text)) == 1 else ""


def cards_in(text: str) -> list[str]:
    """Return the cards of a choice, one by one."""
    return [] if text in DONE else ONE_CARD.findall(text.removeprefix("x"))


def _next_best(one: PlyWeighed) -> float:
    own = next(option.fair for option in one.options if option.card == one.best)
    return own - max(option.fair for option in one.options if option.card != one.best)


def _doubt(one: PlyWeighed) -> str:
    return f" (± {one.error:.1f})" if one.error else ""


def line(moves: Sequence[Move], names: Sequence[str]) -> str:
    """Return a line of play: who lays what, and what it makes."""
    return "; ".join(
        f"{names[move.seat - 1]} {card(move.card)}"
        + (f" {move.tally}" if move.tally else "")
        + (f" +{move.points}" if move.points else "")
        for move in moves
    )


def glyph(one: PlyWeighed) -> str:
    """Return a play's mark as it is printed."""
    return GLYPHS.get(one.glyph, "")


def given_away(said: Annotations, names: Sequence[str]) -> list[str]:
    """Return a line for each player: what was given away, and how many mistakes there were."""
    found = []
    for seat in sorted({one.seat for one in said.plies}):
        own = [one for one in said.plies if one.seat == seat]
        points = sum(certain(one.fair, one.error) for one in own)
        mistakes = sum(one.glyph not in (0, GOOD) for one in own)
        found.append(f"{names[seat - 1]} gave away {_points(points)} in {_counted(mistakes)}")
    return found


def _counted(mistakes: int) -> str:
    return "one mistake" if mistakes == 1 else f"{mistakes or 'no'} mistakes"


def plain(points: float) -> int | float:
    """Return points to a tenth, as a whole number where they are one."""
    rounded = round(points, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _points(points: float) -> str:
    text = f"{points:.1f}".removesuffix(".0")
    return f"{text} point" if text == "1" else f"{text} points"


DONE: Final = {
    "in": "stay in", "out": "drop out", "d": "draw a card", "pass": "pass", "x-": "stand pat"
}  # fmt: skip
"""What is done without a card."""
ONE_CARD: Final = re.compile("[A2-9TJQK?][cdhs]?")
SUITS: Final[Mapping[str, str]] = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card(text: str) -> str:
    """Return a choice as it is printed: `9♠`, `7♠ 7♦`, `put away 9♠`, `draw a card`."""
    if text in DONE:
        return DONE[text]
    away = "put away " * text.startswith("x")
    return away + " ".join(one[:1] + SUITS.get(one[1:], "") for one in cards_in(text))
