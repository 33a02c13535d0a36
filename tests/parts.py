"""Parts of a test, of which those that fail are reported.

Seven thousand do not, and the report of one takes longer than many a part.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


class Parts:
    """Stands for the fixture of pytest in whose place it is."""

    def __init__(self, subtests: pytest.Subtests) -> None:
        self._subtests = subtests

    @contextmanager
    def test(self, told: str) -> Iterator[None]:
        """Go on behind a part that fails, and report it."""
        try:
            yield
        except BaseException:
            with self._subtests.test(told):
                raise
