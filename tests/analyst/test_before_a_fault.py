"""A game with a play against the rules is weighed up to the deal in which that was."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.analyst import weigh, words
from archive.languages.language import language
from archive.scoring import verify
from tests.analyst.trick_game import FEW

SAMPLES, FLAWED = Path("archive/samples"), Path("fixtures")


@pytest.mark.parametrize(
    ("sample", "fault"),
    [("zwanzig-ab-disputed-revoke", 141), ("twenty-two-disputed-low-card", 146),
     ("count-to-20-disputed-count", 81)],
)  # fmt: skip
def test_whole_deals_before_it_are_weighed_as_in_a_sound_game(sample: str, fault: int) -> None:
    data = (SAMPLES / f"{sample}.xxn").read_bytes()
    verdict = verify(data)
    record = verdict.record
    at = next(one.at for one in verdict.findings if one.ply == fault)
    assert at is not None
    begins = max(one for one in record.openings if one <= at)
    first = record.plies[begins] + 1
    said = weigh(verdict, FEW)
    assert [one.ply for one in said.plies] == [*range(1, first)]
    assert (said.not_weighed, said.story) == ("against-the-rules", None)
    assert words.not_weighed(said) == (
        f"From play {first} on nothing was weighed: in the deal that begins there something was "
        "against the rules."
    )
    assert f"Ab Zug {first}" in words.not_weighed(said, language("de"))


@pytest.mark.parametrize(("name", "weighed"), [("play-after-the-end", 50), ("third-round", 100)])
def test_in_twenty_whole_rounds_before_it_are_weighed(name: str, weighed: int) -> None:
    said = weigh(verify((FLAWED / "twenty" / "flawed" / f"{name}.xxn").read_bytes()), 2)
    assert [one.ply for one in said.plies] == [*range(1, weighed + 1)]
    assert len(said.rounds) == weighed // 50
    assert words.not_weighed(said) == (
        f"From play {weighed + 1} on nothing was weighed: in the round that begins there something "
        "was against the rules."
    )


def test_in_the_first_deal_nothing_is_weighed() -> None:
    data = (FLAWED / "zwanzig-ab" / "flawed" / "exchange-of-two.xxn").read_bytes()
    said = weigh(verify(data), FEW)
    assert (said.plies, said.not_weighed) == ([], "against-the-rules")
    assert words.not_weighed(said) == (
        "Not every play is known to be allowed, so nothing was weighed."
    )
