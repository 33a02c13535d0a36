"""Who won though a play is missing, where every possibility that the rules allow ends alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archive.core.cards import UNKNOWN
from archive.core.events import End, Play, Score
from archive.core.record import Record
from archive.importers import import_bytes
from archive.languages.language import ENGLISH, language
from archive.notation import read, write
from archive.notation.unreadable_text import legible
from archive.scoring import Verdict, verify
from archive.scoring.certain_winner import MOST_EVENTS, breaks_a_rule, certain, wrong_ends
from archive.scoring.full_examination import AT_A_GLANCE, judge
from archive.scoring.headline import headline
from archive.scoring.prepared import prepare
from archive.telling.certain_result import CertainResult
from archive.telling.findings import Question
from bench.certain import broken, told, torn_games

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


def claiming(text: str, **ends: str) -> str:
    """Return a record with other words for `@end`, or in its Result tag."""
    for word, said in ends.items():
        line = {"end": r"^@end .*$", "tag": r"^\[Result .*$"}[word]
        instead = f"@end {said}" if word == "end" else f'[Result "{said}"]'
        text, found = re.subn(line, instead, text, flags=re.MULTILINE)
        assert found == 1
    return text


def refused(text: str) -> list[tuple[str, str | None, str | None]]:
    """Return what a refuted result is refuted by: codes, what is due and what is written."""
    verdict = verify(text.encode())
    assert (str(verdict.answers.result), verdict.winner) == ("refuted", "draw")
    wrong = [one for one in verdict.findings if one.question is Question.RESULT]
    assert {(one.severity, one.clause) for one in wrong} == {("error", "twenty/1.3")}
    return [(one.code, one.expected, one.found) for one in wrong if one.follows is None]


def test_totals_that_the_rules_alone_give_otherwise_are_refuted() -> None:
    text = without("twenty/sound/draw.xxn", 99)
    at_end = claiming(text, end="p1:118 p2:113")
    assert refused(at_end) == [("wrong-result", "113", "118")]
    assert refused(claiming(at_end, tag="p1:118 p2:113")) == [("wrong-result", "113", "118")]
    assert opening(at_end).startswith("Play 68 can only have been a seven, and so it is a draw, ")


def test_a_winner_that_the_rules_alone_give_otherwise_is_refuted() -> None:
    text = without("twenty/sound/draw.xxn", 99)
    assert refused(claiming(text, end="p1:113 p2:113 win=p2")) == [("wrong-winner", "draw", "p2")]


def test_totals_with_which_another_would_win_are_refuted_where_they_are_not_known() -> None:
    text = without("twenty/sound/draw.xxn", 99)
    record = read(claiming(text, end="p1:118 p2:113", tag="*").encode())
    draw = CertainResult("draw", None, "", by_numbers=False, plies=(68,))
    examination = verify(text.encode()).examination
    assert examination is not None
    wrong = [*wrong_ends(draw, record, examination.table, "twenty/1.3")]
    assert [(one.code, one.expected, one.found) for one in wrong] == [
        ("wrong-winner", "draw", "p1")
    ]
    assert not [*wrong_ends(draw._replace(by_numbers=True), record, examination.table, "")]


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
    [("twenty", "*.xxn", 83, 6), ("zwanzig-ab", "hands-left-out.xxn", 5, 1)],
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
                assert torn.winner in (None, whole.winner)
                assert told(torn) in ([], [whole.winner])
                found += len(told(torn))
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


@pytest.mark.parametrize(
    ("right", "wrong", "due"),
    [("p1:99 p2:83", "p1:99 p2:88", (90, 2, "83")), ("p1:74 p2:81", "p1:79 p2:81", (81, 1, "74"))],
)
def test_a_standing_that_is_wrong_whatever_is_missing_is_refuted(
    right: str, wrong: str, due: tuple[int, int, str]
) -> None:
    text = without("twenty/sound/draw.xxn", 99)
    verdict = verify(text.replace(f"@score {right}", f"@score {wrong}").encode())
    found = [one for one in verdict.findings if one.code == "wrong-score"]
    assert [(one.line, one.seat, one.expected) for one in found] == [due]
    assert str(verdict.answers.arithmetic) == "refuted"
    assert verdict.winner == "draw"


def test_a_standing_that_depends_on_what_is_missing_is_left_open() -> None:
    text = without("zwanzig-ab/sound/hands-left-out.xxn", 69)
    wrong = text.replace("@score p1:23 p2:0 p3:17", "@score p1:23 p2:0 p3:18")
    assert "wrong-score" not in {one.code for one in verify(text.encode()).findings}
    assert str(verify(wrong.encode()).answers.arithmetic) != "upheld"


def test_what_is_missing_in_each_possibility_is_sought_in_steps_that_count() -> None:
    sheet = FIXTURES / "found" / "play-missing-in-each-of-many-places.txt"
    imported = import_bytes(sheet.read_bytes(), sheet.name)
    assert imported is not None
    verdict = verify(imported.xxn)
    taken: list[int] = []

    def judged(record: Record) -> Verdict:
        tried = judge(record, how=AT_A_GLANCE)
        taken.append(len(record.events) + tried.taken["gaps"])
        return tried

    assert certain(verdict.record, verdict.findings, judged, 4) is None
    assert taken
    assert sum(taken[:-1]) <= MOST_EVENTS  # the last one was begun with some left


def test_a_result_is_judged_fairly_where_plays_are_missing() -> None:
    found = 0
    for torn in torn_games("twenty", 15, seed=5):
        verdict = verify(torn.text.encode())
        assert not broken(torn, verdict), torn.made
        found += bool(told(verdict))
    assert found > 4


def test_a_play_that_breaks_a_rule_at_once_is_also_found_when_all_is_judged() -> None:
    """Possibilities with such a play are not judged any further."""
    stopped = 0
    how = AT_A_GLANCE._replace(supposing=False)
    for path in sorted(FIXTURES.glob("*/flawed/*.xxn")):
        record = read(path.read_bytes())
        verdict = judge(record, how=how)
        if verdict.readable and record.acted and breaks_a_rule(prepare(legible(record))):
            wrong = {one.question for one in verdict.findings if one.severity == "error"}
            assert Question.LEGALITY in wrong, path.name
            stopped += 1
    assert stopped > 100
