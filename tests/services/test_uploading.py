"""Uploading and looking: the bytes are kept exactly, and every record can be found."""

import gzip
import io
import re
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from archive.analysis import verify_fully
from archive.scoring import ENGINE
from archive.services import Archive, Receipt, Visibility
from archive.services.uploads import Key
from archive.store import ids, uploads
from tests.conftest import Ask
from tests.uploaded import game_of, handed_in, judged_upload

SAMPLES = Path(__file__).parents[2] / "archive" / "samples"


def test_the_bytes_are_kept_exactly(archive: Archive, record: bytes) -> None:
    data = b"before\x00\xff\r\n" + record + b"\r\r\n" + record + b"\xfe\x00end"
    view = judged_upload(archive, data, filename="odd.xxn")
    assert (view.state, view.total, view.judged, view.size) == ("done", 3, 3, len(data))
    found = [archive.games.find(game.id) for game in view.games]
    assert b"".join(game.data for game in found if game) == data
    assert [game.number for game in view.games] == [1, 2, 3]
    lines = [data[: data.index(game.data)].count(b"\n") + 1 for game in found[:2] if game]
    assert [game.line for game in view.games][:2] == lines


def test_a_verdict_is_stored_as_every_other_door_prints_it(archive: Archive, record: bytes) -> None:
    view = judged_upload(archive, record + record)
    game = game_of(archive, view.games[1].id)
    assert game.verdict_json == verify_fully(record, 2).json()
    assert game.verdict["engine"] == ENGINE


def test_what_lists_show(archive: Archive, record: bytes) -> None:
    shown = handed_in(archive, record, visibility=Visibility.PUBLIC)
    hidden = handed_in(archive, record)
    assert set(archive.games.counts().values()) == {0}
    for upload_id in (shown, hidden):
        archive.judging.receive(upload_id)
    (game,) = archive.games.recent(10)
    assert game.upload_id == shown
    assert game.players == ["Albert", "Bertha"]
    assert (game.event, game.date) == ("A short one", "2026.01.02")
    assert (game.game, game.rules) == ("twenty", "twenty/farrugia@1")
    assert (game.state, game.standing) == ("judged", "open")
    assert game.answers == {
        "legality": "upheld",
        "arithmetic": "upheld",
        "result": game.answers["result"] if game.answers else None,
    }
    assert counted(archive) == {"open": 1}, "what is shown counts"


def test_flawed_and_impossible_are_told_apart(archive: Archive, record: bytes) -> None:
    wrong_sum = record.replace(b"=20/10", b"=20/9")
    five_nines = record.replace(b"p1: 85542\np2: T982A", b"p1: 85999\np2: T998A")
    for data in (wrong_sum, five_nines, b'[XXN "1.0"]\nnothing that could be read'):
        archive.judging.receive(put(archive, data))
    assert counted(archive) == {"open": 1, "flawed": 1, "impossible": 1}


def put(archive: Archive, data: bytes) -> str:
    return handed_in(archive, data, visibility=Visibility.PUBLIC)


def counted(archive: Archive) -> dict[str, int]:
    return {word: number for word, number in archive.games.counts().items() if number}


def test_only_what_was_told_to_its_end_holds(archive: Archive, record: bytes) -> None:
    """Unfinished, with a gap, without a play: nothing is wrong, and nothing is upheld either."""
    whole = (SAMPLES / "twenty-open-hands.xxn").read_bytes()
    unclaimed = re.sub(rb'\[Result "[^"]*"\]', b'[Result "*"]', whole)
    with_a_gap = whole.replace(b"\n@round", b"\n@gap\n@round", 1)
    for data in (record, with_a_gap, b'[XXN "1.0"]\n[Game "twenty"]\n', whole, unclaimed):
        archive.judging.receive(put(archive, data))
    assert counted(archive) == {"open": 3, "upheld": 2}


def test_names_that_no_column_takes(archive: Archive, record: bytes) -> None:
    """Neither NUL nor a broken encoding nor sheer length keeps a record out of the lists."""
    data = record.replace(b'"Albert"', b'"A\x00\xff' + b"x" * 5000 + b'"')
    view = judged_upload(archive, data, filename="n\x00\udcff" * 300)
    assert view.state == "done"
    assert view.filename is not None
    assert len(view.filename) == 200
    assert view.games[0].state == "judged"
    game = game_of(archive, view.games[0].id)
    assert game.data == data


