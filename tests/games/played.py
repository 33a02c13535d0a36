"""Games that the generator played, as the text of records."""

from __future__ import annotations

from archive.games.twenty.random_games import PACK, Choose, at_random, sensible
from archive.generator import generate
from archive.notation import write

__all__ = ["PACK", "at_random", "play_twenty", "sensible"]


def play_twenty(
    seed: int, choose: Choose = at_random, *, suits: bool = True, hands: str = "all",
    options: str = "",
) -> str:  # fmt: skip
    """A whole game of Twenty; `options` as a Rules tag has them: `;hands=open`."""
    chosen = dict(option.split("=") for option in options.split(";") if option)
    return write(
        generate("twenty/farrugia@1", 2, seed, chosen, choose=choose, suits=suits, hands=hands)
    )
