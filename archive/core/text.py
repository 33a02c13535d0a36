"""Text from a record as it can stand among ours, on a page or in a terminal.

A record may hold bytes that are no text, characters that steer a terminal, and characters that hide
or turn the text round them. Each of these is named instead. Joiners stay: some scripts need them.
"""

from __future__ import annotations

from unicodedata import category

JOINERS = "\u200c\u200d"
_HIDING = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def printable(text: str, keep: str = "") -> str:
    """Return the text with every character that cannot be seen for what it is named: `⟨U+202E⟩`,
    and `⟨byte FF⟩` for a byte that is no UTF-8. Those in `keep` stay."""
    if text.isprintable():
        return text
    return "".join(_name(c) if hides(c) and c not in keep else c for c in text)


def hides(character: str) -> bool:
    """Return whether a character is a control, is invisible or turns what stands round it, or is
    none."""
    return (
        not character.isprintable() and character not in JOINERS and category(character) in _HIDING
    )


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text that is too long for where it has to stand."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _name(character: str) -> str:
    code = ord(character)
    return f"⟨byte {code - 0xDC00:02X}⟩" if 0xDC80 <= code <= 0xDCFF else f"⟨U+{code:04X}⟩"
