"""The table of a game of Zwanzig ab or Twenty down at one ply, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from archive.core.events import Exchange, Play, Stay
from archive.games.zwanzig_ab.deals import FIRST
from archive.games.zwanzig_ab.table import ZwanzigAbTable
from archive.games.zwanzig_ab.trick_takers import takers
from archive.scoring.replay import Step
from archive.web.language import _, marked
from archive.web.presenters.boards import tricks
from archive.web.presenters.boards.cards import by_suit
from archive.web.presenters.boards.drawn_table import SeatShown, Sight
from archive.web.presenters.rule_sets import ClauseShown

ANY_CARD: Final = "zwanzig-ab/6.5"
LABELS: Final = {
    "zwanzig-ab/7.1": marked("tricks won"), "zwanzig-ab/7.2": marked("all five tricks"),
    "zwanzig-ab/9.3": marked("all five tricks"), "zwanzig-ab/7.3": marked("no trick"),
    "zwanzig-ab/7.5": marked("all others dropped out"),
    "zwanzig-ab/7.6": marked("hearts count double"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ZwanzigShown(tricks.TricksShown):
    """The table of Zwanzig ab or Twenty down."""

    trump: str | None
    """The trump suit: `h`; None where it is not known."""
    to_name: bool
    """Whether trumps are still to be named."""
    maker: str | None
    """The player who named trumps, or is to name them."""
    forced: bool
    """Whether hearts are trumps because the rules have changed."""


def draw(sight: Sight[ZwanzigAbTable]) -> ZwanzigShown:
    """Return the table of Zwanzig ab or Twenty down."""
    table, step = sight.table, sight.step
    parts = tricks.parts(sight, LABELS, _reason(table, step), _taking(table))
    return ZwanzigShown(
        **{**parts, "reason": _of_trick(parts["reason"], step)},
        where=_where(table, step),
        opening=_opening(table, sight.name),
        follows=[*tricks.told(sight), *sight.winners()],
        seats=[_seat(sight, seat) for seat in sight.around],
        stock=table.stock if table.deals else None,
        waiting=_waiting(table, step),
        trump=table.trump,
        to_name=table.to_name,
        maker=sight.name[table.maker] if table.maker else None,
        forced=bool(table.late),
    )


def _taking(table: ZwanzigAbTable) -> int:
    """Return the player who would win the trick as it lies; 0 where that is unknown."""
    trick = table.position.trick
    taking = takers(trick, table.position.trump) if trick else ()
    return taking[0] if len(taking) == 1 else 0


def before_trumps(table: ZwanzigShown) -> ZwanzigShown:
    """Return the table when trumps are named: no more than the first cards are dealt."""
    seats = []
    stock = table.stock
    for one in table.seats:
        cards = sorted(one.cards, key=lambda card: card.rank == "?")[:FIRST]
        stock = None if stock is None else stock + len(one.cards) - len(cards)
        seats.append(replace(one, cards=cards, hand_note=""))
    return replace(table, seats=seats, stock=stock)


def _reason(table: ZwanzigAbTable, step: Step | None) -> str:
    """Return the clause behind an action that scores nothing, which it had to follow."""
    if step is None:
        return ""
    if isinstance(step.action, Exchange):
        return "zwanzig-ab/4.1"
    if isinstance(step.action, Stay):
        return "zwanzig-ab/5.1"
    if not step.trick or not table.trick:
        return ""
    if len(table.trick) == 1:
        return "zwanzig-ab/6.1"
    if table.complete:
        return "zwanzig-ab/6.6"
    played, led = step.cards[:1], table.trick[0].cards[:1]
    if not played or not led or not played[0].suit or not led[0].suit:
        return "zwanzig-ab/6.2"
    if played[0].suit == led[0].suit:
        return "zwanzig-ab/6.3"
    return "zwanzig-ab/6.4" if played[0].suit == table.trump else ANY_CARD


def _of_trick(rule: ClauseShown | None, step: Step | None) -> ClauseShown | None:
    """Return the clause behind an action; the one about the lead only with its part about this
    trick."""
    if rule and step and rule.reference == "zwanzig-ab/6.1" and step.trick > 1:
        return rule.from_the_second
    return rule


def _where(table: ZwanzigAbTable, step: Step | None) -> str:
    deal = table.number or table.deal or 1
    if step is not None and isinstance(step.action, Exchange):
        return _("Deal %(deal)s, exchange", deal=deal)
    if step is not None and isinstance(step.action, Stay):
        return _("Deal %(deal)s, in or out", deal=deal)
    if step is not None and step.trick:
        return _("Deal %(deal)s, trick %(trick)s", deal=deal, trick=step.trick)
    return _("Deal %(deal)s", deal=deal)


def _opening(table: ZwanzigAbTable, name: Mapping[int, str]) -> str:
    said = []
    if table.dealer:
        said.append(_("%(name)s deals.", name=name[table.dealer]))
    if table.maker and table.trump:
        said.append(_("%(name)s names trumps.", name=name[table.maker]))
    return " ".join(said) or _("Before the first play.")


def _waiting(table: ZwanzigAbTable, step: Step | None) -> str:
    if step is None:
        return _("The cards are dealt")
    if isinstance(step.action, Stay):
        if len(table.dropped) >= table.seats - 1:
            return _("All others have dropped out")
        return _("Who stays in, and who drops out?")
    return ""


def _seat(sight: Sight[ZwanzigAbTable], seat: int) -> SeatShown:
    table, step = sight.table, sight.step
    order = partial(by_suit, trump=table.trump)
    cards = order(tricks.hand_of(sight, seat))
    out = seat in table.dropped
    playing = step is not None and isinstance(step.action, Play)
    signs = []
    if seat == table.maker:
        signs.append(marked("trump maker"))
    if out:
        signs.append(marked("dropped out"))
    elif seat in table.decided and not playing:
        signs.append(marked("in"))
    return tricks.seat_shown(
        sight, seat, cards, leads_first=table.maker, signs=tuple(signs),
        tricks=None if out else tricks.won_by(table, seat), absent=out,
        gone=tricks.gone_from(sight, seat, cards, order),
    )  # fmt: skip
