"""How often a password may be tried. Tries are counted apart, so that guessing locks the guesser
out and not the owner:

- A browser in which the account was signed in to before (`Devices`) has tries of its own, and so
  has a session that is asked for the password once more.
- All others share the tries of the account that they name, and each address has its own
  (all addresses of an IPv6 customer are one).

Every try is counted before the password is checked, and given back where it was right.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from itsdangerous import BadData, URLSafeSerializer

from archive.core.errors import Refused
from archive.core.network_addresses import network
from archive.languages import marked
from archive.services.context import now
from archive.store import password_tries
from archive.store.database import Database
from archive.store.password_tries import Budget, microseconds

FROM_ADDRESS: Final = 5
"""An address has so many times more tries than an account, as several people may share it."""


class TooManyGuesses(Refused):
    """No password is checked now; the next one is after `seconds`."""

    def __init__(self, seconds: int) -> None:
        if seconds < 100:
            super().__init__(
                marked("Too many wrong passwords. Try again in %(seconds)s s."), seconds=seconds
            )
        else:
            super().__init__(
                marked("Too many wrong passwords. Try again in %(minutes)s minutes."),
                minutes=-(-seconds // 60),
            )
        self.seconds = seconds


class Guesses:
    """The count of passwords that were tried."""

    def __init__(self, database: Database, most: int, clock: Callable[[], datetime] = now) -> None:
        self._database = database
        self._most = most
        self._clock = clock

    def known(self, device: str) -> list[Budget]:
        """Return the budgets that a try from a known browser, or from within a session, counts
        against."""
        return [self._budget("device", device)]

    def unknown(self, account: str, address: str) -> list[Budget]:
        """Return the budgets that a stranger's try counts against: the account, or the name in its
        place where there is none, and the address, if it is known."""
        wide = [self._budget("address", network(address), FROM_ADDRESS)] if address else []
        return [self._budget("account", account), *wide]

    def count(self, budgets: Sequence[Budget]) -> None:
        """Count a try. Raise `TooManyGuesses`, with nothing counted, where there is none left."""
        with self._database.writing() as session:
            if wait := password_tries.take(session, budgets, microseconds(self._clock())):
                raise TooManyGuesses(-(-wait // 1_000_000))

    def give_back(self, budgets: Sequence[Budget]) -> None:
        """Take back what `count` counted, because the password was right."""
        with self._database.writing() as session:
            password_tries.give_back(session, budgets)

    def _budget(self, kind: str, whose: str, times: int = 1) -> Budget:
        """Return a budget under the hash of its owner: what was typed as a name may have been a
        password."""
        hashed = hashlib.sha256(f"{kind}:{whose}".encode("utf-8", "replace")).hexdigest()
        return Budget(hashed, self._most * times)


MOST_REMEMBERED: Final = 5
"""The most accounts that are remembered in one browser; the one signed in to longest ago is
forgotten."""


class Devices:
    """Browsers in which an account was signed in to before, each known by a signed cookie.

    The cookie signs no one in; it only keeps its browser's tries apart from those of strangers, who
    would otherwise lock the owner out by guessing. It is worth nothing once the password is another
    one, so that knowing the old one collects no tries at the new.
    """

    def __init__(self, secret_key: str) -> None:
        self._signer = URLSafeSerializer(secret_key, salt="twenties-device")

    def known(self, cookie: str, account_id: str, hashed: str) -> str | None:
        """Return the identifier of the browser that holds `cookie`, or None where the account, with
        the password whose hash is `hashed`, has not been signed in to there."""
        for whose, device, stamp in self._read(cookie):
            if whose == account_id and secrets.compare_digest(stamp, _stamp(hashed)):
                return device
        return None

    def remembering(self, cookie: str, account_id: str, hashed: str) -> str:
        """Return the cookie with this account added to those that `cookie` remembers."""
        device = self.known(cookie, account_id, hashed) or secrets.token_urlsafe(16)
        others = [one for one in self._read(cookie) if one[0] != account_id]
        return str(
            self._signer.dumps([(account_id, device, _stamp(hashed)), *others][:MOST_REMEMBERED])
        )

    def _read(self, cookie: str) -> list[tuple[str, str, str]]:
        try:
            return [(str(a), str(b), str(c)) for a, b, c in self._signer.loads(cookie)]
        except (BadData, TypeError, ValueError):
            return []


def _stamp(hashed: str) -> str:
    """Return a stamp that differs for every password and reveals nothing about it."""
    return hashlib.sha256(hashed.encode()).hexdigest()[:16]
