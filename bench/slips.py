"""Every kind of slip there is for each game's records, and what its referee says to it.

A slip is one change of a sound record: a claim, a card, a seat, a line, an order. What must be
found of it is said by a referee that shares nothing with the engine (tests/games/*_referee.py):
which code comes first, and where. Where a slip only leaves something out, nothing may be found: all
that is still said is true of the game that was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from archive.core.events import ACTIONS, Event
from archive.core.record import Record
from archive.generator.flaws import flaws_of, spoil
from archive.generator.rng import Chance
from archive.scoring import Verdict
from archive.telling.findings import Finding
from tests.games import (
    count_to_20_referee,
    count_to_20_slips,
    twenty_referee,
    twenty_slips,
    twenty_two_referee,
    twenty_two_slips,
    zwanzig_ab_referee,
    zwanzig_ab_slips,
)

Wrong = tuple[str, int] | None
"""The code and the event of the first mistake, by a referee; None for a sound record."""


Slip = Callable[[list[Any], str, int], Any]
"""A slip in a record's events, by the number of players: what they are then, and where it is."""


class Played(NamedTuple):
    """A sound record, and what it was played by."""

    record: Record
    rules: str
    options: Mapping[str, str]
    seats: int
    seed: int


class Slipped(NamedTuple):
    """A record with a slip in it: at which events, and what must be found of it."""

    record: Record
    at: tuple[int, ...]
    wrong: Wrong


class Kind(NamedTuple):
    """One kind of slip. `less`: it only leaves something out."""

    name: str
    make: Callable[[Played, str], Slipped | None]
    less: bool = False


REFEREES: dict[str, Callable[[Record, str, Mapping[str, str]], Wrong]] = {
    "twenty": twenty_referee.first_wrong,
    "twenty-two": twenty_two_referee.first_wrong,
    "zwanzig-ab": zwanzig_ab_referee.first_wrong,
    "count-to-20": count_to_20_referee.first_wrong,
}

ALIKE = (
    # a card where it cannot be: of which of its two places is said that it is wrong
    {"card-not-held", "too-many-of-a-card", "impossible-hand"},
    # cards turned up that were played: the line is wrong, or its bonus, or what comes after it
    {"not-turned-up", "wrong-up", "too-many-of-a-card", "not-swapped"},
    # who is due: the leader of a trick is the winner of the one before
    {"wrong-turn", "wrong-leader", "wrong-trick-winner"},
    # something is missing before this, or this comes too soon, or twice
    {"missing-play", "not-now", "wrong-turn", "dealt-early", "short-round", "short-deal",
     "after-the-end", "wrong-starter"},
    # the king counts what it was said to, or the set does not count what it should
    {"wrong-king", "wrong-pair", "count-not-made"},
)  # fmt: skip
"""Codes that name one fault from its two sides."""


FLAW = "--flaw "


def same(one: str, other: str) -> bool:
    return one == other or any({one, other} <= alike for alike in ALIKE)


def kinds_of(game: str) -> list[Kind]:
    return [*_OWN[game](), *[_flaw(code) for code in flaws_of(game)]]


def _kind(game: str, name: str, slip: Slip) -> Kind:
    less = name.startswith("no ") or "not named" in name

    def make(played: Played, seed: str) -> Slipped | None:
        try:
            made = slip(played.record.events, seed, played.seats)
        except LookupError:
            return None
        if made is None:
            return None
        events, at = made
        record = Record(played.record.tags, events)
        wrong = None if less else REFEREES[game](record, played.rules, played.options)
        return Slipped(record, _swapped(played.record.events, events, at), wrong)

    return Kind(name, make, less)


def _swapped(before: list[Event], after: list[Event], at: int) -> tuple[int, ...]:
    """The place of a slip; both where two neighbours changed places."""
    both = len(before) == len(after) and before[at + 1 : at + 2] != after[at + 1 : at + 2]
    return (at, at + 1) if both else (at,)


def _twenty() -> list[Kind]:
    def of(slip: twenty_slips.Slip) -> Slip:
        return lambda events, seed, _: slip(Random(seed), events)

    return [_kind("twenty", name, of(slip)) for name, slip in twenty_slips.SLIPS.items()]


def _twenty_two() -> list[Kind]:
    def of(slip: twenty_two_slips.Slip) -> Slip:
        return lambda events, seed, seats: slip.make(events, Random(seed), seats)

    return [_kind("twenty-two", name, of(slip)) for name, slip in twenty_two_slips.SLIPS.items()]


def _zwanzig_ab() -> list[Kind]:
    def of(slip: zwanzig_ab_slips.Slip) -> Slip:
        return lambda events, seed, _: slip(Random(seed), events)

    judged = zwanzig_ab_slips.JUDGED.items()
    always = zwanzig_ab_slips.ALWAYS.items()
    return [
        *[_kind("zwanzig-ab", name, of(slip)) for name, slip in judged],
        *[Kind(name, _expecting(slip, code)) for name, (slip, code) in always],
    ]


def _expecting(slip: zwanzig_ab_slips.Slip, code: str) -> Callable[[Played, str], Slipped | None]:
    """A slip of which the code is known beforehand."""

    def make(played: Played, seed: str) -> Slipped | None:
        try:
            events, at = slip(Random(seed), played.record.events)
        except LookupError:
            return None
        record = Record(played.record.tags, events)
        return Slipped(record, _swapped(played.record.events, events, at), (code, at))

    return make


def _count_to_20() -> list[Kind]:
    def of(slip: count_to_20_slips.Change) -> Slip:
        return lambda events, seed, seats: slip(events, Random(seed), seats)

    every = count_to_20_slips.SLIPS.items()
    return [_kind("count-to-20", name, of(slip)) for name, (slip, _) in every]


_OWN = {
    "twenty": _twenty,
    "twenty-two": _twenty_two,
    "zwanzig-ab": _zwanzig_ab,
    "count-to-20": _count_to_20,
}


def _flaw(code: str) -> Kind:
    """A flaw of `twenties generate --flaw`, named by what it is found as where no option bears on
    it; where one does, the referee is asked."""

    def make(played: Played, seed: str) -> Slipped | None:
        flawed = spoil(played.record, code, Chance(Random(seed).randrange(1 << 30)))
        if flawed is None:
            return None
        pairs = enumerate(zip(played.record.events, flawed.events, strict=False))
        changed = tuple([at for at, (one, other) in pairs if one != other])
        return Slipped(
            flawed, changed or (len(played.record.events),), (code, changed[0] if changed else 0)
        )

    return Kind(f"{FLAW}{code}", make)


def ply(events: list[Event], at: int | None) -> int | None:
    """At which ply an event stands, a line at that of the action after it; None for a tag."""
    return None if at is None else sum(type(event) in ACTIONS for event in events[:at])


def roots(verdict: Verdict) -> list[Finding]:
    """What is wrong and follows from nothing else: errors before warnings."""
    found = [one for one in verdict.findings if one.severity != "note" and one.follows is None]
    return sorted(found, key=lambda one: one.severity != "error")
