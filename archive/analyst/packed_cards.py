"""Cards as whole numbers: four bits for each rank, which say how many there are of it."""

from typing import Final

FOUR_BITS: Final = 15


def number_of(cards: int) -> int:
    """Return how many cards these are."""
    found = 0
    while cards:
        found += cards & FOUR_BITS
        cards >>= 4
    return found
