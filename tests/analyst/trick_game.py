"""A game of Zwanzig ab with every play weighed, once for all tests that ask about it."""

from __future__ import annotations

from functools import cache

from archive.analyst import Annotations, weigh
from archive.generator import generate
from archive.notation import write
from archive.scoring import verify

FEW = 4


@cache
def weighed() -> tuple[bytes, Annotations]:
    """Return the game, and what is said of it with few hidden hands tried."""
    data = write(generate("zwanzig-ab/pagat@1", 4, 5, {})).encode()
    return data, weigh(verify(data), FEW)
