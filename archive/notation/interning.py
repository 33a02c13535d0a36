"""What few texts say over and over, worked out once each: `9=20`, `p1:82`, `12.`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Said = TypeVar("Said")

LONGEST = 64  # characters: what is remembered must stay small, whatever is read
MOST = 4096


class Memory(dict[str, Said]):
    """Texts and what they say. `memory[text]` works out what it has not met yet.

    A dictionary, so that a text met before costs one look-up in C. Once `most` texts are held it
    starts afresh, and a text that is too long is never held, so no record can make it grow.
    """

    def __init__(self, work_out: Callable[[str], Said], most: int = MOST) -> None:
        super().__init__()
        self.work_out = work_out
        self.most = most

    def __missing__(self, text: str) -> Said:
        said = self.work_out(text)
        if len(text) <= LONGEST:
            if len(self) >= self.most:
                self.clear()
            self[text] = said
        return said
