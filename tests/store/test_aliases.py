"""Two players become one and are told apart again; counts are right all the while."""

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from archive.store import facet_counts, player_lists, player_merges, players, privacy, search
from archive.store.database import Database
from archive.store.models import FacetCount, Record, Seat
from archive.store.search import Filters
from tests.store.listed import NOW, judged, upload


def _who(database: Database, name: str) -> str:
    with database.reading() as session:
        found = players.named(session, name)
    assert found, name
    return found


def _played(database: Database, player: str) -> int:
    """As search finds it, as the page has it, and as it is counted: all the same."""
    scope = select(func.coalesce(func.sum(col(FacetCount.records)), 0)).where(
        col(FacetCount.scope) == f"player:{player}"
    )
    with database.reading() as session:
        assert facet_counts.wrong(session) == []
        page = search.page(session, Filters(player=player), search.NEWEST, "", 50)
        kept = int(session.execute(scope).scalar_one())
        view = player_lists.player(session, player)
    assert len(page.games) == page.facets.total == kept == (view.played if view else 0)
    return kept


@pytest.fixture
def games(database: Database) -> list[str]:
    """Anna played twice, A. Smith three times, each once where nobody sees it."""
    found = [*upload(database, 3), *upload(database, 2, visibility="unlisted")]
    names = [("Anna", "Berta"), ("A. Smith", "Berta"), ("Cleo", "a.  smith"), ("A. Smith", "Dov"),
             ("Anna", "Dov")]  # fmt: skip
    for record_id, its in zip(found, names, strict=True):
        judged(database, record_id, players=its, codes=("wrong-score",))
    return found


def _joined(database: Database) -> tuple[str, str]:
    kept, other = _who(database, "Anna"), _who(database, "A. Smith")
    with database.writing() as session:
        assert player_merges.merge(session, kept, other)
        assert not player_merges.merge(session, kept, other), "there is one of them by now"
    return kept, other


def test_two_players_become_one(database: Database, games: list[str]) -> None:
    kept, other = _joined(database)
    assert _played(database, kept) == 3
    for said in ("anna", "A. SMITH", kept, other):
        assert _who(database, said) == kept
    with database.reading() as session:
        met = player_lists.between(session, kept, _named(session, "Berta"))
        assert [(one.game, one.played) for one in met] == [("twenty", 2)]
        view = player_lists.player(session, other)
        assert (view.id, view.name, set(view.aliases)) == (kept, "Anna", {"Anna", "A. Smith"})
        written = session.execute(select(col(Record.players)).where(col(Record.id) == games[1]))
        assert written.scalar_one() == ["A. Smith", "Berta"], "as it is written"
    judged(database, games[0], players=("a. smith", "Berta"))
    assert _played(database, kept) == 3, "judged anew they are still one"


def test_one_player_becomes_two_again(database: Database, games: list[str]) -> None:
    kept, other = _joined(database)
    with database.writing() as session:
        assert player_merges.split(session, kept, ["a. SMITH"], NOW) == other
    assert _who(database, "A. Smith") == other, "with the identifier of before"
    assert (_played(database, kept), _played(database, other)) == (1, 2)
    with database.reading() as session:
        seats = select(col(Seat.player_id), func.count()).group_by(col(Seat.player_id))
        by_player = {row[0]: row[1] for row in session.execute(seats)}
    assert (by_player[kept], by_player[other]) == (2, 3), "those that nobody sees as well"


def test_a_player_who_is_left_by_their_own_name_is_called_by_another(
    database: Database, games: list[str]
) -> None:
    kept, other = _joined(database)
    with database.writing() as session:
        fresh = player_merges.split(session, kept, ["Anna"], NOW)
        assert fresh not in (None, kept, other)
        bearer = player_merges.bearer(session, other)
    assert (bearer.id, bearer.name, bearer.names) == (kept, "A. Smith", ["A. Smith"])
    assert (_played(database, kept), _played(database, str(fresh))) == (2, 1)


def test_three_become_one_and_two_leave_together(database: Database, games: list[str]) -> None:
    kept, other = _joined(database)
    dov = _who(database, "Dov")
    with database.writing() as session:  # no test of sense: they did sit at one table
        assert player_merges.together(session, kept, dov) == 2
        assert player_merges.merge(session, dov, kept)
        assert players.named(session, other) == players.named(session, kept) == dov
        fresh = player_merges.split(session, dov, ["Anna", "A. Smith"], NOW)
        assert fresh in (kept, other)
        assert players.named(session, kept) == players.named(session, other) == fresh
        assert players.named(session, dov) == dov
    assert _played(database, str(fresh)) == 3


def test_a_name_can_be_given_before_it_is_written(database: Database, games: list[str]) -> None:
    anna = _who(database, "Anna")
    with database.writing() as session:
        assert player_merges.give(session, anna, " Annie ", NOW) == anna
        assert (
            player_merges.give(session, anna, "Berta", NOW)
            == players.named(session, "Berta")
            != anna
        )
    (late,) = upload(database, 1)
    judged(database, late, players=("ANNIE", "Dov"))
    assert _played(database, anna) == 2
    with database.writing() as session:
        assert player_merges.call(session, anna, "annie")
        assert not player_merges.call(session, anna, "Berta")
        assert players.name(session, anna) == "Annie"


def test_a_name_nobody_sat_under_is_only_forgotten(database: Database, games: list[str]) -> None:
    anna = _who(database, "Anna")
    with database.writing() as session:
        player_merges.give(session, anna, "Annie", NOW)
        assert player_merges.split(session, anna, ["Annie"], NOW) is None
        assert players.named(session, "Annie") is None
        with pytest.raises(ValueError, match="some stay"):
            player_merges.split(session, anna, ["Anna"], NOW)
    assert _played(database, anna) == 1


def test_of_somebody_anonymous_no_name_is_left_anywhere(
    database: Database, games: list[str]
) -> None:
    kept, other = _joined(database)
    with database.writing() as session:
        privacy.hide_names(session, kept, "Player x", NOW)
        privacy.apply(session, privacy.records_of(session, kept))
        assert players.named(session, "A. Smith") is None
        assert player_merges.give(session, _named(session, "Cleo"), "a. smith", NOW) is None
        bearer = player_merges.bearer(session, other)
        tables = ("player", "alias", "formerplayer", "record", "recordtext")
        rows = [
            str(row)
            for name in tables
            for row in session.connection().exec_driver_sql(f"SELECT * FROM {name}")
        ]
    assert (bearer.id, bearer.name, bearer.anonymous, bearer.names) == (kept, "Player x", True, [])
    assert not [row for row in rows if "smith" in row.casefold() or "Anna" in row]


def _named(session: object, name: str) -> str:
    found = players.named(session, name)  # type: ignore[arg-type]
    assert found
    return found
