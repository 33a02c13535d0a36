"""The table of a game of Twenty at one ply, ready to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from archive.games.twenty.rules import HAND
from archive.games.twenty.table import TwentyTable
from archive.scoring.replay import Step
from archive.web.language import _, marked
from archive.web.presenters.boards.cards import CardShown, in_slots, shown
from archive.web.presenters.boards.drawn_table import SeatShown, Sight, TableShown

LENGTHS: Final = {
    6: marked("Six Tally"), 7: marked("Seven Tally"), 8: marked("Eight Tally"),
    9: marked("Nine Tally"), 10: marked("Ten Tally"),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyShown(TableShown):
    """The table of Twenty."""

    up: list[CardShown]
    bonus: int | None
    bonus_to: str | None
    pile: list[CardShown]
    swept: bool
    """Whether the pile shown was set aside by this play."""
    stock: int


def draw(sight: Sight[TwentyTable]) -> TwentyShown:
    """Return the table of Twenty."""
    table = sight.table
    starter = sight.name.get(table.starter)
    length = len(table.pile)  # one clause names all the longer tallies
    return TwentyShown(
        **sight.parts({"twenty/4.4": LENGTHS[length]} if length in LENGTHS else {}),
        where=_("Round %(round)s, hand %(hand)s", round=table.round or 1, hand=table.deal or 1),
        opening=_("%(name)s begins.", name=starter) if starter else _("Before the first play."),
        tally=table.tally,
        seats=[_seat(sight, seat) for seat in (3 - sight.near, sight.near)],
        up=shown(table.up),
        bonus=table.bonus,
        bonus_to=sight.name.get(table.bonus_to) if table.bonus_to else None,
        pile=_pile(table, sight.step),
        swept=bool(table.swept),
        stock=_stock(table),
        open_hands=table.position.same_hands,
    )


def _seat(sight: Sight[TwentyTable], seat: int) -> SeatShown:
    table, step = sight.table, sight.step
    hand = table.hands.get(seat)
    pending = table.listed.get(seat)
    mine = step is not None and step.seat == seat
    # A hand used up is on the table until its owner is dealt the next one (2.4), and that is when
    # the turn comes round: the play just made is shown in the hand it came from.
    if pending is not None and not mine and (hand is None or len(hand) <= 0):
        cards = shown(pending[0])
    elif hand is not None:
        cards = in_slots(hand, just=mine)
    else:
        cards = [CardShown("?", "")] * (0 if table.over else HAND)
    return sight.seat(seat, cards, "", table.awaited == seat)


def _pile(table: TwentyTable, step: Step | None) -> list[CardShown]:
    laid = table.swept or table.pile
    newest = len(laid) - 1 if step is not None else -1
    return [
        CardShown(card.rank, card.suit, "just" if index == newest else "played", by=seat)
        for index, (seat, card) in enumerate(laid)
    ]


def _stock(table: TwentyTable) -> int:
    """Return the number of cards not yet dealt; those listed for a hand about to be shown count as
    dealt."""
    waiting = [
        seat for seat in table.listed if table.hands.get(seat) is None or not table.hands[seat]
    ]
    return max(0, table.stock - HAND * len(waiting))
