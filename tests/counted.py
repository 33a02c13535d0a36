"""How much is done, in functions called: the same on every machine, however busy."""

from __future__ import annotations

import sys
from collections.abc import Callable


def called(work: Callable[[], object]) -> int:
    """Return how many functions are called until the work is done."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls
