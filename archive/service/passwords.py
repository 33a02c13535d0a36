"""Passwords: what one must be, and how it is kept.

argon2id with the parameters that OWASP names for a server that does other work as well; one check
takes some 60 ms. Where the parameters change, a password is hashed anew the next time it is given.
"""

from __future__ import annotations

import unicodedata
from functools import cached_property
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from archive.errors import TwentiesError
from archive.service import names

SHORTEST: Final = 10
LONGEST: Final = 1000
"""More is no safer, and every byte is work."""


class PasswordRefused(TwentiesError):
    """A password that cannot be taken; the text says why."""


class Passwords:
    """A way to hash passwords."""

    def __init__(self, *, memory: int = 19456, time: int = 2, lanes: int = 1) -> None:
        self._hasher = PasswordHasher(time_cost=time, memory_cost=memory, parallelism=lanes)

    @cached_property
    def _nobody(self) -> str:
        return self._hasher.hash("nobody has this password")

    def hash(self, password: str) -> str:
        return self._hasher.hash(_form(password))

    def fits(self, password: str, hashed: str) -> bool:
        """Whether this is the password. Where there is none the answer takes as long."""
        try:
            self._hasher.verify(hashed or self._nobody, _form(password))
        except (VerificationError, InvalidHashError):
            return False
        return bool(hashed)

    def is_dated(self, hashed: str) -> bool:
        """Whether it was hashed with other parameters than these."""
        return self._hasher.check_needs_rehash(hashed)


def checked(password: str, name: str) -> str:
    """The password, or why it cannot be one."""
    if len(password) < SHORTEST:
        raise PasswordRefused(f"A password has at least {SHORTEST} characters.")
    if len(password) > LONGEST:
        raise PasswordRefused(f"A password has at most {LONGEST} characters.")
    if len(set(password)) < 3:
        raise PasswordRefused("That password is one character over and over.")
    if names.key(password) == names.key(name):
        raise PasswordRefused("A password is not the name.")
    return password


def _form(password: str) -> str:
    """One form however a keyboard puts its letters together; lone surrogates do no harm."""
    return unicodedata.normalize("NFKC", password.encode("utf-8", "replace").decode())
