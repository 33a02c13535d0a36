"""Variations: read where they stand, replayed and checked."""

from archive.core.record import Record
from archive.generator import generate
from archive.notation import read, write
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from archive.scoring.variations import VariationRead, variations

TEXT = write(generate("twenty/farrugia@1", 2, 5, {}))
"""Its first hand: Ada 8d5d3h2hAh, Ben Qd6c5s4c4h; 1. p1 3h=3 2. p2 4h=7 3. p1 2h=9."""


def read_with(variation: str) -> list[VariationRead]:
    record: Record = read(TEXT.replace("2. p2 4h=7", f"2. p2 4h=7 ({variation})", 1).encode())
    return variations(record, positions(playable(record)))


def wrong(found: VariationRead) -> list[str]:
    return [play.wrong for play in found.plays]


def test_a_sound_variation_is_in_place_of_the_play_before_it() -> None:
    (one,) = read_with("2. p2 5s=8 {safer} ! 3. p1 8d=16")
    assert (one.ply, one.checked) == (2, True)
    assert [play.text for play in one.plays] == ["5s", "8d"]
    assert wrong(one) == ["", ""]
    assert one.plays[0].comments == ("safer",)
    assert one.plays[0].glyphs == (1,)


def test_what_is_wrong_in_it_is_found() -> None:
    (one,) = read_with("2. p2 9c=12 3. p1 8d=21/5")
    assert wrong(one) == ["illegal", "number"]
    assert one.plays[1].made == 20
    (one,) = read_with("2. p1 5d=8")
    assert wrong(one) == ["illegal"]  # Ben is to play, and does not hold it
    (one,) = read_with("2. p2 ? 3. p1 8d")
    assert wrong(one) == ["unplayable", "unplayable"]


def test_one_within_another_shares_its_beginning() -> None:
    outer, inner = read_with("2. p2 5s=8 3. p1 8d=16 (3. p1 5d=13 4. p2 6c=19)")
    assert (outer.depth, inner.depth) == (0, 1)
    assert [play.text for play in inner.all_plays] == ["5s", "5d", "6c"]
    assert wrong(inner) == ["", ""]


def test_one_with_cards_of_its_own_is_not_checked() -> None:
    (one,) = read_with("2. p2 5s=8\n@deal n=1\np1: 98765\n3. p1 9=17\n")
    assert (one.checked, one.cards) == (False, True)


def test_where_cards_are_not_told_it_is_not_checked() -> None:
    text = '[XXN "1.0"]\n[Game "twenty"]\n\n1. p1 8=8 2. p2 A=9 (2. p2 9=17)\n'
    record = read(text.encode())
    (one,) = variations(record, positions(playable(record)))
    assert (one.ply, one.checked, one.cards) == (2, False, False)
