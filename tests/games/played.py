"""Games that the generator played, as the text of records."""

from __future__ import annotations

from random import Random

from archive.core.cards import Card
from archive.games.twenty.dealer import PACK, Choose, sensible
from archive.generator import generate
from archive.notation import write

__all__ = ["PACK", "at_random", "play_twenty", "sensible"]


def at_random(rng: Random, hand: list[Card], tally: int, cards: int) -> Card:
    """Choose any card of a hand."""
    return rng.choice(hand)


def play_twenty(
    seed: int, choose: Choose = at_random, *, suits: bool = True, hands: str = "all",
    options: str = "",
) -> str:  # fmt: skip
    """A whole game of Twenty; `options` as a Rules tag has them: `;hands=open`."""
    chosen = dict(option.split("=") for option in options.split(";") if option)
    return write(
        generate("twenty/farrugia@1", 2, seed, chosen, choose=choose, suits=suits, hands=hands)
    )
