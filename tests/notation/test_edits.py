"""Edits of a text: what several make together, and the patch that they are; in as many steps as
there are edits. Counted are the functions called, never seconds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

import pytest

from archive.core.record import Record
from archive.notation.edits import (
    Edit,
    compose_edits,
    correct_edits,
    edited,
    edits_placed_before,
    touches,
)
from archive.notation.patches import patch
from tests.counted import called
from tests.patching import patched

GROWN = 2.5
"""How many times as many functions may be called for twice the edits."""


def some_edits(chance: random.Random, text: str, most: int) -> list[Edit]:
    """Edits by chance, none of which touch: words taken out, put in, put in place of others."""
    edits, at = [], chance.randrange(4)
    while at < len(text) and len(edits) < most:
        old = text[at : at + chance.randrange(4)]
        new = "".join(chance.choice("ab\n") for _ in range(chance.randrange(4)))
        if old or new:
            edits.append(Edit(at, old, new, ""))
        at += len(old) + 1 + chance.randrange(4)
    return edits


def some_text(chance: random.Random) -> str:
    return "".join(chance.choice("abc\n") for _ in range(chance.randrange(30)))


def test_edits_after_others_are_composed_to_edits_that_do_the_same() -> None:
    tried = 0
    for seed in range(2000):
        chance = random.Random(seed)
        text = some_text(chance)
        made = some_edits(chance, text, 5)
        after = edited(text, made)
        new = some_edits(chance, after, 5)
        if not touches(made, new):
            tried += 1
            assert edited(text, compose_edits(made, new)) == edited(after, new)
    assert tried > 200


def test_what_is_put_in_at_one_place_one_after_the_other_is_one_edit() -> None:
    made, new = [Edit(1, "", "x", "")], [Edit(1, "", "a", ""), Edit(1, "", "b", "")]
    assert edited("__", compose_edits(made, new)) == edited("_x_", new)
    assert len(compose_edits(made, new)) == 1
    assert len(compose_edits([], new)) == 1


def test_a_patch_makes_the_edited_text() -> None:
    for seed in range(2000):
        chance = random.Random(seed)
        text = some_text(chance)
        edits = some_edits(chance, text, 5)
        made = patch(Record([], [], text=text), edits)
        assert patched(text, made) == edited(text, edits)
        assert bool(made) == (text != edited(text, edits))


def test_a_patch_shows_what_changes_and_a_line_around_it() -> None:
    text = "".join(f"{one}\n" for one in "abcdefghij")
    edits = [Edit(2, "b", "B", ""), Edit(8, "", "x\n", ""), Edit(18, "j\n", "j", "")]
    assert patch(Record([], [], text=text), edits, "game.xxn", line=11) == (
        "--- game.xxn\n+++ game.xxn\n"
        "@@ -11,5 +11,6 @@\n a\n-b\n+B\n c\n d\n+x\n e\n"
        "@@ -19,2 +20,2 @@\n i\n-j\n+j\n\\ No newline at end of file\n"
    )


def of_plays(number: int) -> tuple[str, list[Edit], list[Edit], list[Edit]]:
    """A text of so many plays, all alike, an edit in each, and of the text after them one that puts
    each right and one beside each."""
    text = "p1 9 p2 8\n" * number
    made = [Edit(at + 3, "9", "10", "") for at in range(0, len(text), 10)]
    right = [Edit(at + 3, "10", "11", "") for at in range(0, 11 * number, 11)]
    beside = [Edit(at, "p1", "p3", "") for at in range(0, 11 * number, 11)]
    return text, made, right, beside


def patched_plays(text: str, made: Sequence[Edit]) -> str:
    return patch(Record([], [], text=text), made)


WORK: dict[str, Callable[[int], Callable[[], object]]] = {
    "touch": lambda number: partial(touches, *of_plays(number)[1::2]),
    "placed": lambda number: partial(edits_placed_before, *of_plays(number)[1::2]),
    "composed": lambda number: partial(compose_edits, *of_plays(number)[1::2]),
    "corrected": lambda number: partial(correct_edits, *of_plays(number)[1:3]),
    "patch": lambda number: partial(patched_plays, *of_plays(number)[:2]),
}


@pytest.mark.parametrize("work", WORK)
def test_twice_as_many_edits_take_twice_as_much(work: str) -> None:
    once, twice = (called(WORK[work](number)) for number in (300, 600))
    assert twice < GROWN * once
    assert once < 40 * 300  # so little for each
