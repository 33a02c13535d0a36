"""A server that is stopped takes what is sent to it and says nothing: nobody waits for it long.

None of this is timed. Where a limit were missing, these would never end.
"""

import os
import signal
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from redis import Redis
from sqlalchemy.exc import OperationalError

from archive.config import Settings
from archive.ops.metrics import Measures
from archive.runtime.embedded_broker import SILENT_LOOKS, Embedded
from archive.runtime.resource_limits import MOMENTS, Beside
from archive.services import Archive, Unreachable
from archive.store.database import Crowded, Database
from archive.store.ids import forget_mark
from archive.store.postgres import ALONE, Silent
from tests.served import children, wait_until

on_postgresql = pytest.mark.parametrize(
    "settings",
    [pytest.param("postgresql", marks=pytest.mark.xdist_group("postgresql"))],
    indirect=True,
)
CLOSE_OTHERS = """
    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid != pg_backend_pid()
"""
sqlite_only = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


@contextmanager
def stopped(pids: Iterable[int]) -> Iterator[None]:
    """The opposite of killed: all connections stay, and nothing is said on them."""
    pids = list(pids)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):  # killed meanwhile
                os.kill(pid, signal.SIGCONT)


def all_of(postgres: Any) -> list[int]:
    """PostgreSQL's processes."""
    first = postgres.get_pid()
    return [first, *children(first)]


def server_of(settings: Settings) -> int:
    with Redis.from_url(settings.broker_url) as redis:
        told: Any = redis.info("server")
    return int(told["process_id"])


@on_postgresql
def test_postgresql_stopped(archive: Archive, postgres: Any, record: bytes) -> None:
    archive.jobs.latest()
    assert archive.ready()["database"]
    with stopped(all_of(postgres)):
        assert not archive.ready()["database"]
        with pytest.raises(Unreachable):
            archive.jobs.latest()
        with pytest.raises(Unreachable):
            archive.uploads.hand_in(record, filename=None, source="test")
        figures = {one.name: one.samples for one in Measures(archive).collect()}
        assert figures["twenties_database_up"][0].value == 0
    while not archive.ready()["database"]:
        pass
    assert archive.uploads.hand_in(record, filename=None, source="test").new


@on_postgresql
def test_who_asks_nothing_holds_the_archive_again_when_its_connections_were_lost(
    archive: Archive, postgres: Any
) -> None:
    """Given up while PostgreSQL was stopped, then closed by it: what they held went with them."""

    def refused() -> bool:
        with outside.engine.connect() as connection:
            return not connection.exec_driver_sql(ALONE).scalar_one()

    outside = Database(archive.settings.database_url, outside=True)
    archive.context.hold()
    assert refused()
    with stopped(all_of(postgres)):
        while archive.ready()["database"]:
            pass
        with pytest.raises(Unreachable):
            archive.jobs.latest()
    wait_until(refused)
    with outside.engine.connect() as connection:
        connection.exec_driver_sql(CLOSE_OTHERS)
    wait_until(refused)
    archive.close()
    wait_until(lambda: not refused())
    outside.close()


@on_postgresql
def test_who_was_cut_off_while_the_archive_was_restored_knows_its_new_mark(
    archive: Archive,
) -> None:
    told = threading.Event()
    before = archive.queue.client.prefix
    archive.context.hold(restored=told.set)
    outside = Database(archive.settings.database_url, outside=True)
    with outside.writing() as session:  # as a restore does
        session.connection().exec_driver_sql(CLOSE_OTHERS)
        forget_mark(session.connection())
    wait_until(told.is_set)
    assert archive.context.prefix() == archive.queue.client.prefix != before
    outside.close()


