"""Who may look, deletion, export, anonymity: what changes everywhere, and what stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from archive.notation import read
from archive.notation.hashes import hashes
from archive.scoring import verify
from archive.services import Archive, Visibility
from archive.services.collections import CollectionRefused, tag_of
from archive.services.moderation import ReportRefused, ReportState
from archive.store import facet_counts, players
from tests.conftest import Ask, anonymised, bytes_of
from tests.uploaded import game_of, judged_upload, upload_of

PASSWORD = "a long enough one"
FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMED = b"""\
[XXN "1.0"]
[Game "twenty"]
[Rules "twenty/farrugia@1"]
[Event "Albert Camilleri Cup"]
[Date "2026.01.02"]
[P1 "Albert Camilleri"]
[P2 "Bertha"]
[Result "p1:5 p2:3"]

@round n=1 first=p1
@up 39 bonus=6
@deal n=1
p1: 85542
p2: T982A
{Camilleri thinks; Bertha waits} 1. p1 8=8 2. p2 A=9
3. p1 2=12 4. p2 9=21/10
*
"""


def put(archive: Archive, data: bytes, owner: str | None, **more: Any) -> tuple[str, list[str]]:
    """An upload of somebody's, judged, and its games."""
    found = judged_upload(archive, data, filename="a.xxn", owner_id=owner, **more)
    return found.id, [game.id for game in found.games]


@pytest.fixture
def anna(archive: Archive) -> str:
    return archive.accounts.create("Anna", PASSWORD).id


def right(archive: Archive) -> bool:
    """Whether the kept counts are what counting gives."""
    with archive.database.reading() as session:
        return facet_counts.wrong(session) == []


def test_lists_tell_the_first_error_at_a_play(archive: Archive, anna: str) -> None:
    carried = (FIXTURES / "twenty/flawed/sum-carried-to-the-end.xxn").read_bytes()
    _, (flawed,) = put(archive, carried, anna)
    _, (sound,) = put(archive, NAMED.split(b"\n3. ")[0].replace(b"p1:5 p2:3", b"*"), anna)
    found = game_of(archive, flawed)
    errors = [one["code"] for one in json.loads(found.verdict_json or "")["findings"]]
    assert errors[0] == "wrong-result", "the Result tag stands above the plays"
    assert archive.games.first_errors([flawed, sound]) == {flawed: "wrong-score"}


def test_who_may_look_is_followed_by_lists_and_counts(
    archive: Archive, anna: str, rows: Ask
) -> None:
    upload, (one, two) = put(archive, NAMED + NAMED.replace(b"8=8", b"8=7"), anna)
    keeping = archive.ownership
    assert archive.games.recent() == []
    keeping.show_upload(upload, Visibility.PUBLIC, by=anna)
    assert {game.id for game in archive.games.recent()} == {one, two}
    keeping.show_record(two, Visibility.PRIVATE, by=anna)
    assert [game.id for game in archive.games.recent()] == [one]
    assert rows("SELECT shown, count(*) FROM seat GROUP BY shown ORDER BY shown") == [
        (False, 2),
        (True, 2),
    ]
    assert not keeping.is_whole(upload)
    assert right(archive)
    assert archive.accounts.log(action="shown") == [], "what owners do with theirs is not logged"
    keeping.show_record(two, Visibility.PUBLIC, by="somebody")
    assert len(archive.accounts.log(action="shown")) == 1


