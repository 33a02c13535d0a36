"""Possible readings of a play, a table line or a result that cannot be read."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from archive.analysis.repairs.fault import Fault
from archive.analysis.repairs.possible_deeds import quoted
from archive.core.events import Unread
from archive.notation.edits import Change, Edit
from archive.notation.lexer import CARD
from archive.telling.speaker import card_name

PLAYED = re.compile(r"(?:\d+\.\s*)?p[1-9]\d?\s+(?P<card>[^\s=/]*)(?P<claims>[=/]\S*)?$", re.ASCII)
READABLE = re.compile(rf"(?:{CARD})+(?:\+(?:{CARD})+|:\d+)*|d{CARD}", re.ASCII)
"""Cards that are played, or one that is drawn."""
CLAIMS = re.compile(r"(?:=\d{1,9})?(?:/-?\d{1,9})?", re.ASCII)
DOUBLED = re.compile(r"([=/])[=/]+")
FIGURED = re.compile(r"(?:p[1-9]\d?:|/|[a-z]+=)(?P<figures>\S+)", re.ASCII)
"""The figures in a table line: `p1:82`, `/6`, `bonus=6`."""
CLAIMED = re.compile(
    r"-?\d{1,9}|=\d{1,9}(?:/-?\d{1,9})?|/-?\d{1,9}"
    r"|p[1-9]\d?:-?\d{1,9}(?: p[1-9]\d?:-?\d{1,9})*",
    re.ASCII,
)
FIGURES: Final = str.maketrans("OoIlZSB", "0011258")
"""Letters that are written, or recognised by a machine, where a figure was meant."""


def read_otherwise(fault: Fault) -> Iterator[Change]:
    """Yield the play with a card in place of what is none: from the rest of the hand, where that
    was written down, or any; and with its claims as they may have been meant, if that can be
    recognised. Yield a table line or a result with figures for the letters that look like them."""
    offsets, finding = fault.record.offsets, fault.finding
    if fault.code == "unreadable-result":
        yield from _in_figures(fault, finding.offset, finding.found or "")
    at = bisect_right(offsets, finding.offset) - 1
    event = fault.events[at] if at >= 0 else None
    if not isinstance(event, Unread) or not fault.text.startswith(event.text, offsets[at]):
        return
    if fault.code == "unreadable-argument":
        line = fault.text.rfind("\n", 0, offsets[at]) + 1
        said = FIGURED.fullmatch(event.text)
        if said and fault.text[line : offsets[at]].lstrip().startswith("@"):
            yield from _in_figures(fault, offsets[at] + said.start("figures"), said["figures"])
    played = PLAYED.match(event.text)
    if played and fault.code == "unreadable-play":
        yield from _played(fault, at, event.seat, played)


def _played(fault: Fault, at: int, seat: int, played: re.Match[str]) -> Iterator[Change]:
    """Yield what a play may be, with its claims."""
    start, card, claims = fault.record.offsets[at], played["card"], played["claims"] or ""
    edits: list[Edit] = []
    if (said := _meant(claims)) != claims:
        words = f"“{said}” for “{claims}”" if said else f"without “{claims}”"
        edits.append(Edit(start + played.start("claims"), claims, said, words))
    place = start + played.start("card")
    if READABLE.fullmatch(card):
        if edits:
            yield tuple(edits)
        return
    with_ten = card.replace("10", "T")
    if READABLE.fullmatch(with_ten):
        yield (Edit(place, card, with_ten, f"{quoted(with_ten)} for “{card}”"), *edits)
    for other in dict.fromkeys([*fault.hand(at, seat).unplayed, *fault.named]):
        name = card_name(other)
        words = f"{name} for “{card}”" if card else f"with the {name}"
        yield (Edit(place, card, other, words), *edits)


def reads_claims(change: Change) -> bool:
    """Return whether a change reads figures, of which it is not known whether they are right."""
    return any(CLAIMED.fullmatch(edit.new) for edit in change if edit.old)


def _in_figures(fault: Fault, offset: int, text: str) -> Iterator[Change]:
    """Yield a change that writes figures for the letters of a text which look like them; nothing
    where there are none, or some are no figures."""
    said = text.translate(FIGURES)
    if said != text and CLAIMED.fullmatch(said) and fault.text.startswith(text, offset):
        yield (Edit(offset, text, said, f"“{said}” for “{text}”"),)


def _meant(claims: str) -> str:
    """Return claims with figures for letters that look like them; empty where that is no claim."""
    if CLAIMS.fullmatch(claims):
        return claims
    meant = DOUBLED.sub(r"\1", claims.translate(FIGURES))
    return meant if CLAIMS.fullmatch(meant) else ""
