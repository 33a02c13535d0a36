"""Identifiers that people read aloud, put into addresses, and cannot guess."""

from __future__ import annotations

import hashlib
import secrets

# No 0 and o, no 1, i and l: ten of these 31 characters are 49 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 10


def fresh() -> str:
    """A new identifier, from the system's randomness: uploads are unlisted, not merely unlinked."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def derived(text: str) -> str:
    """The same identifier for the same text, everywhere. For public things only."""
    rest = int.from_bytes(hashlib.sha256(text.encode()).digest())
    characters = []
    for _ in range(LENGTH):
        rest, at = divmod(rest, len(ALPHABET))
        characters.append(ALPHABET[at])
    return "".join(characters)
