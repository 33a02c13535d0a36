"""What holds of every record: nothing that is left out of a sound one makes it wrong, a deal that
fits it can be written into it, and one change that spoiled it is among those that mend it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archive.analysis.edits import edited
from archive.analysis.repair import repairs
from archive.analysis.witness import witness
from archive.generator import generate
from archive.generator.flaws import spoil
from archive.notation import read, write
from archive.record import Record
from archive.verdict import Answer, verify
from tests.analysis.hiding import PARTS, leave_out

TABLES = [
    ("twenty/farrugia@1", 2), ("count-to-20/stovel@1", 2), ("count-to-20/stovel@1", 3),
    ("zwanzig-ab/pagat@1", 4), ("zwanzig-ab/twenty-down@1", 4),
    ("twenty-two/north-american@1", 2), ("twenty-two/north-american@1", 4),
    ("twenty-two/rasmussen@1", 3),
]  # fmt: skip
SEEDS = st.integers(0, 10_000)


def sound(table: tuple[str, int], seed: int) -> Record:
    rules, seats = table
    return generate(rules, seats, seed, {})


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(TABLES), SEEDS, st.sets(st.sampled_from(PARTS), min_size=1, max_size=3),
       st.sampled_from([0.02, 0.1, 0.3, 0.7]))  # fmt: skip
def test_nothing_left_out_of_a_sound_record_makes_it_wrong(
    table: tuple[str, int], seed: int, parts: set[str], share: float
) -> None:
    less = leave_out(sound(table, seed), Random(seed), parts, share)
    verdict = verify(write(less).encode())
    assert [f.sentence for f in verdict.findings if f.severity == "error"] == []
    assert not {Answer.REFUTED, Answer.IMPOSSIBLE}.intersection(verdict.answers)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(TABLES), SEEDS, st.sampled_from([0.05, 0.3]))
def test_a_witness_is_allowed_where_its_record_was(
    table: tuple[str, int], seed: int, share: float
) -> None:
    parts = {"cards", "exchanges"}
    verdict = verify(write(leave_out(sound(table, seed), Random(seed), parts, share)).encode())
    edits = witness(verdict)
    assert edits is not None
    filled = verify(edited(verdict.record.text, edits).encode())
    assert filled.answers.legality is Answer.UPHELD


@pytest.mark.parametrize("table", [TABLES[0], TABLES[1]], ids=lambda one: one[0])
@pytest.mark.parametrize("code", ["impossible-hand", "card-not-held"])
def test_one_change_that_spoiled_a_record_is_among_those_that_mend_it(
    table: tuple[str, int], code: str
) -> None:
    record = sound(table, 3)
    spoiled = spoil(record, code, Random(3))
    assert spoiled is not None
    verdict = verify(write(spoiled).encode())
    mended = [edited(verdict.record.text, one.edits) for one in repairs(verdict).found]
    assert write(record) in [write(read(text.encode())) for text in mended]
