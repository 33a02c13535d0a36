"""Pages that stand in a record twice: one mistake, and all else is judged as if they stood there
once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.games import GAMES
from archive.generator import generate, seats_of
from archive.notation import read, write
from archive.scoring import verify
from archive.scoring.written_twice import pages_twice
from tests.laws import tried


def lines_of(game: str, seed: int) -> tuple[list[str], list[str]]:
    """The tags of a sound game, and its other lines."""
    rule_set = GAMES[game].rule_sets[0]
    text = write(generate(rule_set.plain_title, seats_of(game)[0], seed, {}))
    head, _, body = text.partition("\n\n")
    return [*head.splitlines(), ""], body.splitlines()


def told(head: list[str], body: list[str]) -> list[str]:
    return [one.code for one in verify("\n".join([*head, *body, ""]).encode()).findings]


@pytest.mark.parametrize("game", sorted(GAMES))
@tried(10)
@given(st.data())
def test_a_page_that_is_there_twice_is_one_mistake(game: str, data: st.DataObject) -> None:
    head, body = lines_of(game, data.draw(st.integers(0, 9)))
    length = data.draw(st.integers(6, len(body) // 3))
    start = data.draw(st.integers(0, len(body) - length))
    page = body[start : start + length]
    acts = read("\n".join([*head, *page, ""]).encode()).acted
    if len(acts) >= 4:
        assert told(head, body[: start + length] + page + body[start + length :]) == [
            "doubled-play"
        ]


def test_a_page_that_is_there_twice_is_told_by_its_first_and_last_play() -> None:
    head, body = lines_of("twenty", 3)
    start = next(at for at, line in enumerate(body) if line.startswith("11. "))
    page = body[start : start + 4]
    record = "\n".join([*head, *body[: start + 4], *page, *body[start + 4 :], ""])
    [finding] = verify(record.encode()).findings
    assert finding.sentence == (
        "Plays 11 to 18 are written down twice, with all that stands between them; the second "
        "time they are left out."
    )


def test_a_mistake_on_a_page_that_is_there_twice_is_found_once() -> None:
    head, body = lines_of("twenty", 3)
    start = next(at for at, line in enumerate(body) if line.startswith("11. "))
    body[start] = body[start].replace("=", "=1", 1)
    page = body[start : start + 4]
    codes = told(head, body[: start + 4] + page + body[start + 4 :])
    assert codes.count("wrong-tally") == 1
    assert codes.count("doubled-play") == 1


def test_plays_without_numbers_may_have_been_made_twice() -> None:
    page = "p1 9h=9 p2 2d=11 p1 9h=9 p2 2d=11\n"
    events = read(f'[XXN "1.0"]\n[Game "twenty"]\n\n{page}{page}'.encode()).events
    assert pages_twice(events) == frozenset()
