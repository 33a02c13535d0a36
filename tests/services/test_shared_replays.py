"""Tables for stepping through a game together: who shows, who is there, what ends, how many."""

import json

import pytest

from archive.core.errors import NotThere
from archive.runtime.embedded_broker import Embedded
from archive.runtime.queue import BrokerAway
from archive.services import Archive
from archive.services.shared_replays import (
    AGAIN,
    GOING,
    KEPT_FOR,
    MOST_PEOPLE,
    PLACE,
    PRESENT,
    NotLeading,
    Person,
    SharedReplays,
    TooMany,
)

sqlite_only = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
ANNA, BERTA, CARL = (Person(name, guest=True) for name in ("Anna", "Berta", "Carl"))


class Clock:
    """A clock that stands still until it is set on."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(archive: Archive) -> Clock:
    archive.shared_replays.clock = clock = Clock()
    return clock


@pytest.fixture
def tables(archive: Archive, queue_server: Embedded, clock: Clock) -> SharedReplays:
    return archive.shared_replays


@sqlite_only
def test_the_others_find_what_the_leader_shows(tables: SharedReplays, archive: Archive) -> None:
    token = tables.begin("aaaaaaaaaa", "3", ANNA)
    assert tables.join(token, BERTA) == 2
    tables.show(token, 1, "7?line=9h.d&at=1")
    found = SharedReplays(archive.queue, tables.clock).find(token)  # as another process does
    assert (found.game, found.place, found.leader) == ("aaaaaaaaaa", "7?line=9h.d&at=1", 1)
    assert (found.people, found.present) == ({1: ANNA, 2: BERTA}, [1, 2])
    with pytest.raises(NotLeading):
        tables.show(token, 2, "9")
    assert tables.find(token).place == "7?line=9h.d&at=1"


@sqlite_only
def test_who_closes_the_page_is_gone_in_seconds_unless_another_asks(
    tables: SharedReplays, clock: Clock
) -> None:
    token = tables.begin("aaaaaaaaaa", "3", ANNA)
    tables.join(token, BERTA)
    tables.gone(token, 2)
    assert tables.find(token).present == [1, 2], "the page may only be loaded anew"
    assert tables.due(tables.find(token), 2)
    clock.now += GOING
    assert tables.find(token).present == [1]
    tables.here(token, 2)  # another tab
    assert tables.find(token).present == [1, 2]


@sqlite_only
def test_the_lead_is_given_to_who_is_there_and_taken_back(
    tables: SharedReplays, clock: Clock
) -> None:
    token = tables.begin("aaaaaaaaaa", "0", ANNA)
    tables.join(token, BERTA)
    tables.join(token, CARL)
    for me, to in ((2, 2), (2, 3), (1, 4)):  # taken from who is there; given by others, to nobody
        with pytest.raises(NotLeading):
            tables.lead(token, me, to)
    tables.lead(token, 1, 2)
    assert tables.find(token).leader == 2
    tables.show(token, 2, "5")
    with pytest.raises(NotLeading):
        tables.show(token, 1, "6")
    tables.lead(token, 1, 1)  # it is hers
    assert tables.find(token).leader == 1
    clock.now += PRESENT
    tables.here(token, 3)
    assert tables.find(token).present == [3]
    with pytest.raises(NotLeading):
        tables.lead(token, 1, 2)  # gone meanwhile
    tables.lead(token, 3, 3)  # who led has gone
    assert tables.find(token).leader == 3


@sqlite_only
def test_who_leaves_gives_up_the_lead(tables: SharedReplays) -> None:
    token = tables.begin("aaaaaaaaaa", "0", ANNA)
    tables.join(token, BERTA)
    tables.leave(token, 1)
    assert (tables.find(token).leader, [*tables.find(token).people]) == (2, [2])
    tables.leave(token, 2)
    assert tables.find(token).people == {}
    assert tables.join(token, CARL) == 3, "a number is given once"
    assert tables.find(token).leader == 3


@sqlite_only
def test_people_make_room_when_they_have_gone(tables: SharedReplays, clock: Clock) -> None:
    token = tables.begin("aaaaaaaaaa", "0", ANNA)
    for _ in range(MOST_PEOPLE - 1):
        tables.join(token, BERTA)
    with pytest.raises(TooMany):
        tables.join(token, CARL)
    clock.now += PRESENT
    tables.here(token, 7)
    tables.join(token, CARL)
    assert [*tables.find(token).people] == [1, 7, MOST_PEOPLE + 1], "who made it keeps her place"


@sqlite_only
def test_it_is_asked_now_and_then_whether_one_may_be_there(
    tables: SharedReplays, clock: Clock
) -> None:
    token = tables.begin("aaaaaaaaaa", "0", ANNA)
    assert not tables.due(tables.find(token), 1)
    clock.now += AGAIN
    assert tables.due(tables.find(token), 1)
    tables.here(token, 1)
    clock.now -= 3600  # a clock was set back
    assert tables.due(tables.find(token), 1)


@sqlite_only
def test_tables_end_by_themselves(tables: SharedReplays, archive: Archive) -> None:
    token = tables.begin("aaaaaaaaaa", "0", ANNA)
    broker = archive.queue.client
    keys = [key.decode() for key in broker.keys("*together*")]
    assert len(keys) == 2
    for key in keys:
        assert key.startswith(broker.prefix)
        assert 0 < broker.ttl(key) <= KEPT_FOR
    broker.delete(*keys)
    for ask in (tables.find, lambda one: tables.join(one, BERTA), lambda one: tables.leave(one, 1)):
        with pytest.raises(NotThere):
            ask(token)
    with pytest.raises(NotThere):
        tables.find("no token")


@sqlite_only
def test_a_table_of_another_version_is_read_and_what_it_says_besides_stays(
    tables: SharedReplays, archive: Archive
) -> None:
    token = tables.begin("aaaaaaaaaa", "0", ANNA)
    broker = archive.queue.client
    (key,) = (one for one in broker.keys("*together*") if not one.endswith(b":asked"))
    said = json.loads(broker.get(key))
    said["people"]["1"]["colour"] = "green"
    del said["turn"]
    broker.set(key, json.dumps({**said, "speed": 3}))
    assert tables.find(token).people == {1: ANNA}
    assert tables.show(token, 1, "5") == 1
    kept = json.loads(broker.get(key))
    assert (kept["place"], kept["turn"], kept["speed"]) == ("5", 1, 3)


@sqlite_only
def test_without_the_broker_it_is_said(archive: Archive) -> None:
    with pytest.raises(BrokerAway):
        archive.shared_replays.begin("aaaaaaaaaa", "0", ANNA)


@pytest.mark.parametrize(
    ("place", "fits"),
    [("0", True), ("47?line=", True), ("47?line=%3F.9h7s.x-.trump-h&at=2&for=1", True),
     ("", False), ("-1", False), ("7?at=1", False), ("7?line=<b>", False), ("7/../x", False),
     ("7?line=9h&with=x", False), ("7\n", False), ("7?line=" + "9" * 1601, False)],
)  # fmt: skip
def test_what_a_place_is(place: str, fits: bool) -> None:
    assert bool(PLACE.fullmatch(place)) is fits