def test_a_deleted_upload_leaves_nothing(archive: Archive, anna: str, rows: Ask) -> None:
    other, (kept,) = put(archive, NAMED, None, visibility=Visibility.PUBLIC)
    upload, games = put(
        archive, NAMED.replace(b"Bertha", b"Cleo") * 3, anna, visibility=Visibility.PUBLIC
    )
    archive.collections.tag(games[0], "cup", by=anna)
    collection = archive.collections.make(anna, "Evenings")
    archive.collections.put(collection, games[0])
    archive.collections.put(collection, kept)
    archive.moderation.report(games[1], "names")
    assert archive.ownership.what_goes(upload).records == 3
    archive.deletion.go_on(archive.deletion.upload(upload, by=anna))
    assert archive.uploads.find(upload) is None
    assert all(archive.games.find(game) is None for game in games)
    assert [game.id for game in archive.collections.items(collection)] == [kept]
    assert archive.games.find(kept)
    for table, left in (("record", 1), ("verdict", 1), ("report", 0), ("tag", 0), ("upload", 1),
                        ("document", 1), ("blob", 1), ("player", 2)):  # fmt: skip
        assert rows(f"SELECT count(*) FROM {table}") == [(left,)], table
    assert rows("SELECT count(*) FROM chunk WHERE blob_id NOT IN (SELECT id FROM blob)") == [(0,)]
    assert right(archive)
    (line,) = archive.accounts.log(action="upload-deleted")
    assert (line.actor, line.subject) == ("Anna", f"upload:{upload}")
    assert archive.uploads.find(other)


def test_a_deleted_record_leaves_the_upload_to_its_owner(archive: Archive, anna: str) -> None:
    upload, (one, two) = put(archive, NAMED * 2, anna)
    assert archive.ownership.is_whole(upload)
    archive.ownership.delete_record(one, by=anna)
    assert archive.games.find(one) is None
    assert archive.games.find(two)
    assert not archive.ownership.is_whole(upload)
    assert bytes_of(archive, upload) == (NAMED * 2, "a.xxn")


def test_a_deleted_record_is_counted_in_its_upload_no_more(archive: Archive, anna: str) -> None:
    upload, (one, two) = put(archive, NAMED + NAMED.replace(b"8=8", b"8=7"), anna)
    found = upload_of(archive, upload)
    assert (found.total, found.judged, sum(found.tally.counts.values())) == (2, 2, 2)
    assert found.tally.findings > found.games[0].findings
    archive.ownership.delete_record(two, by=anna)
    found = upload_of(archive, upload)
    assert (found.total, found.judged) == (1, 1)
    assert found.tally.findings == found.games[0].findings
    assert {word: number for word, number in found.tally.counts.items() if number} == {
        found.games[0].standing: 1
    }
    assert [line.total for line in archive.ownership.uploads_of(anna)] == [1]
    assert not archive.ownership.is_whole(upload), "its bytes are in the upload still"
    archive.ownership.delete_record(one, by=anna)
    found = upload_of(archive, upload)
    assert (found.total, found.judged, found.games) == (0, 0, [])


def test_a_record_deleted_while_it_waits_holds_nothing_up(archive: Archive, anna: str) -> None:
    upload, (one, two) = put(archive, NAMED * 2, anna)
    for game in (one, two):
        taken = game_of(archive, game)
        said = taken.data.replace(b"Bertha", b"Cleo")
        archive.corrections.revise(taken, said, author_id=anna, comment="")
    assert archive.games.counts()["waiting"] == 2
    archive.ownership.delete_record(one, by=anna)
    assert archive.games.counts()["waiting"] == 1
    archive.ownership.delete_record(two, by=anna)
    assert archive.games.counts()["waiting"] == 0
    found = upload_of(archive, upload)
    assert (found.state, found.total, found.judged) == ("done", 0, 0)


@pytest.mark.parametrize("leave", [True, False])
def test_the_end_of_an_account(archive: Archive, anna: str, leave: bool, rows: Ask) -> None:
    public, (one, two) = put(archive, NAMED * 2, anna, visibility=Visibility.PUBLIC)
    private, (hers,) = put(archive, NAMED + b"\n", anna, visibility=Visibility.PRIVATE)
    archive.ownership.show_record(two, Visibility.PRIVATE, by=anna)
    archive.accounts.make_token(anna, "cron", ["read"])
    archive.collections.make(anna, "Evenings")
    _, (others,) = put(archive, NAMED, None)
    archive.collections.tag(others, "cup", by=anna)
    archive.moderation.report(others, "names", by=anna)
    archive.deletion.go_on(archive.deletion.account(anna, leave_uploads=leave, by=anna))
    assert archive.accounts.account(anna) is None
    assert archive.uploads.find(private) is None
    assert archive.games.find(hers) is None
    assert archive.games.find(two) is None
    assert (archive.games.find(one) is not None) is leave
    if leave:
        found = archive.ownership.upload(public)
        assert found.owner_id is None
    assert [tag.tag for tag in archive.collections.tags(others)] == ["cup"]
    assert archive.moderation.reports()[0].reporter is None
    assert rows("SELECT count(*) FROM token") == rows("SELECT count(*) FROM collection") == [(0,)]
    assert right(archive)
    assert archive.accounts.sign_in("Anna", PASSWORD) is None


