"""Runs of a sign, or of a few over and over, that a pattern can divide in more than one way.

`[ \\t]*,?[ \\t]*` can divide n blanks in n ways, and where what follows does not fit it tries them
all; `(?:a?|a)+` can divide n letters in 2ⁿ. The expression is taken as an automaton whose states
are the single signs in it, held to what the run has: two loops of which one leads to the other
divide a run. A loop taken for good (`[ \\t]*+`) leads only to what it does not take itself, and a
loop behind `(?<!\\s)` begins only where a run does. Nothing is timed.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from re import _compiler as compiler  # type: ignore[attr-defined]
    from re import _constants as signs  # type: ignore[attr-defined]
    from re import _parser as grammar  # type: ignore[attr-defined]

SINGLE = (signs.LITERAL, signs.NOT_LITERAL, signs.IN, signs.ANY, signs.CATEGORY)
REPEATS = (signs.MAX_REPEAT, signs.MIN_REPEAT, signs.POSSESSIVE_REPEAT)
BOUNDED = 300
"""The most times that a repeat may be held to without being a loop."""


class State(NamedTuple):
    """A single sign of an expression."""

    sign: Any
    what: Any
    flags: int

    def takes(self, letter: str) -> bool:
        """Return whether it takes a letter."""
        return letter in _taken(
            self.sign, tuple(self.what) if self.sign is signs.IN else self.what, self.flags
        )


@cache
def _taken(sign: Any, what: Any, flags: int) -> frozenset[str]:
    """Return the letters that a single sign takes, of all that a run may have."""
    parsed = grammar.State()
    parsed.flags, parsed.str = flags | re.UNICODE, ""
    alone = compiler.compile(grammar.SubPattern(parsed, [(sign, what)]))
    return frozenset(filter(alone.match, map(chr, range(256))))


class Part(NamedTuple):
    """Whether a part of an expression may be empty, and the states it begins and ends with."""

    empty: bool
    first: set[int]
    last: set[int]


NOTHING = Part(True, set(), set())


Place = tuple[int, int]


class Automaton:
    """An expression's states and which may follow which. `around` holds the parsed expressions that
    are looked at ahead."""

    def __init__(self, parsed: Any, flags: int) -> None:
        self.states: list[State] = []
        self.next: dict[int, set[int]] = {}
        self.times: Counter[Place] = Counter()
        self.for_good: set[int] = set()
        self.barred: dict[Place, list[State]] = {}
        self.enters: dict[int, list[State]] = {}
        self.around: list[tuple[Any, int]] = []
        self._run(parsed, flags)

    def _run(self, parsed: Any, flags: int) -> Part:
        empty, first, last = True, set[int](), set[int]()
        not_behind: list[State] = []
        at_start: list[State] = []
        for sign, what in parsed:
            if _is_one_sign_behind(sign, what):
                not_behind.append(State(what[1][0][0], what[1][0][1], flags))
                if not first:
                    at_start.append(not_behind[-1])
                continue
            part = self._part(sign, what, flags)
            self._join(last, part.first, not_behind)
            first = first | part.first if empty else first
            last = part.last | (last if part.empty else set())
            if not part.empty:
                not_behind = []
            empty = empty and part.empty
        for state in first if at_start else ():
            self.enters.setdefault(state, []).extend(at_start)
        return Part(empty, first, last)

    def _join(self, before: Iterable[int], after: Iterable[int], barred: list[State]) -> None:
        for one in before:
            for other in after:
                self.next[one].add(other)
                self.times[one, other] += 1
                self.barred[one, other] = [*barred, *self.enters.get(other, ())]

    def _part(self, sign: Any, what: Any, flags: int) -> Part:
        if sign in SINGLE:
            at = len(self.states)
            self.states.append(State(sign, what, flags))
            self.next[at] = set()
            return Part(False, {at}, {at})
        if sign is signs.SUBPATTERN:
            return self._run(what[3], (flags | what[1]) & ~what[2])
        if sign is signs.BRANCH:
            parts = [self._run(one, flags) for one in what[1]]
            return Part(
                any(one.empty for one in parts),
                set().union(*(one.first for one in parts)),
                set().union(*(one.last for one in parts)),
            )
        if sign in REPEATS:
            return self._repeat(sign, what, flags)
        if sign in (signs.ASSERT, signs.ASSERT_NOT) and what[0] > 0:
            self.around.append((what[1], flags))
        assert sign not in (signs.GROUPREF_EXISTS, signs.ATOMIC_GROUP), sign
        return NOTHING

    def _repeat(self, sign: Any, what: Any, flags: int) -> Part:
        least, most, repeated = what
        part = self._run(repeated, flags)
        if most is signs.MAXREPEAT or most > BOUNDED:
            self._join(part.last, part.first, [])
            if sign is signs.POSSESSIVE_REPEAT and len(part.first | part.last) == 1:
                self.for_good |= part.first
        return Part(part.empty or least == 0, part.first, part.last)

    def held_to(self, piece: str) -> dict[Place, list[Place]]:
        """Return the places within a piece that is repeated at which each state can be, and those
        that may follow; twice where two loops lead there."""
        able = [
            {at for at, state in enumerate(self.states) if state.takes(letter)} for letter in piece
        ]
        found: dict[Place, list[Place]] = {}
        for phase, states in enumerate(able):
            behind = (phase + 1) % len(piece)
            for one in states:
                found[one, phase] = [
                    (other, behind)
                    for other in self.next[one] & able[behind]
                    if not self._kept(one, other, piece[behind])
                    and not any(state.takes(piece[phase]) for state in self.barred[one, other])
                    for _ in range(1 if one in self.for_good else self.times[one, other])
                ]
        return found

    def _kept(self, one: int, other: int, letter: str) -> bool:
        """Return whether a loop that is taken for good would have taken the next letter."""
        return one in self.for_good and one != other and self.states[one].takes(letter)


def _is_one_sign_behind(sign: Any, what: Any) -> bool:
    return (
        sign is signs.ASSERT_NOT and what[0] < 0 and len(what[1]) == 1 and what[1][0][0] in SINGLE
    )


def divided(pattern: str, flags: int, pieces: Iterable[str]) -> set[str]:
    """Return the pieces of which a pattern can divide a run in more than one way."""
    parsed = grammar.parse(pattern, flags & ~re.UNICODE)
    rest = [(parsed, flags | parsed.state.flags)]
    found = set()
    while rest:
        automaton = Automaton(*rest.pop())
        rest += automaton.around
        found |= {piece for piece in pieces if _two_ways(automaton.held_to(piece))}
    return found


def _two_ways(after: dict[Place, list[Place]]) -> bool:
    """Return whether a loop leads to another one, or goes round in two ways."""
    reached = {one: _reached(after, one) for one in after}
    loops = {one for one in after if one in reached[one]}
    for one in loops:
        within = {other for other in reached[one] & loops if one in reached[other]}
        if reached[one] & loops > within:
            return True
        if any(sum(next_ in within for next_ in after[other]) > 1 for other in within):
            return True
    return False


def _reached(after: dict[Place, list[Place]], start: Place) -> set[Place]:
    found: set[Place] = set()
    rest = list(after[start])
    while rest:
        one = rest.pop()
        if one not in found:
            found.add(one)
            rest += after[one]
    return found
