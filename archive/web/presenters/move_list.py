"""The play list: the plays of a deal at a glance, a column a player, links to the other deals, and
the record's variations, each at its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from archive.core.events import Exchange, Play, Stay, Trump
from archive.notation.notes import ARROW, without_commands
from archive.scoring.line_in_address import BETWEEN
from archive.scoring.replay import Replay, Step
from archive.scoring.scoresheet import ScoreRow
from archive.scoring.variations import (
    ILLEGAL,
    OUT_OF_TURN,
    UNPLAYABLE,
    WRONG_NUMBER,
    VariationPlay,
    VariationRead,
)
from archive.web.language import _, marked
from archive.web.presenters.action_text import deed, sign
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.boards.seen_as import seen_by
from archive.web.presenters.findings import FindingShown

GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The printed marks on a play, by their number in a record."""


@dataclass(frozen=True, slots=True)
class PlayShown:
    """A play in the list."""

    ply: int
    seat: int
    cards: list[CardShown]
    """The cards played, in the colours of their suits; none for an action without cards."""
    sign: str
    words: str
    number: str
    """The tally or the count it makes; `?` where it is unknown, empty where the game has none."""
    points: int | None
    finding: FindingShown | None
    glyphs: tuple[str, ...]
    """The record's marks on the play: `!`, `?!`."""
    comment: bool
    """Whether the record has words or an arrow on it."""


@dataclass(frozen=True, slots=True)
class LineShown:
    """A line of the list: one trick, one exchange, one turn of every player."""

    label: str
    short: str
    """The short label: `3`, `Swapped`; empty where there is none."""
    plays: list[PlayShown]
    taker: int
    """The winner of the trick; 0 for none."""
    leader: int
    """The leader of the trick; 0 where it is none."""

    def by(self, seat: int) -> list[PlayShown]:
        """Return a seat's plays in this line, usually one."""
        return [play for play in self.plays if play.seat == seat]


@dataclass(frozen=True, slots=True)
class HandShown:
    """The plays of one deal."""

    round: int
    hand: int
    first: int
    last: int
    lines: list[LineShown]
    totals: Mapping[int, int | None]
    """Every seat's total after it; empty while that is unknown."""
    points: Mapping[int, int | None]
    """Every seat's points in it."""
    cut: int
    """The deal's last play where not all of its plays are listed, else 0."""
    unwritten: bool
    """Whether these are plays before the first that is written."""

    def with_plays(self, change: Callable[[PlayShown], PlayShown]) -> HandShown:
        """Return the deal with each of its plays changed."""
        lines = [replace(line, plays=[*map(change, line.plays)]) for line in self.lines]
        return replace(self, lines=lines)


class DealListed(NamedTuple):
    """A deal's place in a game: its round and number, its first play and its last."""

    round: int
    deal: int
    first: int
    last: int


class DealLink(NamedTuple):
    """A link to a deal: its place, and whether something is wrong in it."""

    place: DealListed
    flagged: bool


LISTED = 360
"""The most plays of a deal that are listed. A deal has fewer, unless a record has many forbidden
plays: then those round the present one are listed."""
LINKED = 120
"""The most deals that a page links to: a record may have thousands."""


def deals_of(steps: Sequence[Step]) -> list[DealListed]:
    """Return the deals of a game in their order."""
    places = []
    for (number, deal), group in groupby(steps, key=lambda step: (step.round, step.deal)):
        plies = [step.ply for step in group]
        places.append(DealListed(number, deal, plies[0], plies[-1]))
    return places


