"""Search finds what matches, each record once, in order, and counts it; from indexes alone."""

import itertools
import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from sqlalchemy import insert, text, update
from sqlmodel import col

from archive.core.judgements import SearchEntry
from archive.core.text import name_key
from archive.store import players, search, search_index, text_index
from archive.store.database import Database
from archive.store.models import Record, Tag
from archive.store.search import ORDERS, BadCursor, Facets, Filters, query
from tests.laws import tried
from tests.store.listed import NOW, judged, upload

NAMES = ("Anna", "Berta", "Cleo", "Dov")
CODES = ("wrong-score", "wrong-result", "not-followed")
SAID = ("a quiet evening", "evening of the league", "Wörter & words", "")


@dataclass(frozen=True)
class Known:
    """A record as the test remembers it."""

    id: str
    columns: dict[str, Any]
    names: tuple[str, ...]
    codes: tuple[str, ...]
    tag: str
    said: str
    shown: bool
    at: int


def _fill(database: Database, number: int, seed: int = 1) -> list[Known]:
    """Records of many kinds, some of them not shown."""
    rng = random.Random(seed)
    found = []
    for at, id_ in enumerate(upload(database, number), start=1):
        game = rng.choice(("twenty", "zwanzig-ab"))
        name = ("Cup", "Cup, the second", None, "CUP")[at % 4]
        columns = {
            "game": game,
            "rules": f"{game}/{rng.choice('ab')}@1",
            "standing": rng.choice(("upheld", "flawed", "open")),
            "day": rng.choice(("2024-12-31", "2025-01", "2025", "", "2026-02-03", "2026-02-28")),
            "visibility": rng.choice(("public",) * 5 + ("unlisted",)),
            "event": name,
            "event_key": name and name_key(name),
        }
        names = tuple(rng.choices(NAMES, k=rng.choice((2, 3))))
        codes = tuple(rng.choices(CODES, k=rng.choice((0, 0, 1, 3))))
        said = rng.choice(SAID)
        highest = rng.choice((None, 10, 20, 21, 99))
        judged(
            database, id_, players=names, codes=codes, text=said,
            points=[None] if highest is None else [highest, 1], **columns,
        )  # fmt: skip
        tag = rng.choice(("club", ""))
        if tag:
            with database.writing() as session, search_index.changing(session, [id_], NOW):
                session.execute(
                    insert(Tag), [{"record_id": id_, "tag": tag, "added_at": NOW, "shown": False}]
                )
        columns |= {"highest": highest, "findings": len(codes)}
        shown = columns["visibility"] == "public"
        found.append(Known(id_, columns, names, codes, tag, said, shown, at // 3))
    return found


def _matches(one: Known, asked: Filters, who: dict[str, str]) -> bool:
    names, day = {who[name] for name in one.names}, one.columns["day"]
    highest = one.columns["highest"]
    return all((
        one.shown,
        all(getattr(asked, name) in ("", one.columns[name])
            for name in ("game", "rules", "standing")),
        asked.player in ("", *names),
        asked.versus in ("", *names),
        asked.finding in ("", *one.codes),
        asked.clause in ("", *(f"twenty/{code}" for code in one.codes)),
        asked.tag in ("", one.tag),
        not asked.event or name_key(asked.event) == one.columns["event_key"],
        not asked.since or day >= asked.since,
        not asked.until or (day and day < asked.before),
        all(any(word == said or (word.endswith("*") and said.startswith(word[:-1]))
                for said in text_index.words(one.said).split())
            for word in asked.words.split()),
        asked.least is None or (highest is not None and highest >= asked.least),
        asked.most is None or (highest is not None and highest <= asked.most),
    ))  # fmt: skip


def _counted_rightly(
    facets: Facets, asked: Filters, known: list[Known], who: dict[str, str]
) -> None:
    """Each facet has what one would find who asked for that value instead; where nobody keeps such
    counts, what was found."""

    def many(name: str, length: int = 99, **instead: str) -> Counter[str]:
        question = replace(asked, **instead) if asked.counted else asked
        there = (one.columns[name][:length] for one in known if _matches(one, question, who))
        return Counter(value for value in there if value)

    assert facets.games == many("game", game="", rules="")
    assert facets.rules == many("rules", rules="")
    assert facets.standings == many("standing", standing="")
    year = asked.since[:4]
    if year and asked.until[:4] == year:
        assert facets.dates == many("day", 7, since=year, until=year)
    else:
        assert facets.dates == many("day", 4)
    if asked.counted and not (asked.scopes or asked.since or asked.until):
        codes = (set(one.codes) for one in known if _matches(one, asked, who))
        assert facets.findings == Counter(itertools.chain.from_iterable(codes))


def _who(database: Database) -> dict[str, str]:
    with database.reading() as session:
        return {name: players.named(session, name) or "" for name in NAMES}


def _all(database: Database, asked: Filters, order: str, size: int) -> list[str]:
    """Every page, one after the other."""
    found, after = [], ""
    for _ in range(200):
        with database.reading() as session:
            page = search.page(session, asked, order, after, size)
        found += [one.game.id for one in page.games]
        after = page.more
        if not after:
            return found
    raise AssertionError("the pages have no end")


ASKED = st.builds(
    Filters,
    game=st.sampled_from(("", "", "twenty")),
    rules=st.sampled_from(("", "", "twenty/a@1")),
    standing=st.sampled_from(("", "", "flawed", "upheld")),
    player=st.sampled_from(("", "Anna")),
    versus=st.sampled_from(("", "", "Berta")),
    finding=st.sampled_from(("", "", "wrong-score")),
    clause=st.sampled_from(("", "", "", "twenty/wrong-result")),
    tag=st.sampled_from(("", "", "club")),
    event=st.sampled_from(("", "", "", "Cup")),
    since=st.sampled_from(("", "", "2025", "2025-01", "2026-02-03")),
    until=st.sampled_from(("", "", "2025", "2025-12", "2026-02-27")),
    words=st.sampled_from(("", "", "", "evening", "even* league", "wörter")),
    least=st.sampled_from((None, None, 20)),
    most=st.sampled_from((None, None, 21)),
)


@pytest.mark.parametrize("fewest", [500, 0], ids=["gathered", "walked"])
def test_every_record_that_matches_once_and_in_order(
    database: Database, fewest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ways of finding records find the same: the test makes the rare and the frequent one."""
    monkeypatch.setattr(query, "FEWEST", fewest)
    monkeypatch.setattr(query, "isqrt", lambda _: fewest)
    known = _fill(database, 60)
    who = _who(database)

    @tried(20, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(asked=ASKED, order=st.sampled_from([*ORDERS]), size=st.sampled_from((1, 7, 100)))
    def holds(asked: Filters, order: str, size: int) -> None:
        asked = replace(
            asked,
            player=who[asked.player] if asked.player else "",
            versus=who[asked.versus] if asked.versus else "",
        )
        right = [one for one in known if _matches(one, asked, who)]
        found = _all(database, asked, order, size)
        assert sorted(found) == sorted(one.id for one in right)
        column = ORDERS[order].column
        by_id = {one.id: one for one in right}
        keys = [by_id[id_].at if order == "newest" else by_id[id_].columns[column] for id_ in found]
        ranked = [-1 if key is None else key for key in keys]
        assert ranked == sorted(ranked, reverse=True)
        with database.reading() as session:
            facets = search.page(session, asked, order, "", 5).facets
        assert facets.exact
        assert facets.total == len(right)
        _counted_rightly(facets, asked, known, who)

    holds()


@pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
@pytest.mark.parametrize("words", ["", "evening"])
def test_pages_follow_each_other_in_any_time_zone_of_the_server(
    database: Database, words: str
) -> None:
    known = _fill(database, 30)
    url = database.engine.url.update_query_dict({"options": "-c TimeZone=Asia/Kolkata"})
    there = Database(url.render_as_string(hide_password=False))
    asked = Filters(words=words)
    right = [one.id for one in known if _matches(one, asked, _who(database))]
    assert sorted(_all(there, asked, "newest", 4)) == sorted(right)
    there.close()


def test_ones_own_records_are_found_whoever_may_see_them(database: Database) -> None:
    mine = upload(database, 3, visibility="private")
    with database.writing() as session:
        session.execute(
            text(
                "INSERT INTO account (id, name, key, password, role, created_at)"
                " VALUES ('me', 'me', 'me', '', 'member', '2026-01-01 00:00:00')"
            )
        )
        session.execute(text("UPDATE record SET owner_id = 'me'"))
    for id_ in mine:
        judged(database, id_, text="evening", codes=("wrong-score",))
    upload(database, 1)
    for asked in (
        Filters(owner="me"),
        Filters(owner="me", words="evening"),
        Filters(owner="me", finding="wrong-score", game="twenty"),
    ):
        for order in ORDERS:
            assert sorted(_all(database, asked, order, 2)) == sorted(mine)
    assert _all(database, Filters(), "newest", 2) == []


@pytest.mark.parametrize(
    "cursor",
    ["x", "!", "AAAA", "eyJhIjoxfQ", "a" * 5000, "é", "W10", "bnVsbA"],
)
def test_a_cursor_that_is_none_of_ours_is_refused(database: Database, cursor: str) -> None:
    with database.reading() as session, pytest.raises(BadCursor):
        search.page(session, Filters(), "newest", cursor)


def test_a_cursor_is_good_for_its_own_question_only(database: Database) -> None:
    _fill(database, 12)
    with database.reading() as session:
        more = search.page(session, Filters(), "newest", "", 2).more
        assert search.page(session, Filters(), "newest", more, 2).games
        for asked, order in ((Filters(game="twenty"), "newest"), (Filters(), "date")):
            with pytest.raises(BadCursor):
                search.page(session, asked, order, more, 2)


@given(moment=st.text(max_size=30))
def test_no_cursor_reaches_the_database_that_it_would_stumble_over(moment: str) -> None:
    place = search.PageEnd(moment, "abc")
    for order in ORDERS:
        made = search.cursor(Filters(), order, place)
        try:
            found = search.placed(Filters(), order, made)
        except BadCursor:
            continue
        assert ORDERS[order].pattern.fullmatch(str(found.key))


TABLES = ("record", "seat", "finding", "tag", "recordtext", "facetcount", "alias", "player")
PLANNED = {
    "first page": (Filters(), "newest"),
    "game and verdict": (Filters(game="twenty", standing="flawed"), "newest"),
    "a game, the highest scores": (Filters(game="twenty"), "highest"),
    "a verdict, by date": (Filters(standing="flawed"), "date"),
    "rules": (Filters(rules="twenty/a@1"), "newest"),
    "a player": (Filters(player="Anna"), "newest"),
    "a finding": (Filters(finding="wrong-score"), "findings"),
    "a finding, newest": (Filters(finding="wrong-score"), "newest"),
    "a clause": (Filters(clause="twenty/wrong-score"), "newest"),
    "a tag": (Filters(tag="club"), "newest"),
    "an event": (Filters(event="Cup"), "date"),
    "words": (Filters(words="league"), "newest"),
    "scores": (Filters(least=20, most=30), "highest"),
    "days": (Filters(since="2025", until="2025-06-15"), "newest"),
}


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("walked", [False, True])
def test_nothing_is_read_from_end_to_end(
    database: Database, walked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every statement of a page goes through an index, and a walk needs no sorting."""
    if walked:
        monkeypatch.setattr(query, "FEWEST", 0)
        monkeypatch.setattr(query, "isqrt", lambda _: 0)
    _fill(database, 12)
    who = _who(database)
    seen: list[str] = []
    for name, (filters, order) in PLANNED.items():
        seen.clear()
        question = replace(filters, player=who["Anna"] if filters.player else "")
        with database.reading() as session:
            driver: Any = session.connection().connection.driver_connection
            driver.set_trace_callback(seen.append)
            search.page(session, question, order, "", 5)
            driver.set_trace_callback(None)
        asked = [statement for statement in seen if not statement.startswith("--")]  # SQLite's own
        assert len(asked) > 3
        for statement in asked:
            with database.engine.connect() as connection:
                explained = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
                plan = [row[3] for row in explained]
            scans = [
                step for step in plan
                if step.startswith("SCAN") and "INDEX" not in step and step.split()[1] in TABLES
            ]  # fmt: skip
            assert not scans, (name, statement, plan)
            unsorted = walked and "AS key" in statement and "UNION" not in statement
            if unsorted and order == "newest":
                assert not any("TEMP B-TREE FOR ORDER" in step for step in plan), (name, plan)


def test_events_are_counted_as_far_as_they_are_shown(database: Database) -> None:
    known = [one for one in _fill(database, 40) if one.shown]
    with database.reading() as session:
        found = search.events(session, ["Cup", "Cup, the second", "Nothing"])
        hashes = search.plays(session, [known[0].id])
    assert {one.name: (one.games, one.first, one.last) for one in found} == {
        name: (len(days), min(filter(None, days)), max(days))
        for name in ("Cup", "Cup, the second")
        for key in [name_key(name)]
        for days in [[one.columns["day"] for one in known if one.columns["event_key"] == key]]
    }
    assert hashes == {known[0].id: None}


def test_orders_are_total(database: Database) -> None:
    """Records uploaded at one moment have an order, too, and the next page begins behind it."""
    there = upload(database, 9)
    for id_ in there:
        judged(database, id_)
    for order, size in itertools.product(ORDERS, (1, 2, 9)):
        assert sorted(_all(database, Filters(), order, size)) == sorted(there)


def test_more_made_up_games_than_a_statement_has_room_for(database: Database) -> None:
    """Whatever stands in a record's Game tag is a game, and each game has its own order."""
    made_up = upload(database, 600)
    with database.writing() as session, search_index.changing(session, made_up, NOW) as change:
        for at, id_ in enumerate(made_up):
            values = {"game": f"game {at}", "standing": "open", "state": "judged", "highest": at}
            session.execute(update(Record).where(col(Record.id) == id_).values(**values))
            change.entries[id_] = SearchEntry([], [], "")
    with database.reading() as session:
        page = search.page(session, Filters(standing="open"), "highest", "", 50)
    assert [one.game.id for one in page.games] == made_up[:-51:-1]
