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


def _letters(rest: int) -> str:
    characters = []
    for _ in range(LENGTH):
        rest, at = divmod(rest, len(ALPHABET))
        characters.append(ALPHABET[at])
    return "".join(characters)
