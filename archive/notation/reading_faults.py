"""Unreadable text: the character at fault, what was expected there, and a fix.

Only faults come here, so that reading a sound record is not slowed down.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from archive.core.events import Unread
from archive.core.record import LINE_END
from archive.notation.lexer import CARD, PLAYED, TOKEN

HEAD = re.compile(
    r"(?:(?P<number>\d++)\.[ \t]*+)?p(?P<seat>\d++)[ \t]++(?:\^[A-Z]?[ \t]*+)?", re.ASCII
)
SOUND = re.compile(
    r"""
    (?P<cards> (?: [A2-9TJQK?] [A2-9TJQK?cdhs]*? (?! [A2-9TJQK?] | (?<![cdhs]) [cdhs] ) )? )
    (?: =\d++ )? (?: /-?\d++ )?
    """,
    re.ASCII | re.VERBOSE,
)
TAG = re.compile(r'\[[ \t]*([A-Za-z]\w*)[ \t:=]*"?(.*?)"?[ \t]*\]?[ \t]*', re.ASCII)
LONGEST_MENDED = 200  # characters; for a longer text no fix is offered
CARDS_ALONE = re.compile(rf"{CARD}+", re.ASCII)
TEN = re.compile(r"(?<![=/:\d-])10(?!\d|\.)")
"""A ten as a card has it, and no number of a play, a tally or points."""
PLAY = "a play such as `p1 9h=20/10`: ranks A 2-9 T J Q K, suits c d h s"
LOOKALIKES = {
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‘’‚′", "'"),
    **dict.fromkeys("‐‑‒–—−", "-"),
}


class Complaint(NamedTuple):
    """A fault of a text; `at` counts from its start."""

    at: int
    expected: str
    found: str
    fix: str | None = None


def play(text: str) -> Complaint:
    """Return the fault of something meant as a play: a seat, and after it what is no card."""
    if strange := _strange(text):
        return strange
    head = HEAD.match(text)
    if head is None:
        return Complaint(0, PLAY, shown(text))
    number, seat, start = head["number"] or "", head["seat"], head.end()
    if len(number) > 6:
        return Complaint(0, "a number of at most six digits", number)
    if not 0 < len(seat) < 3 or seat[0] == "0":
        return Complaint(head.start("seat") - 1, "a seat from p1 to p99", f"p{seat}")
    sound = SOUND.match(text, start)
    at = sound.end() if sound else start
    if text[start : start + 1] in ("=", "/"):
        return Complaint(start, "the cards these claims are about", shown(text[start:]))
    if at == len(text):
        at = sound.end("cards") if sound else start
        return Complaint(at, "claims of at most nine digits", shown(text[at:]))
    if text.startswith("10", at):
        fix = text[:at] + "T" + text[at + 2 :]
        return Complaint(at, "the rank T for a ten", shown(text[at:]), fix)
    if (ten := TEN.search(text, at)) and _is_play(fix := TEN.sub("T", text)):
        return Complaint(ten.start(), "the rank T for a ten", shown(text[ten.start() :]), fix)
    turned = text[:at] + text[at].swapcase() + text[at + 1 :]
    if _is_play(turned):
        expected = "ranks in capitals, suits in small letters"
        return Complaint(at, expected, shown(text[at:]), turned)
    return Complaint(at, PLAY, shown(text[at:]))


def _is_play(text: str) -> bool:
    match = TOKEN.match(text)
    return match is not None and match.lastgroup in ("play", "action") and match.end() == len(text)


def tag(text: str) -> Complaint:
    """Return the fault of a line that begins as a tag does."""
    if strange := _strange(text):
        return strange
    expected, fix = 'a tag on one line, such as [Event "…"]', None
    written = TAG.fullmatch(text) if len(text) < LONGEST_MENDED else None
    if written and text.rstrip().endswith(('"', "]")):
        value = re.sub(r'(?<!\\)"', r"\"", written[2])
        mended = f'[{written[1]} "{value}"]'
        match = TOKEN.match(mended)
        fix = mended if match and match.lastgroup == "tag" and match.end() == len(mended) else None
    return Complaint(0, expected, shown(text), fix)


def hand(text: str, whole: str) -> Complaint:
    """Return the fault in the rest of a packet of cards, from the first character that is none."""
    if strange := _strange(text):
        return strange
    if text.startswith("10"):
        return Complaint(0, "the rank T for a ten", shown(text), whole.replace("10", "T"))
    return Complaint(0, "cards such as `KhT9?`, one after the other", shown(text))


def total(text: str) -> Complaint:
    """Return the fault of a player's total without the word of the line that it belongs to."""
    return Complaint(0, "a line such as `@score p1:82 p2:110`", shown(text))


