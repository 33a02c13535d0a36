"""Layers: each account's notes on a record, every version kept, the record as it was."""

import json
from pathlib import Path

import pytest

from archive.analyst import weigh
from archive.analyst.annotated import annotated
from archive.notation import read, write
from archive.notation.notes import Arrow, Note
from archive.scoring import verify
from archive.services import Archive, Visibility, layer_notes
from archive.services.layer_notes import AnotherGame
from archive.services.layers import LayerChanged, LayerRefused
from archive.services.permissions import ANONYMOUS, Actor, Role
from archive.store.row_views import GameView
from archive.web.presenters.layers import with_layers_written
from tests.conftest import Ask
from tests.uploaded import game_of, judged_upload

PASSWORD = "a long enough one"
NOTE = Note(3, "Better was the 9, see #4", (2,), (Arrow("p1:9", "table"),), ("3. p1 9",))


@pytest.fixture
def game(archive: Archive, record: bytes) -> GameView:
    return game_of(archive, judged_upload(archive, record).games[0].id)


@pytest.fixture
def anna(archive: Archive) -> str:
    return archive.accounts.create("Anna", PASSWORD).id


@pytest.fixture
def tom(archive: Archive) -> str:
    return archive.accounts.create("Tom", PASSWORD).id


def test_every_version_is_kept_and_can_be_had_again(
    archive: Archive, game: GameView, anna: str
) -> None:
    made = archive.layers.put(game, NOTE, by=anna)
    assert (made.notes, made.number, made.visibility) == ([NOTE], 1, "private")
    archive.layers.put(game, Note(4, "So."), by=anna)
    archive.layers.put(game, Note(3), by=anna)
    line = Note(4, "So.", variations=("4. p2 9",))
    kept = archive.layers.put(game, line, by=anna)
    assert archive.layers.put(game, line, by=anna).number == kept.number == 4
    assert kept.notes == [line]
    assert [(one.number, one.notes, one.changed) for one in archive.layers.history(made.id)] == [
        (4, 1, [4]), (3, 1, [3]), (2, 2, [4]), (1, 1, [3]),
    ]  # fmt: skip
    again = archive.layers.revert(game, kept, 1, by=anna)
    assert (again.number, again.notes) == (5, [NOTE])
    with pytest.raises(LayerChanged):
        archive.layers.save(game, [], by=anna, after=4)
    found = game_of(archive, game.id)
    assert (found.data, found.verdict_json) == (game.data, game.verdict_json)


def test_who_sees_what(archive: Archive, game: GameView, anna: str, tom: str) -> None:
    hers = archive.layers.put(game, NOTE, by=anna)
    his = archive.layers.put(game, Note(1, "Mine."), by=tom, visibility=Visibility.UNLISTED)
    me, moderator = Actor(anna), Actor("x", role=Role.MODERATOR)

    def seen(asking: Actor, *named: str) -> list[str]:
        return [one.owner for one in archive.layers.of(game.id, asking=asking, named=named)]

    assert seen(ANONYMOUS) == seen(ANONYMOUS, hers.id) == []
    assert seen(me) == ["Anna"]
    assert seen(ANONYMOUS, his.id) == ["Tom"]
    archive.layers.show(hers.id, Visibility.PUBLIC)
    assert seen(ANONYMOUS) == ["Anna"]
    assert seen(me, his.id) == ["Anna", "Tom"]
    archive.layers.hide(hers, by=None)
    assert seen(ANONYMOUS, hers.id) == []
    assert seen(me) == seen(moderator, hers.id) == ["Anna"]
    archive.layers.hide(hers, by=None, hidden=False)
    assert seen(ANONYMOUS) == ["Anna"]


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ([Note(999, "x")], "There is no play 999: this game has"),
        ([Note(1, "x"), Note(1, "y")], "two notes about play 1"),
        ([Note(2, variations=("a king",))], "At play 2: “a king” is no line of plays"),
        ([Note(0, variations=("1. p1 9",))], "in place of a play"),
        ([Note(1, "x" * layer_notes.LARGEST)], "at most 64 kB"),
        ([Note(one, variations=("1. p1 9",) * 30) for one in range(1, 5)], "at most 100 other"),
    ],
    ids=["ply", "twice", "line", "before", "large", "lines"],
)
def test_what_cannot_be_kept_is_said(
    archive: Archive, game: GameView, anna: str, notes: list[Note], said: str
) -> None:
    with pytest.raises(LayerRefused, match=said):
        archive.layers.save(game, notes, by=anna)
    assert archive.layers.own(game.id, anna) is None


