"""A supervisor: starts child processes, restarts those that are gone, stops them all at the end.

Its children hear nothing of the terminal's Ctrl-C: the supervisor does, and then stops them in
order and gives them time to finish their work. And they hold the end of a pipe of its own, so that
they stop by themselves should it be killed.

The web server's port is taken first of all, and held while the server behind it comes and goes.
"""

from __future__ import annotations

import errno
import http.client
import logging
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

import click

from archive.cli.speech import _
from archive.config import Settings
from archive.runtime.parent_watch import VARIABLE as PARENT_PIPE

logger = logging.getLogger(__name__)

# How long a child may take to finish its work, unless the settings say.
GRACE = 20.0
# A child that lives shorter than this has failed to start.
SHORT_LIFE = 5.0
LONGEST_PAUSE = 10.0
TURN = 0.2


@dataclass
class Child:
    """One process to keep running."""

    name: str
    command: Sequence[str]
    fds: tuple[int, ...] = ()
    """Open files it inherits."""
    vital: int | None = None
    """The number of failed starts in a row after which everything is given up; None: never."""
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    failures: int = field(default=0, init=False)
    _since: float = field(default=0.0, init=False)
    _not_before: float = field(default=0.0, init=False)

    def start(self, environment: Mapping[str, str], line: int) -> None:
        """Start it, in a process group of its own."""
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            self.command,
            env={**os.environ, **environment, PARENT_PIPE: str(line)},
            # Its output stands on standard error, a line an event; Celery also says goodbye.
            stdout=subprocess.DEVNULL,
            pass_fds=(*self.fds, line),
            process_group=0,
        )
        self._since = time.monotonic()

    def look_after(self, environment: Mapping[str, str], line: int) -> None:
        """Start it if it is not running, after a pause that grows with every failure."""
        now = time.monotonic()
        if self.process is not None:
            code = self.process.poll()
            if code is None:
                return
            self.process = None
            self.failures = self.failures + 1 if now - self._since < SHORT_LIFE else 0
            pause = min(LONGEST_PAUSE, 0.5 * 2**self.failures) if self.failures else 0.0
            self._not_before = now + pause
            logger.warning("The %s stopped (%s); starting another", self.name, _reason(code))
        if now >= self._not_before:
            self.start(environment, line)

    @property
    def hopeless(self) -> bool:
        """Return whether trying once more is useless."""
        return self.vital is not None and self.failures >= self.vital

    def signal(self, number: int) -> None:
        """Send it a signal, if it is running."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)


class Supervisor:
    """Keeps its children running until it is told to stop."""

    def __init__(
        self, children: Sequence[Child], environment: Mapping[str, str], grace: float | None = None
    ) -> None:
        self.children = children
        self._grace = GRACE if grace is None else grace
        self._environment = environment
        self._signals = 0
        self._told_at: float | None = None
        self._line, self._own_end = os.pipe()

    def run(self, every_turn: Callable[[], None]) -> bool:
        """Keep the children running, and call the function given, a few times a second.

        Returns True when a signal asks for it, or False when a vital child cannot be kept alive.
        Either way all children have stopped then.
        """
        before = {
            number: signal.signal(number, self._on_signal)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            while not self._signals:
                for child in self.children:
                    child.look_after(self._environment, self._line)
                every_turn()
                for child in self.children:
                    if child.hopeless:
                        logger.error("The %s does not come up; giving up", child.name)
                        return False
                time.sleep(TURN)
            return True
        finally:
            self._stop()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._signals += 1
        self._told_at = self._told_at or time.monotonic()

    def _stop(self) -> None:
        """Ask all children to stop and wait; kill them at a second signal, or after too long."""
        asked = self._signals
        for child in self.children:
            child.signal(signal.SIGTERM)
        # Counted from the signal, and not from when there was time to hear it.
        end = (self._told_at or time.monotonic()) + self._grace
        for child in self.children:
            while child.process is not None and child.process.poll() is None:
                if time.monotonic() > end or self._signals > max(1, asked):
                    logger.warning("The %s did not stop in time; killing it", child.name)
                    child.signal(signal.SIGKILL)
                    child.process.wait()
                    break
                time.sleep(0.02)
        os.close(self._own_end)
        os.close(self._line)


def _reason(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


BACKLOG = 512


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """Yield an open socket on the settings' host and port, or end the command with a sentence."""
    place = _("{host}, port {port}", host=settings.host, port=settings.port)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server(
            (settings.host, settings.port), family=family, backlog=BACKLOG
        )
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise click.ClickException(
                _(
                    "Something else listens on {place} already. "
                    "Stop it, or choose another port with --port.",
                    place=place,
                )
            ) from error
        raise click.ClickException(
            _("Cannot listen on {place}: {why}.", place=place, why=error.strerror)
        ) from error
    with listener:
        yield listener


def address(listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 - "any address" is not an address to visit
        host = "127.0.0.1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def answers(listener: socket.socket) -> bool:
    """Return whether a web server answers behind the socket by now."""
    host, port = listener.getsockname()[:2]
    connection = http.client.HTTPConnection(host, port, timeout=0.5)
    try:
        connection.request("HEAD", "/health/live")
        connection.getresponse()
    except OSError:
        return False
    finally:
        connection.close()
    return True
