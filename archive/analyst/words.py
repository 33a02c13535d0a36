"""What the analyst says, in words."""

from __future__ import annotations

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
        more = f"{_points(one.fair)} more to be expected{_doubt(one)}"
        said = f"Better was {_the(one.best)}: {more}."
        if one.luck:
            return f"{said} Lucky: as the cards lay, it cost nothing."
        return f"{said} As the cards lay, it cost {_points(one.hindsight)}."
    if one.luck:
        return f"Unlucky: no mistake, but as the cards lay it cost {_points(one.hindsight)}."
    return ""


def _the(text: str) -> str:
    return f"to {STAYING[text]}" if text in STAYING else f"the {card(text)}"


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


def _points(points: float) -> str:
    text = f"{points:.1f}".removesuffix(".0")
    return f"{text} point" if text == "1" else f"{text} points"


STAYING: Final = {"in": "stay in", "out": "drop out"}
"""What is no card."""
SUITS: Final[Mapping[str, str]] = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card(text: str) -> str:
    """Return a card as it is printed: `9♠`."""
    return text if text in STAYING else text[:1] + SUITS.get(text[1:], "")
