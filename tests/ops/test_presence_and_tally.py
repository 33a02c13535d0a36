"""What workers leave at the broker: that they live, and what they have done."""

import pytest

from archive.config import Settings
from archive.core.judgements import Judgement, Piece
from archive.ops import metrics, worker_status
from archive.ops.metrics import BOUNDS, JudgedCounts
from archive.ops.worker_status import facts, of_worker
from archive.runtime.embedded_broker import Embedded
from archive.runtime.queue import UPLOADS, connect

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)

HERE = "twenties:here:"
PIECE = Piece(id="k7", number=1, data=b"")


def test_a_worker_is_there_as_long_as_it_says_so(
    settings: Settings, queue_server: Embedded
) -> None:
    client = connect(settings, HERE)
    one = of_worker(client, UPLOADS)
    assert worker_status.workers(client) == []
    one.begin()
    while not worker_status.workers(client):
        pass
    (found,) = worker_status.workers(client)
    assert found.task is None
    (key,) = client.scan_iter(match=f"{HERE}{worker_status.WORKER}*")
    assert (
        0 < client.ttl(key) <= worker_status.EXPIRES
    )  # so it goes by itself when the worker is killed
    one.end()
    assert worker_status.workers(client) == []
    client.close()


def test_counts_are_added_up(settings: Settings, queue_server: Embedded) -> None:
    client = connect(settings, HERE)
    one, other = JudgedCounts(), JudgedCounts()
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
    found = metrics.totals(client)
    assert (found.judged, found.failed) == (3, 1)
    assert sum(found.classes) == 4
    assert len(found.classes) == len(BOUNDS) + 1
    assert found.seconds > 0
    assert found.cpu_seconds == 0.75
    assert (found.tasks, found.broken_tasks) == ({"judge": 2}, 1)
    client.close()


def test_what_cannot_be_handed_on_waits(settings: Settings) -> None:
    client = connect(settings, HERE)
    mine = JudgedCounts()
    mine.task("judge", broken=False)
    mine.hand_on(client)  # the broker is away
    server = Embedded(settings)
    server.ensure()
    try:
        mine.hand_on(client)
        assert metrics.totals(client).tasks == {"judge": 1}
        client.set("unrelated", "x")
        client.hset(HERE + metrics.KEY, "what", "not a number")  # another program wrote it
        assert metrics.totals(client).judged == 0
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
    client.set(f"{HERE}{worker_status.WORKER}machine:7", note, ex=2 * 86400)
    assert worker_status.workers(client) == []
    client.set(f"{HERE}{worker_status.WORKER}machine:7", note, ex=worker_status.EXPIRES)
    assert [worker.pid for worker in worker_status.workers(client)] == [7]
    client.close()
