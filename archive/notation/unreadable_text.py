"""What unreadable text may have been, so that the rules take it as they take what was left out.

The reader keeps such text where it stands. Here it is decided what it may have been, as far as the
text around it shows that, and every event gets the reading that claims least: a card becomes an
unknown card, a line is left out, words that may be plays become a gap. The rules then meet nothing
they do not know already.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from archive.core.cards import UNKNOWN, cards
from archive.core.events import (
    ACTIONS,
    Action,
    Deal,
    Draw,
    Exchange,
    Held,
    Play,
    TableLine,
    Unread,
    Variation,
)
from archive.core.record import Record
from archive.notation import reading_faults
from archive.notation.lexer import CARD, SET, TOTAL
from archive.notation.plays import parts_of
from archive.notation.surroundings import NUMBER, SPACE
from archive.notation.unreadable_lines import (
    ARITHMETIC,
    HAND,
    LEGALITY,
    NOTHING,
    WORD,
    Unreadable,
    UnreadLines,
)

UNKNOWN_PLAYER: Final = -1
"""The seat of an unread play whose player could not be read either."""
EXCHANGER: Final = -3
"""The seat of an exchange whose player cannot be read."""
UNSEATED: Final = frozenset({UNKNOWN_PLAYER, EXCHANGER})
STRETCH: Final = -2
"""The seat of unread text that may be any number of plays."""

MARKS = re.compile(r"\)|\(.*|\$\d+", re.ASCII | re.DOTALL)
DRAWN = re.compile(r"[ \t]d[^ \t]*$", re.ASCII)
"""The readable part of a play shows that it was a draw."""
NUMBERING = re.compile(r"\S{1,7}[.,:;]")
CLAIMING = re.compile(r"[=/:]")
UNREAD = frozenset({Unread, TableLine})
PLAYED = re.compile(
    rf"""(?: (?P<number>\d{{1,6}}) \.\s*+ )? p(?P<seat>[1-9]\d?) \s++ (?P<mark> \^[A-Z]?+ )? [ \t]*+
    (?P<cards> {SET} ) (?P<rest> [=/] .* )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
"""A play whose cards can be read, but not all of its claims."""
TALLY = re.compile(r"=(\d{1,9})(?=/|$)", re.ASCII)
POINTS = re.compile(r".{,4}/(-?\d{1,9})", re.ASCII | re.DOTALL)
"""Points behind a tally that cannot be read; behind more than that they may be another play's."""
ODD = re.compile(CARD, re.ASCII)
"""What separates the pieces of a hand that are no cards."""
LONGEST_CARD: Final = 2  # characters


class Legible(NamedTuple):
    """A record as far as it can be read, event by event; its unreadable pieces; whether these leave
    open by which rules it is to be judged; and the record once more with a gap for every play whose
    player cannot be read, None where there is no such play."""

    record: Record
    pieces: Sequence[Unreadable]
    rules_unread: bool
    with_gaps: Record | None = None


def legible(record: Record) -> Legible:
    """Return the record as far as it can be read; where all can be read, the record itself."""
    if UNREAD.isdisjoint(map(type, record.events)) and _torn(record) is None:
        return Legible(record, (), False)
    return _Reading(record).read()