def test_an_export_has_all_of_ones_own(archive: Archive, anna: str) -> None:
    _, (game,) = put(archive, NAMED, anna)
    put(archive, NAMED + b"\n", None)
    archive.collections.tag(game, "cup", by=anna)
    parts = {part.name: b"".join(part.pieces) for part in archive.ownership.export(anna)}
    upload = next(name for name in parts if name.startswith("uploads/"))
    assert upload.endswith("/a.xxn")
    assert parts[upload] == NAMED
    (line,) = parts["verdicts.ndjson"].splitlines()
    stored = game_of(archive, game)
    assert json.loads(line)["verdict"] == stored.verdict
    told = json.loads(parts["account.json"])
    assert (told["name"], told["tags"]) == ("Anna", [{"record": game, "tag": "cup"}])
    assert "password" not in told


def player_of(archive: Archive, game: str, seat: int) -> str:
    return archive.anonymising.seats(game)[seat - 1].player_id


def test_an_anonymous_player_has_another_name_everywhere(archive: Archive, rows: Ask) -> None:
    upload, (game,) = put(archive, NAMED, None, visibility=Visibility.PUBLIC)
    player = player_of(archive, game, 1)
    before = game_of(archive, game)
    assert before.verdict_json is not None
    assert "Camilleri" in before.verdict_json
    instead = anonymised(archive, player)
    assert instead is not None
    assert anonymised(archive, player) is None

    stored = game_of(archive, game)
    assert (stored.data, stored.verdict_json) == (before.data, before.verdict_json), "bytes stay"
    given = archive.anonymising.game(stored)
    assert given.verdict_json is not None
    shown = repr((given, archive.games.recent()))
    for name in ("Albert", "Camilleri", "camilleri"):
        assert name not in shown
    assert f'[P1 "{instead}"]'.encode() in given.data
    assert f"{{{instead} thinks; Bertha waits}}".encode() in given.data
    assert given.players == [instead, "Bertha"]
    assert given.event == f"{instead} Cup"

    told, same = given.verdict, verify(given.data, given.number).as_dict()
    assert told["record"] == same["record"]
    assert told["record"]["raw"] == hashes(read(given.data)).raw
    assert told["findings"] == same["findings"]
    assert told["record"]["play"] == before.verdict["record"]["play"]  # type: ignore[index]

    assert "camilleri" not in str(rows("SELECT text FROM recordtext")).casefold()
    assert "camilleri" not in str(rows("SELECT key, name FROM alias")).casefold()
    with archive.database.reading() as session:
        assert players.named(session, "Albert Camilleri") is None
    assert archive.anonymising.in_upload(upload)


def test_whoever_comes_back_stays_anonymous(archive: Archive, rows: Ask) -> None:
    upload, (game,) = put(archive, NAMED, None)
    player = player_of(archive, game, 1)
    instead = anonymised(archive, player)
    archive.deletion.go_on(archive.deletion.upload(upload, by=None))
    _, (again,) = put(archive, NAMED.replace(b"thinks", b"smiles"), None, visibility="public")
    assert player_of(archive, again, 1) == player
    assert archive.games.recent()[0].players == [instead, "Bertha"]
    assert "camilleri" not in str(rows("SELECT text FROM recordtext")).casefold()


