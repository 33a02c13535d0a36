"""The sentence that opens a deal and tells no total: `1. Spiel: Toni gibt, Herz ist Trumpf.` What
it says of trumps belongs to the sentence behind it, and who deals is a remark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archive.importers.totals.points import points_of
from archive.importers.totals.tables import LONGEST_LINE
from archive.importers.totals.tricks import counted_in
from archive.importers.totals.words import A_NAME, SUITS, UNIT

HEAD = re.compile(
    rf"(?P<head>(?:{UNIT})\s*\d{{1,4}}|\d{{1,4}}\.\s*(?:{UNIT}))(?!\w)\s*+(?:[:.,–-]\s*+)?",
    re.IGNORECASE,
)
PARTS = re.compile(r"\s*[,;]\s*|\s+(?:and|und)\s+", re.IGNORECASE)
DEALER = re.compile(
    rf"{A_NAME}\s+(?:gibt|gab|teilt(?:\s+aus)?|deals|dealt|(?:ist|war)\s+Geber(?:in)?"
    rf"|(?:is|was)\s+(?:the\s+)?dealer)|(?:Geber(?:in)?|dealer)(?:\s*+:)?\s+{A_NAME}",
    re.IGNORECASE,
)
TRUMPS = re.compile(
    rf"(?P<before>{SUITS})\ufe0f?\s+(?:(?:is|are|ist|sind)\s+)?trump(?:s|f)?"
    rf"|trump(?:s|f)?\s*+(?:is|are|ist|sind|:)?\s*(?P<behind>{SUITS})\ufe0f?",
    re.IGNORECASE,
)


class Sentence(NamedTuple):
    """A sentence as it is to be read, and the words of the sheet that it stands for; or a remark,
    which gives nothing."""

    read: str
    written: str
    is_remark: bool = False


class Opening(NamedTuple):
    """A sentence that only opens a deal: its words, the number of the deal with its trumps, the
    suit, and what it says of who deals."""

    written: str
    head: str
    suit: str
    dealer: str


def with_heads(sentences: Iterable[str]) -> Iterator[Sentence]:
    """Yield the sentences of a line; one that only opens a deal becomes a remark, and what it says
    is put before the next, where that gives tricks or totals and has no head of its own."""
    opened: Opening | None = None
    for one in sentences:
        if opened and (told := _told_of(opened, one)):
            if opened.dealer:
                yield Sentence(opened.dealer, opened.dealer, is_remark=True)
            yield Sentence(told, one)
            opened = None
            continue
        if opened:
            yield from _alone(opened)
        opened = _opening(one)
        if opened is None:
            yield Sentence(one, one)
    if opened:
        yield from _alone(opened)


def _told_of(opened: Opening, sentence: str) -> str:
    """Return a sentence with the head of its deal before it; nothing where it gives neither tricks
    nor totals. With a head there is no need to call tricks by name where they are told in words."""
    if HEAD.match(sentence):
        return ""
    if points_of(sentence) or counted_in(sentence):
        return f"{opened.head}: {sentence}"
    if counted_in(f"Stiche: {sentence}") and not re.search(r"\d", sentence):
        return f"{opened.head}: Stiche: {sentence}"
    return ""


def _alone(opened: Opening) -> Iterator[Sentence]:
    """Yield an opening behind which neither tricks nor totals stand; its trumps belong to the next
    deal that has any."""
    yield Sentence(opened.written, opened.written, is_remark=True)
    if opened.suit:
        yield Sentence(f"{opened.suit} trump", opened.written)


def _opening(sentence: str) -> Opening | None:
    """Return what a sentence says, if it only opens a deal."""
    head = HEAD.match(sentence) if len(sentence) <= LONGEST_LINE else None
    if head is None:
        return None
    dealer, suit = "", ""
    for part in PARTS.split(sentence[head.end() :].strip(" .")):
        if named := TRUMPS.fullmatch(part):
            suit = named["before"] or named["behind"]
        elif DEALER.fullmatch(part):
            dealer = part
        else:
            return None
    told = f"{head['head']}, {suit} trump" if suit else head["head"]
    return Opening(sentence, told, suit, dealer)
