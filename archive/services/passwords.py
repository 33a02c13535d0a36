"""Passwords: which are allowed, and how they are kept.

argon2id with the parameters that OWASP names for a server that does other work as well; one check
takes some 60 ms and 19 MiB. Where the parameters change, a password is hashed again the next time
it is given. How easily one is guessed is said by zxcvbn, which knows common passwords, words,
names, walks over the keys and whatever is repeated.
"""

from __future__ import annotations

import os
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from archive.core.errors import Refused
from archive.languages import marked
from archive.services import account_names

SHORTEST: Final = 10
LONGEST: Final = 1000
"""More is no safer, and every byte is work."""
LOOKED_AT: Final = 24
"""The first characters, of which it is said how easily they are guessed. Signs that may stand for
letters are tried in every way: a fifth of a second at most, and 1.7 s of 72 characters."""
FEWEST_GUESSES: Final = 2 * 10**8
"""So many guesses a password must withstand; ten characters without any pattern take fifty times as
many."""


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
    its, own = ("".join(filter(str.isalpha, account_names.key(text))) for text in (password, name))
    if its and its == own:
        raise PasswordRefused(marked("A password is not the name."))
    from zxcvbn import zxcvbn  # its lists take 15 MB, and most processes never ask

    if zxcvbn(_form(password)[:LOOKED_AT], user_inputs=[name])["guesses"] < FEWEST_GUESSES:
        raise PasswordRefused(
            marked(
                "That password is too easy to guess: common words and names, rows of keys and "
                "whatever is repeated are tried first. Take another."
            )
        )
    return password


def _form(password: str) -> str:
    """Return one form however a keyboard composes its letters; lone surrogates do no harm."""
    return unicodedata.normalize("NFKC", password.encode("utf-8", "replace").decode())
