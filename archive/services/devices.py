"""Browsers in which an account was signed in to before.

Each has a signed cookie that says so. It lets nobody in; it only keeps its browser's tries apart
from those of strangers, who would otherwise lock the owner out by guessing. It is worth nothing
once the password is another one, so that nobody who knew the old one collects tries at the new.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from itsdangerous import BadData, URLSafeSerializer

MOST: Final = 5
"""So many accounts are remembered in one browser; who signed in longest ago is forgotten."""


class Devices:
    """A way to write such cookies, and to read them."""

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
        """Return the cookie that says, beside all that `cookie` did, that the account has been
        signed in to."""
        device = self.known(cookie, account_id, hashed) or secrets.token_urlsafe(16)
        others = [one for one in self._read(cookie) if one[0] != account_id]
        return str(self._signer.dumps([(account_id, device, _stamp(hashed)), *others][:MOST]))

    def _read(self, cookie: str) -> list[tuple[str, str, str]]:
        try:
            return [(str(a), str(b), str(c)) for a, b, c in self._signer.loads(cookie)]
        except (BadData, TypeError, ValueError):
            return []


def _stamp(hashed: str) -> str:
    """Tell one password from the next without telling anything of either."""
    return hashlib.sha256(hashed.encode()).hexdigest()[:16]