def test_a_correction_does_not_tell_the_name_before_it(archive: Archive, anna: str) -> None:
    """Nor is one told that has not been judged yet."""
    _, (game,) = put(archive, NAMED, anna, visibility=Visibility.PUBLIC)
    anonymised(archive, player_of(archive, game, 1))
    first = game_of(archive, game)
    renamed = NAMED.replace(b"Albert Camilleri", b"Zoe").replace(b"Camilleri", b"Zoe")
    archive.corrections.revise(first, renamed, author_id=anna, comment="another name")
    for number in (1, None):
        seen = archive.games.find(game, number) if number else archive.games.find(game)
        assert seen is not None
        assert b"Camilleri" not in archive.anonymising.game(seen).data
    judged_upload(archive, NAMED + b"\n")
    assert b"Camilleri" not in archive.anonymising.text("not judged yet", NAMED)


@pytest.fixture
def spoilt(archive: Archive, anna: str) -> str:
    """A public game of two players whose correction is no record, and names one of them."""
    upload, (game,) = put(archive, NAMED, anna, visibility=Visibility.PUBLIC)
    first = game_of(archive, game)
    words = b'[XXN "1.0"]\n{Albert Camilleri has lost the sheet, says Camilleri.}\n'
    archive.corrections.revise(first, words, author_id=anna, comment="Camilleri told me")
    archive.judging.receive(upload)
    assert archive.games.recent()[0].players == []
    return game


def test_who_sits_in_an_earlier_revision_can_be_kept_anonymous(
    archive: Archive, spoilt: str, rows: Ask
) -> None:
    assert [(one.seat, one.name) for one in archive.anonymising.seats(spoilt)] == [
        (1, "Albert Camilleri"), (2, "Bertha"),
    ]  # fmt: skip
    instead = anonymised(archive, player_of(archive, spoilt, 1))
    for revision in (1, 2, None):
        whole = game_of(archive, spoilt, revision)
        told = archive.anonymising.game(whole)
        assert b"Camilleri" in whole.data
        assert "Camilleri" not in repr(told)
        assert (instead or "").encode() in told.data
    (exported,) = archive.search.records([spoilt], as_it_came=False)
    assert b"Camilleri" not in exported
    assert archive.search.records([spoilt], as_it_came=True) == [whole.data]
    assert b"Camilleri" not in archive.anonymising.text(spoilt, whole.data)
    second = archive.anonymising.comments(spoilt, archive.corrections.of(spoilt))[1]
    assert second.comment == f"{instead} told me"
    seats = archive.anonymising.seats(spoilt)
    assert [(one.name, one.anonymous) for one in seats] == [(instead, True), ("Bertha", False)]


def test_who_was_forgotten_meanwhile_can_be_kept_anonymous_too(
    archive: Archive, spoilt: str, rows: Ask
) -> None:
    _, (other,) = put(archive, NAMED + b"\n", None)
    archive.ownership.delete_record(other, by=None)
    assert rows("SELECT name FROM player") == []
    assert anonymised(archive, player_of(archive, spoilt, 1))
    stored = game_of(archive, spoilt, 1)
    assert b"Camilleri" not in archive.anonymising.game(stored).data


def test_what_people_put_to_games_is_listed_and_changed_where_a_moderator_says_so(
    archive: Archive, anna: str
) -> None:
    _, (game,) = put(archive, NAMED, anna, visibility=Visibility.PUBLIC)
    _, (elsewhere,) = put(archive, NAMED.replace(b"Albert Camilleri", b"Dov"), anna,
                          visibility=Visibility.PUBLIC)  # fmt: skip
    for record_id, tag in ((game, "albert-camilleri-cup"), (game, "camilleri"), (game, "cup"),
                           (game, "camillerian"), (elsewhere, "camilleri")):  # fmt: skip
        archive.collections.tag(record_id, tag, by=anna)
    titles = ("Camilleri at his best", "All cups", "CAMILLERI again")
    made = [archive.collections.make(anna, title, about="Of Albert") for title in titles]
    archive.collections.change(made[1], "All cups", "", Visibility.PUBLIC)
    for collection in made[:2]:
        archive.collections.put(collection, game)
    archive.collections.put(made[2], elsewhere)

    player = player_of(archive, game, 1)
    told = archive.anonymising.mentions(player)
    assert [(one.tag, one.games) for one in told.tags] == [
        ("albert-camilleri-cup", 1), ("camilleri", 1),
    ]  # fmt: skip
    assert [(one.id, one.owner) for one in told.titles] == [(made[0], "Anna")]
    instead = anonymised(archive, player, tags=["albert-camilleri-cup", "cup"], titles=[*made])
    hyphened = instead.casefold().replace(" ", "-")
    assert {one.tag for one in archive.collections.tags(game)} == {
        f"{hyphened}-cup", "camilleri", "cup", "camillerian",
    }  # fmt: skip
    first, second, third = (archive.collections.collection(one) for one in made)
    assert (first.title, first.about) == (f"{instead} at his best", f"Of {instead}")
    assert [second and second.title, third and third.title] == ["All cups", "CAMILLERI again"]
    line = archive.accounts.log(action="player-anonymised")[0]
    assert line.detail == {"tags": 1, "collections": 1}
    assert right(archive)


