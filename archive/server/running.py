"""uvicorn's server, with the archive's pages behind it and a watch on its connections."""

from __future__ import annotations

import asyncio
import functools
import logging
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

import uvicorn

from archive.server.connection import PATIENCE, Connection, Patience
from archive.server.connections import Connections, room_for
from archive.server.threaded import Threaded
from archive.web import held_threads

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

logger = logging.getLogger(__name__)

BACKLOG: Final = 512
LOOKS: Final = 10
"""One in so many of uvicorn's ticks, ten a second, checks the connections."""


class Server(uvicorn.Server):
    """A web server for one WSGI application."""

    def __init__(
        self,
        app: WSGIApplication,
        *,
        threads: int,
        connections: int,
        largest: int,
        folder: Path,
        grace: float,
        patience: Patience = PATIENCE,
    ) -> None:
        most = room_for(connections)
        if most < connections:
            logger.warning(
                "Only %d connections can be open at once, for this process may have few files open "
                "(ulimit -n); %d are wanted",
                most,
                connections,
            )
        self.held = Connections(most, patience)
        self._pages = Threaded(app, self.held, threads=threads, largest=largest, folder=folder)
        config = uvicorn.Config(
            self._pages,
            http=functools.partial(Connection, self.held),  # type: ignore[arg-type]
            ws="none",
            loop="asyncio",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,  # archive/web/request_log.py writes a line a request
            proxy_headers=False,  # archive/web/app.py sets them
            server_header=False,
            backlog=BACKLOG,
            timeout_keep_alive=patience.keep_alive,
            timeout_graceful_shutdown=int(grace),
        )
        super().__init__(config)

    @property
    def busy(self) -> bool:
        """Return whether threads are still answering requests."""
        return self._pages.running > 0

    async def on_tick(self, counter: int) -> bool:
        """Check the connections every so often, and return whether the server is to stop."""
        if counter % LOOKS == 0:
            self.held.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note a signal to stop. A second signal does not wait."""
        held_threads.stop()
        self.force_exit = self.should_exit
        super().handle_exit(sig, frame)
