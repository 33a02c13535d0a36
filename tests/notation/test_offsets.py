"""The places of events, which are looked for only when they are asked for."""

from __future__ import annotations

from archive.notation import read
from archive.notation.text_offsets import Offsets

HEAD = '[XXN "1.0"]\n[Game "twenty"]\n[P1 "Ann"]\n[P2 "Ben"]\n\n'


class Counted(list[int]):
    """A list that counts how often it is asked for an entry, one by one or from its start."""

    asked = 0

    def __getitem__(self, at):  # type: ignore[no-untyped-def,override]
        self.asked += 1
        return super().__getitem__(at)

    def index(self, *what):  # type: ignore[no-untyped-def,override]
        found = super().index(*what)
        self.asked += found
        return found

    def count(self, what: int) -> int:
        self.asked += len(self)
        return super().count(what)


def text_of(stretches: int) -> str:
    """So many lines of three plays, each with a remark behind it."""
    lines = (
        f"{3 * at + 1}. p1 8=8 {3 * at + 2}. p2 A=9 {3 * at + 3}. p1 2=11 {{so}}\n"
        for at in range(stretches)
    )
    return HEAD + "".join(lines)


def test_every_event_is_found_where_it_stands() -> None:
    text = text_of(3)
    found = list(read(text.encode()).offsets)
    assert [text[at : at + 2] for at in found] == [
        "1.", "2.", "3.", "{s", "4.", "5.", "6.", "{s", "7.", "8.", "9.", "{s",
    ]  # fmt: skip
    assert read(text.encode()).offsets[-2] == found[-2]


def test_twice_as_many_stretches_are_twice_the_work() -> None:
    """For each stretch all places in front of it were gone through."""

    def work(stretches: int) -> int:
        text = text_of(stretches)
        offsets = read(text.encode()).offsets
        assert isinstance(offsets, Offsets)
        kept = Counted(offsets._kept)
        list(Offsets(text, kept))
        return kept.asked

    assert work(400) < 2.5 * work(200)
