"""Laws that hold for every record, tried on games that a second referee played and scored."""

from __future__ import annotations

import json
import re
from itertools import cycle

from hypothesis import given
from hypothesis import strategies as st

from archive.notation import read, write
from archive.notation.hashes import hashes
from archive.scoring import Answer, verify
from archive.scoring.card_count import surplus_in
from archive.scoring.replay import run
from tests.games.played import PACK, at_random, play_twenty, sensible
from tests.laws import tried

GAMES = st.builds(
    play_twenty,
    st.integers(0, 10**9),
    st.sampled_from([at_random, sensible]),
    suits=st.booleans(),
    hands=st.sampled_from(["all", "none", "some"]),
    options=st.sampled_from(["", ";hands=open", ";replenish=both", ";hands=open;replenish=both"]),
)
WHOLE = tried(10)


@WHOLE
@given(GAMES)
def test_what_the_second_referee_scored_is_upheld(text: str) -> None:
    verdict = verify(text.encode())
    assert verdict.findings == []
    assert verdict.answers == (Answer.UPHELD, Answer.UPHELD, Answer.UPHELD)


@WHOLE
@given(GAMES)
def test_the_pack_is_conserved(text: str) -> None:
    """Two cards turned up and fifty played make the pack, each round."""
    examination = verify(text.encode()).examination
    assert examination is not None
    for dealing in examination.table.dealings():
        assert len(dealing.played) == 52
        assert surplus_in(dealing.played, dealing.pack) == []
        if all(seen.card.suit for seen in dealing.played):
            assert sorted(seen.card.text for seen in dealing.played) == sorted(
                card.text for card in PACK
            )


@WHOLE
@given(GAMES)
def test_judging_twice_gives_the_same_bytes(text: str) -> None:
    once, again = verify(text.encode()).json(), verify(text.encode()).json()
    assert once == again
    assert list(json.loads(once)) == [
        "record", "game", "rules", "answers", "checked", "claimed", "score", "winner",
        "first_divergence", "findings", "open", "census", "readings", "readings_complete",
        "repairs", "repairs_complete", "engine",
    ]  # fmt: skip


@WHOLE
@given(GAMES)
def test_reading_what_was_written_gives_it_back(text: str) -> None:
    record = read(text.encode())
    written = write(record)
    assert read(written.encode()) == record
    assert write(read(written.encode())) == written
    assert hashes(read(written.encode())).record == hashes(record).record


@WHOLE
@given(GAMES, st.integers(1, 100), st.sampled_from([-1, 1, 9]))
def test_one_changed_tally_is_found_at_its_ply(text: str, ply: int, off: int) -> None:
    """And whatever else is wrong then only follows from it."""
    changed = re.sub(
        rf"(?<=\b{ply}\. )(p\d \w+=)(\d+)",
        lambda m: f"{m[1]}{max(0, int(m[2]) + off)}",
        text,
        count=1,
    )
    if changed == text:
        return
    verdict = verify(changed.encode())
    assert verdict.first_divergence is not None
    first = verdict.findings[verdict.first_divergence]
    assert (first.code, first.ply) == ("wrong-tally", ply)
    assert all(f is first or f.root is first for f in verdict.findings)


@WHOLE
@given(GAMES, st.data())
def test_hiding_part_of_a_sound_record_never_makes_it_wrong(text: str, data: st.DataObject) -> None:
    lines = text.splitlines(keepends=True)
    hideable = [
        i
        for i, line in enumerate(lines)
        if line.startswith(("p1:", "p2:", "@up", "@score", "@bonus"))
    ]
    hidden = set(data.draw(st.lists(st.sampled_from(hideable), unique=True))) if hideable else set()
    rest = "".join(line for i, line in enumerate(lines) if i not in hidden)
    ply = data.draw(st.integers(0, 100))
    rest = re.sub(rf"(?<=\b{ply}\. )(p\d )\w+", r"\1?", rest)
    answers = verify(rest.encode()).answers
    assert Answer.REFUTED not in answers
    assert Answer.IMPOSSIBLE not in answers


@WHOLE
@given(GAMES, st.integers(0, 146))
def test_a_table_and_its_copy_go_the_same_way(text: str, moment: int) -> None:
    from archive.games import choose
    from archive.rules.advance import advance

    record = read(text.encode())
    table = choose(record).begin()
    twin = table.copy()
    for at, event, _ in run(record, table):
        if at == moment:
            twin = table.copy()
        elif at > moment:
            advance(twin, event, at)
    if len(record.events) > moment:
        assert twin.ledger.lines == table.ledger.lines
        assert twin.ledger.totals() == table.ledger.totals()


@tried(20)
@given(st.binary(max_size=400))
def test_no_bytes_make_it_raise(data: bytes) -> None:
    json.loads(verify(data).json())


def test_no_card_misread_makes_it_raise() -> None:
    text = play_twenty(1, sensible, suits=False)
    for ply, rank in zip(range(1, 101), cycle("A5Q"), strict=False):
        misread = re.sub(rf"(?<=\b{ply}\. )(p\d) \w", rf"\1 {rank}", text)
        json.loads(verify(misread.encode()).json())


@tried(20)
@given(GAMES, st.data())
def test_no_damage_makes_it_raise(text: str, data: st.DataObject) -> None:
    """Cut, doubled and overwritten stretches of a whole game."""
    damaged = text
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(damaged)))
        end = min(len(damaged), start + data.draw(st.integers(0, 200)))
        middle = data.draw(
            st.sampled_from(["", damaged[start:end] * 2, "{", "(", ")", "@gap\n", "p1 ", "@deal\n"])
        )
        damaged = damaged[:start] + middle + damaged[end:]
    json.loads(verify(damaged.encode()).json())
    record = read(damaged.encode())
    assert read(write(record).encode()) == record
