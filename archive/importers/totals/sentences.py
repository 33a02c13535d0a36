"""The sentences of a line of totals: where one ends and another begins, and those that only open a
deal, `1. Spiel: Toni gibt, Herz ist Trumpf.` What such a one says of trumps belongs to the sentence
behind it, and who deals is a remark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from archive.importers.dates import A_MONTH
from archive.importers.number_words import NTH
from archive.importers.totals import words as heads
from archive.importers.totals.deal_heads import NAMED
from archive.importers.totals.points import OBJECTION, points_of
from archive.importers.totals.tricks import HEAD, counted_in
from archive.importers.totals.words import A_NAME, LONGEST_LINE, UNIT

SENTENCE = re.compile(
    r"(?:(?<!\b[^\W\d_])|(?<=[’']s)|(?<=\band I))(?<!\bno)(?<!\bnr)(?<!\bvs)(?<!\bpts)(?<!\bpkt)"
    r"(?<!\bdr)"
    rf"(?:[.!]|(?<![\s?])\?)\s+(?=[^\W\d_]|\d{{1,3}}\.\s*(?:{UNIT})(?!\w))"
    rf"|;\s+(?=(?:after|nach)\s|i[nm]\s+(?:\w+\s+)?(?:(?:{UNIT})\s+\d|\d{{1,3}}\.\s*(?:{UNIT})(?!\w)))"
    rf"|[,;:]\s+(?=(?:and\s+|und\s+)?(?:i[nm]\s+)?(?:{UNIT})\s+\d{{1,3}}[\s:,])|[,;]\s+(?=(?:{heads.LAST})(?!\w)[\s:]+[^\W\d_]\S*\s+\d)"
    rf"|[,;]\s+(?=(?:(?:and\s+|und\s+)?(?:after|nach)\s+(?:the|der|dem)\s+)?(?:{'|'.join(NTH)})\s+(?:(?:{UNIT})\s+)?\d)"
    r"|(?<=\d)[,;]\s+(?=(?:no\s+|the\s+|kein\s+|der\s+|and\s+|und\s+)?bonus(?!\w))"
    r"|(?:(?<=\w\sstiche)|(?<=\w\stricks)|(?<=gemacht)):\s+(?=[^\W\d_])"
    rf"|[,;]?\s+(?={OBJECTION})"
    r"|;\s+(?=[^\W\d_]+\s+(?:says?|said|claims?|thinks|sagt|meint|behauptet|findet)(?!\w))"
    r"|(?:[,;:]|\s[–-])(?=\s+(?:so\s+|also\s+)?\S+\s+(?:wins|won|gewinnt|hat\s+gewonnen)\b[^,;]{0,30}$)"
    r"|[,;:](?=\s+(?:so|also|damit)\s+\S+\s+(?:has|hat)\s+[-−]?\d+\s+(?:and|und)\s+(?:wins|gewinnt)\b)",
    re.IGNORECASE,
)
"""Where one sentence ends and another begins; not behind an initial or a short form."""
ORDINAL = re.compile(r"(?:^|\s)\d{1,2}")
IN_THE = re.compile(
    r"(?<!\w)(?:im|am|beim|vom|zum|dem|der|das|in|nach|vor)\s\d{1,2}$", re.IGNORECASE
)
LISTED = re.compile(r"[,;]?\s+(?=\d{1,3}[.)]\s+[^\W\d_])")
"""Where the next deal of a numbered list begins, all on one line."""
NUMBER = re.compile(r"(?P<number>\d{1,3})[.)]\s+")
A_UNIT = re.compile(rf"(?:{UNIT})(?!\w)", re.IGNORECASE)
"""What makes a number with a stop that of a deal: `im 3. Spiel`."""
MONTH = re.compile(rf"{A_MONTH}\b", re.IGNORECASE)
"""A month, after which a number with a stop is a day: `5. Sept`; `5. Sepp` are five points."""
DATED = re.compile(
    r"(?:\d{1,2}\.?[ ]+[^\W\d]+[ ]+|\d{1,2}[./-]\d{1,2}[./-])?"
    r"(?<!\d)(?:19|20)\d\d(?!\d)(?:-\d\d){0,2}|(?<![\d.])\d{1,2}\.\d{1,2}\.(?:\d\d)?(?!\d)"
)
"""A day, a month or a year in a heading."""
PARTS = re.compile(r"\s*[,;]\s*|\s+(?:and|und)\s+", re.IGNORECASE)
DEALER = re.compile(
    rf"{A_NAME}\s+(?:gibt|gab|teilt(?:\s+aus)?|deals|dealt|(?:ist|war)\s+Geber(?:in)?"
    rf"|(?:is|was)\s+(?:the\s+)?dealer)|(?:Geber(?:in)?|dealer)(?:\s*+:)?\s+{A_NAME}",
    re.IGNORECASE,
)


def sentences_in(words: str) -> Iterator[str]:
    """Yield the sentences of a line: `After hand 1: Ada 40, Ben 0. Ada won.` has two."""
    if listed := _listed(words):
        yield from listed
        return
    start = 0
    for end in SENTENCE.finditer(words) if len(words) <= LONGEST_LINE else ():
        before = words[start : end.start()]
        ordinal = ORDINAL.search(before[-3:]) and MONTH.match(words, end.end())
        if before.isdigit() or ordinal or (
            IN_THE.search(before[-10:]) and A_UNIT.match(words, end.end())
        ):  # fmt: skip
            continue
        yield words[start : end.start() + 1].strip(" .,;:")
        start = end.end()
    yield words[start:].strip()


def _listed(words: str) -> list[str]:
    """Return the deals of a numbered list on one line, each with its totals; nothing where it is
    none."""
    if len(words) > LONGEST_LINE or not NUMBER.match(words):
        return []
    pieces = LISTED.split(words)
    heads_ = [NUMBER.match(piece) for piece in pieces]
    numbers = [int(head["number"]) for head in heads_ if head]
    told = all(head and points_of(piece[head.end() :])
               for head, piece in zip(heads_, pieces, strict=True))  # fmt: skip
    return pieces if told and numbers[1:] == [one + 1 for one in numbers[:-1]] != [] else []


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
        if named := NAMED.fullmatch(part):
            suit = named["before"] or named["behind"] or named["named"]
        elif DEALER.fullmatch(part):
            dealer = part
        else:
            return None
    told = f"{head['head']}, {suit} trump" if suit else head["head"]
    return Opening(sentence, told, suit, dealer)
