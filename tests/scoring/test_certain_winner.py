"""Who won though a play is missing, where every possibility that the rules allow ends alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.core.cards import UNKNOWN
from archive.core.events import End, Play, Score
from archive.core.record import Record
from archive.languages.spoken import ENGLISH, language
from archive.notation import read, write
from archive.scoring import Verdict, verify
from archive.scoring.certain_winner import certain
from archive.scoring.headline import headline

FIXTURES = Path(__file__).parents[2] / "fixtures"


def without(path: str, at: int, *lines: type) -> str:
    """Return a record without one of its events, and without all lines of some kinds."""
    record = read((FIXTURES / path).read_bytes())
    events = [*record.events[:at], *record.events[at + 1 :]]
    assert isinstance(record.events[at], Play)
    return write(Record(record.tags, [one for one in events if not isinstance(one, lines)]))


def opening(text: str, code: str = "en") -> str:
    """Return the first sentence of a verdict."""
    spoken = ENGLISH if code == "en" else language(code)
    verdict = verify(text.encode(), language=spoken)
    return headline(verdict.as_dict(), verdict.record.players, spoken)


def test_one_card_is_left_for_the_play_that_is_missing() -> None:
    text = without("twenty/sound/draw.xxn", 99)
    verdict = verify(text.encode())
    assert (verdict.winner, str(verdict.answers.result)) == ("draw", "upheld")
    assert str(verdict.answers.legality) == "underdetermined"
    assert opening(text).startswith("Play 68 can only have been a seven, and so it is a draw, ")
    assert opening(text, "de").startswith("Zug 68 kann nur eine Sieben gewesen sein, also gilt: ")


def test_two_results_that_differ_are_not_both_upheld() -> None:
    text = without("twenty/sound/draw.xxn", 99)
    head, _, end = text.rpartition("@end p1:")
    own, _, rest = end.partition(" ")
    other = f"{head}@end p1:{int(own) + 5} {rest}"
    assert "[Result " in text
    verdict = verify(other.encode())
    assert (verdict.winner, str(verdict.answers.result)) == ("draw", "underdetermined")


def test_all_cards_that_may_be_missing_end_alike() -> None:
    text = without("zwanzig-ab/sound/hands-left-out.xxn", 69)
    verdict = verify(text.encode())
    assert verdict.winner == "p2"
    assert opening(text).startswith("Whatever play 44 was, Bernd wins with 0; ")
    assert opening(text, "de").startswith("Ganz gleich, was Zug 44 war: Bernd gewinnt mit 0; ")


def test_a_winner_by_the_numbers_alone_is_said_and_not_published() -> None:
    record = read((FIXTURES / "zwanzig-ab/sound/exchange-left-out.xxn").read_bytes())
    play = record.events[79]
    assert isinstance(play, Play)
    record.events[79] = play._replace(cards=(UNKNOWN,))
    verdict = verify(write(record).encode())
    assert (verdict.winner, str(verdict.answers.result)) == (None, "underdetermined")
    assert opening(write(record)) == (
        "By the numbers written after play 39, Bernd wins with 0; Anna 23, Clara 17, Dirk 15. The "
        "card of play 39 is not fully known, and who wins the trick depends on it. Scores that "
        "this trick enters are not known."
    )


@pytest.mark.parametrize(
    ("game", "records", "step", "least"),
    [("twenty", "*.xxn", 23, 20), ("zwanzig-ab", "hands-left-out.xxn", 3, 2)],
)
def test_a_winner_is_never_another_than_that_of_the_whole_record(
    game: str, records: str, step: int, least: int, subtests: pytest.Subtests
) -> None:
    found = 0
    for path in sorted((FIXTURES / game / "sound").glob(records)):
        record = read(path.read_bytes())
        plays = [at for at, one in enumerate(record.events) if isinstance(one, Play)]
        whole = verify(path.read_bytes())
        for at in plays[::step] if whole.winner else ():
            with subtests.test(f"{path.stem} without event {at}"):
                torn = verify(without(f"{game}/sound/{path.name}", at, Score, End).encode())
                told = [one.reason for one in torn.findings if one.code == "certain-winner"]
                assert torn.winner in (None, whole.winner)
                assert [one.winner for one in told] in ([], [whole.winner])
                found += len(told)
    assert found >= least


def test_what_is_missing_may_be_no_play() -> None:
    """In Count to 20 a turn may be a card drawn or a pass: the plays alone are not all there is."""
    text = (FIXTURES / "count-to-20/sound/two-players.xxn").read_text(encoding="utf-8")
    record = read(re.sub(r"(?<!\S)5\. p\d \S+", "", text, count=1).encode())
    verdict = verify(write(record).encode())
    assert "missing-play" in {one.code for one in verdict.findings}

    def judge(_: Record) -> Verdict:
        raise AssertionError("no possibility is to be tried")

    assert certain(verdict.record, verdict.findings, judge, 2) is None
