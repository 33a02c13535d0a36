"""A game is weighed as far as all in it is known to be allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.analyst import Annotations, weigh, weighing, words
from archive.languages.language import language
from archive.scoring import Answer, Verdict, verify
from tests.analyst.plain_deals import FEW

SAMPLES, FIXTURES = Path("archive/samples"), Path("fixtures")


def weighed(name: str) -> Annotations:
    game, _, record = name.partition("/")
    return weigh(verify((FIXTURES / game / "flawed" / f"{record}.xxn").read_bytes()), 2)


@pytest.mark.parametrize(
    ("sample", "fault"),
    [
        pytest.param("twenty-two-disputed-low-card", 146, marks=pytest.mark.broad),
        pytest.param("zwanzig-ab-disputed-revoke", 141, marks=pytest.mark.broad),
        ("count-to-20-disputed-count", 81),
    ],
)
def test_all_plays_before_one_against_the_rules_are_weighed(sample: str, fault: int) -> None:
    verdict = verify((SAMPLES / f"{sample}.xxn").read_bytes())
    assert fault in {one.ply for one in verdict.findings}
    said = weigh(verdict, FEW)
    assert [one.ply for one in said.plies] == [*range(1, fault)]
    assert (said.not_weighed, said.story) == ("against-the-rules", None)
    assert words.not_weighed(said) == (
        f"From play {fault} on nothing was weighed: something there was against the rules."
    )
    assert f"Ab Zug {fault}" in words.not_weighed(said, language("de"))


def test_what_is_weighed_is_what_the_game_until_then_gets() -> None:
    """Nothing that comes later is looked at: not even to tell what a player held."""
    verdict = verify((FIXTURES / "zwanzig-ab/flawed/not-followed.xxn").read_bytes())
    said = weigh(verdict, FEW)
    fault = min(one.at for one in verdict.findings if one.at is not None)
    record = verdict.record
    alone = weigh(verify(record.text[: record.offsets[fault]].encode()), FEW)
    assert len(said.plies) == 49
    assert [(one.ply, one.card) for one in said.plies] == [
        (one.ply, one.card) for one in alone.plies
    ]


@pytest.mark.parametrize(
    ("name", "plays"),
    [("twenty/last-play-of-the-game-missing", 50), ("zwanzig-ab/gap", 10),
     ("twenty-two/unread-card", 4), ("count-to-20/torn-off", 41)],
)  # fmt: skip
def test_all_plays_before_what_is_not_known_are_weighed(name: str, plays: int) -> None:
    said = weighed(name)
    assert [one.ply for one in said.plies] == [*range(1, plays + 1)]
    assert (said.not_weighed, said.story) == ("not-known", None)
    assert words.not_weighed(said) == (
        f"From play {plays + 1} on nothing was weighed: "
        + ("in the round that begins there not everything is known." if "twenty/" in name
           else "not everything there is known.")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "plays"), [("twenty/play-after-the-end", 100), ("count-to-20/after-the-end", 14)]
)
def test_a_game_that_went_on_after_its_end_is_weighed_and_told_whole(name: str, plays: int) -> None:
    said = weighed(name)
    assert len(said.plies) == plays
    assert said.not_weighed == "after-the-end"
    assert words.not_weighed(said) == "What was played after the end was not weighed."
    assert said.story is not None


@pytest.mark.parametrize("name", ["twenty/third-round", "zwanzig-ab/end-twice"])
def test_where_no_play_is_left_out_nothing_is_said_to_be(name: str) -> None:
    said = weighed(name)
    assert said.plies
    assert said.not_weighed == ""


def test_no_part_of_a_record_is_judged_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = verify((FIXTURES / "zwanzig-ab/flawed/gap.xxn").read_bytes())
    judged: list[bytes] = []

    def counting(data: bytes, number: int) -> Verdict:
        judged.append(data)
        return verify(data, number)

    monkeypatch.setattr(weighing, "verify", counting)
    part = weighing.allowed_part(verdict)
    assert part is not None
    assert len(judged) == len({*judged}) > 1


def test_where_the_first_play_is_not_known_nothing_is_weighed() -> None:
    verdict = verify((FIXTURES / "zwanzig-ab/flawed/exchange-of-two.xxn").read_bytes())
    assert verdict.answers.legality is Answer.REFUTED
    said = weigh(verdict, FEW)
    assert (said.plies, said.not_weighed) == ([], "against-the-rules")
    assert words.not_weighed(said) == (
        "Not every play is known to be allowed, so nothing was weighed."
    )
