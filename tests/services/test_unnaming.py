"""Keeping a player anonymous: told to nobody from the first moment, out of the rows bit by bit."""

from typing import Any

import pytest

from archive.services import Archive, Visibility
from archive.store import facet_counts, privacy
from tests.conftest import RECORD, Ask
from tests.services.turns import Messages, OneStep, swept_when_overdue
from tests.uploaded import analysed_upload, game_of, job_of, upload_of

# No identifier can have the letters of this surname by chance: they have no i and no l.
NAMED = (
    RECORD.replace(b"Albert", b"Zebulon Quill")
    .replace(b"A short one", b"Quill Cup")
    .replace(b"8=8", b"{Zebulon thinks; Bertha waits} 8=8")
)


@pytest.fixture
def queue(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Messages:
    queue = Messages()
    monkeypatch.setattr(archive.queue, "unname", queue.send)
    return queue


def put(archive: Archive, number: int) -> list[str]:
    """So many public games of the player's, judged."""
    found = analysed_upload(archive, NAMED * number, filename="a.xxn", visibility=Visibility.PUBLIC)
    return [game.id for game in found.games]


def player_of(archive: Archive, game: str) -> str:
    return archive.anonymising.seats(game)[0].player_id


def everything_told(archive: Archive, games: list[str]) -> str:
    """What lists say of these games, however one comes by them."""
    search = archive.search
    first = game_of(archive, games[0])
    upload = upload_of(archive, first.upload_id)
    return repr([
        [(one.players, one.event) for one in (*archive.games.recent(), *upload.games)],
        [archive.anonymising.game(found) for game in games if (found := archive.games.find(game))],
        search.page({}), [*search.batches({"sort": "date"})],
        search.page({"player": player_of(archive, games[0])}),
        search.records(games, as_it_came=False), search.player(player_of(archive, games[0])),
    ])  # fmt: skip


def test_nobody_is_told_the_name_from_the_first_moment(
    archive: Archive, queue: Messages, rows: Ask
) -> None:
    games = put(archive, 3)
    anna = archive.accounts.create("Anna", "a long enough one").id
    collection = archive.collections.make(anna, "Evenings")
    archive.collections.put(collection, games[0])
    archive.moderation.report(games[0], "other", "A word.", by=anna)
    assert "Quill" in everything_told(archive, games)
    assert archive.search.page({"q": "zebulon"}).page.facets.total == 3

    job_id = archive.unnaming.begin(player_of(archive, games[0]), by=anna)
    assert queue == [job_id]
    assert "quill" in str(rows("SELECT text FROM recordtext")), "no row has been gone through"
    told = everything_told(archive, games)
    for name in ("Quill", "quill", "Zebulon"):
        assert name not in told
    assert "Quill" not in repr(archive.collections.items(collection))
    assert "Quill" not in repr(archive.moderation.reports(reporter_id=anna))
    for words in ("zebulon", "quill cup", "zebu*", "bertha quill"):
        page = archive.search.page({"q": words}).page
        assert (page.games, page.facets.total) == ([], 0), words
    assert archive.search.page({"player": "Zebulon Quill"}).page.games == []
    assert archive.search.page({}).page.facets.total == 3

    archive.unnaming.go_on(str(job_id))
    job = job_of(archive, str(job_id))
    assert (job.kind, job.state, job.done, job.total) == ("anonymise", "done", 3, 3)
    assert everything_told(archive, games) == told
    assert archive.search.page({"q": "bertha"}).page.facets.total == 3, "found by its words again"
    assert archive.unnaming.begin(player_of(archive, games[0]), by=anna) is None


def test_whatever_dies_it_goes_on(
    archive: Archive, queue: Messages, rows: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker killed in the middle leaves what it has committed; the sweeper finds the rest."""
    games = put(archive, 5)
    monkeypatch.setattr(privacy, "BATCH_ROWS", 2)
    job_id = str(archive.unnaming.begin(player_of(archive, games[0]), by=None))
    some, times = privacy.apply, iter(range(3))

    def dies(*arguments: Any) -> None:
        some(*arguments)
        if next(times):
            raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(privacy, "apply", dies)
        with pytest.raises(SystemExit):
            archive.unnaming.go_on(job_id)

    def named() -> int:
        return str(rows("SELECT CAST(players AS TEXT) FROM record")).count("Quill")

    assert named() == 3, "what was committed, and no more"
    job = job_of(archive, job_id)
    assert (job.state, job.total, job.done) == ("working", 5, 2)
    assert not archive.rescoring.cancel(job_id, by=None), "there is no way back"
    assert "Quill" not in everything_told(archive, games)
    late = put(archive, 1)
    assert named() == 3, "what comes meanwhile comes without the name"

    queue.clear()
    swept_when_overdue(archive, monkeypatch)
    assert queue == [job_id]
    archive.unnaming.go_on(job_id)
    archive.unnaming.go_on(job_id)  # a message that comes twice
    job = job_of(archive, job_id)
    assert job.state == "done"
    assert named() == 0
    kept = rows(
        "SELECT CAST(players AS TEXT), event, text FROM record"
        " JOIN recordtext ON record_id = record.id"
    )
    assert len(kept) == 6
    assert "quill" not in str(kept).casefold()
    assert "Quill" not in everything_told(archive, games + late)
    with archive.database.reading() as session:
        assert facet_counts.wrong(session) == []


def test_a_turn_ends_and_another_goes_on(
    archive: Archive, queue: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = put(archive, 3)
    monkeypatch.setattr(privacy, "BATCH_ROWS", 1)
    job_id = str(archive.unnaming.begin(player_of(archive, games[0]), by=None))

    monkeypatch.setattr(archive.context, "own_turn", OneStep)
    turns = 0
    while queue:
        archive.unnaming.go_on(queue.pop())
        turns += 1
    assert turns == 4
    job = job_of(archive, job_id)
    assert (job.state, job.done) == ("done", 3)
