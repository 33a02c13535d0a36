"""Letting one event of a record happen to a table, which every event passes through.

What is the same for all kinds of actions is checked here, before a game's own handler is called:
the number, the kind of action awaited, whose turn it is.
"""

from __future__ import annotations

from archive.core.events import (
    ACTIONS,
    ANNOTATIONS,
    Action,
    End,
    Event,
    Exchange,
    Gap,
    Play,
    Score,
    Unread,
)
from archive.core.phrase import Phrase
from archive.notation.surroundings import number_of
from archive.notation.unreadable_text import EXCHANGER, STRETCH, UNSEATED
from archive.notation.writer import written
from archive.rules.faults_and_claims import BEGINS_LATE
from archive.rules.omissions import WITHIN, Omission, unnumbered
from archive.rules.table import Table


def advance(table: Table, event: Event, at: int) -> None:
    """Let one event of a record happen to the table; `at` is its index in the record.

    Annotations change nothing. What is wrong is in `table.faults` afterwards; the caller takes it
    from there.
    """
    kind: type = type(event)
    handler = table.handlers.get(kind)
    if handler is None:
        if kind not in ANNOTATIONS:
            table.at = at
            due = Phrase("a line of the game {text}", text=table.game)
            table.fault("foreign-line", table.clauses["lines"], due, written(event))
        elif isinstance(event, Unread) and event.seat:
            _advance_unread(table, event, at)
        return
    table.at = at
    table.acted = None
    acts = kind in ACTIONS
    number = event.number if acts else None  # type: ignore[union-attr]
    if table.omissions:
        _pass_place(table, event, number)
    if acts:
        seat = event.seat  # type: ignore[union-attr]
        if number is None:
            table.due += table.due > 0
        elif number == table.due or _follows_on(table, event, number):  # type: ignore[arg-type]
            table.played[number] = event  # type: ignore[assignment]
            table.due = number + 1
        else:
            return
        table.ply += 1
        table.acted = event  # type: ignore[assignment]
        if table.awaits is not None and table.awaits is not kind:
            table.move_on(event)  # type: ignore[arg-type]
        if table.turn and table.turn != seat:
            table.fault("wrong-turn", table.turn_clause(event),  # type: ignore[arg-type]
                        f"p{table.turn}", f"p{seat}", seat=seat, part="seat")  # fmt: skip
    elif kind is End and table.ended:
        table.fault("not-now", table.clauses["lines"], Phrase("one @end"), Phrase("a second one"))
    handler(table, event)
    table.ended = table.ended or kind is End


def _pass_place(table: Table, event: Event, number: int | None) -> None:
    """Note that the record goes on from one of its places, with an action of that number or with
    another event; perhaps something is missing there. A play that was written in since is not."""
    place = table.place
    omission = table.omissions.get(place)
    if omission and (not number or not omission.number or number >= omission.number):
        _miss(table, omission, event)
    if number:
        table.resume(event)  # type: ignore[arg-type]
    table.place = (number + 1, 0) if number else (place[0], place[1] + 1)


def _miss(table: Table, omission: Omission, event: Event) -> None:
    """Report that something is missing before this event: a number of unknown plays, or a stretch
    after which nothing is known until a line shows it."""
    number, due, acts = omission.number, table.due, type(event) in ACTIONS
    found = f"{number}." if number else unnumbered(event)
    if omission.plays > 0:
        table.leave_out(omission.plays, found, part="number" if number and acts else "")
        return
    if type(event) is not Gap:
        clause = table.clauses["missing"]
        if number and (due > 1 or table.ply):
            table.fault("missing-play", clause, f"{due}.", found,
                        part="number" if acts else "", ply=table.ply)  # fmt: skip
        else:
            begins = not table.ply and (number or type(event) is Score)
            late = BEGINS_LATE if begins else found
            instead = omission.due or _due_before(table, event)
            table.fault("gap", clause, instead, late, severity="note")
    if omission.plays == WITHIN:
        said = table.faults.copy()
        table.handlers[Gap](table, Gap(""))
        table.faults = said
    else:
        table.open_gap()
    if number:
        table.ply += max(0, number - due)
    table.due = number


def _due_before(table: Table, event: Event) -> str:
    """Return what is expected where something is missing: the standing by the rules, before one
    that is another."""
    standing = table.ledger.standing
    if isinstance(event, Score) and table.ply and {*event.totals} - {*standing} and standing:
        return written(Score(standing))
    return "everything written down"


def _advance_unread(table: Table, event: Unread, at: int) -> None:
    """Take an unreadable line for a play by its seat, or, where it names none, for a stretch that
    is not written down."""
    seat = event.seat
    if seat in UNSEATED:
        seat = table.awaited or STRETCH
    if seat != STRETCH:
        exchanges = event.seat == EXCHANGER
        action = Exchange(None, seat, (), None) if exchanges else table.stand_in(seat)
        advance(table, action._replace(number=number_of(event)), at)
        if event.seat in UNSEATED and table.earned:
            table.ledger.lose_all()  # any of the players may have scored
    elif not table.over:
        advance(table, Gap(""), at)


def _follows_on(table: Table, action: Action, number: int) -> bool:
    """Return whether an action happened; a number that is not due shows where a gap ended, that
    actions were left out, or that this one was written twice and never happened (False)."""
    if not table.due:
        table.resume(action)
    elif number < table.due:
        if _same_deed(table.played.get(number), action):
            table.fault("doubled-play", table.clauses["order"], f"{table.due}.",
                        Phrase("{n}. again", n=number),
                        seat=action.seat, part="number")  # fmt: skip
            return False
        if table.played.get(number, action) is None:
            return False  # written too late: it has been supposed already
    return True


def _same_deed(one: Action | None, other: Action) -> bool:
    """Return whether two actions are the same, whatever is claimed of them."""
    if isinstance(one, Play) and isinstance(other, Play):
        return (one.seat, one.cards) == (other.seat, other.cards)
    return type(one) is type(other) and one[1:] == other[1:]
