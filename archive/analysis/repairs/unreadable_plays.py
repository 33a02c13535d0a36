"""Possible readings of a play, a table line or a result that cannot be read."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from archive.analysis.event_spans import accounts, deal_around, named_cards
from archive.core.events import Unread
from archive.notation.edits import Change, Edit
from archive.notation.lexer import CARD
from archive.scoring import Finding, Verdict
from archive.telling.speaker import card_name

PLAYED = re.compile(r"(?:\d+\.\s*)?p[1-9]\d?\s+(?P<card>[^\s=/]*)(?P<claims>[=/]\S*)?$", re.ASCII)
READABLE = re.compile(rf"(?:{CARD})+(?:\+(?:{CARD})+|:\d+)*|d{CARD}", re.ASCII)
"""Cards that are played, or one that is drawn."""
CLAIMS = re.compile(r"(?:=\d{1,9})?(?:/-?\d{1,9})?", re.ASCII)
DOUBLED = re.compile(r"([=/])[=/]+")
FIGURED = re.compile(r"(?:p[1-9]\d?:|/|[a-z]+=)(?P<figures>\S+)", re.ASCII)
"""The figures in a table line: `p1:82`, `/6`, `bonus=6`."""
TOTALS = re.compile(r"(p[1-9]\d?:)(\S+)", re.ASCII)
CLAIMED = re.compile(
    r"-?\d{1,9}|=\d{1,9}(?:/-?\d{1,9})?|/-?\d{1,9}"
    r"|p[1-9]\d?:-?\d{1,9}(?: p[1-9]\d?:-?\d{1,9})*",
    re.ASCII,
)
FIGURES: Final = str.maketrans("OoIlZSB", "0011258")
"""Letters that are written, or recognised by a machine, where a figure was meant."""


def read_otherwise(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the play with a card in place of what is none: from the rest of the hand, where that
    was written down, or any; and with its claims as they may have been meant, if that can be
    recognised."""
    record = verdict.record
    if finding.code == "unreadable-result":
        yield from _result(finding, verdict)
    at = bisect_right(record.offsets, finding.offset) - 1
    event = record.events[at] if at >= 0 else None
    if not isinstance(event, Unread):
        return
    if finding.code == "unreadable-argument":
        yield from _argument(record.offsets[at], event.text, verdict)
    if finding.code != "unreadable-play":
        return
    played = PLAYED.match(event.text)
    if not played or not record.text.startswith(event.text, record.offsets[at]):
        return
    start = record.offsets[at]
    claims = played["claims"] or ""
    edits: list[Edit] = []
    if (said := _meant(claims)) != claims:
        words = f"“{said}” for “{claims}”" if said else f"without “{claims}”"
        edits.append(Edit(start + played.start("claims"), claims, said, words))
    if READABLE.fullmatch(played["card"]):
        if edits:
            yield tuple(edits)
        return
    with_ten = played["card"].replace("10", "T")
    if READABLE.fullmatch(with_ten):
        one = re.fullmatch(CARD, with_ten, re.ASCII)
        words = f"{card_name(with_ten) if one else f'“{with_ten}”'} for “{played['card']}”"
        yield (Edit(start + played.start("card"), played["card"], with_ten, words), *edits)
    for card in _cards(at, event.seat, verdict):
        name = card_name(card)
        words = f"{name} for “{played['card']}”" if played["card"] else f"with the {name}"
        yield (Edit(start + played.start("card"), played["card"], card, words), *edits)


def reads_claims(change: Change) -> bool:
    """Return whether a change reads figures in what it replaces: whether they are right by the
    rules is then still to be seen."""
    return any(CLAIMED.fullmatch(edit.new) for edit in change if edit.old)


def _argument(start: int, text: str, verdict: Verdict) -> Iterator[Change]:
    """Yield a table line with figures for the letters that look like them."""
    written = verdict.record.text
    line = written[written.rfind("\n", 0, start) + 1 : start]
    if line.lstrip().startswith("@") and written.startswith(text, start):
        yield from filter(None, [_figures(start, FIGURED.fullmatch(text))])


def _result(finding: Finding, verdict: Verdict) -> Iterator[Change]:
    """Yield the same for a result in a tag, for all players at once."""
    text = finding.found or ""
    said = TOTALS.sub(lambda total: total[1] + total[2].translate(FIGURES), text)
    if text and CLAIMED.fullmatch(said) and verdict.record.text.startswith(text, finding.offset):
        yield (Edit(finding.offset, text, said, f"“{said}” for “{text}”"),)


def _figures(start: int, match: re.Match[str] | None) -> Change | None:
    """Return a change that writes figures for the letters of a match which look like them; None
    where there are none, or some are no figures."""
    if match is None or CLAIMED.fullmatch(match["figures"]):
        return None
    said = match["figures"].translate(FIGURES)
    if not CLAIMED.fullmatch(said):
        return None
    words = f"“{said}” for “{match['figures']}”"
    return (Edit(start + match.start("figures"), match["figures"], said, words),)


def _meant(claims: str) -> str:
    """Return claims with figures for the letters that look like them; empty where that cannot be
    read either."""
    if CLAIMS.fullmatch(claims):
        return claims
    meant = DOUBLED.sub(r"\1", claims.translate(FIGURES))
    return meant if CLAIMS.fullmatch(meant) else ""


def _cards(at: int, seat: int, verdict: Verdict) -> list[str]:
    account = accounts(deal_around(at, verdict), verdict).get(seat)
    left = [one.text for one in account.left] if account and account.listed else []
    return [*dict.fromkeys([*left, *named_cards(verdict)])]
