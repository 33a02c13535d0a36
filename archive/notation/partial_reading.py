"""The readable rest of a hand or a play that cannot be read in full."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from archive.core.cards import UNKNOWN, cards
from archive.core.events import Held, Play
from archive.notation.lexer import CARD, SET
from archive.notation.plays import parts_of

PLAYED = re.compile(
    rf"""(?: (?P<number>\d{{1,6}}) \.\s*+ )? p(?P<seat>[1-9]\d?) \s++ (?P<mark> \^[A-Z]?+ )? [ \t]*+
    (?P<cards> {SET} ) (?P<rest> [=/] .* )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
"""A play whose cards can be read, but not all of its claims."""
TALLY = re.compile(r"=(\d{1,9})(?=/|$)", re.ASCII)
POINTS = re.compile(r"/(-?\d{1,9})$", re.ASCII)
ODD = re.compile(CARD, re.ASCII)
"""What separates the pieces of a hand that are no cards."""
LONGEST_CARD: Final = 2  # characters


def without_claims(played: re.Match[str]) -> Play:
    """Return a play, as `PLAYED` matches it, with its readable claims."""
    rest, number = played["rest"], played["number"]
    run, parts = parts_of(played["cards"])
    tally, points = TALLY.match(rest), POINTS.search(rest)
    return Play(
        int(number) if number else None, int(played["seat"]), run,
        int(tally[1]) if tally else None, int(points[1]) if points else None, played["mark"] or "",
        parts,
    )  # fmt: skip


def hand_of(seat: int, text: str, beside: Collection[int]) -> Held | None:
    """Return a hand with an unknown card for every piece that is none, if that gives as many cards
    as the hands `beside` it have; None where it is uncertain how many are meant."""
    packets = []
    for packet in text.split("+"):
        odd = [piece for piece in ODD.split(packet) if piece]
        if any(len(piece) > LONGEST_CARD for piece in odd):
            return None
        known = cards("".join(re.findall(CARD, packet)))
        packets.append((*known, *[UNKNOWN] * len(odd)))
    return Held(seat, tuple(packets)) if {*beside} == {sum(map(len, packets))} else None
