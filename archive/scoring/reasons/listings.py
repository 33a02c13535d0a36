"""Whether it is the list of a hand that is wrong, and not the play of a card that is not on it.

A play of a card that is not on the list means that the list or the play is written wrong. The list
is, where the card played makes the tally behind it, no card left on the list would make that tally,
the pack has the card, and nothing else in the record is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from archive.core.cards import CARD, Card
from archive.core.events import Held, Play, Round
from archive.core.record import Record
from archive.scoring.finding_drafts import Draft
from archive.scoring.reasons.tallies import VALUES
from archive.scoring.slips import ListedWrong

CODE = "card-not-held"


def give(findings: Sequence[Draft], record: Record) -> None:
    """Give every play of Twenty that contradicts a hand its reason where the list is what is wrong;
    what else contradicts the same list follows from the first."""
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
    play = record.events[finding.at or 0] if finding.code == CODE else None
    if not isinstance(play, Play) or play.tally is None or len(play.cards) != 1:
        return False
    left = CARD.findall((finding.expected or "").removeprefix("one of "))
    value = VALUES.get(play.cards[0].rank)
    if value is None or finding.known or any(VALUES.get(one[:1]) in (None, value) for one in left):
        return False
    return _in_the_pack(play.cards[0], record, finding.at or 0)


def _in_the_pack(card: Card, record: Record, at: int) -> bool:
    """Return whether the cards played in the round of an event leave the pack this one."""
    played: Counter[Card] = Counter()
    inside = False
    for number, event in enumerate(record.events):
        if isinstance(event, Round):
            if inside:
                break
            played.clear()
        inside = inside or number == at
        if isinstance(event, Play):
            played.update(event.cards)
    ranks = sum(times for one, times in played.items() if one.rank == card.rank)
    return ranks <= 4 and (not card.suit or played[card] == 1)


def _listed_at(record: Record, finding: Draft) -> int:
    """Return the event that lists the hand a play is held against."""
    for at in range(finding.at or 0, -1, -1):
        event = record.events[at]
        if isinstance(event, Held) and event.seat == finding.seat:
            return at
    return -1
