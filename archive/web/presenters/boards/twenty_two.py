"""The table of a game of Twenty-Two at one ply, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from archive.core.cards import UNKNOWN
from archive.core.events import Exchange
from archive.games.twenty_two import TwentyTwo
from archive.games.twenty_two.clauses import (
    BEAT,
    DUCK,
    EXCHANGE,
    LOSING_CARD,
    ON_PAPER,
    ONE_RANK,
    WINS,
)
from archive.scoring.replay import Replay, Step
from archive.web.language import _, marked, ngettext
from archive.web.presenters.action_text import deed, listed
from archive.web.presenters.boards.cards import shown
from archive.web.presenters.boards.shown import (
    SeatShown,
    gained,
    gains_of,
    game_told,
    hand_note,
    named,
    step_at,
)
from archive.web.presenters.boards.tricks import (
    TricksShown,
    around,
    contradicted,
    due,
    exchanged,
    hand_of,
    laid,
    leads,
    place_of,
    trick_told,
    tricks_won,
)
from archive.web.presenters.rulebook import clause

LABELS: Final = {LOSING_CARD: marked("the losing card"), ON_PAPER: marked("the losing card")}


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyTwoShown(TricksShown):
    seats: list[SeatShown]
    """Clockwise, the near one first."""
    size: int | None
    """How many cards were dealt to each."""
    showing: bool
    """Whether the last cards are shown."""
    keeping: bool
    """Whether losing cards are kept to show the score."""


def draw(
    replay: Replay, table: TwentyTwo, ply: int, names: Sequence[str], near: int
) -> TwentyTwoShown:
    """Return the table right after a ply, seen from `near`'s side."""
    step = step_at(replay, ply)
    name = named(names, table)
    trick = laid(table, name, near, step, _taking(table))
    return TwentyTwoShown(
        game=table.game,
        ply=ply,
        near=near,
        turned=near % table.seats + 1,
        where=_where(table, step),
        opening=_("%(name)s deals.", name=name[table.dealer])
        if table.dealer
        else _("Before the first play."),
        step=step,
        mover=name[step.seat] if step else None,
        deed=deed(step.action, leads=leads(step, table)) if step else "",
        leads=leads(step, table),
        gains=gains_of(table, ply, name, LABELS),
        reason=clause(table.reason or _reason(table, step)),
        over=table.over,
        open_hands=bool(table.shown),
        follows=[*trick_told(table, name, step), *_end_told(table, name), *game_told(table, name)],
        seats=[_seat(replay, table, seat, name, step, near) for seat in around(table, near)],
        trick=trick,
        trick_number=step.trick if step else 0,
        complete=bool(trick) and table.complete,
        winner=name[table.trick_taker] if trick and table.trick_taker else None,
        exchange=exchanged(step),
        stock=table.undealt,
        waiting=_("The cards are dealt") if step is None and table.hands else "",
        showing=bool(table.shown),
        size=table.sizes[0] if len(table.sizes) == 1 else None,
        keeping=not table.options.meet_lead,
    )


def _reason(table: TwentyTwo, step: Step | None) -> str:
    """Return the clause behind an action that scores nothing: what it had to be."""
    if step is None:
        return ""
    if isinstance(step.action, Exchange):
        return EXCHANGE
    if not step.trick or not table.trick:
        return ""
    if len(table.trick) == 1:
        return ONE_RANK
    if table.complete:
        return WINS
    return BEAT if _taking(table) == step.seat else DUCK


def _taking(table: TwentyTwo) -> int:
    """Return who would win the trick as it lies; 0 where that is not known."""
    taking = table.position.taking
    return taking[0] if len(taking) == 1 else 0


def _where(table: TwentyTwo, step: Step | None) -> str:
    hand = table.deal or 1
    if step is not None and isinstance(step.action, Exchange):
        return _("Hand %(hand)s, exchange", hand=hand)
    if step is not None and step.trick:
        return _("Hand %(hand)s, trick %(trick)s", hand=hand, trick=step.trick)
    return _("Hand %(hand)s", hand=hand)


def _end_told(table: TwentyTwo, name: Mapping[int, str]) -> list[str]:
    """Return who loses the hand, and who is out of the game by it."""
    if not table.shown or not table.losers:
        return []
    losers = [name[seat] for seat in table.losers]
    names = listed(losers)
    told = [ngettext("%(names)s loses the hand.", "%(names)s lose the hand.", len(losers))
            % {"names": names}]  # fmt: skip
    gone = [name[seat] for seat in table.gone]
    if gone:
        told.append(
            ngettext("%(names)s is out of the game.", "%(names)s are out of the game.", len(gone))
            % {"names": listed(gone)}
        )
    return told


def _seat(
    replay: Replay, table: TwentyTwo, seat: int, name: Mapping[int, str], step: Step | None,
    near: int,
) -> SeatShown:  # fmt: skip
    cards = hand_of(table, seat, replay.record.events, step)
    if seat not in table.hands and seat in table.playing and table.sizes:
        cards = shown([UNKNOWN] * table.sizes[0])
    lost = bool(table.shown) and seat in (table.losers or ())
    if seat in table.shown:
        cards = shown([table.shown[seat][0]], "just" if lost else "held")
    out = seat not in table.alive and seat not in table.doubtful
    playing = seat in table.playing
    signs = (
        [marked("out of the game")]
        if out
        else [marked("may be out")]
        if seat in table.doubtful
        else []
    )
    if lost:
        signs.insert(0, marked("loses"))
    kept = [one.card for one in table.kept if one.seat == seat]
    kept = kept[: len(kept) - (lost and seat in table.shown)]  # it still lies there as the last
    return SeatShown(
        seat=seat,
        name=name[seat],
        place=place_of(seat, near, table.seats),
        cards=cards,
        hand_note=hand_note(cards, contradicted(table, seat)),
        total=table.ledger.total(seat),
        gained=gained(table, table.ply, seat) if step else 0,
        awaited=due(table) == seat,
        dealer=seat == table.dealer,
        signs=tuple(signs),
        tricks=tricks_won(table, seat) if playing else None,
        kept=shown(kept) if not table.options.meet_lead else [],
        absent=out and not playing,
    )