def test_a_copy_of_the_game_brings_its_notes(
    archive: Archive, game: GameView, anna: str, tom: str
) -> None:
    hers = archive.layers.save(game, [NOTE, Note(2, "", (1,))], by=anna)
    archive.layers.save(game, [Note(3, "Mine."), Note(4, "Stays.")], by=tom)
    brought = archive.layers.bring(game, with_layers_written(game, [hers]), by=tom)
    assert (brought.found, brought.below, brought.otherwise) == (2, 1, False)
    below = NOTE._replace(comment=f"Mine.\n\n{NOTE.comment}")
    assert brought.layer.notes == [Note(2, "", (1,)), below, Note(4, "Stays.")]
    again = archive.layers.bring(game, with_layers_written(game, [hers, brought.layer]), by=tom)
    assert again.layer.notes == brought.layer.notes, "what both say stands once"
    replaced = archive.layers.bring(game, with_layers_written(game, [hers]), by=tom, replacing=True)
    assert (replaced.found, replaced.below) == (2, 0)
    assert replaced.layer.notes == [*hers.notes, Note(4, "Stays.")]
    claims = with_layers_written(game, [hers]).replace(b"[XXN", b'[Scorer "Ann"]\n[XXN', 1)
    assert archive.layers.bring(game, claims, by=tom).otherwise
    with pytest.raises(LayerRefused, match="Nothing is written here"):
        archive.layers.bring(game, game.data, by=tom)
    with pytest.raises(LayerRefused, match="No game can be read"):
        archive.layers.bring(game, b"\n", by=tom)
    other = with_layers_written(game, [hers]).replace(b"2. p2", b"2. p1", 1)
    with pytest.raises(AnotherGame, match=r"This is another game: play 2 is “2\. p2 .*in yours"):
        archive.layers.bring(game, other, by=tom)


def test_what_the_analyst_wrote_into_a_copy_is_no_note(archive: Archive, tom: str) -> None:
    data = Path("archive/samples/twenty-illustrative.xxn").read_bytes()
    game = game_of(archive, judged_upload(archive, data).games[0].id)
    kept = archive.layers.save(game, [NOTE._replace(ply=8, arrows=(), variations=())], by=tom)
    said = weigh(verify(data), 2)
    copies = (with_layers_written(game, [kept]), data)
    both, alone = (write(annotated(read(one), said)).encode() for one in copies)
    assert b"[%eval" in alone
    assert archive.layers.bring(game, both, by=tom).layer.notes == kept.notes
    with pytest.raises(LayerRefused, match="Nothing is written here"):
        archive.layers.bring(game, alone, by=tom)


def test_they_go_with_their_record_and_with_their_owner(
    archive: Archive,
    game: GameView,
    anna: str,
    tom: str,
    rows: Ask,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    archive.layers.put(game, NOTE, by=anna)
    archive.layers.put(game, NOTE, by=tom)
    parts = {one.name: b"".join(one.pieces) for one in archive.ownership.export(anna)}
    (told,) = map(json.loads, parts["layers.ndjson"].splitlines())
    assert (told["record"], told["notes"][0]["comment"]) == (game.id, NOTE.comment)
    monkeypatch.setattr(archive.queue, "delete", lambda _: True)
    archive.deletion.go_on(archive.deletion.account(anna, leave_uploads=True, by=None))
    assert len(rows("SELECT * FROM layer")) == len(rows("SELECT * FROM layerversion")) == 1
    archive.ownership.delete_record(game.id, by=None)
    assert rows("SELECT * FROM layer") == rows("SELECT * FROM layerversion") == []


def test_a_name_that_is_not_told_is_in_no_note(
    archive: Archive, game: GameView, anna: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = game.players[0]
    archive.layers.put(game, Note(1, f"Well done, {name}!"), by=anna, visibility=Visibility.PUBLIC)
    seat = archive.anonymising.seats(game.id)[0]
    monkeypatch.setattr(archive.queue, "unname", lambda _: True)
    archive.unnaming.go_on(str(archive.unnaming.begin(seat.player_id, by=None)))
    (told,) = archive.anonymising.layers(game.id, archive.layers.of(game.id))
    assert name not in told.notes[0].comment
    assert told.notes[0].comment.startswith("Well done, ")
