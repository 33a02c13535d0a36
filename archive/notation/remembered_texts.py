"""A memory for short texts that occur again and again, parsed once each: `9=20`, `p1:82`, `12.`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Said = TypeVar("Said")

LONGEST = 64  # characters: the memory must stay small, whatever is read
MOST = 4096


class Memory(dict[str, Said]):
    """A cache of texts and their values. `memory[text]` computes a value it does not have yet.

    It is a dictionary, so that a known text costs one look-up in C. Once `most` texts are held it
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
