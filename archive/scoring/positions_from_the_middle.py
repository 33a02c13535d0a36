"""Positions of a record that begins in the middle of its game: from the first deal on that is told
in full, with all its hands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from archive.core.events import ACTIONS, Deal, Held, Round
from archive.rules.advance import advance
from archive.rules.hand import UNCOUNTED, Hand
from archive.scoring.counted_on import CountingOn
from archive.scoring.prepared import Playable
from archive.scoring.record_positions import (
    Ahead,
    Positions,
    beginning,
    play_events,
    positions,
    stops,
)
from archive.scoring.whole_deals import WholeDeals


def positions_told(shown: Playable) -> Positions:
    """Return by ply the position right after it, as far as the record says enough: from the
    beginning of the game, or from the first whole deal of a record that begins in the middle."""
    begun = _Begun(shown)
    if not begun.late:
        return positions(shown)
    return begun.positions() if begun.position is not None else Positions()


class _Begun:
    """The place in a record from which all is told: the `table` after the first play there, the
    `position` before it. A record that begins in the middle of its game is `late`: no totals are
    known once its first play has shown where play stands."""

    def __init__(self, shown: Playable) -> None:
        self._shown, self._events = shown, shown.known.events
        self.table = shown.foresight.open()
        self.position: Any = None
        self.late = False
        self._start, acted = 0, shown.known.acted
        counting, deals = CountingOn(shown), WholeDeals(shown.known, shown.chosen)
        whole, first = False, next(iter(acted), 0)
        for at, event in enumerate(self._events):
            acts = type(event) in ACTIONS
            if isinstance(event, Deal):
                whole = deals.is_told_in_full(shown.known.deal_around(at))
            before = self.table.position.copy() if acts and whole else None
            advance(self.table, event, at)
            faults, self.table.faults = self.table.faults, []
            standing = counting.standing(self.table)
            counting.take(at, event, faults, self.table)
            if acts and at == first:
                self.late = bool(self.table.ledger.unknown)
                if not self.late:
                    return
            if acts and before is not None and self._takes_up(before, at):
                self._set_totals(before, standing)
                return
            whole = whole and not acts

    def _takes_up(self, position: Any, at: int) -> bool:
        """Take up the game from a position before the first play of a deal, as far as all hands in
        it are known; return whether they are."""
        deal = self._shown.known.deal_around(at)
        told = self._events[deal.start : at]
        seats = [one.seat for one in told if isinstance(one, Held)]
        if any(seat > position.seats for seat in seats):
            return False  # of no player of this game
        hands = {seat: position.hands[seat] for seat in seats}
        if len(hands) < 2 or not all(map(_is_known, hands.values())):
            return False
        if len({*map(len, hands.values())}) > 1 or not self._tells_the_tally(position, at):
            return False
        for option in ("at_once", "shown"):  # as a record is played, and not as it is judged
            if hasattr(position, option):
                setattr(position, option, getattr(beginning(self._shown.chosen), option))
        if position.due == "hand":  # of Twenty-Two, where all who are in it are dealt a hand
            position.alive = position.before = sorted(hands)
            position.doubtful = []
            position.seat_players(position.alive)
            position.give_out(len(hands[position.order[0]]))
            position.await_action("put_away", position.order[0])
        if not position.turn:  # in a round of Twenty of which it is not told who begins
            position.turn = position.mover = getattr(self._events[at], "seat", 0)
        position.objections, position.open, position.ledger = [], [], []
        self.position, self._start = position, at
        return True

    def _tells_the_tally(self, position: Any, at: int) -> bool:
        """Return whether the tally is known before an event, in a game by rounds: the line of its
        round is written, with a number."""
        if not hasattr(position, "round"):
            return True
        rounds = [one for one in self._events[:at] if isinstance(one, Round)]
        return bool(rounds) and rounds[-1].number is not None and position.tally >= 0

    def _set_totals(self, position: Any, standing: Mapping[int, int] | None) -> None:
        """Set the totals to a standing of the sheet, counted on; to unknown ones without any."""
        known = standing or {}
        for seat in range(1, position.seats + 1):
            position.totals[seat] = known.get(seat, UNCOUNTED)
        if known and hasattr(position, "more"):  # Twenty-Two: none has more than that
            position.more = [0] * (position.seats + 1)

    def positions(self) -> Positions:
        """Return the positions from there on, as far as all is told."""
        shown, found, table = self._shown, Positions(), self.table
        position, ply = self.position, table.ply - 1
        written = bisect_left(shown.known.acted, self._start)
        found.late, found.ahead = True, Ahead(ply - written, self._deals_ahead())
        events = play_events(
            position, self._events[self._start :], stands_pat=shown.chosen.game.stands_pat
        )
        try:
            for at, (event, action) in enumerate(events, self._start):
                if stops(position, event, action, ply) or table.ply > ply + 1:
                    return found
                if type(event) in ACTIONS:
                    if not self._deals_alike(position, at):
                        return found
                    found[ply] = position.copy()
                    ply += 1
                if at > self._start:
                    advance(table, event, at)
        except (ValueError, IndexError, TypeError):  # events that no position of this game takes
            return found
        found[ply] = position.copy()
        return found

    def _deals_alike(self, position: Any, at: int) -> bool:
        """Return whether a position has the players in its deal who are dealt hands in the record,
        and knows how many cards: who is out of Twenty-Two may hang on unknown totals."""
        if not hasattr(position, "order"):
            return True
        deal = self._shown.known.deal_around(at)
        told = self._events[deal.start : at]
        dealt = {one.seat for one in told if isinstance(one, Held)}
        return dealt == {*position.order} and position.size >= 0

    def _deals_ahead(self) -> int:
        """Return how many deals, or rounds, of the game come before those that are written."""
        in_rounds = hasattr(self.position, "round")
        kind = Round if in_rounds else Deal
        told = sum(type(one) is kind for one in self._events[: self._start])
        number: int = self.position.round if in_rounds else self.position.deals
        return number - told


def _is_known(hand: Hand) -> bool:
    open_ = hand.unknown or hand.doubted or hand.gone
    return not open_ and all(card & 15 for card in hand.known)
