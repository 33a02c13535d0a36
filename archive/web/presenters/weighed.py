"""What the analyst says of a game, put beside what a replay page shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from archive.analyst import Annotations, of_json, words
from archive.analyst.annotations import Move, PlyWeighed
from archive.analyst.glyphs import GOOD
from archive.analyst.weighing import SAMPLES
from archive.core.cards import CARDS
from archive.scoring.line_text import BETWEEN
from archive.services import AnnotationView, GameView
from archive.web.presenters.boards import TableShown
from archive.web.presenters.boards.cards import CardShown, shown
from archive.web.presenters.curve import HEIGHT, MARGIN, CurveShown
from archive.web.presenters.move_list import HandShown

KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class LinePlayShown:
    """A play of a line: who plays which card, what it makes and scores."""

    seat: int
    card: CardShown
    tally: int
    points: int


@dataclass(frozen=True, slots=True)
class RemarkShown:
    """What is said of a play: its mark, or a word on luck; why, and where better play leads."""

    mark: str
    words: str
    best: CardShown | None
    """What would have been better, None for what was no mistake."""
    fair: float
    error: float
    hindsight: int
    luck: str
    line: list[LinePlayShown]
    line_text: str
    """The same as the address of what if has it."""


@lru_cache(maxsize=KEPT)
def _read(body: str) -> Annotations:
    return of_json(body)


def may_be_weighed(game: GameView) -> bool:
    """Return whether the analyst can be asked about a game."""
    return bool(game.verdict) and (game.verdict or {}).get("game") in SAMPLES


class WeighedShown:
    """Adds to what a page shows. `found` is how it stands with a game, None for one that cannot be
    weighed. To a reader who sees the cards of one seat alone, its `own`, the analyst tells of that
    player's plays, and not where others lead."""

    def __init__(self, found: AnnotationView | None, names: Sequence[str], own: int = 0) -> None:
        self.found = found
        self.said = _read(found.body) if found and found.body else None
        self.names = names
        plies = self.said.plies if self.said else []
        self.by_ply = {
            one.ply: replace(one, line=[] if own else one.line)
            for one in plies
            if own in (0, one.seat)
        }

    def at(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return what the table at a ply needs, with what is said of that ply: the better card is
        marked in the hand."""
        table: TableShown = page["table"]
        one = self.by_ply.get(table.ply)
        remark = _remark(one) if one is not None and (one.glyph or one.luck) else None
        if remark is not None and remark.best and one is not None:
            table = _with_better(table, one)
        return {**page, "table": table, "remark": remark}

    def around(self, page: dict[str, Any]) -> dict[str, Any]:
        """Return what stands round the table with marks in the play list, the margin expected over
        the game, and its story."""
        if self.found is None:
            return {**page, "weighing": None}
        curve: CurveShown = page["curve"]
        return {
            **page,
            "hands": [self._marked(hand) for hand in page["hands"]],
            "expected": self._path(curve),
            "weighing": self.found,
            "story": self.story(),
            "mistakes": [one.ply for one in self.by_ply.values() if is_mistake(one)],
        }

    def remarks(self) -> list[tuple[int, str, str, RemarkShown]]:
        """Return the plays that stand out: number, player, card, and what is said."""
        return [
            (one.ply, self.names[one.seat - 1], words.card(one.card), _remark(one))
            for one in self.by_ply.values()
            if one.glyph or one.luck
        ]

    def story(self) -> list[str]:
        """Return the sentences on the game as a whole."""
        if self.said is None:
            return []
        found = [words.NOT_WEIGHED[self.said.not_weighed]] if self.said.not_weighed else []
        if self.said.story is not None:
            found.append(words.story(self.said.story, self.names))
        found += [f"{one}." for one in words.given_away(self.said, self.names)]
        return found

    def _marked(self, hand: HandShown) -> HandShown:
        lines = [
            replace(line, plays=[
                replace(play, glyphs=_together(play.glyphs, self.by_ply.get(play.ply)))
                for play in line.plays
            ])
            for line in hand.lines
        ]  # fmt: skip
        return replace(hand, lines=lines)

    def _path(self, curve: CurveShown) -> str:
        """Return the margin expected after every play as an SVG path on the curve's own scale."""
        if self.said is None or not curve.reach:
            return ""
        half = HEIGHT / 2 - MARGIN

        def height(margin: float) -> float:
            within = max(-1.0, min(1.0, margin / curve.reach))
            return round(HEIGHT / 2 - half * within, 1)

        return "".join(
            f"{'L' if at else 'M'}{ply} {height(margin)}"
            for at, (ply, margin) in enumerate(self.said.expected)
        )


def is_mistake(one: PlyWeighed) -> bool:
    """Return whether a play has the mark of a mistake."""
    return one.glyph not in (0, GOOD)


def _remark(one: PlyWeighed) -> RemarkShown:
    best = _card(one.best) if is_mistake(one) and one.best in CARDS else None
    return RemarkShown(
        words.glyph(one), words.play(one), best, one.fair, one.error, one.hindsight, one.luck,
        [_move(move) for move in one.line], BETWEEN.join(move.card for move in one.line),
    )  # fmt: skip


def _move(move: Move) -> LinePlayShown:
    return LinePlayShown(move.seat, _card(move.card), move.tally, move.points)


def _card(text: str) -> CardShown:
    return shown([CARDS[text]])[0]


def _together(own: tuple[str, ...], one: PlyWeighed | None) -> tuple[str, ...]:
    """Return the marks that the record has on a play, and the analyst's unless it is one of
    them."""
    mark = words.glyph(one) if one is not None else ""
    return own if not mark or mark in own else (*own, mark)


def _with_better(table: TableShown, one: PlyWeighed) -> TableShown:
    """Return the table with the card marked that would have been better, one of its kind."""
    best = CARDS[one.best]
    seats: Sequence[Any] = table.seats  # type: ignore[attr-defined]
    changed = []
    for seat in seats:
        cards = list(seat.cards)
        fits = (
            at for at, card in enumerate(cards)
            if card.lies in ("held", "may", "inferred")
            and (card.rank, card.suit) == (best.rank, best.suit)
        )  # fmt: skip
        if seat.seat == one.seat and (at := next(fits, None)) is not None:
            cards[at] = replace(cards[at], lies="better")
        changed.append(replace(seat, cards=cards))
    return replace(table, seats=changed)  # type: ignore[call-arg]
