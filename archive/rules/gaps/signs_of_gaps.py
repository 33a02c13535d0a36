"""The faults of a record's event, which of them plays left out before it may explain, and what may
have been meant by it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from archive.core.cards import UNKNOWN, Card
from archive.core.events import ACTIONS, Cut, Deal, End, Event, Gap, Held, Play, Round, Score, Show
from archive.rules.faults_and_claims import Fault

if TYPE_CHECKING:  # a sound record needs none
    from archive.rules.table import Table

FRESH = frozenset({Deal, Round})
OPENING = frozenset({*FRESH, Cut})
TELLING = frozenset({*OPENING, Held, Play})
"""Events that a record opens with, and others that show where play stands."""
BEGUN = frozenset({*ACTIONS, Held})
"""Events that show that a deal was played."""
CARDS = frozenset({*BEGUN, Show})
"""Events that show cards of this deal."""
STANDING = frozenset({Score, End})
"""Events that show the score."""
RESULT = frozenset({"result", "winner"})
TOTALS = frozenset({"score", "result"})
SUMS = frozenset({"wrong-score", "impossible-sum"})
"""Findings about a standing."""
ENDING = frozenset({"wrong-score", "wrong-elimination"})
"""Findings after a hand where all of a later one is missing."""
KEEPING = frozenset({"wrong-loser", "wrong-kept-card"})
"""Findings about a losing card that another player keeps, or another card that is kept."""
PLAYED_ON = "after-the-end"
TORN = frozenset(
    {"wrong-turn", "wrong-leader", "wrong-trick-winner", "wrong-trump-maker", "not-now",
     "short-deal", "short-round", "dealt-early", PLAYED_ON, "passed", "count-not-made",
     "wrong-count", "wrong-number-of-cards"}
)  # fmt: skip
"""Findings about the next play where the one before it is not written down."""
NOT_SWAPPED = "not-swapped"
"""The finding about an open hand that is not the one of the first round."""
SHOWING = TORN | {"card-not-held", NOT_SWAPPED}
"""The same where no number says that nothing is missing."""
SHORT = frozenset({"short-deal", "short-round"})
"""Findings where a deal begins before the one in front of it is over."""
TURNS = frozenset({"wrong-turn", "wrong-leader"})
MISPLACED = frozenset({"not-now", "passed", "dealt-early", "wrong-trump-maker"})
"""Findings about an event written in another place than its own."""
SKIPPED = "misnumbered-line"
"""The finding about the line of a deal or a trick where others before it are not written down."""
OF_HANDS = ("wrong-number-of-cards", "card-not-held")
"""Findings about hands that are shown."""
SEVERAL = "wrong-hands"
"""The code where several hands have other cards than the record allows, or other numbers of
them."""
STANDINGS = "wrong-scores"
"""The code where three players or more have other totals than the record allows, or two both more
or both less."""
OVERFULL = "too-many-of-a-card"
"""The code where more of a card was seen than the pack has, after a stretch that is not written
down."""
LOOKED_AT = SHOWING | {SKIPPED, OVERFULL}
"""Possible findings after plays left out, whatever the state of the game."""
MISSING = frozenset({"gap", "missing-play"})
"""Codes of a table where the record leaves something out."""
NOTHING: frozenset[str] = frozenset()


def begins_within(events: Iterable[Event]) -> bool:
    """Return whether a record that marks the beginnings of its later deals does not mark that of
    its first. Notes about the game are none of the events."""
    kinds = [type(one) for one in events]
    return kinds[:1] != [] and kinds[0] not in OPENING and not FRESH.isdisjoint(kinds)


def wrongs(table: Table, event: Event | None, *, gaps: bool = False) -> frozenset[str]:
    """Return the faults of an event just past and of its claims; the table's faults are taken from
    it. With `gaps`, also where the table had to suppose a gap."""
    claims = type(event) is Play or type(event) in table.claimants
    right = event is None or not claims or table.upheld(event) is not None
    if right and not table.faults:
        return NOTHING
    faults, table.faults = table.faults, []
    supposed = gaps and type(event) is not Gap
    wrong = frozenset(_faults(faults, gaps=supposed))
    if event is not None and not right:
        wrong = wrong.union(of_claims(table, event))
    return wrong | {STANDINGS} if wrong >= SUMS else wrong  # these are of two players


def _faults(faults: list[Fault], *, gaps: bool) -> Iterator[str]:
    for one in faults:
        if gaps if one.code in MISSING else one.severity != "note":
            yield one.code
    codes = [one.code for one in faults]
    if max(map(codes.count, OF_HANDS)) > 1:
        yield SEVERAL
    if codes.count("impossible-sum") > 1:
        yield STANDINGS


def of_claims(table: Table, event: Event) -> Iterator[str]:
    """Yield what is wrong with the claims of an event."""
    less = []
    for claim in table.claims(event):
        if claim.claimed is None or claim.computed is None or claim.claimed == claim.computed:
            continue
        if table.over or claim.kind not in RESULT:
            yield f"wrong-{claim.kind}"
        if claim.kind in TOTALS:
            less.append(claim.difference < 0)
    if len(less) > 1 and (len(less) > 2 or len(set(less)) == 1):
        yield STANDINGS


def one_card_off(event: Event) -> Iterator[Event]:
    """Yield a hand, or the cards left in several, with one card more or one less."""
    if isinstance(event, Held):
        yield from (event._replace(packets=(cards,)) for cards in _off(event.cards))
    shown = event.shown if isinstance(event, Show) else ()
    for now, (seat, cards) in enumerate(shown):
        before, after = shown[:now], shown[now + 1 :]
        yield from (Show((*before, (seat, one), *after)) for one in _off(cards))


def _off(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*cards, UNKNOWN), (UNKNOWN,) * (len(cards) - 1)
