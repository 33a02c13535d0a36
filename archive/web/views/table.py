"""The table of a game of Twenty at one ply, ready to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from archive.cards import UNKNOWN, Card, Hand
from archive.games.twenty import Twenty
from archive.games.twenty.clauses import LONGER
from archive.games.twenty.values import HAND
from archive.ledger import Line
from archive.replay import Replay, Step
from archive.web.views.clauses import ClauseShown, clause
from archive.web.words import card_words

LENGTHS: Final = {6: "Six", 7: "Seven", 8: "Eight", 9: "Nine", 10: "Ten"}


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card and how it lies: `held`, `played` (earlier), `just` (by this play).

    `foreign` marks a card that was played although the hand as listed does not hold it.
    """

    rank: str
    suit: str
    lies: str = "held"
    foreign: bool = False
    by: int = 0

    @property
    def name(self) -> str:
        return card_words(self.rank, self.suit)

    @property
    def words(self) -> str:
        """What a listener is told."""
        told = {"played": ", played", "just": ", just played"}.get(self.lies, "")
        return self.name + told + (", not in the hand as listed" if self.foreign else "")


@dataclass(frozen=True, slots=True)
class SeatShown:
    seat: int
    name: str
    cards: list[CardShown]
    total: int | None
    gained: int
    awaited: bool
    listed: bool
    """Whether the record lists this hand; otherwise it is known by its plays alone."""


@dataclass(frozen=True, slots=True)
class Gain:
    """One line of the ledger earned by this play, with the clause that gives it."""

    name: str
    points: int
    called: str
    """What the rules call it: `Exact Twenty`, `Six Tally`."""
    clause: ClauseShown | None


@dataclass(frozen=True, slots=True)
class TableShown:
    ply: int
    round: int
    hand: int
    starter: str | None
    seats: list[SeatShown]
    """In the order they are drawn: the far side first."""
    up: list[CardShown]
    bonus: int | None
    bonus_to: str | None
    pile: list[CardShown]
    swept: bool
    """Whether the pile shown was set aside by this play."""
    tally: int | None
    stock: int
    step: Step | None
    played: str | None
    mover: str | None
    gains: list[Gain]
    reason: ClauseShown | None
    over: bool


def table_at(replay: Replay, ply: int, names: Sequence[str], near: int = 1) -> TableShown | None:
    """The table right after a ply, seen from `near`'s side.

    None for a game whose table cannot be drawn yet. Raises IndexError for a ply that is not there.
    """
    table = replay.at(ply)
    if not isinstance(table, Twenty):
        return None
    step = replay.steps[ply - 1] if ply else None
    far = 3 - near
    lines = [line for line in table.ledger.lines if line.ply == ply] if ply else []
    name = dict(enumerate(names, 1))
    return TableShown(
        ply=ply,
        round=table.round or 1,
        hand=table.deal or 1,
        starter=name.get(table.starter),
        seats=[_seat(table, seat, name[seat], step) for seat in (far, near)],
        up=[CardShown(card.rank, card.suit) for card in table.up],
        bonus=table.bonus,
        bonus_to=name.get(table.bonus_to) if table.bonus_to else None,
        pile=_pile(table, step),
        swept=bool(table.swept),
        tally=table.tally,
        stock=_stock(table),
        step=step,
        played=" and ".join(card_words(c.rank, c.suit) for c in step.cards) if step else None,
        mover=name.get(step.seat) if step else None,
        gains=[_gain(line, name[line.seat], len(table.pile)) for line in lines],
        reason=clause(table.reason) if table.reason else None,
        over=table.over,
    )


def _gain(line: Line, name: str, cards: int) -> Gain:
    found = clause(line.clause)
    called = found.name if found else "Points"
    if line.clause == LONGER:
        called = f"{LENGTHS[cards]} Tally"  # one clause names them all
    return Gain(name, line.points, called, found)


def _seat(table: Twenty, seat: int, name: str, step: Step | None) -> SeatShown:
    hand = table.hands.get(seat)
    pending = table.listed.get(seat)
    mine = step is not None and step.seat == seat
    # A hand used up is on the table until its owner is dealt the next one (2.4), and that is when
    # the turn comes round: the play just made is shown in the hand it came from.
    if pending is not None and not mine and (hand is None or len(hand) <= 0):
        cards = [CardShown(card.rank, card.suit) for card in pending[0]]
        listed = True
    elif hand is not None:
        cards = _hand(hand, step if mine else None)
        listed = any(card.rank != "?" for card in hand.listed)
    else:
        cards = [CardShown("?", "")] * (0 if table.over else HAND)
        listed = False
    gained = sum(
        line.points for line in table.ledger.lines if line.seat == seat and line.ply == table.ply
    )
    return SeatShown(
        seat, name, cards, table.ledger.total(seat), gained if step else 0,
        table.awaited == seat, listed,
    )  # fmt: skip


def _hand(hand: Hand, step: Step | None) -> list[CardShown]:
    """The listed cards in their order, each played one dimmed where it lies.

    A play takes the slot that names it, else one that may be it, else one not written down, which
    then shows what was played. What fits nowhere is laid beside the hand and marked.
    """
    slots: list[CardShown | None] = [None] * len(hand.listed)
    beside: list[CardShown] = []
    last = len(hand.played) - 1
    for index, card in enumerate(hand.played):
        lies = "just" if step is not None and index == last else "played"
        slot = _slot_for(card, hand.listed, slots)
        if slot is None:
            beside.append(CardShown(card.rank, card.suit, lies, foreign=True))
        else:
            slots[slot] = CardShown(card.rank, card.suit, lies)
    held = [
        shown or CardShown(card.rank, card.suit)
        for shown, card in zip(slots, hand.listed, strict=True)
    ]
    return held + beside


def _slot_for(card: Card, listed: Sequence[Card], taken: Sequence[CardShown | None]) -> int | None:
    free = [slot for slot, shown in enumerate(taken) if shown is None]
    for fits in (lambda c: c is card, lambda c: c is not UNKNOWN and c.could_be(card),
                 lambda c: c is UNKNOWN):  # fmt: skip
        for slot in free:
            if fits(listed[slot]):
                return slot
    return None


def _pile(table: Twenty, step: Step | None) -> list[CardShown]:
    laid = table.swept or table.pile
    newest = len(laid) - 1 if step is not None else -1
    return [
        CardShown(card.rank, card.suit, "just" if index == newest else "played", by=seat)
        for index, (seat, card) in enumerate(laid)
    ]


def _stock(table: Twenty) -> int:
    """Cards not yet dealt, those lying listed for a hand about to be shown counted as dealt."""
    waiting = [
        seat for seat in table.listed if table.hands.get(seat) is None or not table.hands[seat]
    ]
    return max(0, table.stock - HAND * len(waiting))
