"""The variations of a record in its play list: the place of each, and links to its plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from archive.core.events import Play, Trump
from archive.scoring.line_in_address import BETWEEN
from archive.scoring.variations import (
    ILLEGAL,
    OUT_OF_TURN,
    UNPLAYABLE,
    WRONG_NUMBER,
    VariationPlay,
    VariationRead,
)
from archive.web.language import _, marked
from archive.web.presenters.action_text import deed, trump_named
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import unseen
from archive.web.presenters.move_list import GLYPHS

WRONG: Final = {
    ILLEGAL: marked("not allowed"), OUT_OF_TURN: marked("not this player’s turn"),
    UNPLAYABLE: marked("cannot be played here"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class VariationPlayShown:
    """A play of a variation; `url` is None where it cannot be played on to. `wrong` is what is
    wrong with it."""

    ply: int
    name: str
    cards: list[CardShown]
    words: str
    glyphs: tuple[str, ...]
    comments: tuple[str, ...]
    wrong: str
    url: str | None


@dataclass(frozen=True, slots=True)
class VariationShown:
    """A variation; `note` is the reason why its plays were not checked."""

    depth: int
    plays: list[VariationPlayShown]
    comment: str
    note: str
    by: str = ""
    """Its author; empty for the record's own."""


def variations_of(
    found: Sequence[VariationRead], address: Callable[..., str], names: Sequence[str], own: int
) -> dict[int, list[VariationShown]]:
    """Return a record's variations by the ply they replace. `own` is the seat that looks on, 0 for
    all; `address` makes the address of a line."""
    by_ply: dict[int, list[VariationShown]] = {}
    for one in found:
        by_ply.setdefault(one.ply, []).append(_variation(one, address, names, own))
    return by_ply


def _variation(
    one: VariationRead, address: Callable[..., str], names: Sequence[str], own: int
) -> VariationShown:
    playable = [play.text for play in one.all_plays if play.wrong != UNPLAYABLE]
    line = BETWEEN.join(playable) if one.checked else ""
    plays = []
    ply = one.ply + sum(not isinstance(play.event, Trump) for play in one.shared)
    for number, play in enumerate(one.plays, len(one.shared) + 1):
        url = None
        if line and play.wrong != UNPLAYABLE:
            url = address(one.ply - 1, line, at=number)
        plays.append(_play(play, ply, names, own, url))
        ply += not isinstance(play.event, Trump)
    note = ""
    if one.cards:
        note = _("It lists cards of its own, so it cannot be checked.")
    elif not one.checked:
        note = _("It cannot be checked: the sheet does not tell all the cards here.")
    return VariationShown(one.depth, plays, one.comment, note)


def _play(
    play: VariationPlay, ply: int, names: Sequence[str], own: int, url: str | None
) -> VariationPlayShown:
    event: Any = play.event
    seat = event.seat or 0
    if own not in (0, seat) and not isinstance(event, Play | Trump):
        event = unseen(event)
    trump = isinstance(event, Trump)
    words = trump_named(event.suit) if trump else deed(event)
    wrong = _(WRONG[play.wrong]) if play.wrong in WRONG else ""
    if play.wrong == WRONG_NUMBER:
        wrong = _("makes %(count)s", count=play.made)
    return VariationPlayShown(
        ply, names[seat - 1] if 0 < seat <= len(names) else f"p{seat}",
        shown(event.cards) if isinstance(event, Play) else [], words,
        tuple(GLYPHS[glyph] for glyph in play.glyphs if glyph in GLYPHS), play.comments, wrong, url,
    )  # fmt: skip
