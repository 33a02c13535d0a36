"""The table of a game of Count to 20 at one ply, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from archive.core.cards import Card
from archive.core.events import Draw, Play
from archive.games.count_to_20.counting import AIM, numbers_in
from archive.games.count_to_20.table import CountTo20Table
from archive.web.language import _, marked, ngettext
from archive.web.presenters.boards.cards import (
    CardShown,
    by_rank,
    known_later,
    places_left,
    shown,
    still_held,
)
from archive.web.presenters.boards.drawn_table import SeatShown, Sight, TableShown, hand_note
from archive.web.presenters.boards.tricks import shown_since
from archive.web.words import counted, rank_sign

LABELS: Final = {
    "count-to-20/6.4": marked("cards left, ace to nine"),
    "count-to-20/6.5": marked("tens, jacks and queens left"),
    "count-to-20/6.6": marked("kings left"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetShown:
    """The last set played in this hand: its player, its count, and the announced values of its
    cards."""

    ply: int
    name: str
    cards: list[CardShown]
    count: int | None
    said: str
    just: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CountShown(TableShown):
    """The table of Count to 20."""

    count: int | None
    """The last count made, 0 for none; None where it is not known."""
    due: str
    """The count to make next, in words; empty when the hand is over."""
    steps: list[bool]
    """Of each count from 1 to 20 whether it has been made; empty while that is not known."""
    last_set: SetShown | None
    stock: int | None
    stock_words: str
    target: int


def draw(sight: Sight[CountTo20Table]) -> CountShown:
    """Return the table of Count to 20."""
    table, step = sight.table, sight.step
    count = table.count
    left = shown_since(sight.replay.record.events, table.at) if step else {}
    due = table.due_counts if table.in_play else 0
    return CountShown(
        **sight.parts(LABELS, count=step.tally if step else None),
        where=_("Hand %(hand)s", hand=table.deal or 1),
        opening=_opening(table, sight.name),
        open_hands=not due,
        follows=[_("The hand is over."), *sight.winners()] if step and not table.in_play else [],
        seats=[_seat(sight, seat, left) for seat in sight.around],
        count=count,
        due=_due(due) if due else "",
        steps=[] if count is None else [number <= count for number in range(1, AIM + 1)],
        last_set=_last_set(sight),
        stock=table.stock[0] if table.stock[0] == table.stock[1] else None,
        stock_words=_stock(*table.stock),
        target=table.position.target,
    )


def _due(counts: int) -> str:
    """Return the counts that may be made next: `5`, `5 or 6`."""
    *before, last = [str(one) for one in numbers_in(counts)] or [_("nothing")]
    return _("%(before)s or %(last)s", before=", ".join(before), last=last) if before else last


def _opening(table: CountTo20Table, name: Mapping[int, str]) -> str:
    said = [_("%(name)s deals.", name=name[table.dealer])] if table.dealer else []
    if table.turn:
        said.append(_("%(name)s begins.", name=name[table.turn]))
    return " ".join(said) or _("Before the first turn.")


def _stock(least: int, most: int) -> str:
    if not most:
        return _("Stock used up")
    if least == most:
        return ngettext("Stock: %(num)s card", "Stock: %(num)s cards", most)
    return _("Stock: %(least)s to %(most)s cards", least=least, most=most)


def _last_set(sight: Sight[CountTo20Table]) -> SetShown | None:
    """Return the set played last in the hand that is shown."""
    step = sight.step
    if step is None:
        return None
    for ply in range(step.ply, 0, -1):
        one = sight.replay.steps[ply - 1]
        if one.deal != step.deal:
            break
        if isinstance(one.action, Play) and one.action.cards:
            just = one.ply == step.ply
            cards = shown(one.action.cards, "just" if just else "played")
            name = sight.name[one.seat]
            return SetShown(one.ply, name, cards, one.tally, _said(one.action), just)
    return None


def _said(play: Play) -> str:
    """Return the announced values: `K is 2, QQ are 10`."""
    return ", ".join(
        _(
            "%(card)s as %(value)s",
            card=" ".join(rank_sign(card.rank) for card in part.cards),
            value=part.value,
        )
        for part in play.parts
        if part.value is not None
    )


def aces_low(cards: Sequence[CardShown]) -> list[CardShown]:
    """Return a hand in the order for games where aces count 1."""
    ordered = sorted(by_rank(cards), key=lambda card: card.rank == "A")
    return sorted(ordered, key=lambda card: card.rank == "?")


def _seat(
    sight: Sight[CountTo20Table], seat: int, left: Mapping[int, tuple[Card, ...]]
) -> SeatShown:
    table, step, events = sight.table, sight.step, sight.replay.record.events
    hand = table.hands.get(seat)
    cards: list[CardShown] = []
    if seat in left:
        cards = shown(sorted(left[seat], key=lambda card: card.order))
    elif hand is not None:
        mine = step is not None and step.seat == seat and isinstance(step.action, Draw)
        new = (step.action.card,) if mine else ()  # type: ignore[union-attr]
        cards = aces_low(still_held(hand, known_later(events, table.at, seat, hand), new))
    loose = seat in table.loose
    perhaps = any(card.lies == "perhaps" for card in cards)
    size = len(hand) if hand is not None and perhaps else len(cards)
    note = hand_note(cards, bool(hand and hand.foreign) and seat not in left)
    just = step is not None and step.seat == seat and isinstance(step.action, Play)
    laid = shown(step.cards, "just") if step is not None and just and seat not in left else []
    return sight.seat(
        seat, cards, _("number of cards not known") if loose and table.in_play else note,
        not table.over and table.in_play and table.turn == seat, dealer=seat == table.dealer,
        signs=() if loose else (counted(size, "card"),),
        gone=places_left(cards, laid, aces_low),
    )  # fmt: skip
