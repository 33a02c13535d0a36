"""Deals that are written with all their plays: what is wrong in one is not explained by plays that
are missing, whatever else of the record is torn."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from archive.core.cards import Card
from archive.core.events import ACTIONS, Deal, Event, Held, Play, Round, Show, Up
from archive.core.record import Record
from archive.games import Chosen
from archive.rules.gaps.out_of_turn import COUNTED
from archive.rules.gaps.play_numbers import silent_seats
from archive.rules.gaps.signs_of_gaps import TORN
from archive.telling.finding_drafts import Draft

TOTALS = frozenset({"wrong-score", "wrong-result", "wrong-winner", "wrong-elimination"})
"""Findings about totals, which plays missing anywhere before them may explain."""
PLAYED = frozenset({*ACTIONS, Show})
"""Events that a deal has once and in their turn, where it is whole."""


class WholeDeals:
    """The deals of a record, and which of them are whole by the rules that were `chosen`."""

    def __init__(self, record: Record, chosen: Chosen) -> None:
        self._events, self._openings = record.events, record.openings
        self._around = record.deal_around
        self._chosen = chosen
        self._all_act = not silent_seats(record.events, chosen.seats)
        self._plays: dict[int, tuple[int, int]] = {}  # by where a deal begins

    def is_whole(self, deal: range) -> bool:
        """Return whether the events of a deal leave room for no other turn, where its game can
        tell; they do where nothing that a player did is written."""
        return self._all_act and self._chosen.all_turns_written(
            self._events[deal.start : deal.stop]
        )

    def is_told_in_full(self, deal: range) -> bool:
        """Return whether a deal is whole, has its line, and names the cards of all plays, all of
        them with their suits or none. Of the beginning of a round, whether the cards turned up are
        named, and no plays stand there."""
        events = self._events[deal.start : deal.stop]
        if isinstance(events[0], Round):
            up = any(isinstance(one, Up) and one.cards for one in events)
            return up and ACTIONS.isdisjoint(map(type, events))
        if not isinstance(events[0], Deal) or not self.is_whole(deal):
            return False
        cards = [card for event in events for card in _cards(event)]
        suited = {bool(card.suit) for card in cards}
        return len(suited) < 2 and all(card.rank != "?" for card in cards)

    def have_all_that_is_wrong(self, findings: Sequence[Draft]) -> bool:
        """Return whether all that is wrong, or what it follows from, is in deals that are whole,
        with nothing missing in front of them and behind. Of totals alone that cannot be said."""
        errors = [one for one in findings if one.severity == "error"]
        roots = [one for one in errors if one.follows is None]
        against_rules = [one for one in roots if one.code not in TOTALS]
        if any(one.at is None or not self._is_of_play(one) for one in against_rules):
            return False
        played = {self._around(one.at or 0) for one in against_rules}
        return bool(played) and all(
            deal in played
            and self.is_whole(deal)
            and self._goes_on_from_another(deal)
            and (self._goes_on_in_another(deal) or self._is_last_of(deal, errors))
            for deal in {self._around(one.at or 0) for one in roots}
        )

    def _is_of_play(self, finding: Draft) -> bool:
        """Return whether a finding is about an action or the cards shown, or a line with one behind
        it in its deal: other lines may belong to a later deal. Up to the first play, what is due is
        also found wrong where an exchange or another choice is missing; and a play without number
        that says another count than is due may have others before it."""
        at = finding.at or 0
        event = self._events[at]
        if finding.code == COUNTED and isinstance(event, Play) and not event.number:
            return str(event.tally or finding.expected) == finding.expected
        first, last = self._plays_of(self._around(at))
        return at <= last and (first < at or finding.code not in TORN)

    def _plays_of(self, deal: range) -> tuple[int, int]:
        """Return the places of a deal's first play and of its last action or cards shown: its end
        and its beginning less one where there are none."""
        if deal.start not in self._plays:
            kinds = [type(event) for event in self._events[deal.start : deal.stop]]
            first = next((at for at, kind in enumerate(kinds) if kind is Play), len(kinds))
            last = next((at for at in reversed(range(len(kinds))) if kinds[at] in PLAYED), -1)
            self._plays[deal.start] = deal.start + first, deal.start + last
        return self._plays[deal.start]

    def _goes_on_from_another(self, deal: range) -> bool:
        """Return whether a deal is numbered as the first, or in turn behind the one before it."""
        place = bisect_right(self._openings, deal.start)
        numbers = self._numbers(self._openings[max(0, place - 2) : place])
        return numbers == [1] or _in_turn(numbers)

    def _goes_on_in_another(self, deal: range) -> bool:
        """Return whether the deal behind a deal is numbered in turn."""
        return deal.stop < len(self._events) and _in_turn(self._numbers([deal.start, deal.stop]))

    def _is_last_of(self, deal: range, errors: Sequence[Draft]) -> bool:
        """Return whether a deal is the last one, and all hands of it are listed, of which all but
        one player play their cards."""
        events = self._events[deal.start : deal.stop]
        listed = {one.seat for one in events if isinstance(one, Held)}
        others = {one.seat for one in errors if one.code == "card-not-held"}
        is_last = deal.stop == len(self._events)
        return is_last and len(listed) == self._chosen.seats and len(others) <= 1

    def _numbers(self, lines: Sequence[int]) -> list[int | None]:
        events = (self._events[at] for at in lines)
        return [one.number if isinstance(one, Deal) else None for one in events]


def _cards(event: Event) -> Iterator[Card]:
    match event:
        case Play(cards=cards):
            yield from cards
        case Show(shown=shown):
            for _, cards in shown:
                yield from cards


def _in_turn(numbers: Sequence[int | None]) -> bool:
    """Return whether these are two numbers that follow each other."""
    one, *behind = numbers or [None]
    return one is not None and behind == [one + 1]
