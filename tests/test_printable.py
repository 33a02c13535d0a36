"""Text of a record among ours: everything that hides, turns or steers is named."""

from __future__ import annotations

import pytest

from archive.core.text import printable, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ġorġa 李 ♥", "Ġorġa 李 ♥"),
        ("a\u00a0b", "a\u00a0b"),
        ("a\x1b[2Jb", "a⟨U+001B⟩[2Jb"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("\ufeff\u200b\u2028", "⟨U+FEFF⟩⟨U+200B⟩⟨U+2028⟩"),
        ("\udcff\ud800", "⟨byte FF⟩⟨U+D800⟩"),
        ("نمی\u200cخواهم", "نمی\u200cخواهم"),
        ("a\nb\tc", "a⟨U+000A⟩b⟨U+0009⟩c"),
    ],
)
def test_what_cannot_be_seen_is_named(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(text).encode()


def test_what_is_kept_stays() -> None:
    assert printable("a\nb\x07", keep="\n") == "a\nb⟨U+0007⟩"


def test_what_is_too_long_ends_in_dots() -> None:
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abcde…"
