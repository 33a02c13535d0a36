"""All open connections: how many there may be, and which are closed to make room."""

from __future__ import annotations

import resource
from collections import Counter
from contextlib import suppress
from typing import Final

from archive.core.network_addresses import network
from archive.server.connection import Connection, Patience, Phase

SPARE_FILES: Final = 256
"""Open files for everything that is not a connection."""
FILES_EACH: Final = 2
"""Open files for each connection: itself, and its body on its way in."""
SHARE: Final = 20
"""The share that is closed at once when there are too many, one in twenty, so that choosing them
stays cheap however quickly new ones come."""
_ORDER: Final = (Phase.WAITING, Phase.READING, Phase.WRITING)
"""Which phases are closed first; a connection that is being answered is never closed."""


class Connections:
    """The open connections of one web server."""

    def __init__(self, most: int, patience: Patience) -> None:
        self.most = most
        self.patience = patience
        self._open: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, one: Connection) -> bool:
        """Take a new connection in, and return whether there is room for it. Where there is none,
        make room by closing some whose clients keep the archive waiting."""
        if len(self._open) >= self.most:
            self._make_room(one.loop.time())
        if len(self._open) >= self.most:
            return False
        self._open.add(one)
        return True

    def forget(self, one: Connection) -> None:
        """Remove a closed connection."""
        self._open.discard(one)

    def sweep(self, now: float) -> None:
        """Close the connections whose clients are too slow. Call it about once a second."""
        for one in list(self._open):
            if one.overdue(now):
                one.give_up()

    def cut_slowest(self, among: set[Connection], now: float) -> Connection:
        """Close the connection in `among` whose client sends or reads most slowly; return it."""
        slowest = min(among, key=lambda one: one.progress.rate(now))
        slowest.transport.abort()
        return slowest

    def _make_room(self, now: float) -> None:
        """Close a share of the connections that wait for their clients: first those of the address
        that has most of them, first those that have not sent a whole head, the slowest first."""
        of_address = Counter(network(one.address) for one in self._open)
        waiting = [(one, phase) for one in self._open if (phase := one.phase()) in _ORDER]
        waiting.sort(
            key=lambda found: (
                -of_address[network(found[0].address)],
                _ORDER.index(found[1]),
                found[0].progress.rate(now),
                found[0].progress.since,
            )
        )
        for one, _ in waiting[: max(1, self.most // SHARE)]:
            self.forget(one)
            one.transport.abort()


def room_for(wanted: int) -> int:
    """Return how many of the `wanted` connections the system lets this process have open. Raises
    the limit of open files as far as that needs and the system allows."""
    needed = wanted * FILES_EACH + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    return max(16, (soft - SPARE_FILES) // FILES_EACH)
