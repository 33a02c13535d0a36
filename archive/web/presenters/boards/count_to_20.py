"""The table of a game of Count to 20 at one ply, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from archive.core.cards import Card
from archive.core.events import Draw, Play
from archive.games.count_to_20 import CountTo20
from archive.games.count_to_20.clauses import KING_CARD, LOW_CARD, TEN_CARD
from archive.games.count_to_20.counting import AIM, numbers_in
from archive.scoring.replay import Replay, Step
from archive.web.language import _, marked, ngettext
from archive.web.presenters.action_text import deed
from archive.web.presenters.boards.cards import CardShown, known_later, shown, still_held
from archive.web.presenters.boards.shown import (
    SeatShown,
    TableShown,
    gained,
    gains_of,
    game_told,
    hand_note,
    named,
    step_at,
)
from archive.web.presenters.boards.tricks import place_of, shown_since
from archive.web.presenters.rulebook import clause
from archive.web.words import counted, rank_sign

LABELS: Final = {
    LOW_CARD: marked("cards left, ace to nine"),
    TEN_CARD: marked("tens, jacks and queens left"), KING_CARD: marked("kings left"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetShown:
    """The last set played in this hand: whose it was, what it made, what was said of its cards."""

    ply: int
    name: str
    cards: list[CardShown]
    count: int | None
    said: str
    just: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CountShown(TableShown):
    seats: list[SeatShown]
    """Clockwise, the near one first."""
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


def draw(replay: Replay, table: CountTo20, ply: int, names: Sequence[str], near: int) -> CountShown:
    """Return the table right after a ply, seen from `near`'s side."""
    step = step_at(replay, ply)
    name = named(names, table)
    count = table.count
    left = shown_since(replay.record.events, table.at) if step else {}
    seats = [(near - 1 + one) % table.seats + 1 for one in range(table.seats)]
    return CountShown(
        game=table.game,
        ply=ply,
        near=near,
        turned=near % table.seats + 1,
        where=_("Hand %(hand)s", hand=table.deal or 1),
        opening=_opening(table, name),
        step=step,
        mover=name[step.seat] if step else None,
        deed=deed(step.action, count=step.tally) if step else "",
        gains=gains_of(table, ply, name, LABELS),
        reason=clause(table.reason) if table.reason else None,
        over=table.over,
        open_hands=not (table.in_play and table.due_counts),
        follows=_follows(table, name) if step else [],
        seats=[_seat(replay, table, seat, name, step, near, left) for seat in seats],
        count=count,
        due=_due(table.due_counts) if table.in_play and table.due_counts else "",
        steps=[] if count is None else [number <= count for number in range(1, AIM + 1)],
        last_set=_last_set(replay, step, name),
        stock=table.stock[0] if table.stock[0] == table.stock[1] else None,
        stock_words=_stock(*table.stock),
        target=table.options.target,
    )


def _due(counts: int) -> str:
    """Return the counts that may be made next: `5`, `5 or 6`."""
    *before, last = [str(one) for one in numbers_in(counts)] or [_("nothing")]
    return _("%(before)s or %(last)s", before=", ".join(before), last=last) if before else last


def _opening(table: CountTo20, name: Mapping[int, str]) -> str:
    said = [_("%(name)s deals.", name=name[table.dealer])] if table.dealer else []
    if table.turn:
        said.append(_("%(name)s begins.", name=name[table.turn]))
    return " ".join(said) or _("Before the first turn.")


def _follows(table: CountTo20, name: Mapping[int, str]) -> list[str]:
    return [] if table.in_play else [_("The hand is over."), *game_told(table, name)]


def _stock(least: int, most: int) -> str:
    if not most:
        return _("Stock used up")
    if least == most:
        return ngettext("Stock: %(num)s card", "Stock: %(num)s cards", most)
    return _("Stock: %(least)s to %(most)s cards", least=least, most=most)


def _last_set(replay: Replay, step: Step | None, name: Mapping[int, str]) -> SetShown | None:
    """Return the set played last in the hand that a step belongs to."""
    if step is None:
        return None
    for ply in range(step.ply, 0, -1):
        one = replay.steps[ply - 1]
        if one.deal != step.deal:
            break
        if isinstance(one.action, Play) and one.action.cards:
            just = one.ply == step.ply
            cards = shown(one.action.cards, "just" if just else "played")
            return SetShown(one.ply, name[one.seat], cards, one.tally,
                            _said(one.action), just)  # fmt: skip
    return None


def _said(play: Play) -> str:
    """Return what was announced: `K is 2, QQ are 10`."""
    return ", ".join(
        _("%(card)s as %(value)s", card=_ranks(part.cards), value=part.value)
        for part in play.parts
        if part.value is not None
    )


def _ranks(run: Sequence[Card]) -> str:
    return " ".join(rank_sign(card.rank) for card in run)


def _seat(
    replay: Replay, table: CountTo20, seat: int, name: Mapping[int, str], step: Step | None,
    near: int, left: Mapping[int, tuple[Card, ...]],
) -> SeatShown:  # fmt: skip
    hand = table.hands.get(seat)
    cards: list[CardShown] = []
    if seat in left:
        cards = still_shown(left[seat])
    elif hand is not None:
        mine = step is not None and step.seat == seat and isinstance(step.action, Draw)
        new = (step.action.card,) if mine else ()  # type: ignore[union-attr]
        cards = still_held(hand, known_later(replay.record.events, table.at, seat, hand), new)
        cards.sort(key=lambda card: card.rank == "A")  # aces count 1 here, and lie with the low
        cards.sort(key=lambda card: card.rank == "?")
    loose = seat in table.loose
    perhaps = any(card.lies == "perhaps" for card in cards)
    size = len(hand) if hand is not None and perhaps else len(cards)
    note = hand_note(cards, bool(hand and hand.foreign) and seat not in left)
    return SeatShown(
        seat=seat,
        name=name[seat],
        place=place_of(seat, near, table.seats),
        cards=cards,
        hand_note=_("how many cards is not known") if loose and table.in_play else note,
        total=table.ledger.total(seat),
        gained=gained(table, table.ply, seat) if step else 0,
        awaited=not table.over and table.in_play and table.turn == seat,
        dealer=seat == table.dealer,
        signs=(counted(size, "card"),) if not loose else (),
    )


def still_shown(run: Sequence[Card]) -> list[CardShown]:
    """Return cards shown at the end, sorted like a hand."""
    return shown(sorted(run, key=lambda card: card.order))
