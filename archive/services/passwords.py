"""Passwords: which are allowed, and how they are kept.

argon2id with the parameters that OWASP names for a server that does other work as well; one check
takes some 60 ms and 19 MiB. Where the parameters change, a password is hashed again the next time
it is given.
"""

from __future__ import annotations

import gzip
import os
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from archive.core.errors import TwentiesError
from archive.languages import marked
from archive.services import account_names

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


class PasswordRefused(TwentiesError):
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