class _Reading(UnreadLines):
    """One record, piece by piece."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._back: int | None = None
        self._blank = 0  # up to here, what was not played has been removed

    def read(self) -> Legible:
        record = self.record
        torn = _torn(record)
        for at, event in enumerate(record.events):
            if at in self.absorbed:
                self.events[at] = Unread("")
                if isinstance(event, Unread):
                    self.note(at, event.text, NOTHING)
            elif isinstance(event, TableLine):
                self.events[at] = Unread(event.text)
                self.note(at, f"@{event.word} {event.text}", self.of_line(at, event.word))
            elif isinstance(event, Unread):
                self._take(at, event)
            elif at == torn:
                self.events[at] = Unread("(", STRETCH)
                self.note(at, "(", self.anything(at))
        known = record.with_events(self.events, self.tags)
        return Legible(known, self.pieces, self.rules_unread, _with_gaps(known))

    def _take(self, at: int, event: Unread) -> None:
        """Decide about one piece, by what it looks like."""
        text = reading_faults.plain(event.text).strip()
        line = self.line_of(at, text)
        bears = NOTHING
        if text.startswith("["):
            bears = self.of_tag(at, text)
        elif line is not None and not event.seat:
            bears = self.of_argument(line, text)
        elif hand := HAND.match(text):
            bears = self._of_hand(at, event, hand)
        elif word := WORD.match(text):
            self.absorb(at)
            bears = self.of_line(at, word[1])
        elif event.seat:
            bears = self._of_play(at, event, text)
        elif NUMBER.match(text):
            if not self._numbers_the_next(at, text):
                seat = EXCHANGER if self._exchanging(at) else UNKNOWN_PLAYER
                self.events[at] = Unread(event.text, seat)
            bears = frozenset({LEGALITY, ARITHMETIC} if CLAIMING.search(text) else {LEGALITY})
        elif at < self.first:
            self.absorb(at)
            bears = self.of_any_tag() | {LEGALITY, ARITHMETIC}
        elif text == ")":
            bears = self._of_parenthesis(at)
        elif not MARKS.fullmatch(text) and not self._stands_for_a_number(at, text):
            self.absorb(at)
            if text.startswith("{") or self._room_for_plays(at):
                self.events[at] = Unread(event.text, STRETCH)
            bears = self.anything(at)
        self.note(at, event.text, bears)

    def _of_hand(self, at: int, event: Unread, hand: re.Match[str]) -> frozenset[str]:
        """Return the answers that depend on a hand, or on a player's total without its line."""
        if TOTAL.fullmatch(hand[0]):
            return self.anything(at)
        self.events[at] = hand_of(int(hand[1]), hand[2], self.around.sizes_beside(at)) or event
        return frozenset({LEGALITY})

    def _of_parenthesis(self, at: int) -> frozenset[str]:
        """Return the answers that depend on the end of another line of play whose beginning cannot
        be read. It began where the numbers go back; where plays have none, it may be all that was
        played right before."""
        events, numbers = self.record.events, self.around.numbers
        if self._back is None:
            self._back = _goes_back(numbers)
        if self._back < at:
            where = range(max(self._back, self._blank), at)
            self._blank = at
            return self._not_played(where, at)
        other = at
        while other and numbers[other - 1] is None and type(events[other - 1]) in ACTIONS:
            other -= 1
        if other == at:
            return NOTHING
        self.events[at] = Unread(")", STRETCH)
        return self._not_played(range(other, at), at)

    def _not_played(self, where: range, at: int) -> frozenset[str]:
        for other in where:
            self.events[other] = Unread("")
        return self.anything(at)

    def _stands_for_a_number(self, at: int, text: str) -> bool:
        """Return whether it is only the number of the play after it, and the others leave no room
        for one more."""
        alone = NUMBERING.fullmatch(text) and self._numbers_the_next(at, text)
        return bool(alone) and self.around.missing(at, len(self.absorbed)) == 0

    # -- plays

    def _room_for_plays(self, at: int) -> bool:
        """Return whether words may be plays: not where the numbers show that none is missing, nor
        among the lines of one deal."""
        before, after = self.around.played_around(at)
        if isinstance(after, Held) and isinstance(before, Held | Deal):
            return False
        return self.around.missing(at, len(self.absorbed)) != 0

    def _of_play(self, at: int, event: Unread, text: str) -> frozenset[str]:
        """Return the answers that depend on a play. Where its cards can be read, its claims are
        left out; where the numbers around it leave no room for it, it is none."""
        claiming = CLAIMING.search(text) or self._plays_claim
        claims = frozenset({ARITHMETIC}) if claiming else NOTHING
        if played := PLAYED.fullmatch(text):
            self.events[at] = without_claims(played)
            return claims
        if not NUMBER.match(text) and self.around.missing(at, len(self.absorbed)) == 0:
            self.events[at] = Unread(event.text)
            return claims | {LEGALITY}
        number = int(found[1]) if (found := NUMBER.match(text)) else None
        if DRAWN.search(text) and self._draws:
            self.events[at] = Draw(number, event.seat, UNKNOWN)
            return frozenset({LEGALITY})
        if self._exchanging(at):
            self.events[at] = Exchange(number, event.seat, (), None)
        return claims | {LEGALITY}

    @cached_property
    def _plays_claim(self) -> bool:
        """Return whether plays claim numbers here, as far as any can be read."""
        claimed = [one.tally is not None for one in self.record.events if isinstance(one, Play)]
        return any(claimed) or not claimed

    @cached_property
    def _draws(self) -> bool:
        return any(isinstance(one, Draw) for one in self.record.events)

    def _numbers_the_next(self, at: int, text: str) -> bool:
        """Return whether it is only the number of the play after it."""
        events = self.record.events
        following = events[at + 1] if at + 1 < len(events) else None
        return isinstance(following, Action) and following.number is None and not SPACE.search(text)

    def _exchanging(self, at: int) -> bool:
        """Return whether the next action is an exchange: then there are no plays yet."""
        return isinstance(self.around.goes_on_with(at), Exchange)


def _with_gaps(known: Record) -> Record | None:
    """Return the record with a gap for every play whose player cannot be read; None without one."""
    gaps = [
        Unread(one.text, STRETCH) if type(one) is Unread and one.seat in UNSEATED else one
        for one in known.events
    ]
    return None if gaps == known.events else known.with_events(gaps)


def _goes_back(numbers: Sequence[int | None]) -> int:
    """Return the first place where a number is no higher than those before; the end where none
    is."""
    highest = 0
    for at, number in enumerate(numbers):
        if number is not None and number <= highest:
            return at
        highest = number or highest
    return len(numbers)


def _torn(record: Record) -> int | None:
    """Return the index of a variation that was never closed, None without one: all after it may be
    the game."""
    last = len(record.events) - 1
    event = record.events[last] if record.events else None
    return last if isinstance(event, Variation) and not event.closed else None


def without_claims(played: re.Match[str]) -> Play:
    """Return a play, as `PLAYED` matches it, with its readable claims."""
    rest, number = played["rest"], played["number"]
    run, parts = parts_of(played["cards"])
    tally, points = TALLY.match(rest), POINTS.fullmatch(rest)
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