def test_an_empty_upload_comes_to_an_end(archive: Archive) -> None:
    view = judged_upload(archive, b"", filename="empty.xxn")
    assert view.state == "done"


def test_what_is_not_there(archive: Archive) -> None:
    assert archive.uploads.find("nowhere") is None
    assert archive.games.find("nowhere") is None
    archive.judging.receive("nowhere")
    archive.judging.judge("nowhere", 1, 100)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_samples_are_taken_in_once_and_listed(archive: Archive, rows: Ask) -> None:
    new = archive.uploads.load_samples()
    assert new >= 1
    assert archive.uploads.load_samples() == 0
    for (upload_id,) in rows("SELECT id FROM upload WHERE source = 'sample'"):
        archive.judging.receive(upload_id)
    assert len(archive.games.recent(100)) >= new
    assert archive.games.counts()["waiting"] == 0


def test_identifiers() -> None:
    many = {ids.fresh() for _ in range(2000)}
    assert len(many) == 2000
    assert all(len(one) == ids.LENGTH and set(one) <= set(ids.ALPHABET) for one in many)
    assert not set("01loi") & set(ids.ALPHABET)
    assert ids.derived("a") == ids.derived("a") != ids.derived("b")
    assert len(ids.derived("a")) == ids.LENGTH


def test_identifiers_of_one_upload_sort_as_it_goes() -> None:
    """So that neighbours stand on the same page of an index."""
    ends = [0, 1, 400, 401, 5_000, 1 << 30]
    parts = [ids.within(start, end, 1 << 30) for start, end in pairwise(ends)]
    assert parts == sorted(parts)
    assert all(len(one) == ids.LENGTH and set(one) <= set(ids.ALPHABET) for one in parts)
    assert len({ids.within(400, 401, 1000) for _ in range(2000)}) == 2000
    assert min(ids.within(0, 1, 1) for _ in range(500)) < "4"
    assert max(ids.within(0, 1, 1) for _ in range(500)) > "w"
    assert ids.within(0, 0, 0) != ids.within(0, 0, 0)
    assert ids.beside("k7k7k7k7k7")[:5] == "k7k7k"
    assert len({ids.beside("k7k7k7k7k7") for _ in range(500)}) > 400


@pytest.mark.parametrize(
    "settings",
    [pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))],
    indirect=True,
)
def test_of_two_at_once_under_one_key_the_second_finds_the_first(
    archive: Archive, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one commits between the look for the key and the keeping of it."""
    receipts, add = [], uploads.add

    def hand_in() -> Receipt:
        key = Key("monday", "192.0.2.1")
        return archive.uploads.hand_in(record, filename=None, source="test", key=key)

    def overtaken(*given: Any, **more: Any) -> bool:
        if not receipts:
            monkeypatch.setattr(uploads, "add", add)
            receipts.append(hand_in())
        return add(*given, **more)

    monkeypatch.setattr(uploads, "add", overtaken)
    receipts.append(hand_in())
    assert [one.new for one in receipts] == [True, False]
    assert receipts[0].upload_id == receipts[1].upload_id


def test_what_has_no_game_in_it_becomes_none_alone_and_in_a_zip(
    archive: Archive, record: bytes
) -> None:
    """A photo was a game of its own, and so were a file without anything in it and a letter. What
    is named as a record is one, and so is a text with a play in it."""
    files = {
        "photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(256)) * 20,
        "empty.xxn": b"", "letter.txt": b"Dear all,\nwe had 3 beers.\n",
        "sound.xxn": record, "plays.txt": b"1. p1 9 2. p2 8\n", "letter.xxn": b"Dear all\n",
    }  # fmt: skip
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as folder:
        for name, data in files.items():
            folder.writestr(name, data)
    several = judged_upload(archive, packed.getvalue(), filename="evening.zip")
    assert (several.total, {one.name for one in several.left_out}) == (3, {*files} - JUDGED)
    for name, data in files.items():
        for sent, as_name in ((data, name), (gzip.compress(data), f"{name}.gz")):
            alone = judged_upload(archive, sent, filename=as_name)
            assert (alone.total, len(alone.left_out)) == ((1, 0) if name in JUDGED else (0, 1))


JUDGED = {"sound.xxn", "plays.txt", "letter.xxn"}
