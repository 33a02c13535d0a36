"""Passwords: what one must be, and how it is kept.

argon2id with the parameters that OWASP names for a server that does other work as well; one check
takes some 60 ms. Where the parameters change, a password is hashed anew the next time it is given.
"""

from __future__ import annotations

import gzip
import unicodedata
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from archive.core.errors import TwentiesError
from archive.services import names

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
"""What is only typed along, there or back."""


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
    form = _form(password).casefold()
    if any(_is_along(form, row) or _is_along(form, row[::-1]) for row in _ROWS):
        raise PasswordRefused("That password is only a row of keys, or of the alphabet.")
    bare = _bare(names.key(password))
    if bare == _bare(names.key(name)):
        raise PasswordRefused("A password is not the name.")
    if not _common().isdisjoint({form, bare, _once(bare)}):
        raise PasswordRefused("That password is one of the commonest there are: take another.")
    return password


def _is_along(text: str, row: str) -> bool:
    """Whether each character of a text follows the one before it in a row of keys."""
    return all(text[at : at + 2] in row for at in range(len(text) - 1))


def _bare(text: str) -> str:
    """Return a text without the digits and signs around it and the blanks and signs in it, which
    are added to a word to make it long enough."""
    letters = [place for place, sign in enumerate(text) if sign.isalpha()]
    inner = text[letters[0] : letters[-1] + 1] if letters else text
    return "".join(sign for sign in inner if sign.isalnum())


def _once(text: str) -> str:
    """Return what a text repeats, or the text itself."""
    period = (text + text).find(text, 1)
    return text[:period] if period > 0 else text


@cache
def _common() -> frozenset[str]:
    """Read the commonest passwords; common-passwords.md says whence they are."""
    packed = (files(__package__) / "common-passwords.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().split("\n")) - {""}


def _form(password: str) -> str:
    """One form however a keyboard puts its letters together; lone surrogates do no harm."""
    return unicodedata.normalize("NFKC", password.encode("utf-8", "replace").decode())
