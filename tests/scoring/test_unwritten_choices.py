"""Where a record leaves out who exchanged and who stayed in, a position is what the plays tell of
it, and where they do not tell it there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from archive.core.events import ACTIONS, Event, Exchange, Phase, Play, Stay
from archive.core.record import Record
from archive.generator import generate
from archive.notation import read, write
from archive.rules.position import Position
from archive.scoring.prepared import playable
from archive.scoring.record_positions import positions
from tests.laws import tried

GAMES = st.sampled_from(
    [("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4), ("twenty-two/rasmussen@1", 4),
     ("twenty-two/north-american@1", 3)]
)  # fmt: skip
WORDS = {Stay: "stay", Exchange: "exchange"}
LEFT_OUT = Path("fixtures/zwanzig-ab/sound/choices-left-out.xxn")


def without(record: Record, left_out: set[Any]) -> Record:
    """The record as a sheet has it that leaves such choices out."""
    lines = {WORDS[kind] for kind in left_out}

    def stands(event: Event) -> bool:
        return type(event) not in left_out and not (
            isinstance(event, Phase) and event.word in lines
        )

    kept: list[Any] = [event for event in record.events if stands(event)]
    events = [one._replace(number=None) if type(one) in ACTIONS else one for one in kept]
    return read(write(Record(record.tags, events)).encode())


def before_plays(record: Record) -> list[Position | None]:
    """The position before every card that is laid, None where there is none."""
    stood = positions(playable(record))
    actions = [event for event in record.events if type(event) in ACTIONS]
    return [stood.get(ply) for ply, event in enumerate(actions) if isinstance(event, Play)]


def table_of(position: Any) -> tuple[int, list[tuple[int, list[int]]]]:
    """Who is on turn, and the hands of those who play."""
    seats = getattr(position, "staying", range(1, position.seats + 1))
    return position.turn, [(seat, sorted(position.hands[seat].known)) for seat in seats]


@given(st.integers(0, 1 << 32), GAMES, st.sampled_from([{Stay}, {Exchange}, {Stay, Exchange}]))
@tried(8)
def test_a_position_is_the_one_that_was_or_there_is_none(
    seed: int, game: tuple[str, int], left_out: set[Any]
) -> None:
    whole = read(write(generate(*game, seed, {})).encode())
    was, told = before_plays(whole), before_plays(without(whole, left_out))
    assert len(told) == len(was)
    for known, one in zip(was, told, strict=True):
        assert known is not None
        assert one is None or table_of(one) == table_of(known)


def plays_of(text: str) -> list[list[int] | None]:
    """Who plays the tricks, before every card."""
    found: list[Any] = before_plays(read(text.encode()))
    return [one and one.staying for one in found]


def test_the_first_trick_tells_who_stayed_in() -> None:
    text = LEFT_OUT.read_text("utf-8")
    assert plays_of(text) == [[1, 2, 4]] * 15 + [[2, 3, 4]] * 30


def test_before_the_first_trick_is_over_it_is_not_known_who_stayed_in() -> None:
    """p1 may have dropped out, or may not have laid a card yet; that p3 was passed over tells."""
    text = LEFT_OUT.read_text("utf-8")
    first = text.index("p2 Qh p4 7h")
    assert plays_of(text[:first] + "p2 Qh\n") == [None]
    assert plays_of(text[:first] + "p2 Qh p4 7h\n") == [None] * 2
    assert plays_of(text[:first] + "p2 Qh p4 7h p1 Kc\n") == [[1, 2, 4]] * 3


def test_what_was_exchanged_shows_only_in_the_whole_hand() -> None:
    """Without its line up to three cards of each hand may have been changed (10.4)."""
    text = Path("fixtures/zwanzig-ab/sound/choices-left-out.xxn").read_text("utf-8")
    head = text[: text.index("@deal")] + "@deal n=1 dealer=p1 cards=5\n"
    hands = "p2: KsTd+Jd9h7s\np3: Js9c+9s7dAc\np4: Qs7h+Jh8sAs\np1: Tc7c+KcQcTs\n@trump p2 h\n"
    assert (
        plays_of(head + hands + "@stay\np3 out p4 in p1 out\np2 9h p4 7h p2 Td p4 8s\n")
        == [None] * 4
    )
