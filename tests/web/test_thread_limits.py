"""How places for long answers are shared out."""

from archive.web.held_threads import Held


def test_no_address_takes_more_than_half() -> None:
    held = Held(8)
    assert [sum(held.take(one) for _ in range(20)) for one in "abcde"] == [4, 2, 1, 1, 0]
    held.give_back("b")
    assert not held.take("a")
    assert held.take("e")


def test_a_single_place_is_had_by_anyone() -> None:
    held = Held(1)
    for _ in range(3):
        assert held.take("a")
        assert not held.take("a")
        assert not held.take("b")
        held.give_back("a")
    assert held.take("b")
