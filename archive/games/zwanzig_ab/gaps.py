"""Gaps of a record of Zwanzig ab, and deals that it does not record to their end."""

from __future__ import annotations

from archive.core.events import End, Gap, Score
from archive.core.phrase import Phrase
from archive.games.zwanzig_ab.board import GOING_ON, STAYING
from archive.games.zwanzig_ab.choices import leave_exchange
from archive.games.zwanzig_ab.dropping_out import close_choices
from archive.games.zwanzig_ab.settling import settle
from archive.games.zwanzig_ab.table_steps import Course
from archive.rules.hand import UNCOUNTED


def finish_deal(table: Course, found: str) -> None:
    """Clauses 6.7 and 10.3: Finish a deal. A card or two left out of the last trick are supposed; a
    deal that lacks more was never played to its end."""
    table.line = table.line._replace(early=None)
    close_choices(table, found)
    if table.phase not in GOING_ON:
        return
    if 0 < table.lacking <= 2 and table.due:
        table.leave_out(table.lacking, found)
        return
    if table.unplayed or not table.nothing_missing:
        leave_page_out(table)
        return
    position = table.position
    table.fault(
        "short-deal", "zwanzig-ab/6.7", Phrase("{n} tricks", n=position.size), f"{position.tricks}"
    )
    leave_exchange(table, found)
    if table.phase in STAYING:
        table.enter("tricks")
    settle(table)
    table.due = 0


def tells_of_earlier_deals(table: Course, event: Score | End) -> bool:
    """Clause 10.5: Return whether the totals of more than one seat differ from those of the first
    deal, in a record that neither begins with the line of a deal nor numbers its plays."""
    if len(table.dealt) > 1 or table.nothing_missing or (table.dealt and table.number is not None):
        return False
    totals = table.ledger.totals()
    known = [(totals.get(seat), total) for seat, total in event.totals]
    wrong = [total for due, total in known if due not in (None, total)]
    return len(wrong) > 1 or 0 < len(wrong) == sum(due is not None for due, _ in known)


def leave_page_out(table: Course) -> None:
    """Clause 10.5: Take the deal as played on a page that is not here, with unknown scores."""
    table.fault("gap", "zwanzig-ab/10.5", "everything written down", "no play of a deal",
                severity="note")  # fmt: skip
    table.forget_totals()
    table.due = 0
    table.denials, table.undecided = {}, set()
    table.enter("")


def leave_gap(table: Course, event: Gap) -> None:
    """Clause 10.5: Take a gap: what happened is unknown, and in how many deals; after the game's
    end it can only have been lines."""
    table.fault("gap", "zwanzig-ab/10.5", "everything written down", "@gap", severity="note")
    if table.over:
        return
    open_gap(table)
    table.due = 0


def open_gap(table: Course) -> None:
    """Clause 10.5: Make everything unknown until the next deal; none comes beyond the game's
    end."""
    table.forget_totals()
    table.seat_dealer(0)
    if table.phase != "beyond":
        table.enter("gap")
    table.position.maker, table.position.deals = 0, UNCOUNTED
    table.doubt_at, table.line = -1, table.line._replace(early=None)
    table.trick, table.denials, table.undecided = [], {}, set()
