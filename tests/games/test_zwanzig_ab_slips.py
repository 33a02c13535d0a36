"""One slip in a whole record of Zwanzig ab or Twenty down is found where it is, for what it is."""

from __future__ import annotations

from random import Random

import pytest

from archive.core.cards import UNKNOWN
from archive.core.events import Play
from archive.core.record import Record
from archive.generator import generate
from archive.notation import read, write
from archive.scoring import Answer, Verdict, verify
from archive.telling.findings import Finding
from tests.games.zwanzig_ab_referee import first_wrong
from tests.games.zwanzig_ab_slips import ALWAYS, JUDGED

RULES: list[tuple[str, dict[str, str]]] = [
    ("zwanzig-ab/pagat@1", {}),
    ("zwanzig-ab/pagat@1", {"sweep": "10", "late-if-tied": "no"}),
    ("zwanzig-ab/twenty-down@1", {}),
    ("zwanzig-ab/twenty-down@1", {"sweep": "5", "trump": "held", "exchange": "0-or-3"}),
]
GAMES = 4

ALIKE = [{"wrong-turn", "wrong-leader"}, {"wrong-turn", "missing-play"}]
"""Who plays although said to be out of the deal plays out of turn, whatever else he does; and where
all that follows fits, it may be a play before it that is missing."""


def judged(record: Record) -> Verdict:
    return verify(write(record).encode())


def first_of(verdict: Verdict) -> Finding | None:
    """What is wrong first, in the order of the record's lines; only followers stand before it."""
    roots = [f for f in verdict.findings if f.severity == "error" and f.follows is None]
    return roots[0] if roots else None


def same(one: str, other: str) -> bool:
    return one == other or {one, other} in ALIKE


@pytest.mark.parametrize("kind", JUDGED)
def test_a_slip_is_what_a_second_referee_finds(kind: str) -> None:
    tried = 0
    for seed in range(GAMES):
        rules, options = RULES[seed % len(RULES)]
        record = generate(rules, 4, seed, options)
        try:
            events, _ = JUDGED[kind](Random(seed), record.events)
        except LookupError:
            continue
        tried += 1
        slipped = Record(record.tags, events)
        wrong, found = first_wrong(slipped, rules, options), first_of(judged(slipped))
        if found is None and kind == "whether one stays" and wrong and wrong[0] == "short-deal":
            pass  # the tricks of the last deal may be on another page
        elif wrong is None or found is None:
            assert (wrong, found) == (None, None), (kind, seed)
        elif kind == "whether one stays" and wrong[0] in ("short-deal", "not-now"):
            assert found.code in ("short-deal", "not-now", "wrong-turn"), (kind, seed)
        else:
            assert same(found.code, wrong[0]), (kind, seed)
            assert found.at == wrong[1], (kind, seed)
    assert tried


@pytest.mark.parametrize("kind", ALWAYS)
def test_what_is_left_out_or_written_twice(kind: str) -> None:
    slip, code = ALWAYS[kind]
    for seed in range(GAMES):
        rules, options = RULES[seed % len(RULES)]
        record = generate(rules, 4, seed, options)
        try:
            events, at = slip(Random(seed), record.events)
        except LookupError:
            continue
        verdict = judged(Record(record.tags, events))
        first = next(f for f in verdict.findings if f.severity != "note" and f.follows is None)
        if code == "misnumbered-line" and first.code != code:
            first = next(f for f in verdict.findings if f.code == code)
        assert first.code == code, (kind, seed)
        near = code in ("missing-play", "dealt-early")  # found when the record goes on
        assert first.at is not None
        assert first.at == at or (near and at <= first.at <= at + 3), (kind, seed)


@pytest.mark.parametrize("seed", range(8))
def test_hiding_part_of_a_sound_record_never_makes_it_wrong(seed: int) -> None:
    """Hands, lines of exchange and staying in, tricks, standings, suits and whole cards."""
    rules, options = RULES[seed % len(RULES)]
    rng = Random(seed)
    text = write(generate(rules, 4, seed, options))
    lines = []
    for line in text.splitlines():
        if line.startswith(("p", "@trick", "@score", "@trump")) and rng.random() < 0.3:
            continue
        lines.append(line)
    record = read("\n".join(lines).encode())
    events = [
        one._replace(cards=(UNKNOWN,)) if isinstance(one, Play) and rng.random() < 0.05 else one
        for one in record.events
    ]
    answers = judged(Record(record.tags, events)).answers
    assert Answer.REFUTED not in answers
    assert Answer.IMPOSSIBLE not in answers
