"""Names that differ by one slip of the pen."""

from __future__ import annotations

SHORTEST = 4


def one_slip(one: str, other: str, shortest: int = SHORTEST) -> bool:
    """Return whether two names of at least this many letters differ by one slip of the pen."""
    one, other = one.casefold(), other.casefold()
    if one == other or min(len(one), len(other)) < shortest:
        return False
    if len(one) == len(other):
        wrong = [at for at, letter in enumerate(one) if letter != other[at]]
        swapped = len(wrong) == 2 and wrong[1] - wrong[0] == 1
        return len(wrong) == 1 or (swapped and sorted(one) == sorted(other))
    long, short = sorted((one, other), key=len, reverse=True)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
