"""Whether it is the list of a hand that is wrong, and not the play of a card that is not on it.

A play of a card that is not on the list means that the list or the play is written wrong. The list
is, where the card played makes the tally written after it, no card left on the list would make that
tally, the pack has the card, and nothing else in the record is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from archive.core.cards import UNKNOWN, Card
from archive.core.events import Event, Held, Play, Round
from archive.core.record import Record
from archive.games.twenty.slips import VALUES
from archive.telling.finding_drafts import Draft
from archive.telling.wrong_total_reasons import ListedWrong

CODE = "card-not-held"
OF_A_RANK = 4


def give(findings: Sequence[Draft], record: Record) -> None:
    """Give every play of Twenty that contradicts a hand its reason where the list is wrong; further
    plays against the same list follow from the first."""
    roots = [one for one in findings if one.severity == "error" and one.follows is None]
    if not roots or not all(_speaks_for_the_play(one, record) for one in roots):
        return
    first: dict[int, Draft] = {}
    for finding in roots:
        at = _listed_at(record, finding)
        if at in first:
            finding.follows = first[at]
        else:
            first[at] = finding
            play = record.events[finding.at or 0]
            assert isinstance(play, Play)
            finding.reason = ListedWrong(play.tally or 0)


def _speaks_for_the_play(finding: Draft, record: Record) -> bool:
    at = finding.at or 0
    play = record.events[at] if finding.code == CODE else None
    if not isinstance(play, Play) or play.tally is None or len(play.cards) != 1:
        return False
    value = VALUES.get(play.cards[0].rank)
    if value is None or finding.known:
        return False
    left = {VALUES.get(card.rank) for card in _left(record, _listed_at(record, finding), at)}
    return not left & {None, value} and _in_the_pack(play.cards[0], record, at)


def _left(record: Record, listed: int, at: int) -> Counter[Card]:
    """Return the cards of a list that its player has not played before an event; a card that is not
    on it was one of the unknown ones."""
    hand = record.events[listed] if listed >= 0 else None
    if not isinstance(hand, Held):
        return Counter()
    between = record.events[listed:at]
    plays = (one for one in between if isinstance(one, Play) and one.seat == hand.seat)
    left = Counter(hand.cards)
    for card in (card for one in plays for card in one.cards):
        left[card if left[card] else UNKNOWN] -= 1
    return +left


def _in_the_pack(card: Card, record: Record, at: int) -> bool:
    """Return whether the cards played in the round of an event, and those on the other players'
    lists, leave this card in the pack."""
    played: defaultdict[int, Counter[Card]] = defaultdict(Counter)
    listed: defaultdict[int, Counter[Card]] = defaultdict(Counter)
    for event in _round_of(record, at):
        if isinstance(event, Play):
            played[event.seat].update(event.cards)
        elif isinstance(event, Held):
            listed[event.seat].update(event.cards)
    play = record.events[at]
    listed.pop(play.seat if isinstance(play, Play) else 0, None)
    seats = {*played, *listed}
    same = sum(max(played[seat][card], listed[seat][card]) for seat in seats)
    ranks = sum(max(_of_rank(card, played[seat]), _of_rank(card, listed[seat])) for seat in seats)
    return ranks <= OF_A_RANK and (not card.suit or same == 1)


def _of_rank(card: Card, cards: Counter[Card]) -> int:
    """Return how many of the cards are of a card's rank."""
    return sum(times for one, times in cards.items() if one.rank == card.rank)


def _round_of(record: Record, at: int) -> Sequence[Event]:
    """Return the events of the round in which an event is."""
    begun = [number for number, one in enumerate(record.events) if isinstance(one, Round)]
    first = max((one for one in begun if one <= at), default=0)
    return record.events[first : min((one for one in begun if one > at), default=None)]


def _listed_at(record: Record, finding: Draft) -> int:
    """Return the event that lists the hand with which a play is compared."""
    for at in range(finding.at or 0, -1, -1):
        event = record.events[at]
        if isinstance(event, Held) and event.seat == finding.seat:
            return at
    return -1
