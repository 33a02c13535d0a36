"""What is wrong with an event of a record, and what of it plays left out before it may explain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from archive.core.events import ACTIONS, Cut, Deal, End, Event, Gap, Held, Play, Round, Score, Show
from archive.rules.claims import Fault

if TYPE_CHECKING:  # a sound record needs none
    from archive.rules.table import Table

FRESH = frozenset({Deal, Round})
OPENING = frozenset({*FRESH, Cut})
TELLING = frozenset({*OPENING, Held, Play})
"""What a record opens with, and what else tells where play stands."""
BEGUN = frozenset({*ACTIONS, Held})
"""What tells of a deal that it was played."""
CARDS = frozenset({*BEGUN, Show})
"""What shows cards of this deal."""
STANDING = frozenset({Score, End})
"""What tells how players stand."""
RESULT = frozenset({"result", "winner"})
TOTALS = frozenset({"score", "result"})
SUMS = frozenset({"wrong-score", "impossible-sum"})
"""What is wrong with a standing, as a finding has it."""
ENDING = frozenset({"wrong-score", "wrong-elimination"})
"""What is wrong behind a hand where all of a later one is missing."""
PLAYED_ON = "after-the-end"
TORN = frozenset(
    {"wrong-turn", "wrong-leader", "wrong-trick-winner", "not-now", "short-deal", "dealt-early",
     PLAYED_ON, "passed", "count-not-made", "wrong-count", "wrong-number-of-cards"}
)  # fmt: skip
"""What is wrong with the next play where the one before it is not written down."""
SHOWING = TORN | {"card-not-held"}
"""The same where no number says that nothing is missing."""
TURNS = frozenset({"wrong-turn", "wrong-leader"})
MISPLACED = frozenset({"not-now", "passed", "dealt-early"})
"""What is wrong with what was written in another place than its own."""
SKIPPED = "misnumbered-line"
"""What is wrong with the line of a deal or a trick where others before it are not written down."""
OF_HANDS = ("wrong-number-of-cards", "card-not-held")
"""What is wrong with hands that are shown."""
SEVERAL = "wrong-hands"
"""Where several hands have other cards than the record lets them have, or other numbers of them."""
STANDINGS = "wrong-scores"
"""Where three players or more have other totals than the record lets them have, or two both more or
both less."""
OVERFULL = "too-many-of-a-card"
"""Where more of a card was seen than the pack has, behind a stretch that is not written down."""
LOOKED_AT = SHOWING | {SKIPPED, OVERFULL}
"""What may be wrong with what stands behind plays left out, whatever the game has come to."""
MISSING = frozenset({"gap", "missing-play"})
"""What a table says where the record leaves something out."""
NOTHING: frozenset[str] = frozenset()


def wrongs(table: Table, event: Event | None, *, gaps: bool = False) -> frozenset[str]:
    """Return what is wrong with an event just past, or with what it claims; faults are told. With
    `gaps` it is wrong, too, where the table had to suppose one."""
    claims = type(event) is Play or type(event) in table.claimants
    right = event is None or not claims or table.upheld(event) is not None
    if right and not table.faults:
        return NOTHING
    faults, table.faults = table.faults, []
    supposed = gaps and type(event) is not Gap
    wrong = frozenset(_faults(faults, gaps=supposed))
    return wrong if right or event is None else wrong.union(_claims(table, event))


def _faults(faults: list[Fault], *, gaps: bool) -> Iterator[str]:
    for one in faults:
        if gaps if one.code in MISSING else one.severity != "note":
            yield one.code
    codes = [one.code for one in faults]
    if max(map(codes.count, OF_HANDS)) > 1:
        yield SEVERAL
    if codes.count("impossible-sum") > 1:
        yield STANDINGS


def _claims(table: Table, event: Event) -> Iterator[str]:
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