@sqlite_only
def test_what_hangs_takes_its_time_from_what_is_asked_beside_it(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two that hang are waited for no longer than one."""
    waited: list[float] = []

    class Hangs:
        def within(self, seconds: float) -> None:
            waited.append(seconds)

    monkeypatch.setattr(archive.database, "reachable", Hangs().within)
    monkeypatch.setattr(archive.queue, "look", Hangs)
    found = archive.ready(clock=lambda: sum(waited))
    assert not any(found.values())
    assert waited == [MOMENTS, 0]


@on_postgresql
def test_one_connection_stopped_does_not_stop_the_others(archive: Archive, postgres: Any) -> None:
    """The server is well: this one statement is given up, when its time is over."""
    database = Database(archive.settings.database_url, patience=3)
    with database.engine.connect() as connection:
        backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        with stopped([backend]), pytest.raises(OperationalError) as raised:
            connection.exec_driver_sql("SELECT 1")
    assert isinstance(raised.value.orig, Silent)
    with database.reading() as session:
        assert session.connection().exec_driver_sql("SELECT 1").scalar_one() == 1
    database.close()


@on_postgresql
def test_a_statement_may_take_so_long_unless_nobody_waits_for_it(archive: Archive) -> None:
    database = Database(archive.settings.database_url, patience=1)
    slow = "SELECT pg_sleep(1.5)"
    with pytest.raises(Unreachable), database.reading() as session:
        session.connection().exec_driver_sql(slow)
    with database.reading(unhurried=True) as session:
        session.connection().exec_driver_sql(slow)
    with pytest.raises(Unreachable), database.reading() as session:  # and is hurried again
        session.connection().exec_driver_sql(slow)
    database.close()


@on_postgresql
def test_so_many_connections_and_no_more(archive: Archive) -> None:
    """All of a stated number can be had; one more is refused by name, and waits for none free."""
    database = Database(archive.settings.database_url, connections=3, wait=0.1)
    held = [database.engine.connect() for _ in range(3)]
    with pytest.raises(Crowded), database.reading() as session:
        session.connection()
    assert database.reachable()  # which takes none of them
    held.pop().close()
    with database.reading() as session:
        session.connection()
    for one in held:
        one.close()
    database.close()


@sqlite_only
def test_the_queue_s_server_stopped(
    archive: Archive, queue_server: Embedded, record: bytes
) -> None:
    assert archive.ready() == {"database": True, "broker": True}
    with stopped([server_of(archive.settings)]):
        assert archive.ready() == {"database": True, "broker": False}
        assert archive.uploads.hand_in(record, filename=None, source="test").new
        assert archive.sweeper.sweep() == 0
        figures = {one.name: one.samples for one in Measures(archive).collect()}
        assert figures["twenties_broker_up"][0].value == 0
        for _ in range(SILENT_LOOKS - 1):
            queue_server.ensure()  # it may only be at its disk
        before = server_of_stopped(queue_server)
        queue_server.ensure()  # killed, and another started
    assert server_of(archive.settings) != before


def server_of_stopped(server: Embedded) -> int:
    return int(server._server._process.pid)


def test_who_cannot_wait_goes_on_and_one_question_is_asked_at_a_time() -> None:
    asked, answered = [], threading.Event()

    def ask() -> str:
        asked.append(True)
        answered.wait()
        return "well"

    question = Beside(ask, "a question")
    assert question.within(0) is None
    assert question.within(0) is None
    answered.set()
    assert question.within(None) == "well"
    assert len(asked) == 1
    assert question.within(None) == "well"
    assert len(asked) == 2
    begun = question.begin()
    assert begun.within(None) == begun.within(0) == "well", "an answer that came is kept"
    assert len(asked) == 3


@on_postgresql
def test_what_a_killed_process_was_at_is_given_up_with_it(archive: Archive) -> None:
    """Its statement would go on to its end on the server, and hold all that it had locked."""
    dead = archive.database.engine.raw_connection()
    driver: Any = dead.driver_connection
    dead.detach()
    driver.execute("SET statement_timeout = 0")
    driver.execute("SELECT pg_advisory_xact_lock(1)")
    driver.pgconn.send_query(b"SELECT pg_sleep(3600)")
    with socket.socket(fileno=os.dup(driver.pgconn.socket)) as wire:
        wire.shutdown(socket.SHUT_RDWR)  # as the system does for who is killed
    with archive.database.writing(unhurried=True) as session:
        session.connection().exec_driver_sql("SELECT pg_advisory_xact_lock(1)")
    driver.close()
