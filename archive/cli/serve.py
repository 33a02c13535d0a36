"""`twenties serve`, `web`, `worker` and `migrate`: the commands that run the archive.

Importing the whole stack takes seconds, so what a command needs is imported inside it.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from archive.cli.progress import Bar
from archive.cli.speech import _, ngettext, refused
from archive.cli.supervisor import Child, Supervisor, address, answers, listening
from archive.config import Settings, SettingsError

if TYPE_CHECKING:
    from archive.runtime.embedded_broker import Embedded
    from archive.services import Archive

logger = logging.getLogger(__name__)

# The longest that an overdue upload waits for the sweeper.
SWEEP_EVERY = 10.0
# How often data that is needed no longer is removed.
TIDY_EVERY = 3600.0
# The number of failed starts in a row after which a web server is given up.
WEB_FAILURES = 4

instance_option = click.option(
    "--instance",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that holds the archive’s database, queue and key.  [default: instance]",
)
_host = click.option("--host", help="The address to listen on.  [default: 127.0.0.1]")
_port = click.option(
    "--port", type=click.IntRange(0, 65535), help="The port to listen on.  [default: 2020]"
)


@click.command()
@instance_option
@_host
@_port
def serve(instance: Path | None, host: str | None, port: int | None) -> None:
    """Run the whole archive: pages, workers and queue in one command."""
    settings = settings_of(instance, host, port)
    with (
        listening(settings) as listener,
        _occupying(settings),
        archive_of(settings) as archive,
        _queue(settings) as queue,
    ):
        archive.migrate()
        if new := archive.uploads.load_samples():
            click.echo(ngettext("Took in {n} sample game.", "Took in {n} sample games.", new))
        web_server = Child(
            "web server", _server(listener), fds=(listener.fileno(),), vital=WEB_FAILURES
        )
        _run(settings, archive, queue, [web_server], _announcement(listener))
    click.echo(_("Stopped."))


@click.command()
@instance_option
@_host
@_port
def web(instance: Path | None, host: str | None, port: int | None) -> None:
    """Run the web server alone; `twenties worker` does the judging."""
    settings = settings_of(instance, host, port)
    with listening(settings) as listener, _occupying(settings, through_exec=True):
        with archive_of(settings) as archive:
            _require_migrated(archive)
        click.echo(_("The archive is at {address}", address=address(listener)))
        sys.stdout.flush()
        listener.set_inheritable(True)
        command = _server(listener)
        os.execve(command[0], command, {**os.environ, **settings.environment()})  # noqa: S606


@click.command()
@instance_option
def worker(instance: Path | None) -> None:
    """Run the workers, and the queue where no REDIS_URL names one."""
    settings = settings_of(instance)
    with _occupying(settings), archive_of(settings) as archive:
        _require_migrated(archive)
        with _queue(settings) as queue:
            _run(settings, archive, queue, [], lambda: None)
    click.echo(_("Stopped."))


@click.command()
@instance_option
def migrate(instance: Path | None) -> None:
    """Bring the database to the shape this version expects."""
    at = _("Bringing the database to its present shape")
    with archive_of(settings_of(instance)) as archive, Bar(0).working(at):
        changed = archive.migrate()
    click.echo(_("The database was migrated.") if changed else _("The database was up to date."))


def settings_of(
    instance: Path | None,
    host: str | None = None,
    port: int | None = None,
    *,
    making: bool = True,
) -> Settings:
    """Return the settings; a wrong one ends the command with a sentence. From here on there is a
    log and, with `making`, an instance folder with a key."""
    from archive import logs

    try:
        settings = Settings.from_environment(instance=instance, host=host, port=port, making=making)
    except SettingsError as error:
        raise refused(error) from error
    logs.configure(settings, "supervisor")
    return settings


@contextmanager
def _occupying(settings: Settings, *, through_exec: bool = False) -> Iterator[None]:
    """Hold the instance in use, or end the command where that is refused just now."""
    from archive.runtime.instance_lock import Occupied, occupying

    with ExitStack() as held:
        try:
            held.enter_context(occupying(settings.instance, through_exec=through_exec))
        except Occupied as error:
            raise refused(error) from error
        yield


@contextmanager
def archive_of(settings: Settings) -> Iterator[Archive]:
    """Yield the archive; an error about its database becomes the command's error."""
    from archive.core.errors import TwentiesError
    from archive.services import Archive

    archive = Archive(settings)
    try:
        yield archive
    except TwentiesError as error:
        raise refused(error) from error
    finally:
        archive.close()


