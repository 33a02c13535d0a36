"""Variations in a record: other lines of play in place of a play, replayed and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from archive.core.events import (
    Action,
    Comment,
    Draw,
    Event,
    Exchange,
    Nag,
    Pass,
    Play,
    Stay,
    Trump,
    Variation,
)
from archive.core.record import Record
from archive.scoring.line_in_address import LineError, text_of_event
from archive.scoring.record_positions import Positions
from archive.scoring.what_if import Line, NoPosition

MOST_CHECKED: Final = 200
"""The most variations of a record that are replayed."""

ILLEGAL, OUT_OF_TURN, WRONG_NUMBER, UNPLAYABLE = "illegal", "turn", "number", "unplayable"


class VariationPlay(NamedTuple):
    """A play of a variation. `text` is how a line of play writes it, empty where it cannot. `wrong`
    is the finding of its replay: ILLEGAL, OUT_OF_TURN, WRONG_NUMBER for a claimed number that the
    cards do not make (`made` is the right one), UNPLAYABLE where the game does not await it or the
    cards are unknown, or nothing."""

    text: str
    event: Action | Trump
    comments: tuple[str, ...] = ()
    glyphs: tuple[int, ...] = ()
    wrong: str = ""
    made: int | None = None


class VariationRead(NamedTuple):
    """A variation: the ply in whose place it is written, how deep it stands in others, and its
    plays. `shared` are plays of the variation around it that come before. `comment` is the comment
    before the first play, `checked` whether it was replayed, `cards` whether it lists cards of its
    own, with which it cannot be."""

    ply: int
    depth: int
    shared: tuple[VariationPlay, ...]
    plays: tuple[VariationPlay, ...]
    comment: str
    checked: bool
    cards: bool

    @property
    def all_plays(self) -> tuple[VariationPlay, ...]:
        """Return all plays from where the game is left."""
        return self.shared + self.plays


def variations(known: Record, positions: Positions) -> list[VariationRead]:
    """Return the variations of a record in its order, each followed by those within it. All cards
    that are `known` are in it; `positions` are the record's."""
    found: list[VariationRead] = []
    for at, event in enumerate(known.events):
        if isinstance(event, Variation) and known.plies[at]:
            found += _read(event.events, known.plies[at], 0, ())
    checked = [_checked(one, known, positions) for one in found[:MOST_CHECKED]]
    return checked + found[MOST_CHECKED:]


def _read(
    events: Sequence[Event], ply: int, depth: int, shared: tuple[VariationPlay, ...]
) -> Iterator[VariationRead]:
    """Yield a variation in place of the play `ply`, after `shared` plays of another, and those
    within it."""
    plays: list[VariationPlay] = []
    comment = ""
    inner: list[VariationRead] = []
    cards = False
    for event in events:
        match event:
            case Comment(text) if plays:
                plays[-1] = plays[-1]._replace(comments=(*plays[-1].comments, text))
            case Comment(text):
                comment = f"{comment} {text}".strip()
            case Nag(value) if plays:
                plays[-1] = plays[-1]._replace(glyphs=(*plays[-1].glyphs, value))
            case Variation(within) if plays:
                inner += _read(within, ply, depth + 1, (*shared, *plays[:-1]))
            case Play() | Exchange() | Draw() | Stay() | Pass() | Trump():
                plays.append(VariationPlay(text_of_event(event) or "", event))
            case _:
                cards = cards or type(event).__name__ in ("Deal", "Held", "Up", "Round", "Cut")
    if plays or comment:
        yield VariationRead(ply, depth, shared, tuple(plays), comment, False, cards)
    yield from inner


def _checked(one: VariationRead, known: Record, positions: Positions) -> VariationRead:
    """Return a variation with the findings on its plays, by the rules."""
    if one.cards:
        return one
    try:
        line = Line(known, one.ply - 1, positions)
    except NoPosition:
        return one
    found = []
    for number, play in enumerate(one.all_plays):
        checked = _played(line, play)
        found.append(checked)
        if checked.wrong == UNPLAYABLE:
            rest = one.all_plays[number + 1 :]
            found += [later._replace(wrong=UNPLAYABLE) for later in rest]
            break
    return one._replace(plays=tuple(found[len(one.shared) :]), checked=True)


def _played(line: Line, play: VariationPlay) -> VariationPlay:
    position: Any = line.position
    turn, before = position.turn, getattr(position, "count", 0)
    if not play.text or "?" in play.text:
        return play._replace(wrong=UNPLAYABLE)
    try:
        line.follow(play.text)
    except LineError:
        return play._replace(wrong=UNPLAYABLE)
    if line.moves[-1].broken:
        return play._replace(wrong=ILLEGAL)
    if play.event.seat != turn:
        return play._replace(wrong=OUT_OF_TURN)
    if isinstance(play.event, Play) and play.event.tally is not None:
        made = getattr(position, "made", before + 1)
        if made != play.event.tally:
            return play._replace(wrong=WRONG_NUMBER, made=made)
    if isinstance(play.event, Play) and play.event.points is not None:
        earned = getattr(position, "earned", None)
        if earned is not None and earned != play.event.points:
            return play._replace(wrong=WRONG_NUMBER, made=earned)
    return play
