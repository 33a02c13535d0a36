"""What can still be read of a hand or a play of which a part cannot be; and how many plays there is
room for between numbers that can be read."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from archive.cards import UNKNOWN, cards
from archive.events import ACTIONS, Event, Gap, Held, Play, Unread
from archive.notation import odd_text
from archive.notation.lexer import CARD, SET
from archive.notation.plays import parts_of

NUMBER = re.compile(r"(\d{1,6})\.(?!\d)", re.ASCII)
PLAYED = re.compile(
    rf"""(?: (?P<number>\d{{1,6}}) \.\s*+ )? p(?P<seat>[1-9]\d?) \s++ (?P<mark> \^[A-Z]?+ )? [ \t]*+
    (?P<cards> {SET} ) (?P<rest> [=/] .* )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
"""A play of which the cards can be read, and something that is claimed of it cannot."""
TALLY = re.compile(r"=(\d{1,9})(?=/|$)", re.ASCII)
POINTS = re.compile(r"/(-?\d{1,9})$", re.ASCII)
ODD = re.compile(CARD, re.ASCII)
"""What parts the pieces of a hand that are no cards."""
LONGEST_CARD: Final = 2  # characters


def without_claims(played: re.Match[str]) -> Play:
    """A play, as `PLAYED` matches it, with those of its claims that can be read."""
    rest, number = played["rest"], played["number"]
    run, parts = parts_of(played["cards"])
    tally, points = TALLY.match(rest), POINTS.search(rest)
    return Play(
        int(number) if number else None, int(played["seat"]), run,
        int(tally[1]) if tally else None, int(points[1]) if points else None, played["mark"] or "",
        parts,
    )  # fmt: skip


def hand_of(seat: int, text: str, events: Sequence[Event], at: int) -> Held | None:
    """A hand with an unknown card for every piece that is none, if that gives as many cards as the
    hands beside it have; None where nobody can say how many are meant."""
    packets = []
    for packet in text.split("+"):
        odd = [piece for piece in ODD.split(packet) if piece]
        if any(len(piece) > LONGEST_CARD for piece in odd):
            return None
        known = cards("".join(re.findall(CARD, packet)))
        packets.append((*known, *[UNKNOWN] * len(odd)))
    sizes = {len(one.cards) for one in _hands_beside(events, at)}
    return Held(seat, tuple(packets)) if sizes == {sum(map(len, packets))} else None


def _hands_beside(events: Sequence[Event], at: int) -> list[Held]:
    """The hands listed in a row with this one; where there are none, all others."""
    found = []
    for step in (-1, 1):
        beside = at + step
        while 0 <= beside < len(events) and isinstance(one := events[beside], Held | Unread):
            found += [one] if isinstance(one, Held) else []
            beside += step
    return found or [event for event in events if isinstance(event, Held)]


def number_of(event: Event) -> int | None:
    """The number of an action, also of one that cannot be read but for that; None where it has
    none."""
    if isinstance(event, Unread):
        found = NUMBER.match(odd_text.plain(event.text).strip())
        return int(found[1]) if found else None
    return getattr(event, "number", None) if type(event) in ACTIONS else None


def missing(events: Sequence[Event], at: int, absorbed: Collection[int]) -> int | None:
    """How many plays the numbers around an event say are not there, or not read, those `absorbed`
    by a line among them; fewer than none where more can be read than there is room for; None where
    no numbers say so."""
    last, unnumbered = 0, -len(absorbed)
    for event in events[:at]:
        if (number := number_of(event)) is not None:
            last, unnumbered = number, 0
        elif isinstance(event, Gap):
            last = -1
        elif type(event) in ACTIONS:
            unnumbered += 1
    for event in events[at + 1 :] if last >= 0 else ():
        if (number := number_of(event)) is not None:
            return number - last - 1 - unnumbered
        if isinstance(event, Gap):
            return None
        unnumbered += type(event) in ACTIONS
    return None