def test_reports_are_settled_once(archive: Archive, anna: str) -> None:
    _, (game,) = put(archive, NAMED, None, visibility=Visibility.PUBLIC)
    reported = archive.moderation.report(game, "names", "That is me.", by=anna)
    with pytest.raises(ReportRefused, match="already"):
        archive.moderation.report(game, "abuse", by=anna)
    for reason, text in (("because", ""), ("other", " "), ("names", "x" * 2001)):
        with pytest.raises(ReportRefused):
            archive.moderation.report(game, reason, text)
    assert archive.moderation.waiting() == 1
    archive.moderation.settle(reported, ReportState.UPHELD, "You are right.", hide=True, by=anna)
    assert archive.games.recent() == []
    assert right(archive)
    (told,) = archive.moderation.reports(reporter_id=anna)
    assert (told.state, told.answer, told.text) == ("upheld", "You are right.", "That is me.")
    with pytest.raises(ReportRefused, match="settled already"):
        archive.moderation.settle(reported, ReportState.DISMISSED, "", hide=False, by=anna)
    assert [line.action for line in archive.accounts.log()][:2] == ["record-hidden",
                                                                    "report-upheld"]  # fmt: skip
    assert archive.moderation.hide(game, by="moderator", hidden=False)
    assert not archive.moderation.hide(game, by="moderator", hidden=False)
    assert [one.id for one in archive.games.recent()] == [game]


def test_tags_are_short_words(archive: Archive, anna: str) -> None:
    assert tag_of(" Summer  CUP ") == "summer-cup"
    for text in ("", "-", "a/b", "x" * 41, "<b>", "a\nb\0"):
        with pytest.raises(CollectionRefused):
            tag_of(text)
    _, (game,) = put(archive, NAMED, anna, visibility=Visibility.PUBLIC)
    for _ in range(2):
        assert archive.collections.tag(game, "Cup", by=anna) == "cup"
    assert [tag.tag for tag in archive.collections.tags(game)] == ["cup"]
    assert archive.collections.untag(game, "cup", by=anna)
    assert not archive.collections.untag(game, "cup", by=anna)
    assert right(archive)


def test_a_collection_has_an_order(archive: Archive, anna: str) -> None:
    _, games = put(archive, NAMED * 3, anna)
    collections = archive.collections
    made = collections.make(anna, "  Evenings ")
    assert all(collections.put(made, game) for game in games)
    assert not collections.put(made, games[0])
    collections.move(made, games[2], -1)
    collections.move(made, games[0], 100)
    order = [game.id for game in collections.items(made)]
    assert order == [games[2], games[1], games[0]]
    assert collections.take_out(made, games[1])
    found = collections.collection(made)
    assert (found.title, found.owner, found.records) == ("Evenings", "Anna", 2)
    with pytest.raises(CollectionRefused, match="title"):
        collections.change(made, " ", "", Visibility.PUBLIC)
    collections.delete(made, by=anna)
    assert collections.collection(made) is None
    assert archive.games.find(games[0])
