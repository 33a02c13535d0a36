"""What may be written for something else by a slip of the pen, or at the keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LOOK_ALIKE: Final = ("O0Q", "1I7L", "5S", "6G", "8B3", "2Z", "9G", "T7", "KX", "69", "38", "49")
"""Pairs of signs that are easily mistaken for each other in handwriting."""
KEYS: Final = ("1234567890", "QWERTZUIOP", "QWERTYUIOP", "ASDFGHJKL", "YXCVBNM", "ZXCVBNM")
"""Rows of keys: neighbours in one are easily pressed for each other."""
RANK_FIRST: Final = re.compile(r"[A2-9TJQK?]")
DIGITS: Final = "0123456789"


def slip_of_the_pen(old: str, new: str) -> bool:
    """Return whether one may be written for the other by a slip: one sign that looks like the other
    or lies beside it among the keys, or two neighbours in the other order; or a minus sign."""
    if len(old) != len(new):
        return old.lstrip("-") == new.lstrip("-")
    differ = [at for at, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    if len(differ) == 2 and differ[1] == differ[0] + 1:
        return old[differ[0]] == new[differ[1]] and old[differ[1]] == new[differ[0]]
    if len(differ) != 1:
        return False
    one, other = old[differ[0]], new[differ[0]]
    if one in "cdhs" and other in "cdhs":
        return bool(RANK_FIRST.match(old[:1]))  # a sign for a suit
    one, other = one.upper(), other.upper()
    alike = any(one in signs and other in signs for signs in LOOK_ALIKE)
    return alike or any(abs(row.find(one) - row.find(other)) == 1 and one in row and other in row
                        for row in KEYS)  # fmt: skip


def written_by_a_slip(number: int) -> Iterator[int]:
    """Yield the numbers that may have been meant by a slip of the pen, and the other sign."""
    text = str(abs(number))
    sign = -1 if number < 0 else 1
    swapped = (text[:at] + text[at + 1] + text[at] + text[at + 2 :] for at in range(len(text) - 1))
    for other in (*swapped, *_one_digit_otherwise(text)):
        if slip_of_the_pen(text, other) and str(int(other)) == other:
            yield sign * int(other)
    if number:
        yield -number


def one_sign_otherwise(number: int) -> Iterator[int]:
    """Yield the numbers that differ from a number by one digit: another one, one more or one less,
    those that are nearest to it first."""
    text = str(abs(number))
    sign = -1 if number < 0 else 1
    longer = (text[:at] + digit + text[at:] for at in range(len(text) + 1) for digit in DIGITS)
    shorter = (text[:at] + text[at + 1 :] for at in range(len(text) if len(text) > 1 else 0))
    others = {int(one) for one in (*_one_digit_otherwise(text), *longer, *shorter)
              if str(int(one)) == one} - {abs(number)}  # fmt: skip
    for other in sorted(others, key=lambda one: (abs(one - abs(number)), one)):
        yield sign * other


def _one_digit_otherwise(text: str) -> Iterator[str]:
    return (text[:at] + digit + text[at + 1 :] for at in range(len(text)) for digit in DIGITS)
