"""Who has dropped out of a deal, as its first trick shows where the record does not say so, or says
otherwise: 5 and 10.4 of rulebook.md."""

from __future__ import annotations

from itertools import takewhile

from archive.core.events import Deal, Play, Stay, Trick
from archive.games.zwanzig_ab.board import SEATS
from archive.games.zwanzig_ab.settling import as_laid, close_trick, settle
from archive.games.zwanzig_ab.table_steps import Course


def only_tells_who_is_out(table: Course) -> bool:
    """Clause 10.4: Return whether the record says of this deal only who drops out, though not of
    all: who stays in is then seen by the first trick."""
    before = takewhile(lambda one: type(one) is not Deal, reversed(table.events[: table.at + 1]))
    behind = takewhile(lambda one: type(one) is not Deal, table.events[table.at + 1 :])
    said = [one for one in (*before, *behind) if isinstance(one, Stay)]
    return 0 < len(said) < SEATS - 1 and not any(one.stays for one in said)


def comes_back(table: Course, seat: int) -> bool:
    """Decide whether a card belongs to a trick though its player is said to have dropped out: not
    where the one whose turn it is plays right behind and it is the player's only card of the
    deal."""
    behind = takewhile(lambda one: type(one) is not Deal, table.events[table.at + 1 :])
    players = [one.seat for one in behind if isinstance(one, Play)]
    if players[:1] == [table.turn or table.leader] and seat not in players:
        table.must_be(0 if table.turn else table.leader, seat, "zwanzig-ab/6.2")
        return False
    _come_back(table, seat)
    return True


def _come_back(table: Course, seat: int) -> None:
    """Take a player back in who is said to have dropped out and plays a card at his turn: that is
    out of turn, but he is in."""
    position = table.position
    if position.tricks > 1 or not table.trick:
        return
    last, leader = table.trick[-1].seat, table.lead[0]
    due = leader if table.complete else table.next_to_play()
    if (seat - last) % SEATS >= ((due - last) % SEATS or SEATS):
        return
    if table.complete:  # it was thought to be
        table.must_be(table.leader, seat, "zwanzig-ab/6.2")
        position.tricks -= 1
        position.trick = as_laid(table)
        for over in (position.takers, table.tricks):
            over.pop()
    table.come_in(seat)


def pass_over_undecided(table: Course, seat: int) -> None:
    """Clause 10.4: Take undecided players for out if the first trick passes them over."""
    if table.tricks or not table.trick or table.turn:
        return
    if any(one.seat == seat for one in table.trick):
        close_first_trick(table)
        return
    due = table.next_to_play()
    while due and due != seat and due in table.undecided and seat in table.players:
        if _lays_later(table, due, seat):
            break
        table.drop_out(due)
        due = table.next_to_play()
    if due != seat:
        table.fault("wrong-turn", "zwanzig-ab/6.2", f"p{due}", f"p{seat}", seat=seat, part="seat")
        table.disturbed = True


def _lays_later(table: Course, passed: int, seat: int) -> bool:
    """Return whether a player who is passed over by another's play lays a card to the same trick
    further on: then the other has played out of turn."""
    laid = {seat, *(one.seat for one in table.trick)}
    for event in table.events[table.at + 1 :]:
        if isinstance(event, Play):
            if event.seat in laid or event.number is None:
                return False
            if event.seat == passed:
                return True
            laid.add(event.seat)
        elif isinstance(event, Deal | Trick):
            return False
    return False


def close_first_trick(table: Course) -> None:
    """Clause 10.4: End the first trick; those still undecided were not in."""
    if not table.tricks and table.trick and table.phase == "tricks" and not table.complete:
        _leave_undecided_out(table)


def close_choices(table: Course, found: str) -> None:
    """End the choices at an event that only comes after a deal, with no card played. Choices to
    stay in that were left out are supposed; perhaps all others had dropped out (5.5)."""
    if table.phase == "stay" and table.decided and table.turn:
        table.leave_out(SEATS - 1 - len(table.decided), found)
    if table.phase == "tricks" and table.decided and not table.trick and not table.tricks:
        _leave_undecided_out(table)
    close_first_trick(table)


def _leave_undecided_out(table: Course) -> None:
    laid = {one.seat for one in table.trick} or {table.maker}
    waiting = [seat for seat in table.players if seat not in laid]
    if any(seat not in table.undecided for seat in waiting):
        return
    for seat in waiting:
        table.drop_out(seat)
    if table.trick:
        close_trick(table)
    elif table.walkover:
        settle(table)
