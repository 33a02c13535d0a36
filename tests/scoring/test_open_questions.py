"""What would settle an answer that is open: said for every kind of dependence, and true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archive.core.cards import UNKNOWN
from archive.core.events import Play
from archive.core.record import Record
from archive.generator import generate
from archive.notation import write
from archive.scoring import Answer, verify
from tests.judged import judged
from tests.laws import tried

FIXTURES = Path(__file__).parents[2] / "fixtures"

SAID = [
    ("twenty/play-missing", "legality", "play 7 (left out before line 22)"),
    ("twenty/line-missing", "result", "plays 23 and 24 (left out before line 40)"),
    ("twenty/unknown-card", "arithmetic", "the card of play 2 (line 18)"),
    ("twenty/gap", "arithmetic", "what was left out at line 19"),
    ("twenty/hand-left-out", "arithmetic", "plays 41 to 50 (left out before line 56)"),
    ("twenty/nothing-turned-up", "result",
     "the two cards turned up in the round that ends with play 100"),
    ("twenty/ended-too-soon", "result", "the rest of the game"),
    ("twenty/seat-slip", "arithmetic", "what was really done at play 4 (line 20)"),
    ("twenty/card-not-readable", "arithmetic", "what is meant in line 18, column 17"),
    ("twenty/unknown-game", "legality", "rules that are known here, in place of “whist”"),
    ("zwanzig-ab/unproved", "legality", "all that Bernd held at play 30 (line 41)"),
    ("zwanzig-ab/unknown-card", "arithmetic", "the card of play 17 (line 31)"),
    ("count-to-20/unproved", "arithmetic",
     "the cards left in Ada’s hand (line 33); and the cards left in Cleo’s hand (line 33)"),
    ("twenty-two/last-card-not-named", "arithmetic", "the cards left (line 22)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "question", "said"), SAID)
def test_what_would_settle_it_is_said(name: str, question: str, said: str) -> None:
    game, _, rest = name.partition("/")
    body = judged(FIXTURES / game / "flawed" / f"{rest}.xxn").as_dict()
    assert body["open"][question]["sentence"] == f"What would settle it: {said}."


def test_every_open_answer_names_what_it_hangs_on(subtests: pytest.Subtests) -> None:
    for path in sorted(FIXTURES.glob("*/*/*.xxn")):
        with subtests.test(path.stem):
            body = judged(path).as_dict()
            open_ = {
                name for name, answer in body["answers"].items() if answer == "underdetermined"
            }
            assert set(body["open"]) == open_
            for about in body["open"].values():
                assert about["findings"] or about["sentence"].startswith(
                    "The sheet has only its heading"
                )
                assert all(0 <= index < len(body["findings"]) for index in about["findings"])


def test_of_many_causes_the_first_are_named_and_the_rest_counted() -> None:
    name = "zwanzig-ab/flawed/trumps-not-written-down.xxn"
    about = judged(FIXTURES / name).as_dict()["open"]["legality"]
    assert about["sentence"].endswith("; and 2 more such things.")
    assert len(about["findings"]) == 5


@tried(5)
@given(st.integers(0, 10_000), st.sets(st.integers(1, 100), min_size=1, max_size=4))
def test_the_cards_named_do_settle_it(seed: int, plies: set[int]) -> None:
    """Plays of Twenty without a card: write in those that the sentence names, and all is upheld."""
    sound = generate("twenty/farrugia@1", 2, seed, {}, hands="none")
    less = _without(sound, plies)
    verdict = verify(write(less).encode())
    asked = [about.sentence for about in verdict.open.values()]
    if not asked:
        return
    named = set[int]()
    for sentence in asked:
        named |= {int(ply) for ply in re.findall(r"\d+", re.sub(r"\(line \d+\)", "", sentence))}
    filled = verify(write(_without(sound, plies - named)).encode())
    if "cards not named from" not in " ".join(asked) and "more such" not in " ".join(asked):
        assert set(filled.answers) == {Answer.UPHELD}


def _without(record: Record, plies: set[int]) -> Record:
    """The record with the cards of these plays left out."""
    events, ply = list(record.events), 0
    for at, event in enumerate(events):
        if isinstance(event, Play):
            ply += 1
            if ply in plies:
                events[at] = event._replace(cards=(UNKNOWN,))
    return Record(record.tags, events)
