"""Cards as whole numbers, and packs of them.

A card is `16 * suit + rank`, with the ranks 1 (ace) to 13 (king) and the suits 1 to 4 (clubs,
diamonds, hearts, spades). An unknown part of a card is 0: `9` is any nine, `0` any card at all.

This module, `hand`, `position` and the games' `rules` import nothing but each other and keep to
what CPython, mypyc and MicroPython have in common, so that the same rules run in all three.
"""

ACE, TEN, JACK, QUEEN, KING = 1, 10, 11, 12, 13
CLUBS, DIAMONDS, HEARTS, SPADES = 1, 2, 3, 4
RANKS = "?A23456789TJQK"
SUITS = "?cdhs"


def suit_of(card: int) -> int:
    """Return the suit of `card`, 0 where it is unknown."""
    return card >> 4


def read_card(text: str) -> int:
    """Return the card written as `9h`, `9` or `?`. Raises ValueError for any other text."""
    if not 0 < len(text) < 3:
        raise ValueError(text)
    suit = SUITS.index(text[1]) if len(text) == 2 else 0
    return 16 * suit + RANKS.index(text[0])


def read_cards(text: str) -> list[int]:
    """Return the cards of a run such as `9h9cT?`, in the order written."""
    found: list[int] = []
    for sign in text:
        if sign in SUITS[1:]:
            found[-1] += 16 * SUITS.index(sign)
        else:
            found.append(RANKS.index(sign))
    return found


def write_card(card: int) -> str:
    """Return `card` as it is written in a record: `9h`, `9`, `?`."""
    suit = card >> 4
    return RANKS[card & 15] + (SUITS[suit] if suit else "")


def full_pack(ranks: str = RANKS[1:], copies: int = 1) -> list[int]:
    """Return every card of a pack of these ranks, suit by suit, as often as there are copies."""
    suits = (CLUBS, DIAMONDS, HEARTS, SPADES)
    return [16 * suit + RANKS.index(rank) for suit in suits for rank in ranks] * copies


def could_be(card: int, other: int) -> bool:
    """Return whether two cards, each known in full or in part, may be the same one."""
    rank, suit = card & 15, card >> 4
    return (not rank or not other & 15 or rank == other & 15) and (
        not suit or not other >> 4 or suit == other >> 4
    )
