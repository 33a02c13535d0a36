"""The table of a game of Twenty-Two at one ply, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from archive.core.cards import UNKNOWN
from archive.core.events import Exchange
from archive.games.twenty_two.table import TwentyTwoTable
from archive.scoring.replay import Step
from archive.web.language import _, marked, ngettext
from archive.web.presenters.action_text import listed
from archive.web.presenters.boards import tricks
from archive.web.presenters.boards.cards import by_rank, shown
from archive.web.presenters.boards.drawn_table import SeatShown, Sight

LABELS: Final = {
    "twenty-two/5.3": marked("the losing card"),
    "twenty-two/8.4": marked("the losing card"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyTwoShown(tricks.TricksShown):
    """The table of Twenty-Two."""

    size: int | None
    """The number of cards dealt to each."""
    showing: bool
    """Whether the last cards are shown."""
    keeping: bool
    """Whether losing cards are kept to show the score."""


def draw(sight: Sight[TwentyTwoTable]) -> TwentyTwoShown:
    """Return the table of Twenty-Two."""
    table, step, name = sight.table, sight.step, sight.name
    dealt = _("%(name)s deals.", name=name[table.dealer]) if table.dealer else ""
    return TwentyTwoShown(
        **tricks.parts(sight, LABELS, _reason(table, step), _taking(table)),
        where=_where(table, step),
        opening=dealt or _("Before the first play."),
        open_hands=bool(table.shown),
        follows=[*tricks.told(sight), *_end_told(table, name), *sight.winners()],
        seats=[_seat(sight, seat) for seat in sight.around],
        stock=table.undealt,
        waiting=_("The cards are dealt") if step is None and table.hands else "",
        showing=bool(table.shown),
        size=table.sizes[0] if len(table.sizes) == 1 else None,
        keeping=not table.position.meets,
    )


def _reason(table: TwentyTwoTable, step: Step | None) -> str:
    """Return the clause behind an action that scores nothing, which it had to follow."""
    if step is None:
        return ""
    if isinstance(step.action, Exchange):
        return "twenty-two/3.1"
    if not step.trick or not table.trick:
        return ""
    if len(table.trick) == 1:
        return "twenty-two/4.2"
    if table.complete:
        return "twenty-two/4.7"
    return "twenty-two/4.5" if _taking(table) == step.seat else "twenty-two/4.6"


def _taking(table: TwentyTwoTable) -> int:
    """Return the player who would win the trick as it lies; 0 where that is unknown."""
    taking = table.position.taking
    return taking[0] if len(taking) == 1 else 0


def _where(table: TwentyTwoTable, step: Step | None) -> str:
    hand = table.deal or 1
    if step is not None and isinstance(step.action, Exchange):
        return _("Hand %(hand)s, exchange", hand=hand)
    if step is not None and step.trick:
        return _("Hand %(hand)s, trick %(trick)s", hand=hand, trick=step.trick)
    return _("Hand %(hand)s", hand=hand)


def _end_told(table: TwentyTwoTable, name: Mapping[int, str]) -> list[str]:
    """Return the loser of the hand, and the players whom it puts out of the game, in sentences."""
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


def _seat(sight: Sight[TwentyTwoTable], seat: int) -> SeatShown:
    table = sight.table
    cards = tricks.hand_of(sight, seat)
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
    return tricks.seat_shown(
        sight, seat, cards, signs=tuple(signs),
        tricks=tricks.won_by(table, seat) if playing else None,
        kept=shown(kept) if not table.position.meets else [], absent=out and not playing,
        gone=[] if table.shown else tricks.gone_from(sight, seat, cards, by_rank),
    )  # fmt: skip
