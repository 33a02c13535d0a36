"""Identifiers that people read aloud, put into addresses, and cannot guess."""

from __future__ import annotations

import hashlib
import secrets

# No 0 and o, no 1, i and l: ten of these 31 characters are 49 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 10


def fresh() -> str:
    """A new identifier, from the system's randomness: uploads are unlisted, not merely unlinked."""
    return _letters(int.from_bytes(secrets.token_bytes(16)))  # so many that none is likelier


def derived(text: str) -> str:
    """The same identifier for the same text, everywhere. For public things only."""
    return _letters(int.from_bytes(hashlib.sha256(text.encode()).digest()))


_PAIRS = [first + second for second in ALPHABET for first in ALPHABET]


def _letters(number: int) -> str:
    """A number's digits in the alphabet's base, the last of them first, two at a time."""
    rest = number % len(ALPHABET) ** LENGTH
    pairs = []
    for _ in range(LENGTH // 2):
        rest, at = divmod(rest, len(_PAIRS))
        pairs.append(_PAIRS[at])
    return "".join(pairs)