@contextmanager
def _queue(settings: Settings) -> Iterator[Embedded | None]:
    """Yield the embedded queue, running; None where REDIS_URL names another server."""
    if not settings.embedded:
        yield None
        return
    from archive.runtime.embedded_broker import Embedded, EmbeddedError

    signal.signal(signal.SIGTERM, _exit)  # so that the block below ends first
    queue = Embedded(settings)
    try:
        queue.ensure()
        yield queue
    except EmbeddedError as error:
        raise refused(error) from error
    finally:
        queue.stop()


@contextmanager
def existing_archive(instance: Path | None) -> Iterator[Archive]:
    """Yield the archive of a folder. Where there is none, or an older one, a sentence ends the
    command; no folder and no database is made."""
    settings = settings_of(instance, making=False)
    require_archive(settings)
    with archive_of(settings) as archive:
        _require_migrated(archive)
        yield archive


def require_archive(settings: Settings) -> None:
    """End a command with a sentence where the settings name a database of SQLite that is not
    there."""
    with archive_of(settings) as archive:
        file = archive.database.file
    if file is not None and not file.exists():
        raise click.ClickException(
            _("There is no archive in {folder}: run this in the folder in which the archive runs, "
              "or name its instance folder with --instance.", folder=settings.instance)
        )  # fmt: skip


def _require_migrated(archive: Archive) -> None:
    if not archive.migrated():
        raise click.ClickException(
            _("The database is not up to date: run `twenties migrate` first.")
        )


def _run(
    settings: Settings,
    archive: Archive,
    queue: Embedded | None,
    children: list[Child],
    every_turn: Callable[[], None],
) -> None:
    """Keep the workers and the other children running, keep the queue up, sweep."""
    from archive import logs
    from archive.runtime.queue import ANALYSES, MAINTENANCE, UPLOADS

    command = [sys.executable, "-m", "workers"]
    workers = [
        Child(f"{name} {n}", [*command, queue_name])
        for name, number, queue_name in (
            ("worker", settings.workers, UPLOADS),
            ("analyst", settings.analysts, ANALYSES),
            ("maintainer", settings.maintainers, MAINTENANCE),
        )
        for n in range(1, number + 1)
    ]
    archive.context.hold()
    pause = min(SWEEP_EVERY, settings.overdue / 4)
    next_round = next_tidying = 0.0

    def turn() -> None:
        nonlocal next_round, next_tidying
        every_turn()
        if time.monotonic() < next_round:
            return
        try:
            if queue is not None:
                queue.ensure()
            with logs.bound(request_id=logs.fresh_id()):
                if found := archive.sweeper.sweep():
                    logger.info("Queued %d overdue upload(s) or job(s) again", found)
                if time.monotonic() >= next_tidying:
                    next_tidying = time.monotonic() + TIDY_EVERY
                    archive.sweeper.tidy()
        except Exception:  # the next round may succeed; stopping would not help
            logger.exception("This round of the sweeper failed")
        next_round = time.monotonic() + pause

    supervisor = Supervisor([*children, *workers], settings.environment(), settings.grace)
    if not supervisor.run(turn):
        raise click.ClickException(_("The web server did not start; the reasons are above."))


def _announcement(listener: socket.socket) -> Callable[[], None]:
    """Return a function that prints the archive's address, once, as soon as it answers."""
    said = False

    def announce() -> None:
        nonlocal said
        if not said and answers(listener):
            said_at = _("The archive is at {address}  (Ctrl-C stops it)", address=address(listener))
            click.echo(said_at)
            sys.stdout.flush()
            said = True

    return announce


def _server(listener: socket.socket) -> list[str]:
    """Return the web server's command, on a socket that is open already."""
    return [sys.executable, "-m", "archive.server", str(listener.fileno())]


def _exit(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
