"""Passwords: which are allowed, how they are kept, and how often one may be tried.

argon2id with the parameters that OWASP names for a server that does other work as well; one check
takes some 60 ms and 19 MiB. Where the parameters change, a password is hashed again the next time
it is given.

Tries are counted in three ways, so that guessing locks out the guesser and not the owner:

- A browser in which the account was signed in to before (`Devices`) has tries of its own, and so
  has a session that is asked for the password once more.
- All others share the tries of the account that they name, and each address has its own
  (all addresses of an IPv6 customer are one).

Every try is counted before the password is checked, and given back where it was right.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import secrets
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadData, URLSafeSerializer

from archive.core.errors import Refused
from archive.core.network_addresses import network
from archive.languages import marked
from archive.services import account_names
from archive.services.context import now
from archive.store import password_tries
from archive.store.database import Database
from archive.store.password_tries import Budget

SHORTEST: Final = 10
LONGEST: Final = 1000
"""More is no safer, and every byte is work."""
_ROWS: Final = (
    "01234567890",
    "abcdefghijklmnopqrstuvwxyza",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
)
"""Runs of keys that are only typed along, there or back."""
_KEYBOARDS: Final = (
    ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
    ("1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"),
    ("1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"),
)
_SHORTEST_WALK: Final = 3
"""The fewest adjacent keys that are a walk; words have two by chance, and seldom more."""


class PasswordRefused(Refused):
    """A password that is refused; the text says why."""


class Passwords:
    """Hashes passwords in threads of its own, as many at once as there are cores: more are no
    quicker, and every thread that has ever hashed keeps the memory it took."""

    def __init__(
        self, *, memory: int = 19456, time: int = 2, lanes: int = 1, at_once: int = 0
    ) -> None:
        self._hasher = PasswordHasher(time_cost=time, memory_cost=memory, parallelism=lanes)
        self._pool = ThreadPoolExecutor(at_once or os.cpu_count() or 1, "passwords")

    @cached_property
    def _nobody(self) -> str:
        return self.hash("no account has this password")

    def hash(self, password: str) -> str:
        """Return the hash of a password as it is kept."""
        return self._pool.submit(self._hasher.hash, _form(password)).result()

    def fits(self, password: str, hashed: str) -> bool:
        """Return whether this is the password. Where there is no hash the answer takes as long."""
        try:
            self._pool.submit(self._hasher.verify, hashed or self._nobody, _form(password)).result()
        except (VerificationError, InvalidHashError):
            return False
        return bool(hashed)

    def is_dated(self, hashed: str) -> bool:
        """Return whether it was hashed with other parameters than these."""
        return self._hasher.check_needs_rehash(hashed)


def checked(password: str, name: str) -> str:
    """Return the password; raise PasswordRefused where it is not allowed."""
    if len(password) < SHORTEST:
        raise PasswordRefused(
            marked("A password has at least %(least)s characters."), least=SHORTEST
        )
    if len(password) > LONGEST:
        raise PasswordRefused(marked("A password has at most %(most)s characters."), most=LONGEST)
    if len(set(password)) < 3:
        raise PasswordRefused(marked("That password is one character over and over."))
    form = _form(password).casefold()
    if any(_is_along(form, row) or _is_along(form, row[::-1]) for row in _ROWS):
        raise PasswordRefused(marked("That password is only a row of keys, or of the alphabet."))
    if _bare(account_names.key(password)) == _bare(account_names.key(name)):
        raise PasswordRefused(marked("A password is not the name."))
    reduced = _reduced({form, account_names.key(password)})
    if not _common().isdisjoint(reduced):
        raise PasswordRefused(
            marked("That password is one of the commonest there are: take another.")
        )
    if any(len(once) < SHORTEST for text in reduced if (once := _once(text)) != text):
        raise PasswordRefused(marked("That password is a shorter one over and over."))
    if any(_is_walk(form, keyboard) for keyboard in _KEYBOARDS):
        raise PasswordRefused(marked("That password is only a walk over the keys."))
    return password


def _is_along(text: str, row: str) -> bool:
    """Return whether each character of a text follows the one before it in a row of keys."""
    return all(text[at : at + 2] in row for at in range(len(text) - 1))


def _is_walk(text: str, keyboard: tuple[str, ...]) -> bool:
    """Return whether a text is nothing but adjacent keys, as in `zaq12wsxcde`: one walk, or
    several, none of them short."""
    return all(length >= _SHORTEST_WALK for length in _walks(text, _places(keyboard)))


def _walks(text: str, places: dict[str, tuple[int, int]]) -> Iterator[int]:
    """Yield the length of each walk from a key to the next; a character that is no key stands
    alone."""
    length, before = 0, None
    for sign in text:
        here = places.get(sign)
        if here and before and _is_beside(before, here):
            length += 1
        else:
            if length:
                yield length
            length = 1
        before = here
    yield length


def _is_beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two keys touch: each row stands half a key to the right of the one above
    it."""
    down, right = other[0] - one[0], other[1] - one[1]
    return (down, right) in ((0, 0), (0, 1), (0, -1), (1, 0), (1, -1), (-1, 0), (-1, 1))


@cache
def _places(keyboard: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Return the row and the place in it of each key."""
    return {
        key: (down, right) for down, row in enumerate(keyboard) for right, key in enumerate(row)
    }


def _reduced(texts: set[str]) -> set[str]:
    """Return texts with all forms that remain when their padding is removed, in whatever order it
    was added: signs and digits around, blanks and signs within, repeating."""
    ways: tuple[Callable[[str], str], ...] = (_unsigned, _undigited, _bare, _once)
    found, left = set(texts), list(texts)
    while left:
        text = left.pop()
        for shorter in {way(text) for way in ways} - found:
            found.add(shorter)
            left.append(shorter)
    return found - {""}


def _unsigned(text: str) -> str:
    """Return a text without the signs and blanks in it."""
    return "".join(sign for sign in text if sign.isalnum())


def _undigited(text: str) -> str:
    """Return a text without the digits and signs around it."""
    letters = [place for place, sign in enumerate(text) if sign.isalpha()]
    return text[letters[0] : letters[-1] + 1] if letters else text


def _bare(text: str) -> str:
    """Return a text without what is added to a word to make it long enough, around it and in it."""
    return _unsigned(_undigited(text))


def _once(text: str) -> str:
    """Return the part that a text repeats, or the text itself."""
    period = (text + text).find(text, 1)
    return text[:period] if period > 0 else text


@cache
def _common() -> frozenset[str]:
    """Return the commonest passwords; common-passwords.md names their source."""
    packed = (files(__package__) / "common-passwords.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n")) - {""}


def _form(password: str) -> str:
    """Return one form however a keyboard composes its letters; lone surrogates do no harm."""
    return unicodedata.normalize("NFKC", password.encode("utf-8", "replace").decode())


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
            if wait := password_tries.take(session, budgets, self._now()):
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

    def _now(self) -> int:
        return microseconds(self._clock())


def microseconds(moment: datetime) -> int:
    """Return a moment as budgets have it."""
    return int(moment.timestamp() * 1_000_000)


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
