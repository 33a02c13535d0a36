"""Gaps of a record of Twenty: stretches after which neither the hands nor the number of plays are
known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Gap
from archive.games.twenty import rounds
from archive.games.twenty.claims import Claims
from archive.games.twenty.rules import AIM, HAND, PLAYS, ROUNDS, VALUES, Twenty, reward
from archive.rules.hand import PERHAPS, Hand
from archive.rules.hand_seen import HandSeen
from archive.rules.table import TableOf


def leave_gap(table: Claims, event: Gap) -> None:
    """Clause 6.3: Take a gap: plays are missing."""
    _tell_gap(table, "@gap")
    open_gap(table)
    table.due = 0


def _tell_gap(table: Claims, found: str) -> None:
    table.fault("gap", "twenty/6.3", "every play written down", found, severity="note")


def open_gap(table: Claims) -> None:
    """Clause 6.3: Go on without knowing how many plays are missing here, nor the hands, nor in
    which round play goes on."""
    table.torn = True
    since_now = {table.round: True, table.round + 1: True}
    table.doubtful = since_now | dict.fromkeys(table.doubtful, False)
    for seat in (1, 2):
        for hand in table.dealt.get((table.round, seat), [])[-1:]:
            held = table.stale.setdefault(seat, Counter())
            held.update(card.rank for card in hand.cards)
    if table.between_rounds:
        table.astray = True
        table.position.lose_totals()
    elif not table.position.over:
        rounds.let_go(table)
    table.turn = 0
    table.forget_totals()


def may_come_to(position: Twenty, totals: Mapping[int, int]) -> bool:
    """Clauses 4.1 to 4.4: Return whether the next player to score in the round may do so without
    having more points then than these totals say."""
    seat, cards, tallies = position.mover, len(position.pile), {position.tally}
    if not seat or position.tally < 0:
        return True
    for _ in range(PLAYS - position.plays):
        made = {tally + value for tally in tallies for value in VALUES[1:]}
        cards += 1
        scores = {reward(one, cards)[0] for one in made if one >= AIM or cards >= 5}
        if scores and min(scores) <= totals.get(seat, 0) - position.totals[seat]:
            return True
        tallies = {one for one in made if one < AIM} if cards < 5 else set()
        if not tallies:
            return False
        seat = 3 - seat
    return True


def resume(table: Claims, plays: int, seat: int = 0) -> None:
    """Go on after so many plays of the game, with unknown hands; not where it would be another
    player's turn than that of the seat which plays."""
    position = table.position
    least = PLAYS * (table.round - (not table.astray))
    if not least <= plays <= PLAYS * ROUNDS:
        return
    begun = PLAYS * (table.round - 1)
    if seat and rounds.by_turns(table.starter, plays - begun) not in (0, seat):
        return
    if plays < PLAYS * table.round:
        table.doubtful = {one: False for one, last in table.doubtful.items() if not last}
    if table.astray and plays == least:
        table.astray = False
        return
    while PLAYS * table.round < plays:
        rounds.open_round(table, None)
        if position.plays >= 0:
            rounds.let_go(table)
    position.plays = plays - PLAYS * (table.round - 1)
    if table.deals != position.plays // (2 * HAND) + 1:  # else its line is written
        table.deals = -(-position.plays // (2 * HAND))
    if position.plays == PLAYS:
        position.scorer = 0
        position.end_round()
        table.turn = 0
        return
    for seat in (1, 2):
        if position.starter:
            _hold(table, seat)
    rounds.await_card(table, rounds.by_turns(position.starter, position.plays))


def _hold(table: Claims, seat: int) -> None:
    """Let a player hold as many cards as are not played yet of a hand: of the one that was listed
    since play was lost, or unknown ones."""
    position = table.position
    hands = table.dealt.setdefault((table.round, seat), [])
    own = (position.plays + (seat == position.starter)) // 2
    left = -own % HAND
    if position.hands[seat].empty == PERHAPS:
        position.hands[seat] = Hand([0] * left)
        if left:
            hands.append(HandSeen([UNKNOWN] * left, -1))
    while 0 < left < len(position.hands[seat]):
        position.hands[seat].take(0)
        hands[-1].plays.append((UNKNOWN, -1))


def leave_out(table: Claims, plays: int, found: str, part: str) -> bool:
    """Clause 6.3: Lay unknown cards for missing plays. A hand of which no card was played before
    them, and that is used up by them, may as well be that of a later deal."""
    for seat in (1, 2):
        hands = table.dealt.get((table.round, seat), [])[-1:]
        own = (plays + (seat == table.turn)) // 2
        if hands and not hands[0].plays and own >= len(hands[0].cards):
            hands[0].forget()
    at, table.at = table.at, -1  # no event of the record is any of these plays
    made = TableOf.leave_out(table, plays, found, part)
    table.at, table.torn = at, True
    return made


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