def links_near(
    deals: Sequence[DealListed], flags: Mapping[int, FindingShown], ply: int
) -> list[DealLink]:
    """Return the links to all deals, or to those round a ply."""
    here = sum(deal.first <= ply for deal in deals)
    start = min(max(0, here - LINKED // 2), max(0, len(deals) - LINKED))
    near = deals[start : start + LINKED]
    return [DealLink(one, any(one.first <= at <= one.last for at in flags)) for one in near]


def listed(deal: DealListed, ply: int) -> DealListed:
    """Return the part of a deal that is listed: all of it, or the plays round a ply."""
    if deal.last - deal.first < LISTED:
        return deal
    first = min(max(deal.first, ply - LISTED // 2 + 1), deal.last - LISTED + 1)
    return deal._replace(first=first, last=first + LISTED - 1)


def hand_of(
    replay: Replay,
    place: DealListed,
    rows: Sequence[ScoreRow],
    flags: Mapping[int, FindingShown],
    own: int = 0,
    ply: int = 0,
) -> HandShown:
    """Return the plays of a deal, those round a ply of a very long one, with the standing after it.
    `own` is the seat that looks on: of cards drawn unseen only its own are shown; 0 for all."""
    near = listed(place, ply)
    steps = [
        step._replace(action=seen_by(own, step.action, step.seat))
        for step in replay.steps[near.first - 1 : near.last]
    ]
    row = next((row for row in rows if row.last_ply == near.last), None) or next(
        (row for row in rows if (row.round, row.deal) == (place.round, place.deal)), None
    )
    return HandShown(
        place.round, place.deal, near.first, near.last, _lines(steps, flags),
        row.counted if row else {}, row.points if row else {}, 0 if near == place else place.last,
        place.last <= replay.unwritten,
    )  # fmt: skip


def _lines(steps: Sequence[Step], flags: Mapping[int, FindingShown]) -> list[LineShown]:
    """Return a deal's plays in lines: one a trick, and where there are none, one each time the turn
    passes the first seat."""
    lines: list[LineShown] = []
    before: tuple[str, int] | None = None
    last_seat = 0
    for step in steps:
        play = _play(step, flags)
        label, short = _labels(step)
        if (label, step.trick) != before or (not label and step.seat <= last_seat):
            lines.append(LineShown(label, short, [], 0, step.seat if step.trick else 0))
            before = label, step.trick
        lines[-1].plays.append(play)
        last_seat = step.seat
        if step.taker:
            lines[-1] = replace(lines[-1], taker=step.taker)
    return lines


def _labels(step: Step) -> tuple[str, str]:
    """Return the label of a play's line, and the short one."""
    match step.action:
        case Exchange():
            return _("Exchange"), _("Swapped")
        case Stay():
            return _("In or out"), _("In?")
    number = step.trick
    return (_("Trick %(number)s", number=number), str(number)) if number else ("", "")


def _play(step: Step, flags: Mapping[int, FindingShown]) -> PlayShown:
    return PlayShown(
        step.ply, step.seat, shown(step.cards), sign(step.action),
        deed(step.action, count=count_of(step)), _number(step), step.points, flags.get(step.ply),
        tuple(GLYPHS[glyph] for glyph in step.glyphs if glyph in GLYPHS),
        any(ARROW.search(text) or without_commands(text) for text in step.comments),
    )  # fmt: skip


def count_of(step: Step) -> int | None:
    """Return the count a play makes, in a game that scores no plays."""
    return step.tally if step.points is None and not step.trick else None


def _number(step: Step) -> str:
    if step.trick or not isinstance(step.action, Play):
        return ""
    return "?" if step.tally is None else str(step.tally)


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
        plays.append(_line_play(play, ply, names, own, url))
        ply += not isinstance(play.event, Trump)
    note = ""
    if one.cards:
        note = _("It lists cards of its own, so it cannot be checked.")
    elif not one.checked:
        note = _("It cannot be checked: the sheet does not tell all the cards here.")
    return VariationShown(one.depth, plays, one.comment, note)


def _line_play(
    play: VariationPlay, ply: int, names: Sequence[str], own: int, url: str | None
) -> VariationPlayShown:
    seat = play.event.seat or 0
    event = seen_by(own, play.event, seat)
    wrong = _(WRONG[play.wrong]) if play.wrong in WRONG else ""
    if play.wrong == WRONG_NUMBER:
        wrong = _("makes %(count)s", count=play.made)
    return VariationPlayShown(
        ply, names[seat - 1] if 0 < seat <= len(names) else f"p{seat}",
        shown(event.cards) if isinstance(event, Play) else [], deed(event),
        tuple(GLYPHS[glyph] for glyph in play.glyphs if glyph in GLYPHS), play.comments, wrong, url,
    )  # fmt: skip