def argument(text: str, expected: str) -> Complaint:
    """Return the fault of an argument of a table line that could not be used."""
    if strange := _strange(text):
        return strange
    if (ten := TEN.search(text)) and CARDS_ALONE.fullmatch(TEN.sub("T", text)):
        return Complaint(ten.start(), "the rank T for a ten", shown(text[ten.start() :]))
    return Complaint(0, expected, shown(text))


def words(text: str) -> Complaint:
    """Return the fault of words that mean nothing where they stand."""
    if strange := _strange(text):
        return strange
    expected = {
        "@": "a table word in small letters, such as @round",
        "}": "a { before it",
        "[": 'a tag such as [Event "…"]',
    }.get(text[:1], "a tag, a table line or a play such as `4. p2 9`")
    return Complaint(0, expected, shown(text))


def hidden(text: str) -> Complaint | None:
    """Return the fault of the first invisible character in free text, except a tab."""
    for at, sign in enumerate(text):
        if sign != "\t" and not "\ud800" <= sign <= "\udfff" and _hidden(sign):
            name = unicodedata.name(sign, "a control character").lower()
            return Complaint(at, "only characters that can be seen", f"{_code(sign)}, {name}")
    return None


def kept(text: str) -> Unread:
    """Return unreadable text as a record keeps it, with the seat of what was meant as a play."""
    played = PLAYED.fullmatch(plain(text))
    return Unread(LINE_END.sub("\n", text), int(played[1]) if played else 0)


def plain(text: str) -> str:
    """Return the text with plain spaces, quotes and digits, and without invisible characters."""
    return text if text.isascii() and text.isprintable() else "".join(map(_plain, text))


def shown(text: str) -> str:
    """Return the first line of a text, cut to a readable length, its invisible characters named."""
    line = re.split(r"[\r\n]", text, maxsplit=1)[0]
    line = line if len(line) <= 60 else line[:59] + "…"
    return "".join(f"<{_code(sign)}>" if _hidden(sign) else sign for sign in line)


def _strange(text: str) -> Complaint | None:
    """Return the fault of the first character that only looks like one of the notation's, or is
    invisible."""
    if text.isascii() and text.isprintable():
        return None
    for at, sign in enumerate(text):
        instead = _plain(sign)
        if instead == sign or "\ud800" <= sign <= "\udfff":  # a broken byte is a fault of its own
            continue
        expected = f"a plain {instead}" if instead.strip() else "a plain space" if instead else ""
        name = unicodedata.name(sign, "a control character").lower()
        mended = plain(text) if len(text) < LONGEST_MENDED else None
        return Complaint(at, expected or "only characters that can be seen",
                         f"{_code(sign)}, {name}", mended)  # fmt: skip
    return None


def _plain(sign: str) -> str:
    if sign.isascii():
        return "" if unicodedata.category(sign) == "Cc" and sign not in "\t\r\n\f\v" else sign
    if unicodedata.category(sign) == "Zs":
        return " "
    if _hidden(sign):
        return ""
    digit = unicodedata.digit(sign, None)
    return LOOKALIKES.get(sign, sign) if digit is None else str(digit)


def _hidden(sign: str) -> bool:
    """Return whether a character is invisible in a message, or looks like a plain space."""
    return sign not in " \t" and unicodedata.category(sign) in (
        "Cc",
        "Cf",
        "Co",
        "Cs",
        "Zl",
        "Zp",
        "Zs",
    )


def _code(sign: str) -> str:
    broken = "\udc80" <= sign <= "\udcff"
    return f"byte {ord(sign) - 0xDC00:02x}" if broken else f"U+{ord(sign):04X}"
