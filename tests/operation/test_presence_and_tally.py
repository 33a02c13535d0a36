"""What workers leave at the broker: that they live, and what they have done."""

from __future__ import annotations

import pytest

from archive.config import Settings
from archive.embedded import Embedded
from archive.jobs import UPLOADS, connect
from archive.operation import presence, tally
from archive.operation.broker import facts
from archive.operation.presence import of_worker
from archive.operation.tally import BOUNDS, Tally
from archive.store.views import Judgement, Piece

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)

HERE = "twenties:here:"
PIECE = Piece(id="k7", number=1, data=b"")


def test_a_worker_is_there_as_long_as_it_says_so(
    settings: Settings, queue_server: Embedded
) -> None:
    client = connect(settings, HERE)
    one = of_worker(client, UPLOADS)
    assert presence.workers(client) == []
    one.begin()
    while not presence.workers(client):
        pass
    (found,) = presence.workers(client)
    assert found.task is None
    (key,) = client.scan_iter(match=f"{HERE}{presence.WORKER}*")
    assert 0 < client.ttl(key) <= presence.EXPIRES  # so it goes by itself when the worker is killed
    one.end()
    assert presence.workers(client) == []
    client.close()


def test_counts_are_added_up(settings: Settings, queue_server: Embedded) -> None:
    client = connect(settings, HERE)
    one, other = Tally(), Tally()
    sound = one.timed(lambda piece, _: Judgement(piece.id, verdict_json="{}", seconds=0.25))
    failing = other.timed(lambda piece, _: Judgement(piece.id, note="no"))
    for _ in range(3):
        sound(PIECE, 1.0)
    failing(PIECE, 1.0)
    one.task("judge", broken=False)
    other.task("judge", broken=True)
    for both in (one, other):
        both.hand_on(client)
        both.hand_on(client)  # nothing is counted twice
    found = tally.totals(client)
    assert (found.judged, found.failed) == (3, 1)
    assert sum(found.classes) == 4
    assert len(found.classes) == len(BOUNDS) + 1
    assert found.seconds > 0
    assert found.cpu_seconds == 0.75
    assert (found.tasks, found.broken_tasks) == ({"judge": 2}, 1)
    client.close()


def test_what_cannot_be_handed_on_waits(settings: Settings) -> None:
    client = connect(settings, HERE)
    mine = Tally()
    mine.task("judge", broken=False)
    mine.hand_on(client)  # the broker is away
    server = Embedded(settings)
    server.ensure()
    try:
        mine.hand_on(client)
        assert tally.totals(client).tasks == {"judge": 1}
        client.set("unrelated", "x")
        client.hset(HERE + tally.KEY, "what", "not a number")  # by somebody else, whoever that is
        assert tally.totals(client).judged == 0
    finally:
        server.stop()
        client.close()


def test_the_broker_says_what_it_is(settings: Settings, queue_server: Embedded) -> None:
    client = connect(settings, HERE)
    found = facts(client)
    assert found.kind == "Valkey"
    assert not found.too_old
    assert found.keeps
    assert not found.evicts
    client.close()


def test_a_note_that_was_left_before_a_clock_was_set_back_is_nobody_s(
    settings: Settings, queue_server: Embedded
) -> None:
    """It expires when the clock says so: in two days, and its worker was dead all the while."""
    client = connect(settings, HERE)
    note = '{"engine": "e", "since": 0, "task": null, "queue": "uploads"}'
    client.set(f"{HERE}{presence.WORKER}machine:7", note, ex=2 * 86400)
    assert presence.workers(client) == []
    client.set(f"{HERE}{presence.WORKER}machine:7", note, ex=presence.EXPIRES)
    assert [worker.pid for worker in presence.workers(client)] == [7]
    client.close()
