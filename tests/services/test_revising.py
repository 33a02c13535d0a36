"""Corrections beside what came, judged like it; other sheets of the same game."""

from pathlib import Path

import pytest

from archive.services import Archive, Visibility
from archive.services.games import Unrevised
from archive.store import facet_counts
from tests.conftest import Ask
from tests.uploaded import analysed_game, game_of, upload_of

SAMPLES = Path(__file__).parents[2] / "archive" / "samples"


def own_game(archive: Archive, data: bytes, visibility: Visibility = Visibility.PUBLIC) -> str:
    return analysed_game(archive, data, visibility=visibility)


def test_a_correction_is_judged_and_the_first_stays(
    archive: Archive, record: bytes, rows: Ask
) -> None:
    wrong = record.replace(b"=20/10", b"=20/9")
    game_id = own_game(archive, wrong)
    game = game_of(archive, game_id)
    assert game.standing == "flawed"
    assert archive.corrections.revise(game, record, author_id=None, comment="Misread a digit.") == 2
    waiting = game_of(archive, game_id)
    assert (waiting.state, waiting.data, waiting.verdict_json) == ("waiting", record, None)
    archive.judging.receive(game.upload_id)
    archive.analysing.analyse(game.upload_id, 1, 999)
    latest = game_of(archive, game_id)
    assert (latest.state, latest.standing, latest.revision) == ("judged", "open", 2)
    first = game_of(archive, game_id, 1)
    assert (first.data, first.verdict_json) == (wrong, game.verdict_json)
    assert archive.games.find(game_id, 3) is None
    assert archive.uploads.judged_text(game.upload_id) == wrong
    lines = archive.corrections.of(game_id)
    assert [(line.number, line.comment, line.judged) for line in lines] == [
        (1, "", True), (2, "Misread a digit.", True),
    ]  # fmt: skip
    view = upload_of(archive, game.upload_id)
    assert (view.state, dict(view.tally.counts), view.tally.findings) == (
        "done", {"open": 1}, latest.findings,
    )  # fmt: skip
    with archive.database.reading() as session:
        assert facet_counts.wrong(session) == []


def test_what_is_no_correction_is_refused(archive: Archive, record: bytes) -> None:
    game = game_of(archive, own_game(archive, record))
    for content in (record, b"", record * 2, record + b"x" * (1 << 20)):
        with pytest.raises(Unrevised):
            archive.corrections.revise(game, content, author_id=None, comment="")
    with pytest.raises(Unrevised, match="for example line 2, “3 beers, then we went home”"):
        archive.corrections.revise(
            game, b"Dear all\n3 beers, then we went home\n", author_id=None, comment=""
        )
    archive.corrections.revise(game, record + b"{a}\n", author_id=None, comment="")
    with pytest.raises(Unrevised, match="corrected by another"):
        archive.corrections.revise(game, record + b"{b}\n", author_id=None, comment="")


def test_a_repair_is_taken_over(archive: Archive) -> None:
    game = game_of(archive, own_game(archive, (SAMPLES / "twenty-disputed-sum.xxn").read_bytes()))
    repairs = game.verdict["repairs"]
    assert repairs
    archive.corrections.take_over(game, 1, author_id=None)
    archive.judging.receive(game.upload_id)
    archive.analysing.analyse(game.upload_id, 1, 999)
    latest = game_of(archive, game.id)
    assert latest.verdict["first_divergence"] is None
    with pytest.raises(Unrevised):
        archive.corrections.take_over(latest, 99, author_id=None)


def test_another_sheet_of_the_same_game_is_named(archive: Archive, record: bytes) -> None:
    here = game_of(archive, own_game(archive, record))
    other = own_game(archive, record.replace(b"Albert", b"Al"))
    own_game(archive, record, Visibility.UNLISTED)
    own_game(archive, record.replace(b"p1 2=11", b"p1 4=13").replace(b"9=20/10", b"9=22"))
    assert [game.id for game in archive.corrections.other_sheets(here, None)] == [other]
    empty = game_of(archive, own_game(archive, b'[XXN "1.0"]\n'))
    own_game(archive, b'[XXN "1.0"]\n')
    assert archive.corrections.other_sheets(empty, None) == []
