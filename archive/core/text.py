"""Text from a record made fit to be shown: on a page, in a terminal, in a column.

A record may hold bytes that are no text, characters that steer a terminal, and characters that hide
or turn the text round them. Each of these is named instead. Joiners stay: some scripts need them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

NAME_LENGTH: Final = 200
"""The longest name of a file, tag or player in a column; the bytes hold the rest."""
JOINERS = "\u200c\u200d"
_NOT_KEPT = re.compile("[\0\ud800-\udfff]")
_HIDING = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def printable(text: str, keep: str = "") -> str:
    """Return the text with every character that cannot be seen replaced by its name: `⟨U+202E⟩`,
    and `⟨byte FF⟩` for a byte that is no UTF-8. Those in `keep` stay."""
    if text.isprintable():
        return text
    return "".join(_name(c) if is_hidden(c) and c not in keep else c for c in text)


def is_hidden(character: str) -> bool:
    """Return whether a character is a control, is invisible or turns the text round it, or is
    unassigned."""
    return (
        not character.isprintable() and character not in JOINERS and category(character) in _HIDING
    )


def shortened(text: str, most: int) -> str:
    """Return the text, cut to `most` characters where it is longer."""
    return text if len(text) <= most else text[: most - 1] + "…"


def column_text(text: str | None, limit: int = NAME_LENGTH) -> str | None:
    """Return text that every database takes into a column: no NUL, no lone surrogate, not too
    long."""
    if text is None:
        return None
    if text.isascii() and "\0" not in text:
        return text[:limit]
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")[:limit]


def file_name(name: str | None) -> str | None:
    """Return a file's name as a column takes it, with characters that no database stores replaced
    by their names (`⟨U+0000⟩`)."""
    if name is None:
        return None
    return shortened(kept_text(name), NAME_LENGTH)


def kept_text(text: str) -> str:
    """Return the text with each character that no database stores replaced by its name:
    `⟨U+0000⟩`, `⟨byte FF⟩`."""
    return _NOT_KEPT.sub(lambda no: printable(no[0]), text)


@lru_cache(maxsize=10_000)
def name_key(name: str) -> str:
    """Return a name in the form that names are compared in; empty for none.

    Letters that look the same are the same, in any case, however wide the gaps are; signs that
    cannot be seen do not count.
    """
    if not name.isascii():
        seen = "".join(sign for sign in name if category(sign) != "Cf")
        name = normalize("NFKC", normalize("NFKC", seen).casefold())
    squeezed = " ".join(name.casefold().split())
    return "" if not squeezed.strip("?") else (column_text(squeezed) or "")


def _name(character: str) -> str:
    code = ord(character)
    return f"⟨byte {code - 0xDC00:02X}⟩" if 0xDC80 <= code <= 0xDCFF else f"⟨U+{code:04X}⟩"


def has_colours(env: Mapping[str, str]) -> bool | None:
    """Return whether output is coloured: False with NO_COLOR, True with FORCE_COLOR even without a
    terminal, None where neither is set."""
    if env.get("NO_COLOR"):
        return False
    return True if env.get("FORCE_COLOR", "0") not in ("", "0") else None
