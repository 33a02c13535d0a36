"""The counts kept are those that counting gives, after whatever was done, by however many."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import delete, func, insert, select, text, update
from sqlmodel import col

from archive.config import Settings
from archive.core.archive_states import Visibility
from archive.core.text import name_key
from archive.store import facet_counts, player_merges, players, search_index
from archive.store.database import Database
from archive.store.models import Alias, FacetCount, Player, Record, Seat, Tag
from tests.laws import tried
from tests.store.beside import beside
from tests.store.listed import NOW, judged, upload
from tests.store.written import judge_all

NAMES = ("Anna", "anna ", "BERTA", "Cleo", "?", "", "Dov")
MONTHS = ("2026-01-02", "2026-01", "2026", "")


def _total(database: Database, scope: str, month: str = "*") -> int:
    statement = select(func.coalesce(func.sum(col(FacetCount.records)), 0)).where(
        col(FacetCount.scope) == scope, col(FacetCount.month) == month
    )
    with database.reading() as session:
        return int(session.execute(statement).scalar_one())


def _right(database: Database) -> None:
    with database.reading() as session:
        assert facet_counts.wrong(session) == []
        for table in ("seat", "finding", "tag"):  # what is copied is what stands in the record
            astray = text(
                f"SELECT count(*) FROM {table} JOIN record ON record.id = record_id"
                f" WHERE {table}.shown <> record.shown OR {table}.at <> record.created_at"
            )
            assert session.execute(astray).scalar_one() == 0
        beside_words = text(
            "SELECT count(*) FROM recordtext JOIN record ON record.id = record_id WHERE"
            " (recordtext.shown, recordtext.at, recordtext.game, recordtext.standing,"
            " recordtext.day) = (record.shown, record.created_at, record.game, record.standing,"
            " record.day)"
        )
        texts = text("SELECT count(*) FROM recordtext")
        assert session.execute(beside_words).scalar() == session.execute(texts).scalar()
        seats = select(col(Seat.player_id), col(Seat.seat), col(Record.players)).join(
            Record, col(Record.id) == col(Seat.record_id)
        )
        for player, seat, names in session.execute(seats):
            assert players.named(session, names[seat - 1]) == player


def test_a_record_counts_for_all_its_players_findings_and_tags(database: Database) -> None:
    first, second = upload(database, 2)
    judged(database, first, players=("Anna", "anna", "Berta"), codes=("wrong-score", "wrong-score"))
    judged(database, second, day="2025", standing="flawed")
    with database.writing() as session, search_index.changing(session, [first], NOW):
        session.execute(insert(Tag), [{"record_id": first, "tag": "club", "added_at": NOW}])
    with database.reading() as session:
        anna, berta = (players.named(session, name) for name in ("ANNA", "berta"))
    assert _total(database, "") == 2
    assert _total(database, "", "2025") == 1
    assert _total(database, f"player:{anna}", "2026-01") == 1
    assert _total(database, f"player:{berta}", "2025") == 1
    assert _total(database, "finding:wrong-score") == 1
    assert _total(database, "tag:club", "2026-01") == 1
    _right(database)


def test_what_is_not_shown_does_not_count(database: Database) -> None:
    (only,) = upload(database, 1, visibility="unlisted")
    judged(database, only, codes=("wrong-score",), text="an evening")
    assert _total(database, "") == 0
    with database.writing() as session, search_index.changing(session, [only], NOW):
        session.execute(update(Record).values(visibility=Visibility.PUBLIC))
    assert _total(database, "") == _total(database, "finding:wrong-score") == 1
    with database.writing() as session, search_index.changing(session, [only], NOW):
        session.execute(update(Record).values(hidden_at=NOW))
    assert _total(database, "") == _total(database, "finding:wrong-score") == 0
    _right(database)


def test_a_deleted_record_takes_names_that_nobody_else_bears_with_it(database: Database) -> None:
    first, second = upload(database, 2)
    judged(database, first, players=("Anna", "Berta"))
    judged(database, second, players=("Anna", "Cleo"))
    with (
        database.writing() as session,
        search_index.changing(session, [second], NOW, alone=True),
    ):
        assert search_index.forget(session, [second]) == 1
        session.execute(delete(Record).where(col(Record.id) == second))
    with database.reading() as session:
        assert players.named(session, "cleo") is None
        assert players.named(session, "anna") is not None
    _right(database)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "  ANNA "), ("Anna  B", "anna b"), ("Ｊörg", "jörg"), ("Stra\u00adße", "STRASSE")],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("name", ["", " ", "?", "??", "\u200b", " ? "])
def test_nobody_has_no_key(name: str) -> None:
    assert name_key(name) == ""


def test_counting_anew_puts_wrong_counts_right(database: Database) -> None:
    (only,) = upload(database, 1)
    judged(database, only, codes=("wrong-score",), text="an evening")
    with database.writing() as session:
        session.execute(update(FacetCount).values(records=7))
        session.execute(delete(FacetCount).where(col(FacetCount.scope) == "finding:wrong-score"))
    with database.reading() as session:
        assert {one.counted for one in facet_counts.wrong(session)} == {1}
    with database.writing() as session:
        facet_counts.rebuild(session)
    _right(database)


ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("judge"),
            st.integers(0, 5),
            st.lists(st.sampled_from(NAMES), max_size=3),
            st.lists(st.sampled_from(("a", "b", "c")), max_size=3),
            st.sampled_from(MONTHS),
            st.sampled_from(("upheld", "open", "flawed")),
        ),
        st.tuples(st.just("visibility"), st.integers(0, 5), st.sampled_from([*Visibility])),
        st.tuples(st.just("hide"), st.integers(0, 5), st.booleans()),
        st.tuples(st.just("tag"), st.integers(0, 5), st.sampled_from(("x", "y")), st.booleans()),
        st.tuples(st.just("merge"), st.integers(0, 9), st.integers(0, 9)),
        st.tuples(st.just("split"), st.integers(0, 9)),
        st.tuples(st.just("delete"), st.integers(0, 5)),
    ),
    max_size=12,
)


@tried(5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_counts_are_exact_after_any_acts(database: Database, acts: list[Any]) -> None:
    there = upload(database, 6)
    for word, *rest in acts:
        _act(database, there, word, rest)
    _right(database)


def _act(database: Database, there: list[str], word: str, rest: list[Any]) -> None:
    if word == "judge":
        at, names, codes, day, standing = rest
        with database.reading() as session:
            alive = session.get(Record, there[at]) is not None
        if alive:
            said = " ".join(names)
            judged(
                database, there[at], players=names, codes=codes, day=day, standing=standing,
                text=said,
            )  # fmt: skip
        return
    with database.writing() as session:
        if word == "merge":
            found = sorted(session.execute(select(col(Player.id))).scalars())
            if found:
                one, other = (found[number % len(found)] for number in rest)
                player_merges.merge(session, one, other)
            return
        if word == "split":
            its = select(col(Alias.name), col(Alias.player_id)).order_by(col(Alias.key))
            names = list(session.execute(its))
            if names:
                name, player = names[rest[0] % len(names)]
                if sum(one.player_id == player for one in names) > 1:
                    player_merges.split(session, player, [name], NOW)
            return
        id_ = there[rest[0]]
        mine = col(Record.id) == id_
        with search_index.changing(session, [id_], NOW, alone=word == "delete"):
            if word == "visibility":
                session.execute(update(Record).where(mine).values(visibility=rest[1]))
            elif word == "hide":
                hidden = NOW if rest[1] else None
                session.execute(update(Record).where(mine).values(hidden_at=hidden))
            elif word == "delete":
                search_index.forget(session, [id_])
                session.execute(delete(Record).where(mine))
            else:
                session.execute(
                    delete(Tag).where(col(Tag.record_id) == id_, col(Tag.tag) == rest[1])
                )
                if rest[2] and session.get(Record, id_) is not None:
                    tag = {"record_id": id_, "tag": rest[1], "added_at": NOW}
                    session.execute(insert(Tag), [tag])


def test_counts_are_exact_with_several_writers(database: Database, settings: Settings) -> None:
    there = upload(database, 6)
    url = settings.database_url
    beside(judge_all, (url, there, 1), (url, there[::-1], 0))
    _right(database)
    assert _total(database, "finding:a") == 6
