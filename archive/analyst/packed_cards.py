"""Cards as whole numbers: four bits for each rank, which hold the number of cards of it."""

from typing import Final

FOUR_BITS: Final = 15


def number_of(cards: int) -> int:
    """Return the number of the cards."""
    found = 0
    while cards:
        found += cards & FOUR_BITS
        cards >>= 4
    return found
