"""Filling the gaps of a record of Twenty at its table: unwritten plays, and stretches after which
neither the hands nor the number of plays are known."""

from __future__ import annotations

from collections import Counter

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Bonus, End, Event, Gap, Play, Round, Score, Unread, Up
from archive.games.twenty import rounds
from archive.games.twenty.board import HANDS
from archive.games.twenty.claims import Claims
from archive.games.twenty.possible_places import Place, by_turns
from archive.games.twenty.rules import HAND, PLAYS, ROUNDS
from archive.rules.hand import UNCOUNTED, Hand
from archive.rules.omissions import Missing, unnumbered


def fill(table: Claims, event: Event, gap: Missing) -> None:
    """Clause 6.3: Fill a gap with unknown plays and points."""
    if isinstance(event, Gap):
        pass  # it is reported itself
    elif gap.plays:
        _tell_missing(table, event, gap.plays)
    elif gap.plays == 0 or gap.until is None or not table.ply:
        _tell_gap(table, _found(event))
    counted = gap.plays and table.plays >= 0 and (table.begins or table.position.starter)
    if gap.until is None or (not counted and gap.until > PLAYS * max(1, table.round)):
        table.doubtful |= {table.round, table.round + 1}
    if table.between_rounds and gap.plays == 0:
        table.position.lose_totals()
        table.forget_totals()
    elif counted:
        _pass_over(table, gap.plays or 0)
    else:
        lose_count(table)
        if gap.place is not None:
            _stand(table, gap.place)
    if isinstance(event, Gap):
        table.due = 0


def leave_gap(table: Claims, event: Gap) -> None:
    """Clause 6.3: Take a gap: plays are missing."""
    _tell_gap(table, "@gap")
    if table.at not in table.gaps:
        lose_count(table)


def place_of(table: Claims) -> Place:
    """Return the place of the game now, for what is to come."""
    if not table.round:
        return Place()
    hands = HANDS * (table.round - 1)
    plays = PLAYS * (table.round - 1) + max(table.plays, 0)
    listed = [hands + len(table.dealt.get((table.round, seat), ())) for seat in (1, 2)]
    lines: set[tuple[type, int]] = {(Round, table.round - 1)}
    if table.up:
        lines.add((Up, table.round - 1))
    return Place(
        plays, lost=table.plays < 0, shift=table.due - 1 - plays if table.due else None,
        first=by_turns(table.turn, plays), next=table.turn, last=table.due - 1, numbered=True,
        hands=(listed[0], listed[1]), deals=hands + table.deals, lines=frozenset(lines),
    )  # fmt: skip


def _tell_gap(table: Claims, found: str) -> None:
    table.fault("gap", "twenty/6.3", "every play written down", found, severity="note")


def _tell_missing(table: Claims, event: Event, plays: int) -> None:
    """Report plays that are missing before an event: the numbers leave them out too, or those
    behind them are wrong."""
    if not (table.ply or table.follows(1)):
        _tell_gap(table, "a later one")
        table.due = 0
        return
    due = table.due or table.ply + 1
    number = event.number if isinstance(event, Play) else None
    found = f"{due + plays}." if plays > 1 or number == due + plays else _found(event)
    seat = (table.turn or None) if plays == 1 else None
    table.fault("missing-play", "twenty/6.3", f"{due}.", found, seat=seat,
               part="" if number is None else "number")  # fmt: skip
    table.ply += plays
    if table.due and number != due:
        table.played.update(dict.fromkeys(range(due, due + plays) if number else ()))
        table.due += plays


def _pass_over(table: Claims, plays: int) -> None:
    """Lay unknown cards for missing plays."""
    position, at = table.position, table.at
    faults, table.at = table.faults, -1  # no event of the record is any of these plays
    for _ in range(plays):
        if table.between_rounds:
            rounds.open_round(table, None)
        seat = position.mover or table.begins or 1
        if not rounds.accepts(table, seat):
            break  # the game is over
        rounds.find_hand(table, seat)
        if (table.round, seat) not in table.dealt:
            rounds.refill(table, seat)
        table.dealt[table.round, seat][-1].plays.append((UNKNOWN, -1))
        table.laid.append((seat, UNKNOWN))
        position.lay(seat, 0)
    table.objections()
    table.enter()
    table.deals = table.plays // (2 * HAND) + (table.plays % (2 * HAND) > 0)
    table.at, table.faults = at, faults


def lose_count(table: Claims) -> None:
    """Go on without knowing how many plays are missing here, nor the hands."""
    if table.between_rounds and table.round < ROUNDS:
        rounds.open_round(table, None)
    for seat in (1, 2):
        for hand in table.dealt.get((table.round, seat), [])[-1:]:
            held = table.stale.setdefault(seat, Counter())
            held.update(card.rank for card in hand.cards)
    if not table.position.over:
        _let_go(table)
    table.turn = 0
    table.forget_totals()


def _let_go(table: Claims) -> None:
    """Make the position's place unknown, with its hands."""
    position = table.position
    position.plays = position.tally = position.made = UNCOUNTED
    position.hands = [Hand(), Hand.of_any(), Hand.of_any()]
    position.hands_dealt[-1] = [[[]] * PLAYS for _ in position.hands]
    position.lose_totals()
    rounds.await_card(table, 0)


def _stand(table: Claims, plays: int) -> None:
    """Go on after `plays` plays of the game, with unknown hands."""
    position = table.position
    number = max(1, -(-plays // PLAYS), table.round)
    while table.round < number:
        position.await_action("begin_round")
        rounds.open_round(table, None)
        _let_go(table)
    position.plays = plays - PLAYS * (number - 1)
    table.deals = position.plays // (2 * HAND)
    if position.plays == PLAYS:
        position.scorer = 0
        position.end_round()
        table.turn = 0
        return
    rounds.await_card(table, by_turns(position.starter, position.plays))


def seen_before(table: Claims, seat: int, card: Card) -> bool:
    """Return whether a card may be of a hand that was listed before plays went missing: the card
    count has it there. Ranks are enough: later plays may show another suit."""
    ranks = table.stale.get(seat, Counter())
    for rank in (card.rank, "?") if card is not UNKNOWN else ():
        if ranks[rank]:
            ranks[rank] -= 1
            return True
    return False


def forget_unplayed(table: Claims) -> None:
    """Forget the hands of which no card is played: more was played before the end, and they may be
    of any later deal, which leaves open whether all is right about them."""
    hands = [table.dealt.get((table.round, seat), []) for seat in (1, 2)]
    unplayed = [of_seat for of_seat in hands if of_seat and not of_seat[-1].plays]
    for of_seat in unplayed:
        of_seat.pop()
    if unplayed:
        _tell_gap(table, "@end")


def _found(event: Event) -> str:
    """Return the line where a play is missing, in a few words."""
    match event:
        case Play() | Unread():
            return unnumbered(event)
        case Round() | Up():
            return "a new round"
        case Bonus():
            return "@bonus"
        case Score():
            return "@score"
        case End():
            return "@end"
    return "a new hand"
